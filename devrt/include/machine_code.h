/*
 * machine_code.h: the static schedule that ptxas writes into the instructions of sm_70 and later; for
 * minicc's pages and for the simulator.  NVIDIA documents none of it; the places are those of Huerta
 * et al. 2025 (arXiv 2503.20481).
 */
#ifndef MACHINE_CODE_H
#define MACHINE_CODE_H

#include <stdint.h>
#include <stdio.h>

#define SASS_COUNTERS 6 /* that instructions mark and wait for: "barriers" to NVIDIA */

struct sass_control {
	unsigned stall;         /* cycles until the warp's next instruction may issue */
	unsigned yield;         /* 1: another warp may go first */
	unsigned write_barrier; /* set when the result is there; 7: none */
	unsigned read_barrier;  /* set when the operands are read; 7: none */
	unsigned wait_mask;     /* bits of the barriers, 0 to 5, that it waits for */
	unsigned reuse;         /* bits of the operands that are kept for the next instruction */
};

/* Decode the upper bits of an instruction's second word. */
static inline struct sass_control
sass_control(uint64_t word)
{
	uint64_t w = word >> 41;

	return (struct sass_control){
		.stall = w & 15,
		.yield = !(w >> 4 & 1),
		.write_barrier = w >> 5 & 7,
		.read_barrier = w >> 8 & 7,
		.wait_mask = w >> 11 & 63,
		.reuse = w >> 17 & 15,
	};
}

#define SASS_CONTROL_TEXT 24
/* Write the fields as pages and listings show them: "B0-2--- R- W3 Y S04". */
static inline const char *
sass_control_text(struct sass_control c, char to[SASS_CONTROL_TEXT])
{
	char waits[] = "------";

	for (unsigned i = 0; i < SASS_COUNTERS; i++)
		if (c.wait_mask >> i & 1)
			waits[i] = (char)('0' + i);
	snprintf(to, SASS_CONTROL_TEXT, "B%s R%c W%c %c S%02u", waits,
		c.read_barrier == 7 ? '-' : (char)('0' + c.read_barrier),
		c.write_barrier == 7 ? '-' : (char)('0' + c.write_barrier), c.yield ? 'Y' : '-',
		c.stall);
	return to;
}

/*
 * Of sm_35, a byte of a group's control word, as seen in ptxas' code: 0x20 and the cycles less one,
 * or 4: together with the next instruction.  What comes late is waited for by the hardware.
 */
static inline struct sass_control
sass_control_35(unsigned byte)
{
	return (struct sass_control){
		.stall = byte & 0x20 ? (byte & 0x1f) + 1 : 0,
		.write_barrier = 7,
		.read_barrier = 7,
	};
}

/* "S04", or "D  ": together with the next one. */
static inline const char *
sass_control_text_35(unsigned byte, char to[SASS_CONTROL_TEXT])
{
	unsigned stall = sass_control_35(byte).stall;

	if (stall)
		snprintf(to, SASS_CONTROL_TEXT, "S%02u", stall);
	else
		snprintf(to, SASS_CONTROL_TEXT, byte == 4 ? "D  " : "-  ");
	return to;
}

#endif
