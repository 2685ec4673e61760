/*
 * steps.h: records what the warps of one team do, instruction by instruction, for a page to step
 * through.  The file's suffix is its form: .json, the record; .html, a page that shows it.
 *
 * The record is one JSON object:
 *
 *	kernel, device, launch, team, teams, threads, mhz
 *	end		"done"; "cut": there was more than it may hold; "fault": the launch failed here
 *	functions	those that ran, the kernel first: name; addr, if a program asked for it; text,
 *			its lines of PTX, or of machine code, each behind a comment with the PTX that it
 *			was made of; code, an array for each instruction: line of the text, file and
 *			line of the source (or 0, 0), then the registers that it writes ("p:" before a
 *			predicate).  Steps count instructions through all functions.
 *	files		name, first (number of the first line), lines: the source, as far as it was found
 *	shared		name, addr, bytes of each variable in shared memory
 *	stalls		what a warp can wait for
 *	steps		[cycles since the step before, warp, instruction, lanes] and maybe an object;
 *			lanes are a mask of 32 bits, all of them -1:
 *			g  lanes for which the guard held, if not for all
 *			r  values of the registers that it writes, in their order
 *			m  what it writes in shared memory: [addr, bytes, value], and the lanes if not all of these
 *			s  what the warp had waited for, as a position in stalls
 *			Instruction -1: the warp arrives by instruction i at barrier b, where n threads
 *			are expected (or all), and waits; -2: and goes on; -3: barrier b lets it go.  -4: one of another module.
 *
 * A value of several lanes is one number, or a string: "0x..." (a number of more than 53 bits),
 * "4096+8" (8 more for each lane from the first on), "&ff" (a predicate: lanes for which it holds); or
 * an array, one for each lane.
 *
 * Steps are in order of time, those of one warp in program order: a step's time is when the timing
 * model had issued it and all steps before it.  A recording ends after `steps` steps (20,000) or when
 * one warp's share of 32 MiB is full; later steps are left out for all warps.
 */
#ifndef SIM_STEPS_STEPS_H
#define SIM_STEPS_STEPS_H

#include "timing/timing.h"

struct steps;
/* Make one from "FILE.json|FILE.html[,launch=N][,team=N][,steps=N]", with launches and teams from 0
 * in the order of launches.  Return NULL if that is malformed. */
struct steps *steps_new(const char *spec);
void steps_free(struct steps *s);
const char *steps_file(const struct steps *s);
/* Before each launch: if it is the one to record, observe it and return the sink for it; else return
 * NULL. */
struct step_sink *steps_launch(struct steps *s, const struct sim_model *gpu, struct sim_launch *l);
/* When that launch has ended, before its module is unloaded. */
void steps_end(struct steps *s);
/* Write the file's text to out, or nothing if the launch or team never ran: steps_missing then
 * returns why. */
void steps_write(const struct steps *s, struct sim_log *out);
const char *steps_missing(const struct steps *s);

#endif
