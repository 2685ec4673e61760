/*
 * lanes.h: loops over 32 lanes for machine code, as exec/alu.h has for PTX.  SOURCES declare the
 * sources a, b, c that an expression uses, LOAD reads a lane's.
 */
#ifndef SIM_CODE_LANES_H
#define SIM_CODE_LANES_H

#include <string.h>

#include "code/code.h"
#include "exec/alu.h"

static inline float
float_of(uint32_t bits)
{
	float f;
	memcpy(&f, &bits, 4);
	return f;
}

static inline uint32_t
bits_of(float f)
{
	uint32_t bits;
	memcpy(&bits, &f, 4);
	return bits;
}

static inline double
double_of(uint64_t bits)
{
	double d;
	memcpy(&d, &bits, 8);
	return d;
}

static inline uint64_t
bits_of_double(double d)
{
	uint64_t bits;
	memcpy(&bits, &d, 8);
	return bits;
}

/* Source n of an instruction as name; W also its upper half, with a double's sign. */
#define SRC(name, n) \
	const uint32_t *name##_ = at(w, x->s[n].lo); \
	const struct sass_source name##s = x->s[n];
#define SRCW(name, n) \
	SRC(name, n) \
	const uint32_t *name##h_ = at(w, name##s.hi);
#define GET(name) const uint32_t name = ((name##_[i] & name##s.keep) ^ name##s.flip) + name##s.plus;
#define GETF(name) const float name = float_of((name##_[i] & name##s.keep) ^ name##s.flip);
#define GETW(name) \
	const uint64_t name = ((name##_[i] | (uint64_t)name##h_[i] << 32) ^ \
				      (name##s.flip | (uint64_t)name##s.flip << 32)) + \
		name##s.plus;
#define GETD(name) \
	const double name = double_of( \
		name##_[i] | (uint64_t)((name##h_[i] & name##s.keep) ^ name##s.flip) << 32);

/* The loop over lanes; LOAD reads a lane's sources, store writes its result. */
#define EACH_LANE(LOAD, store) \
	if (!(mask & (mask - 1))) { \
		int i = __builtin_ctz(mask); \
		LOAD store \
	} else if (mask == FULL) { \
		IVDEP \
		for (int i = 0; i < WARP; i++) { \
			LOAD store \
		} \
	} else { \
		FOR_LANES(lane_, mask) { \
			int i = (int)lane_; \
			LOAD store \
		} \
	}

/* A handler with a result of 32 bits. */
#define OP32(name, SOURCES, LOAD, expr) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const struct sass *x = sass_of(in); \
		SOURCES(void) x; \
		LANE_LOOP_(uint32_t, LOAD, expr) \
	}
/* A handler with a result in a pair. */
#define OP64(name, SOURCES, LOAD, expr) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const struct sass *x = sass_of(in); \
		uint32_t *lo_ = at(w, in->d), *hi_ = at(w, x->hi); \
		SOURCES \
		EACH_LANE(LOAD, uint64_t r_ = (expr); lo_[i] = (uint32_t)r_; \
			  hi_[i] = (uint32_t)(r_ >> 32);) \
		return ACT_NEXT; \
	}

static inline uint32_t
pred_of(struct warp *w, const struct sass *x, unsigned k)
{
	return k < x->nq ? read_pred(w, x->q[k].at, x->q[k].negated) : 0;
}

/* The bits in the opposite order: BREV. */
static inline uint32_t
reversed(uint32_t v)
{
	v = (v >> 1 & 0x55555555) | (v & 0x55555555) << 1;
	v = (v >> 2 & 0x33333333) | (v & 0x33333333) << 2;
	v = (v >> 4 & 0x0f0f0f0f) | (v & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(v);
}

#endif
