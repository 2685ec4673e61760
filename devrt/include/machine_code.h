/*
 * machine_code.h: the static schedule that ptxas writes into the instructions of sm_70 and later; for
 * minicc's pages and for the simulator.  NVIDIA documents none of it; the places are those of Huerta
 * et al. 2025 (arXiv 2503.20481).
 */
#ifndef MACHINE_CODE_H
#define MACHINE_CODE_H

#include <stdint.h>

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

#endif
