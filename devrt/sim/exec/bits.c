/*
 * bits.c: logic, shifts and bit fields (PTX ISA 9.7.1, 9.7.8).  Shift amounts are clamped.
 */
#include "exec/alu.h"

#define U32T uint32_t
#define U64T uint64_t

#define LOGIC(n, S) \
	DEFINE2(and_##n, S, S, S, a &b) \
	DEFINE2(or_##n, S, S, S, a | b) \
	DEFINE2(xor_##n, S, S, S, a ^ b) \
	DEFINE1(not_##n, S, S, ~a)
LOGIC(u32, U32T)
LOGIC(u64, U64T)

DEFINE1(cnot_u16, U32T, U32T, (uint16_t)a == 0)
DEFINE1(cnot_u32, U32T, U32T, a == 0)
DEFINE1(cnot_u64, U64T, U64T, a == 0)

DEFINE2(shl_u16, U32T, U32T, U32T, b > 15 ? 0 : a << (b & 15))
DEFINE2(shl_u32, U32T, U32T, U32T, b > 31 ? 0 : a << (b & 31))
DEFINE2(shl_u64, U64T, U64T, U32T, b > 63 ? 0 : a << (b & 63))
DEFINE2(shr_u16, U32T, U32T, U32T, b > 15 ? 0 : (uint16_t)a >> (b & 15))
DEFINE2(shr_u32, U32T, U32T, U32T, b > 31 ? 0 : a >> (b & 31))
DEFINE2(shr_u64, U64T, U64T, U32T, b > 63 ? 0 : a >> (b & 63))
DEFINE2(shr_s16, U32T, U32T, U32T, (int16_t)a >> (b > 15 ? 15 : b))
DEFINE2(shr_s32, U32T, U32T, U32T, (int32_t)a >> (b > 31 ? 31 : b))
DEFINE2(shr_s64, U64T, U64T, U32T, (int64_t)a >> (b > 63 ? 63 : b))

/* shf: a is the low word, b the high one. */
#define PAIR(a, b) ((uint64_t)(b) << 32 | (a))
DEFINE3(shf_l_clamp, U32T, U32T, U32T, U32T, PAIR(a, b) << (c > 32 ? 32 : c) >> 32)
DEFINE3(shf_l_wrap, U32T, U32T, U32T, U32T, PAIR(a, b) << (c & 31) >> 32)
DEFINE3(shf_r_clamp, U32T, U32T, U32T, U32T, PAIR(a, b) >> (c > 32 ? 32 : c))
DEFINE3(shf_r_wrap, U32T, U32T, U32T, U32T, PAIR(a, b) >> (c & 31))

DEFINE_LANE1(popc_u32, U32T, U32T, __builtin_popcount(a))
DEFINE_LANE1(popc_u64, U32T, U64T, __builtin_popcountll(a))
DEFINE_LANE1(clz_u32, U32T, U32T, a ? __builtin_clz(a) : 32)
DEFINE_LANE1(clz_u64, U32T, U64T, a ? __builtin_clzll(a) : 64)

static uint64_t
reverse(uint64_t v, int bits)
{
	uint64_t r = 0;
	for (int i = 0; i < bits; i++)
		r |= (v >> i & 1) << (bits - 1 - i);
	return r;
}
DEFINE_LANE1(brev_u32, U32T, U32T, reverse(a, 32))
DEFINE_LANE1(brev_u64, U64T, U64T, reverse(a, 64))

/* Return the position of the highest bit that differs from the sign, or all ones: there is none. */
static uint32_t
find_bit(uint64_t v, bool negative, int bits, bool shiftamt)
{
	if (negative)
		v = ~v;
	if (bits == 32)
		v = (uint32_t)v;
	if (!v)
		return UINT32_MAX;
	uint32_t pos = 63 - (uint32_t)__builtin_clzll(v);
	return shiftamt ? (uint32_t)bits - 1 - pos : pos;
}
#define SHIFTAMT has_mod(in->src, PTX_MOD_SHIFTAMT)
DEFINE_LANE1(bfind_u32, U32T, U32T, find_bit(a, false, 32, SHIFTAMT))
DEFINE_LANE1(bfind_s32, U32T, U32T, find_bit(a, (int32_t)a < 0, 32, SHIFTAMT))
DEFINE_LANE1(bfind_u64, U32T, U64T, find_bit(a, false, 64, SHIFTAMT))
DEFINE_LANE1(bfind_s64, U32T, U64T, find_bit(a, (int64_t)a < 0, 64, SHIFTAMT))

/* Extract bits as PTX ISA 9.7.1.19 does, with its pseudo code's names. */
static uint64_t
extract(uint64_t a, uint32_t b, uint32_t c, bool is_signed, uint32_t msb)
{
	uint32_t pos = b & 0xff, len = c & 0xff;
	uint64_t sign = 0, d = 0;
	if (is_signed && len)
		sign = a >> (pos + len - 1 < msb ? pos + len - 1 : msb) & 1;
	for (uint32_t i = 0; i <= msb; i++)
		d |= (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sign) << i;
	return d;
}
DEFINE_LANE3(bfe_u32, U32T, U32T, U32T, U32T, extract(a, b, c, false, 31))
DEFINE_LANE3(bfe_s32, U32T, U32T, U32T, U32T, extract(a, b, c, true, 31))
DEFINE_LANE3(bfe_u64, U64T, U64T, U32T, U32T, extract(a, b, c, false, 63))
DEFINE_LANE3(bfe_s64, U64T, U64T, U32T, U32T, extract(a, b, c, true, 63))

static uint64_t
insert(uint64_t a, uint64_t b, uint32_t c, uint32_t d, uint32_t msb)
{
	uint32_t pos = c & 0xff, len = d & 0xff;
	for (uint32_t i = 0; i < len && pos + i <= msb; i++)
		b = (b & ~((uint64_t)1 << (pos + i))) | (a >> i & 1) << (pos + i);
	return b;
}

#define BFI(n, S, msb) \
	static int bfi_##n(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		S *d = at(w, in->d), *a = at(w, in->a), *b = at(w, in->b); \
		uint32_t *c = at(w, in->c), *e = at(w, in->e); \
		FOR_LANES(i, mask) \
			d[i] = (S)insert(a[i], b[i], c[i], e[i], msb); \
		return ACT_NEXT; \
	}
BFI(u32, U32T, 31)
BFI(u64, U64T, 63)

static int
lop3(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *d = at(w, in->d), *a = at(w, in->a), *b = at(w, in->b), *c = at(w, in->c);
	uint32_t table = *(uint32_t *)at(w, in->e);
	FOR_LANES(i, mask) {
		uint32_t r = 0;
		for (uint32_t k = 0; k < 8; k++)
			if (table >> k & 1)
				r |= (k & 4 ? a[i] : ~a[i]) & (k & 2 ? b[i] : ~b[i]) &
					(k & 1 ? c[i] : ~c[i]);
		d[i] = r;
	}
	return ACT_NEXT;
}

/* ---- prmt: bytes 0 to 3 of a, 4 to 7 of b (PTX ISA 9.7.9.7) ---- */

static uint32_t
permute(uint64_t bytes, const uint8_t sel[4])
{
	uint32_t r = 0;
	for (int k = 0; k < 4; k++) {
		uint32_t byte = bytes >> ((sel[k] & 7) * 8) & 0xff;
		if (sel[k] & 8)
			byte = byte & 0x80 ? 0xff : 0;
		r |= byte << (k * 8);
	}
	return r;
}

static void
select_bytes(const struct pinst *p, uint32_t c, uint8_t sel[4])
{
	uint32_t n = c & 3;
	for (uint32_t k = 0; k < 4; k++) {
		if (has_mod(p, PTX_MOD_F4E))
			sel[k] = (uint8_t)((n + k) & 7);
		else if (has_mod(p, PTX_MOD_B4E))
			sel[k] = (uint8_t)((n - k) & 7);
		else if (has_mod(p, PTX_MOD_RC8))
			sel[k] = (uint8_t)n;
		else if (has_mod(p, PTX_MOD_ECL))
			sel[k] = (uint8_t)(k > n ? k : n);
		else if (has_mod(p, PTX_MOD_ECR))
			sel[k] = (uint8_t)(k < n ? k : n);
		else if (has_mod(p, PTX_MOD_RC16))
			sel[k] = (uint8_t)((n & 1) * 2 + (k & 1));
		else
			sel[k] = (uint8_t)(c >> (k * 4) & 15);
	}
}

static int
prmt(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *d = at(w, in->d), *a = at(w, in->a), *b = at(w, in->b), *c = at(w, in->c);
	FOR_LANES(i, mask) {
		uint8_t sel[4];
		select_bytes(in->src, c[i], sel);
		d[i] = permute(PAIR(a[i], b[i]), sel);
	}
	return ACT_NEXT;
}

/* ---- fns, bmsk, szext ---- */

static uint32_t
find_nth(uint32_t mask, uint32_t base, int32_t offset)
{
	int step = offset < 0 ? -1 : 1, count = offset < 0 ? -offset : offset;
	if (base > 31)
		return UINT32_MAX;
	if (!offset)
		return mask >> base & 1 ? base : UINT32_MAX;
	for (int pos = (int)base; pos >= 0 && pos < 32; pos += step)
		if (mask >> pos & 1 && --count == 0)
			return (uint32_t)pos;
	return UINT32_MAX;
}
DEFINE_LANE3(fns, U32T, U32T, U32T, U32T, find_nth(a, b, c<0x80000021u && c> 32 ? 33 : (int32_t)c))

static uint32_t
bit_mask(uint32_t pos, uint32_t len, bool clamp)
{
	if (!clamp)
		pos &= 31, len &= 31;
	if (pos > 31)
		return 0;
	uint32_t ones = len > 31 ? UINT32_MAX : (1u << len) - 1;
	return ones << pos;
}
DEFINE_LANE2(bmsk, U32T, U32T, U32T, bit_mask(a, b, has_mod(in->src, PTX_MOD_CLAMP)))

static uint32_t
extend(uint32_t a, uint32_t n, bool clamp, bool is_signed)
{
	if (!clamp)
		n &= 31;
	if (n > 31)
		return a;
	uint32_t low = (1u << n) - 1;
	return is_signed && n && a >> (n - 1) & 1 ? a | ~low : a & low;
}
DEFINE_LANE2(szext, U32T, U32T, U32T,
	extend(a, b, has_mod(in->src, PTX_MOD_CLAMP), in->src->types[0] == PTX_S32))

/* ---- selection ---- */

static exec_fn *
select_shift(const struct pinst *p)
{
	static exec_fn *const left[] = { shl_u16, shl_u32, shl_u64 };
	static exec_fn *const right[] = { shr_u16, shr_u32, shr_u64 };
	static exec_fn *const right_signed[] = { shr_s16, shr_s32, shr_s64 };
	unsigned k = type_bytes(p->types[0]) / 4;
	if (p->op == PTX_OP_SHL)
		return left[k];
	return type_kind(p->types[0]) == 's' ? right_signed[k] : right[k];
}

static exec_fn *
select_wide(const struct pinst *p)
{
	switch (p->op) {
	case PTX_OP_AND: return and_u64;
	case PTX_OP_OR: return or_u64;
	case PTX_OP_XOR: return xor_u64;
	case PTX_OP_NOT: return not_u64;
	case PTX_OP_CNOT: return cnot_u64;
	case PTX_OP_POPC: return popc_u64;
	case PTX_OP_CLZ: return clz_u64;
	case PTX_OP_BREV: return brev_u64;
	case PTX_OP_BFIND: return p->types[0] == PTX_S64 ? bfind_s64 : bfind_u64;
	case PTX_OP_BFE: return p->types[0] == PTX_S64 ? bfe_s64 : bfe_u64;
	case PTX_OP_BFI: return bfi_u64;
	default: return NULL;
	}
}

static exec_fn *
select_shf(const struct pinst *p)
{
	bool clamp = has_mod(p, PTX_MOD_CLAMP);
	if (has_mod(p, PTX_MOD_SHL_L))
		return clamp ? shf_l_clamp : shf_l_wrap;
	return clamp ? shf_r_clamp : shf_r_wrap;
}

exec_fn *
select_bits(const struct pinst *p)
{
	if (p->op == PTX_OP_SHL || p->op == PTX_OP_SHR)
		return select_shift(p);
	if (type_bytes(p->types[0]) == 8)
		return select_wide(p);
	switch (p->op) {
	case PTX_OP_AND: return and_u32;
	case PTX_OP_OR: return or_u32;
	case PTX_OP_XOR: return xor_u32;
	case PTX_OP_NOT: return not_u32;
	case PTX_OP_CNOT: return type_bytes(p->types[0]) == 2 ? cnot_u16 : cnot_u32;
	case PTX_OP_SHF: return select_shf(p);
	case PTX_OP_POPC: return popc_u32;
	case PTX_OP_CLZ: return clz_u32;
	case PTX_OP_BREV: return brev_u32;
	case PTX_OP_BFIND: return p->types[0] == PTX_S32 ? bfind_s32 : bfind_u32;
	case PTX_OP_BFE: return p->types[0] == PTX_S32 ? bfe_s32 : bfe_u32;
	case PTX_OP_BFI: return bfi_u32;
	case PTX_OP_LOP3: return lop3;
	case PTX_OP_PRMT: return prmt;
	case PTX_OP_FNS: return fns;
	case PTX_OP_BMSK: return bmsk;
	case PTX_OP_SZEXT: return szext;
	default: return NULL;
	}
}
