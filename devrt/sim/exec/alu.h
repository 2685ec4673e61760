/*
 * alu.h: macros that define a handler over 32 lanes.  D, A, B, C are the C types of the slots;
 * expr computes the result from a, b, c.  A single active lane, as in sequential code, is computed
 * alone; else all lanes are computed and inactive ones keep their value, so expr must not trap for
 * any input.  Sources and destination are the same slot or do not overlap, as IVDEP promises.
 *
 * DEFINE_LANEn computes only active lanes, for expensive expressions.
 */
#ifndef SIM_EXEC_ALU_H
#define SIM_EXEC_ALU_H

/*
 * Floating-point exceptions and errno are not read, which lets gcc vectorise loops with inactive
 * lanes, and square roots.  Results are the same, bit for bit.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-trapping-math", "no-math-errno")
#elif defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* no CLONES: a fused multiply-add is a call */
#endif

#include "exec/exec.h"

#define LANE_LOOP_(D, LOAD, expr) \
	D *d = at(w, in->d); \
	if (!(mask & (mask - 1))) { \
		int i = __builtin_ctz(mask); \
		LOAD d[i] = (D)(expr); \
	} else if (mask == FULL) { \
		IVDEP \
		for (int i = 0; i < WARP; i++) { \
			LOAD d[i] = (D)(expr); \
		} \
	} else { \
		IVDEP \
		for (int i = 0; i < WARP; i++) { \
			LOAD D r_ = (D)(expr); \
			d[i] = mask >> i & 1 ? r_ : d[i]; \
		} \
	} \
	return ACT_NEXT;

#define DEFINE1(name, D, A, expr) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const A *a_ = at(w, in->a); \
		LANE_LOOP_(D, const A a = a_[i]; (void)a;, expr) \
	}
#define DEFINE2(name, D, A, B, expr) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const A *a_ = at(w, in->a); \
		const B *b_ = at(w, in->b); \
		LANE_LOOP_(D, const A a = a_[i]; const B b = b_[i];, expr) \
	}
#define DEFINE3(name, D, A, B, C, expr) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const A *a_ = at(w, in->a); \
		const B *b_ = at(w, in->b); \
		const C *c_ = at(w, in->c); \
		LANE_LOOP_(D, const A a = a_[i]; const B b = b_[i]; const C c = c_[i];, expr) \
	}

#define DEFINE_LANE1(name, D, A, expr) \
	static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		D *d = at(w, in->d); \
		const A *a_ = at(w, in->a); \
		FOR_LANES(i, mask) { \
			const A a = a_[i]; \
			d[i] = (D)(expr); \
		} \
		return ACT_NEXT; \
	}
#define DEFINE_LANE2(name, D, A, B, expr) \
	static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		D *d = at(w, in->d); \
		const A *a_ = at(w, in->a); \
		const B *b_ = at(w, in->b); \
		FOR_LANES(i, mask) { \
			const A a = a_[i]; \
			const B b = b_[i]; \
			d[i] = (D)(expr); \
		} \
		return ACT_NEXT; \
	}
#define DEFINE_LANE3(name, D, A, B, C, expr) \
	static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		D *d = at(w, in->d); \
		const A *a_ = at(w, in->a); \
		const B *b_ = at(w, in->b); \
		const C *c_ = at(w, in->c); \
		FOR_LANES(i, mask) { \
			const A a = a_[i]; \
			const B b = b_[i]; \
			const C c = c_[i]; \
			d[i] = (D)(expr); \
		} \
		return ACT_NEXT; \
	}

/*
 * The integer types: X(suffix, S slot, U unsigned, T value, W twice as wide unsigned).
 * 16-bit values live in 32-bit slots whose upper half means nothing.
 */
/* clang-format off */
#define INT_TYPES(X) \
	X(u16, uint32_t, uint16_t, uint16_t) X(s16, uint32_t, uint16_t, int16_t) \
	X(u32, uint32_t, uint32_t, uint32_t) X(s32, uint32_t, uint32_t, int32_t) \
	X(u64, uint64_t, uint64_t, uint64_t) X(s64, uint64_t, uint64_t, int64_t)
/* clang-format on */

#define TYPE_ROW(prefix) \
	{ \
		[PTX_U16] = prefix##_u16, [PTX_S16] = prefix##_s16, [PTX_U32] = prefix##_u32, \
		[PTX_S32] = prefix##_s32, [PTX_U64] = prefix##_u64, [PTX_S64] = prefix##_s64, \
		[PTX_B16] = prefix##_u16, [PTX_B32] = prefix##_u32, [PTX_B64] = prefix##_u64 \
	}

#endif
