/*
 * csmith.h: what the programs that csmith writes call, so that the csmith package alone suffices.
 *
 * tests/tools/csmith-device turns such a program into one whose computation is device code; the
 * same text compiled by the host's compiler must give the same checksum.  The arithmetic wrappers
 * have no undefined behaviour.  This header is only for those programs: everything in it is static
 * and named as csmith expects.  -DHASH prints the checksum after each variable.
 */
#ifndef CSMITH_H
#define CSMITH_H

#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef HASH
#define HASH_EACH 1
#else
#define HASH_EACH 0
#endif

#pragma omp declare target
static uint32_t crc32_context = 0xffffffff;
#pragma omp end declare target

static void
crc32_byte(uint8_t byte)
{
	crc32_context ^= byte;
	for (int bit = 0; bit < 8; bit++)
		crc32_context = crc32_context >> 1 ^ (crc32_context & 1 ? 0xedb88320 : 0);
}

static void
crc32_show(const char *name, int show)
{
	if (show)
		printf("%08x %s\n", crc32_context, name);
}

static void
transparent_crc(uint64_t value, const char *name, int show)
{
	for (int i = 0; i < 8; i++)
		crc32_byte(value >> 8 * i);
	crc32_show(name, show);
}

static void
transparent_crc_bytes(const void *object, int size, const char *name, int show)
{
	for (int i = 0; i < size; i++)
		crc32_byte(((const uint8_t *)object)[i]);
	crc32_show(name, show);
}

/* Signed types: T, its unsigned type U, its bounds. */
#define SAFE_SIGNED(T, U, MIN, MAX) \
static U safe_magnitude_##T(T a) { return a < 0 ? (U)-(U)a : (U)a; } \
static T safe_unary_minus_func_##T##_s(T a) { return a == MIN ? a : -a; } \
static T safe_add_func_##T##_s_s(T a, T b) \
{ return (b > 0 ? a > MAX - b : a < MIN - b) ? a : a + b; } \
static T safe_sub_func_##T##_s_s(T a, T b) \
{ return (b > 0 ? a < MIN + b : a > MAX + b) ? a : a - b; } \
static T safe_mul_func_##T##_s_s(T a, T b) \
{ return b && safe_magnitude_##T(a) > (U)MAX / safe_magnitude_##T(b) ? a : a * b; } \
static T safe_div_func_##T##_s_s(T a, T b) \
{ return b == 0 || (a == MIN && b == -1) ? a : a / b; } \
static T safe_mod_func_##T##_s_s(T a, T b) \
{ return b == 0 || (a == MIN && b == -1) ? a : a % b; } \
static T safe_lshift_func_##T##_s_s(T a, int b) \
{ return a < 0 || b < 0 || b >= 32 || a > MAX >> b ? a : a << b; } \
static T safe_lshift_func_##T##_s_u(T a, unsigned b) \
{ return a < 0 || b >= 32 || a > MAX >> b ? a : a << b; } \
static T safe_rshift_func_##T##_s_s(T a, int b) { return a < 0 || b < 0 || b >= 32 ? a : a >> b; } \
static T safe_rshift_func_##T##_s_u(T a, unsigned b) { return a < 0 || b >= 32 ? a : a >> b; }

#define SAFE_UNSIGNED(T, MAX) \
static T safe_unary_minus_func_##T##_u(T a) { return -a; } \
static T safe_add_func_##T##_u_u(T a, T b) { return a + b; } \
static T safe_sub_func_##T##_u_u(T a, T b) { return a - b; } \
static T safe_mul_func_##T##_u_u(T a, T b) { return (1ul * a) * b; } \
static T safe_div_func_##T##_u_u(T a, T b) { return b == 0 ? a : a / b; } \
static T safe_mod_func_##T##_u_u(T a, T b) { return b == 0 ? a : a % b; } \
static T safe_lshift_func_##T##_u_s(T a, int b) \
{ return b < 0 || b >= 32 || a > MAX >> b ? a : a << b; } \
static T safe_lshift_func_##T##_u_u(T a, unsigned b) \
{ return b >= 32 || a > MAX >> b ? a : a << b; } \
static T safe_rshift_func_##T##_u_s(T a, int b) { return b < 0 || b >= 32 ? a : a >> b; } \
static T safe_rshift_func_##T##_u_u(T a, unsigned b) { return b >= 32 ? a : a >> b; }

SAFE_SIGNED(int8_t, uint8_t, INT8_MIN, INT8_MAX)
SAFE_SIGNED(int16_t, uint16_t, INT16_MIN, INT16_MAX)
SAFE_SIGNED(int32_t, uint32_t, INT32_MIN, INT32_MAX)
SAFE_SIGNED(int64_t, uint64_t, INT64_MIN, INT64_MAX)
SAFE_UNSIGNED(uint8_t, UINT8_MAX)
SAFE_UNSIGNED(uint16_t, UINT16_MAX)
SAFE_UNSIGNED(uint32_t, UINT32_MAX)
SAFE_UNSIGNED(uint64_t, UINT64_MAX)

/* Halves of the operands cannot overflow in a sum; products and quotients keep a wide margin. */
static float safe_magnitude_float(float a) { return a < 0 ? -a : a; }

static float
safe_add_func_float_f_f(float a, float b)
{
	return safe_magnitude_float(0.5f * a + 0.5f * b) > 0.25f * FLT_MAX ? a : a + b;
}

static float
safe_sub_func_float_f_f(float a, float b)
{
	return safe_magnitude_float(0.5f * a - 0.5f * b) > 0.25f * FLT_MAX ? a : a - b;
}

static float
safe_mul_func_float_f_f(float a, float b)
{
	return safe_magnitude_float(0x1p-60f * a * (0x1p-60f * b)) > 0x1p-1f ? a : a * b;
}

static float
safe_div_func_float_f_f(float a, float b)
{
	return safe_magnitude_float(b) < 0x1p-20f || safe_magnitude_float(a) > 0x1p100f ? a : a / b;
}

static int32_t
safe_convert_func_float_to_int32_t(float a)
{
	return a <= INT32_MIN || a >= 2147483520.0f ? INT32_MAX : (int32_t)a;
}

#endif
