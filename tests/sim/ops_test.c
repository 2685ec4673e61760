/*
 * ops_test.c: every arithmetic, logic, comparison and conversion opcode with edge values.  All rows
 * become one kernel; it runs with a full warp and with seven threads, on both rules of progress.
 *
 * In a row's text A B C stand for the 64-bit inputs as .b64 registers, a b c for their low halves
 * as .b32, h i j as .b16; w x y are a b c as .f32 and W X Y are A B C as .f64.  The result is in D,
 * d, k
 * (.b16), z (.f32), Z (.f64) or p (.pred), by the row's letter; q is a second predicate, t is true.
 */
#include <ctype.h>

#include "core.h"

struct row {
	const char *text;
	char result;
	uint64_t in[3], want;
};

#define M1 0xffffffffu /* -1 */
#define MIN32 0x80000000u
#define MAX32 0x7fffffffu
#define MIN64 0x8000000000000000u
#define MAX64 0x7fffffffffffffffu
#define ONE 0x3f800000u /* floats by their bits */
#define TWO 0x40000000u
#define HALF 0x3f000000u
#define INF 0x7f800000u
#define NINF 0xff800000u
#define QNAN 0x7fc00000u
#define NZERO 0x80000000u
#define DENORM 0x00000001u
#define DONE 0x3ff0000000000000u /* doubles */
#define DTWO 0x4000000000000000u
#define DHALF 0x3fe0000000000000u
#define DINF 0x7ff0000000000000u
#define DNAN 0x7ff8000000000000u
#define DNZERO 0x8000000000000000u

static const struct row rows[] = {
	/* integer arithmetic */
	{ "add.s32 d, a, b;", 'd', { MAX32, 1 }, MIN32 },
	{ "add.u32 d, a, 7;", 'd', { M1 }, 6 },
	{ "add.u16 k, h, i;", 'k', { 0xffff, 2 }, 1 },
	{ "add.s64 D, A, B;", 'D', { MAX64, 1 }, MIN64 },
	{ "add.sat.s32 d, a, b;", 'd', { MAX32, 1 }, MAX32 },
	{ "add.sat.s32 d, a, b;", 'd', { MIN32, M1 }, MIN32 },
	{ "sub.s32 d, a, b;", 'd', { MIN32, 1 }, MAX32 },
	{ "sub.sat.s32 d, a, b;", 'd', { MIN32, 1 }, MIN32 },
	{ "sub.u64 D, A, B;", 'D', { 0, 1 }, UINT64_MAX },
	{ "sub.s16 k, h, i;", 'k', { 0, 1 }, 0xffff },
	{ "mul.lo.s32 d, a, b;", 'd', { 0x10001, 0x10001 }, 0x20001 },
	{ "mul.hi.s32 d, a, b;", 'd', { M1, 2 }, M1 },
	{ "mul.hi.u32 d, a, b;", 'd', { M1, M1 }, 0xfffffffe },
	{ "mul.wide.s32 D, a, b;", 'D', { M1, 3 }, -3ull },
	{ "mul.wide.u32 D, a, b;", 'D', { M1, M1 }, 0xfffffffe00000001u },
	{ "mul.wide.s16 d, h, i;", 'd', { 0xffff, 5 }, -5u },
	{ "mul.wide.u16 d, h, i;", 'd', { 0xffff, 0xffff }, 0xfffe0001u },
	{ "mul.lo.u16 k, h, i;", 'k', { 0x1234, 0x100 }, 0x3400 },
	{ "mul.hi.s16 k, h, i;", 'k', { 0x8000, 0x8000 }, 0x4000 },
	{ "mul.lo.u64 D, A, B;", 'D', { 0x100000001, 0x100000001 }, 0x200000001 },
	{ "mul.hi.u64 D, A, B;", 'D', { UINT64_MAX, UINT64_MAX }, UINT64_MAX - 1 },
	{ "mul.hi.s64 D, A, B;", 'D', { MIN64, MIN64 }, 0x4000000000000000u },
	{ "mad.lo.s32 d, a, b, c;", 'd', { 3, M1, 10 }, 7 },
	{ "mad.hi.u32 d, a, b, c;", 'd', { M1, M1, 3 }, 1 },
	{ "mad.hi.sat.s32 d, a, b, c;", 'd', { MAX32, MAX32, MAX32 }, MAX32 },
	{ "mad.wide.s32 D, a, b, C;", 'D', { M1, 8, 0x100000000 }, 0xfffffff8 },
	{ "mad.wide.u16 d, h, i, c;", 'd', { 0xffff, 2, 1 }, 0x1ffff },
	{ "mad.lo.u64 D, A, B, C;", 'D', { 1ull << 33, 1ull << 30, 5 }, 1ull << 63 | 5 },
	{ "mul24.lo.u32 d, a, b;", 'd', { 0xff000002, 3 }, 6 },
	{ "mul24.lo.s32 d, a, b;", 'd', { 0x00ffffff, 3 }, -3u },
	{ "mul24.hi.u32 d, a, b;", 'd', { 0xffffff, 0xffffff }, 0xfffffe00u },
	{ "mad24.lo.s32 d, a, b, c;", 'd', { 0x00ffffff, 3, 10 }, 7 },
	{ "mad24.hi.sat.s32 d, a, b, c;", 'd', { 0x7fffff, 0x7fffff, MAX32 }, MAX32 },
	{ "sad.s32 d, a, b, c;", 'd', { -5u, 5, 1 }, 11 },
	{ "sad.u32 d, a, b, c;", 'd', { 5, 7, 1 }, 3 },
	{ "sad.u16 k, h, i, j;", 'k', { 2, 9, 1 }, 8 },
	{ "div.s32 d, a, b;", 'd', { -7u, 2 }, -3u },
	{ "div.s32 d, a, b;", 'd', { MIN32, M1 }, MIN32 },
	{ "div.u32 d, a, b;", 'd', { M1, 16 }, 0x0fffffff },
	{ "div.u32 d, a, b;", 'd', { 5, 0 }, M1 },
	{ "div.s64 D, A, B;", 'D', { MIN64, UINT64_MAX }, MIN64 },
	{ "div.u64 D, A, B;", 'D', { UINT64_MAX, 3 }, 0x5555555555555555u },
	{ "div.s16 k, h, i;", 'k', { 0xfff9, 2 }, 0xfffd },
	{ "rem.s32 d, a, b;", 'd', { -7u, 2 }, -1u },
	{ "rem.s32 d, a, b;", 'd', { MIN32, M1 }, 0 },
	{ "rem.u64 D, A, B;", 'D', { UINT64_MAX, 10 }, 5 },
	{ "abs.s32 d, a;", 'd', { MIN32 }, MIN32 },
	{ "abs.s32 d, a;", 'd', { -9u }, 9 },
	{ "abs.s16 k, h;", 'k', { 0xfffe }, 2 },
	{ "abs.s64 D, A;", 'D', { -9ull }, 9 },
	{ "neg.s32 d, a;", 'd', { 5 }, -5u },
	{ "neg.s64 D, A;", 'D', { 5 }, -5ull },
	{ "min.s32 d, a, b;", 'd', { M1, 1 }, M1 },
	{ "min.u32 d, a, b;", 'd', { M1, 1 }, 1 },
	{ "max.s32 d, a, b;", 'd', { M1, 1 }, 1 },
	{ "max.u16 k, h, i;", 'k', { 0x8000, 1 }, 0x8000 },
	{ "max.s16 k, h, i;", 'k', { 0x8000, 1 }, 1 },
	{ "max.u64 D, A, B;", 'D', { UINT64_MAX, 1 }, UINT64_MAX },
	{ "min.s64 D, A, B;", 'D', { UINT64_MAX, 1 }, UINT64_MAX },
	{ "add.cc.u32 d, a, b; addc.u32 d, c, 0;", 'd', { M1, 1, 5 }, 6 },
	{ "add.cc.u32 d, a, b; addc.u32 d, c, 0;", 'd', { 7, 1, 5 }, 5 },
	{ "sub.cc.u32 d, a, b; subc.u32 d, c, 0;", 'd', { 0, 1, 5 }, 4 },
	{ "sub.cc.u32 d, a, b; subc.u32 d, c, 0;", 'd', { 1, 1, 5 }, 5 },
	{ "add.cc.u64 D, A, B; addc.u64 D, C, 0;", 'D', { UINT64_MAX, 1, 5 }, 6 },
	{ "mad.lo.cc.u32 d, a, b, c; madc.hi.u32 d, a, b, 1;", 'd', { M1, M1, M1 }, 0 },
	{ "popc.b32 d, a;", 'd', { 0xf0f0 }, 8 },
	{ "popc.b64 d, A;", 'd', { UINT64_MAX }, 64 },
	{ "clz.b32 d, a;", 'd', { 0 }, 32 },
	{ "clz.b64 d, A;", 'd', { 1 }, 63 },
	{ "bfind.u32 d, a;", 'd', { 0x100 }, 8 },
	{ "bfind.s32 d, a;", 'd', { -2u }, 0 },
	{ "bfind.u32 d, a;", 'd', { 0 }, M1 },
	{ "bfind.shiftamt.u64 d, A;", 'd', { 1 }, 63 },
	{ "brev.b32 d, a;", 'd', { 1 }, MIN32 },
	{ "brev.b64 D, A;", 'D', { 2 }, 1ull << 62 },
	{ "bfe.u32 d, a, 4, 8;", 'd', { 0xabc }, 0xab },
	{ "bfe.s32 d, a, 4, 8;", 'd', { 0xabc }, 0xffffffab },
	{ "bfe.s32 d, a, 28, 8;", 'd', { 0x90000000 }, 0xfffffff9 },
	{ "bfe.u64 D, A, 32, 40;", 'D', { 0x123456789abcdef0 }, 0x12345678 },
	{ "bfe.s64 D, A, 0, 0;", 'D', { UINT64_MAX }, 0 },
	{ "bfi.b32 d, a, b, 8, 4;", 'd', { 0xf, 0 }, 0xf00 },
	{ "bfi.b32 d, a, b, 32, 4;", 'd', { 0xf, 0x77 }, 0x77 },
	{ "bfi.b64 D, A, B, 60, 8;", 'D', { 0xff, 0 }, 0xf000000000000000u },
	{ "fns.b32 d, a, b, c;", 'd', { 0xaaaaaaaa, 3, 1 }, 3 },
	{ "fns.b32 d, a, b, c;", 'd', { 0xaaaaaaaa, 3, -2u }, 1 },
	{ "bmsk.clamp.b32 d, a, b;", 'd', { 4, 8 }, 0xff0 },
	{ "szext.wrap.s32 d, a, b;", 'd', { 0xff, 8 }, M1 },
	{ "dp4a.u32.u32 d, a, b, c;", 'd', { 0x01020304, 0x01010101, 5 }, 15 },
	{ "dp4a.s32.s32 d, a, b, c;", 'd', { 0xffffffff, 0x01010101, 0 }, -4u },
	{ "dp2a.lo.u32.u32 d, a, b, c;", 'd', { 0x00020003, 0x04030201, 0 }, 7 },

	/* logic and shifts */
	{ "and.b32 d, a, b;", 'd', { 0xff00, 0x0ff0 }, 0x0f00 },
	{ "or.b64 D, A, B;", 'D', { 1, 1ull << 63 }, 1ull << 63 | 1 },
	{ "xor.b16 k, h, i;", 'k', { 0xffff, 0x00ff }, 0xff00 },
	{ "not.b32 d, a;", 'd', { 5 }, ~5u },
	{ "not.b64 D, A;", 'D', { 5 }, ~5ull },
	{ "cnot.b32 d, a;", 'd', { 0 }, 1 },
	{ "cnot.b16 k, h;", 'k', { 0x10000 }, 1 },
	{ "shl.b32 d, a, b;", 'd', { 1, 31 }, MIN32 },
	{ "shl.b32 d, a, b;", 'd', { 1, 32 }, 0 },
	{ "shl.b16 k, h, b;", 'k', { 0xffff, 8 }, 0xff00 },
	{ "shl.b64 D, A, b;", 'D', { 1, 63 }, MIN64 },
	{ "shl.b64 D, A, b;", 'D', { 1, 64 }, 0 },
	{ "shr.s32 d, a, b;", 'd', { MIN32, 40 }, M1 },
	{ "shr.u32 d, a, b;", 'd', { MIN32, 31 }, 1 },
	{ "shr.s16 k, h, b;", 'k', { 0x8000, 15 }, 0xffff },
	{ "shr.u64 D, A, b;", 'D', { MIN64, 63 }, 1 },
	{ "shr.s64 D, A, b;", 'D', { MIN64, 100 }, UINT64_MAX },
	{ "shr.b32 d, a, b;", 'd', { MIN32, 4 }, 0x08000000 },
	{ "shf.l.wrap.b32 d, a, b, c;", 'd', { 0x80000000, 1, 1 }, 3 },
	{ "shf.l.clamp.b32 d, a, b, c;", 'd', { 7, 1, 40 }, 7 },
	{ "shf.r.wrap.b32 d, a, b, c;", 'd', { 0, 1, 1 }, MIN32 },
	{ "shf.r.clamp.b32 d, a, b, c;", 'd', { 7, 9, 99 }, 9 },
	{ "lop3.b32 d, a, b, c, 0x96;", 'd', { 0xf0, 0xcc, 0xaa }, 0xf0 ^ 0xcc ^ 0xaa },
	{ "lop3.b32 d, a, b, c, 0xca;", 'd', { 0xf0, 0xcc, 0xaa }, (0xf0 & 0xcc) | (~0xf0 & 0xaa) },
	{ "prmt.b32 d, a, b, 0x5140;", 'd', { 0x33221100, 0x77665544 }, 0x55114400 },
	{ "prmt.b32 d, a, b, 0x8888;", 'd', { 0x80, 0 }, M1 },
	{ "prmt.b32.f4e d, a, b, 1;", 'd', { 0x33221100, 0x77665544 }, 0x44332211 },
	{ "prmt.b32.rc16 d, a, b, 1;", 'd', { 0x33221100, 0 }, 0x33223322 },

	/* floating point */
	{ "add.f32 z, w, x;", 'z', { ONE, 0x33800000 }, ONE },
	{ "add.rp.f32 z, w, x;", 'z', { ONE, 0x33800000 }, ONE + 1 },
	{ "add.rz.f32 z, w, x;", 'z', { ONE, 0xb3000000 }, ONE - 1 },
	{ "add.rm.f64 Z, W, X;", 'Z', { DONE, 0xbc90000000000000u }, DONE - 1 },
	{ "add.ftz.f32 z, w, x;", 'z', { DENORM, DENORM }, 0 },
	{ "add.f32 z, w, x;", 'z', { DENORM, DENORM }, 2 },
	{ "add.sat.f32 z, w, x;", 'z', { ONE, ONE }, ONE },
	{ "add.f64 Z, W, X;", 'Z', { DONE, DONE }, DTWO },
	{ "sub.f64 Z, W, X;", 'Z', { DONE, DONE }, 0 },
	{ "sub.rm.f64 Z, W, X;", 'Z', { DONE, DONE }, DNZERO },
	{ "mul.f32 z, w, x;", 'z', { TWO, HALF }, ONE },
	{ "mul.rz.f64 Z, W, X;", 'Z', { 0x3ff0000000000001u, 0x3ff0000000000001u },
		0x3ff0000000000002u },
	{ "mul.rp.f64 Z, W, X;", 'Z', { 0x3ff0000000000001u, 0x3ff0000000000001u },
		0x3ff0000000000003u },
	{ "fma.rn.f32 z, w, x, y;", 'z', { 0x3f800001, 0x3f800001, 0xbf800002 }, 0x28800000 },
	{ "fma.rn.f64 Z, W, X, Y;", 'Z',
		{ 0x3ff0000000000001u, 0x3ff0000000000001u, 0xbff0000000000002u },
		0x3970000000000000u },
	{ "fma.rz.f64 Z, W, X, Y;", 'Z', { DONE, DONE, DONE }, DTWO },
	{ "mad.rn.f32 z, w, x, y;", 'z', { ONE, ONE, ONE }, TWO },
	{ "div.rn.f32 z, w, x;", 'z', { ONE, 0x40400000 }, 0x3eaaaaab },
	{ "div.rz.f32 z, w, x;", 'z', { ONE, 0x40400000 }, 0x3eaaaaaa },
	{ "div.rn.f64 Z, W, X;", 'Z', { DONE, 0 }, DINF },
	{ "div.approx.f32 z, w, x;", 'z', { TWO, TWO }, ONE },
	{ "div.full.f32 z, w, x;", 'z', { TWO, ONE }, TWO },
	{ "rcp.rn.f64 Z, W;", 'Z', { DTWO }, DHALF },
	{ "rcp.approx.f32 z, w;", 'z', { TWO }, HALF },
	{ "sqrt.rn.f64 Z, W;", 'Z', { 0x4010000000000000u }, DTWO },
	{ "sqrt.rp.f32 z, w;", 'z', { TWO }, 0x3fb504f4 },
	{ "sqrt.rm.f32 z, w;", 'z', { TWO }, 0x3fb504f3 },
	{ "rsqrt.approx.f32 z, w;", 'z', { 0x40800000 }, HALF },
	{ "rsqrt.approx.f64 Z, W;", 'Z', { 0x4010000000000000u }, DHALF },
	{ "ex2.approx.f32 z, w;", 'z', { ONE }, TWO },
	{ "lg2.approx.f32 z, w;", 'z', { TWO }, ONE },
	/* as -ftz and the device library have them; of doubles, the upper word counts */
	{ "rcp.approx.ftz.f32 z, w;", 'z', { DENORM }, INF },
	{ "sqrt.approx.ftz.f32 z, w;", 'z', { DENORM }, 0 },
	{ "lg2.approx.ftz.f32 z, w;", 'z', { 0x40800000 }, TWO },
	{ "rcp.approx.ftz.f64 Z, W;", 'Z', { DTWO | 1 }, DHALF },
	{ "rsqrt.approx.ftz.f64 Z, W;", 'Z', { 0x4010000000000001u }, DHALF },
	{ "fma.rn.sat.f32 z, w, x, y;", 'z', { ONE, ONE, ONE }, ONE },
	{ "vote.ballot.b32 d, t; min.u32 d, d, 1;", 'd', { 0 }, 1 },
	{ "sin.approx.f32 z, w;", 'z', { 0 }, 0 },
	{ "cos.approx.f32 z, w;", 'z', { 0 }, ONE },
	{ "tanh.approx.f32 z, w;", 'z', { INF }, ONE },
	{ "abs.f32 z, w;", 'z', { 0xbf800000 }, ONE },
	{ "abs.f64 Z, W;", 'Z', { DNZERO }, 0 },
	{ "neg.f32 z, w;", 'z', { 0 }, NZERO },
	{ "neg.ftz.f32 z, w;", 'z', { DENORM }, NZERO },
	{ "min.f32 z, w, x;", 'z', { QNAN, ONE }, ONE },
	{ "max.f32 z, w, x;", 'z', { ONE, QNAN }, ONE },
	{ "min.f32 z, w, x;", 'z', { 0, NZERO }, NZERO },
	{ "max.f64 Z, W, X;", 'Z', { 0, DNZERO }, 0 },
	{ "min.NaN.f32 z, w, x; testp.notanumber.f32 p, z;", 'p', { QNAN, ONE }, 1 },
	{ "copysign.f32 z, w, x;", 'z', { NZERO, ONE }, 0xbf800000 },
	{ "testp.finite.f32 p, w;", 'p', { INF }, 0 },
	{ "testp.infinite.f64 p, W;", 'p', { DINF }, 1 },
	{ "testp.subnormal.f32 p, w;", 'p', { DENORM }, 1 },
	{ "testp.normal.f32 p, w;", 'p', { ONE }, 1 },
	{ "testp.number.f64 p, W;", 'p', { DNAN }, 0 },

	/* comparison and selection */
	{ "setp.lt.s32 p, a, b;", 'p', { M1, 1 }, 1 },
	{ "setp.lt.u32 p, a, b;", 'p', { M1, 1 }, 0 },
	{ "setp.lo.u32 p, a, b;", 'p', { 1, M1 }, 1 },
	{ "setp.hs.u64 p, A, B;", 'p', { UINT64_MAX, 1 }, 1 },
	{ "setp.eq.s16 p, h, i;", 'p', { 0x15555, 0x25555 }, 1 },
	{ "setp.ne.b64 p, A, B;", 'p', { 1ull << 40, 0 }, 1 },
	{ "setp.ge.s64 p, A, B;", 'p', { 0, UINT64_MAX }, 1 },
	{ "setp.eq.f32 p, w, x;", 'p', { QNAN, QNAN }, 0 },
	{ "setp.ne.f32 p, w, x;", 'p', { QNAN, ONE }, 0 },
	{ "setp.neu.f32 p, w, x;", 'p', { QNAN, ONE }, 1 },
	{ "setp.equ.f32 p, w, x;", 'p', { QNAN, ONE }, 1 },
	{ "setp.ltu.f64 p, W, X;", 'p', { DNAN, DONE }, 1 },
	{ "setp.lt.f64 p, W, X;", 'p', { DNZERO, 0 }, 0 },
	{ "setp.geu.f64 p, W, X;", 'p', { DONE, DTWO }, 0 },
	{ "setp.num.f32 p, w, x;", 'p', { ONE, QNAN }, 0 },
	{ "setp.nan.f32 p, w, x;", 'p', { ONE, QNAN }, 1 },
	{ "setp.gt.ftz.f32 p, w, x;", 'p', { DENORM, 0 }, 0 },
	{ "setp.lt.and.s32 p, a, b, !t;", 'p', { 0, 1 }, 0 },
	{ "setp.gt.or.s32 p, a, b, t;", 'p', { 0, 1 }, 1 },
	{ "setp.lt.xor.s32 p, a, b, t;", 'p', { 0, 1 }, 0 },
	{ "setp.lt.and.s32 q|p, a, b, t;", 'p', { 0, 1 }, 0 },
	{ "setp.gt.s32 q|p, a, b;", 'p', { 0, 1 }, 1 },
	{ "set.lt.u32.s32 d, a, b;", 'd', { 0, 1 }, M1 },
	{ "set.lt.f32.f64 z, W, X;", 'z', { DONE, DTWO }, ONE },
	{ "set.gt.and.s32.u32 d, a, b, t;", 'd', { 2, 1 }, M1 },
	{ "selp.b32 d, a, b, t;", 'd', { 1, 2 }, 1 },
	{ "selp.f64 Z, W, X, !t;", 'Z', { DONE, DTWO }, DTWO },
	{ "selp.u16 k, h, i, t;", 'k', { 3, 4 }, 3 },
	{ "slct.b32.s32 d, a, b, c;", 'd', { 1, 2, M1 }, 2 },
	{ "slct.f32.f32 z, w, x, y;", 'z', { ONE, TWO, NZERO }, ONE },
	{ "slct.u64.f32 D, A, B, y;", 'D', { 1, 2, QNAN }, 2 },
	{ "and.pred p, t, !t;", 'p', { 0 }, 0 },
	{ "or.pred p, t, p;", 'p', { 0 }, 1 },
	{ "xor.pred p, t, t;", 'p', { 0 }, 0 },
	{ "not.pred p, t;", 'p', { 0 }, 0 },
	{ "mov.pred p, t;", 'p', { 0 }, 1 },
	{ "mov.pred p, 0;", 'p', { 0 }, 0 },
	{ "mov.pred p, 1; @p mov.u32 d, 5; @!p mov.u32 d, 6;", 'd', { 0 }, 5 },

	/* moves and conversions */
	{ "mov.b64 D, {a, b};", 'D', { 1, 2 }, 0x200000001 },
	{ "mov.b64 {d, c}, A;", 'd', { 0x500000007 }, 7 },
	{ "mov.b64 {c, d}, A;", 'd', { 0x500000007 }, 5 },
	{ "mov.b32 d, {h, i};", 'd', { 0xffff1234, 0x5678 }, 0x56781234 },
	{ "mov.b64 D, {h, i, j, h};", 'D', { 1, 2, 3 }, 0x0001000300020001 },
	{ "mov.b32 {_, k}, a;", 'k', { 0xabcd1234 }, 0xabcd },
	{ "mov.f32 z, 0f3F800000;", 'z', { 0 }, ONE },
	{ "mov.f32 z, 1.5;", 'z', { 0 }, 0x3fc00000 },
	{ "mov.f64 Z, 0d3FF0000000000000;", 'Z', { 0 }, DONE },
	{ "mov.f64 Z, 1e3;", 'Z', { 0 }, 0x408f400000000000u },
	{ "mov.u32 d, (3 + 4) * 2 - 0x10 / 4;", 'd', { 0 }, 10 },
	{ "mov.u32 d, 1 ? WARP_SZ : 0;", 'd', { 0 }, 32 },
	{ "mov.s64 D, -1 >> 1;", 'D', { 0 }, UINT64_MAX },
	{ "mov.b32 d, 0b101 | 010;", 'd', { 0 }, 13 },
	{ "cvt.s64.s32 D, a;", 'D', { M1 }, UINT64_MAX },
	{ "cvt.u64.u32 D, a;", 'D', { M1 }, M1 },
	{ "cvt.u64.s32 D, a;", 'D', { M1 }, UINT64_MAX },
	{ "cvt.u32.u64 d, A;", 'd', { 0x100000005 }, 5 },
	{ "cvt.s32.s8 d, a;", 'd', { 0x80 }, 0xffffff80 },
	{ "cvt.u32.u8 d, a;", 'd', { 0x180 }, 0x80 },
	{ "cvt.s8.s32 d, a;", 'd', { 0x1ff }, M1 },
	{ "cvt.u8.u32 d, a;", 'd', { 0x1ff }, 0xff },
	{ "cvt.u16.u32 k, a;", 'k', { 0x12345 }, 0x2345 },
	{ "cvt.s16.s32 d, a;", 'd', { 0x18000 }, 0xffff8000 },
	{ "cvt.s64.s16 D, h;", 'D', { 0x8000 }, 0xffffffffffff8000u },
	{ "cvt.s64.s8 D, a;", 'D', { 0xfe }, -2ull },
	{ "cvt.u16.u64 k, A;", 'k', { 0x123456789 }, 0x6789 },
	{ "cvt.sat.s8.s32 d, a;", 'd', { 1000 }, 127 },
	{ "cvt.sat.u8.s32 d, a;", 'd', { -5u }, 0 },
	{ "cvt.sat.s32.s64 d, A;", 'd', { MIN64 }, MIN32 },
	{ "cvt.sat.s32.u32 d, a;", 'd', { M1 }, MAX32 },
	{ "cvt.rn.f32.s32 z, a;", 'z', { -3u }, 0xc0400000 },
	{ "cvt.rn.f32.u32 z, a;", 'z', { 0xffffff7f }, 0x4f7fffff },
	{ "cvt.rn.f32.u32 z, a;", 'z', { 0xffffffff }, 0x4f800000 },
	{ "cvt.rz.f32.u32 z, a;", 'z', { 0xffffffff }, 0x4f7fffff },
	{ "cvt.rp.f32.s64 z, A;", 'z', { 0x1000001 }, 0x4b800001 },
	{ "cvt.rn.f64.s64 Z, A;", 'Z', { -1ull }, 0xbff0000000000000u },
	{ "cvt.rn.f64.u64 Z, A;", 'Z', { UINT64_MAX }, 0x43f0000000000000u },
	{ "cvt.rm.f64.u64 Z, A;", 'Z', { UINT64_MAX }, 0x43efffffffffffffu },
	{ "cvt.rn.f64.u16 Z, h;", 'Z', { 0x10001 }, DONE },
	{ "cvt.rn.f64.s32 Z, a;", 'Z', { M1 }, 0xbff0000000000000u },
	{ "cvt.rn.f32.s8 z, a;", 'z', { 0xff }, 0xbf800000 },
	{ "cvt.f64.f32 Z, w;", 'Z', { HALF }, DHALF },
	{ "cvt.rn.f32.f64 z, W;", 'z', { 0x3ff0000010000001u }, ONE + 1 },
	{ "cvt.rz.f32.f64 z, W;", 'z', { 0x3ff000001fffffffu }, ONE },
	{ "cvt.rp.f32.f64 z, W;", 'z', { 0x3ff0000000000001u }, ONE + 1 },
	{ "cvt.rn.f32.f64 z, W;", 'z', { 0x7fe0000000000000u }, INF },
	{ "cvt.sat.f32.f32 z, w;", 'z', { QNAN }, 0 },
	{ "cvt.rni.f32.f32 z, w;", 'z', { 0x40200000 }, TWO },
	{ "cvt.rmi.f64.f64 Z, W;", 'Z', { 0xbfe0000000000000u }, 0xbff0000000000000u },
	{ "cvt.rpi.f32.f32 z, w;", 'z', { 0xbf000000 }, NZERO },
	{ "cvt.rzi.f32.f32 z, w;", 'z', { 0x3fc00000 }, ONE },
	{ "cvt.rzi.s32.f32 d, w;", 'd', { 0xbfc00000 }, M1 },
	{ "cvt.rni.s32.f32 d, w;", 'd', { 0x3fc00000 }, 2 },
	{ "cvt.rmi.s32.f64 d, W;", 'd', { 0xbfe0000000000000u }, M1 },
	{ "cvt.rpi.s64.f64 D, W;", 'D', { DHALF }, 1 },
	{ "cvt.rzi.s32.f32 d, w;", 'd', { INF }, MAX32 },
	{ "cvt.rzi.s32.f32 d, w;", 'd', { NINF }, MIN32 },
	{ "cvt.rzi.s32.f32 d, w;", 'd', { QNAN }, 0 },
	{ "cvt.rzi.u32.f32 d, w;", 'd', { 0xbf800000 }, 0 },
	{ "cvt.rzi.u32.f64 d, W;", 'd', { DINF }, M1 },
	{ "cvt.rzi.u64.f64 D, W;", 'D', { 0x43e0000000000000u }, MIN64 },
	{ "cvt.rzi.s64.f32 D, w;", 'D', { 0x5f000000 }, MAX64 },
	{ "cvt.rzi.u8.f32 d, w;", 'd', { 0x43c80000 }, 255 },
	{ "cvt.ftz.f64.f32 Z, w;", 'Z', { DENORM }, 0 },
	{ "cvt.ftz.rzi.s32.f32 d, w;", 'd', { 0x3fc00000 }, 1 },
};
enum { NROWS = sizeof rows / sizeof *rows };

static bool
word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Register names of the rows are one letter; in PTX they get a prefix, so that no letter is a
 * word. */
static void
print_instruction(struct sim_log *out, const char *text)
{
	for (const char *s = text; *s; s++) {
		bool alone = isalpha((unsigned char)*s) && (s == text || !word(s[-1])) &&
			!word(s[1]);
		sim_log_printf(out, alone ? "%%R%c" : "%c", *s);
	}
}

static void
print_row(struct sim_log *out, int i)
{
	const char *r = rows[i].result == 'p' ? "selp.u64 %RD, 1, 0, %Rp;" :
		rows[i].result == 'd'         ? "cvt.u64.u32 %RD, %Rd;" :
		rows[i].result == 'k'         ? "cvt.u64.u16 %RD, %Rk;" :
		rows[i].result == 'z'         ? "mov.b64 %RD, {%Rz, %Rn};" :
		rows[i].result == 'Z'         ? "mov.b64 %RD, %RZ;" :
						"";
	sim_log_printf(out,
		"ld.global.v2.u64 {%%RA, %%RB}, [%%Ri64+%d];\n"
		"ld.global.u64 %%RC, [%%Ri64+%d];\n"
		"mov.b64 {%%Ra, %%Rg}, %%RA; mov.b64 {%%Rb, %%Rg}, %%RB; mov.b64 {%%Rc, %%Rg}, %%RC;\n"
		"mov.b32 %%Rw, %%Ra; mov.b32 %%Rx, %%Rb; mov.b32 %%Ry, %%Rc;\n"
		"mov.b32 {%%Rh, %%Rl}, %%Ra; mov.b32 {%%Ri, %%Rl}, %%Rb; mov.b32 {%%Rj, %%Rl}, %%Rc;\n"
		"mov.b64 %%RW, %%RA; mov.b64 %%RX, %%RB; mov.b64 %%RY, %%RC;\n",
		i * 32, i * 32 + 16);
	print_instruction(out, rows[i].text);
	sim_log_printf(out, "\n%s\nst.global.u64 [%%Ro64+%d], %%RD;\n", r, i * 8);
}

static char *
make_kernel(const char *target)
{
	struct sim_log out = { 0 };
	sim_log_printf(&out,
		".version 7.8\n.target %s\n.address_size 64\n"
		".visible .entry ops(.param .u64 in, .param .u64 out) {\n"
		".reg .b64 %%RA, %%RB, %%RC, %%RD, %%Ri64, %%Ro64, %%Rt64;\n"
		".reg .b32 %%Ra, %%Rb, %%Rc, %%Rd, %%Rg, %%Rn, %%Rs;\n"
		".reg .b16 %%Rh, %%Ri, %%Rj, %%Rk, %%Rl;\n.reg .f32 %%Rw, %%Rx, %%Ry, %%Rz;\n"
		".reg .f64 %%RW, %%RX, %%RY, %%RZ;\n.reg .pred %%Rp, %%Rq, %%Rt;\n"
		"ld.param.u64 %%Ri64, [in];\nld.param.u64 %%Ro64, [out];\n"
		"mov.u32 %%Rs, %%tid.x;\nmul.wide.u32 %%Rt64, %%Rs, %d;\nadd.u64 %%Ro64, %%Ro64, %%Rt64;\n"
		"mov.u32 %%Rn, 0;\nsetp.eq.u32 %%Rt, %%Rn, 0;\n",
		target, NROWS * 8);
	for (int i = 0; i < NROWS; i++)
		print_row(&out, i);
	sim_log_printf(&out, "ret;\n}\n");
	return out.text;
}

static bool
check_row(int i, const uint64_t *out, unsigned threads)
{
	for (unsigned t = 0; t < threads; t++) {
		uint64_t got = out[t * NROWS + (unsigned)i];
		if (got != rows[i].want) {
			diag("lane %u: %s gives 0x%llx, expected 0x%llx", t, rows[i].text,
				(unsigned long long)got, (unsigned long long)rows[i].want);
			return false;
		}
	}
	return true;
}

static void
test_ops(struct sim_device *dev, const char *target, unsigned threads)
{
	char *text = make_kernel(target);
	struct sim_module *m = load_text(dev, text);
	uint64_t params[2] = { sim_alloc(dev, NROWS * 32), sim_alloc(dev, NROWS * 8 * 32) };
	uint64_t *in = sim_host_view(dev, params[0], NROWS * 32);
	uint64_t *out = sim_host_view(dev, params[1], NROWS * 8 * 32);
	if (!ok(m != NULL, "%s loads", target))
		diag("%s", core.log.text);
	for (int i = 0; i < NROWS; i++)
		memcpy(in + i * 4, rows[i].in, 24);
	ok(m &&
			run(dev, m, "ops", (struct run){ .teams = 1, .threads = threads },
				params) == SIM_OK,
		"%u threads run", threads);
	for (int i = 0; m && i < NROWS; i++)
		ok(check_row(i, out, threads), "%s, %u threads: %s", target, threads, rows[i].text);
	sim_free(dev, params[0]);
	sim_free(dev, params[1]);
	sim_module_unload(m);
	free(text);
}

int
main(void)
{
	open_devices();
	test_ops(core.v100, "sm_70", 32);
	test_ops(core.k40, "sm_35", 7);
	close_devices();
	return done();
}
