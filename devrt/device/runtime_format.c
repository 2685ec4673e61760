/*
 * runtime_format.c: sprintf and its kind (C11 7.21.6.1, 7.21.6.5 ff.), without wide characters and
 * long double.  Numbers are exact: a double is written out in decimal, all of it, and rounded once.
 */
typedef unsigned long size_t;

size_t strnlen(const char *, size_t);
char *strchr(const char *, int);

struct out {
	char *to;
	size_t room, length; /* room: what fits, without the final 0; length: what was wanted */
	__builtin_va_list ap;
};

struct spec {
	int minus, plus, space, alternative, zero; /* flags */
	int width, precision;                      /* precision -1: none */
	int bytes;                                 /* of an integer */
	char conversion;                           /* in lower case */
	int upper;
};

static void
out_char(struct out *o, char c)
{
	if (o->length < o->room)
		o->to[o->length] = c;
	o->length++;
}

static void
out_text(struct out *o, const char *s, int n)
{
	while (n-- > 0)
		out_char(o, *s++);
}

static void
out_repeat(struct out *o, char c, int n)
{
	while (n-- > 0)
		out_char(o, c);
}

/* What stands before `length` characters: blanks, or the prefix and zeros. */
static void
out_begin(struct out *o, const struct spec *s, const char *prefix, int length)
{
	int n = strnlen(prefix, 4), pad = s->minus ? 0 : s->width - n - length;

	if (!s->zero)
		out_repeat(o, ' ', pad);
	out_text(o, prefix, n);
	if (s->zero)
		out_repeat(o, '0', pad);
}

static const char *
sign_of(const struct spec *s, int negative)
{
	return negative ? "-" : s->plus ? "+" : s->space ? " " : "";
}

/* ---- integers ---- */

static void
out_integer(struct out *o, struct spec *s, const char *prefix, unsigned long v, int base)
{
	const char *digits = s->upper ? "0123456789ABCDEF" : "0123456789abcdef";
	char text[24];
	int n = 0, zeros;

	for (; v; v /= base)
		text[n++] = digits[v % base];
	zeros = (s->precision < 0 ? 1 : s->precision) - n;
	if (base == 8 && s->alternative && zeros <= 0)
		zeros = 1;
	if (zeros < 0)
		zeros = 0;
	if (s->precision >= 0)
		s->zero = 0;
	out_begin(o, s, prefix, zeros + n);
	out_repeat(o, '0', zeros);
	while (n)
		out_char(o, text[--n]);
}

static void
out_signed(struct out *o, struct spec *s)
{
	long v = s->bytes == 8 ? __builtin_va_arg(o->ap, long) : __builtin_va_arg(o->ap, int);

	if (s->bytes < 4)
		v = s->bytes == 2 ? (short)v : (signed char)v;
	out_integer(o, s, sign_of(s, v < 0), v < 0 ? -(unsigned long)v : (unsigned long)v, 10);
}

static void
out_unsigned(struct out *o, struct spec *s, int base)
{
	unsigned long v = s->bytes == 8 ? __builtin_va_arg(o->ap, unsigned long) :
					  __builtin_va_arg(o->ap, unsigned);

	if (s->bytes < 4)
		v = s->bytes == 2 ? (unsigned short)v : (unsigned char)v;
	out_integer(o, s,
		base != 16 || !s->alternative || !v ? "" :
			s->upper                    ? "0X" :
						      "0x",
		v, base);
}

/* ---- doubles in decimal ---- */

enum {
	LIMB = 1000000000,   /* nine digits */
	WHOLE = 35,          /* limbs before the point: 2^1024 has 309 digits */
	LIMBS = WHOLE + 120, /* and 2^-1074 has as many as 1074 behind it */
	LOWEST = -9 * 120,   /* the place of the last digit: 10^LOWEST */
};

struct decimal {
	unsigned limb[LIMBS];
	int top; /* place of the first digit that is not 0; 0: there is none */
};

static int
digit_at(const struct decimal *d, int place)
{
	int at = place - LOWEST;
	unsigned v;

	if (at < 0 || at >= 9 * LIMBS)
		return 0;
	v = d->limb[LIMBS - 1 - at / 9];
	for (at %= 9; at; at--)
		v /= 10;
	return v % 10;
}

static void
find_top(struct decimal *d)
{
	int place = 9 * WHOLE - 1;

	while (place > LOWEST && !digit_at(d, place))
		place--;
	d->top = place > LOWEST ? place : 0;
}

/* mantissa * 2^exponent */
static void
to_decimal(struct decimal *d, unsigned long mantissa, int exponent)
{
	unsigned long carry, v;
	int k;

	for (int i = 0; i < LIMBS; i++)
		d->limb[i] = 0;
	d->limb[WHOLE - 1] = mantissa % LIMB;
	d->limb[WHOLE - 2] = mantissa / LIMB;
	for (; exponent > 0; exponent -= k) {
		k = exponent < 29 ? exponent : 29;
		carry = 0;
		for (int i = WHOLE - 1; i >= 0; i--) {
			v = ((unsigned long)d->limb[i] << k) + carry;
			d->limb[i] = v % LIMB;
			carry = v / LIMB;
		}
	}
	for (; exponent < 0; exponent += k) {
		k = -exponent < 29 ? -exponent : 29;
		carry = 0;
		for (int i = 0; i < LIMBS; i++) {
			v = carry * LIMB + d->limb[i];
			d->limb[i] = v >> k;
			carry = v & ((1ul << k) - 1);
		}
	}
	find_top(d);
}

/* To a multiple of 10^place, to the even one of two; the digits behind it stay. */
static void
round_decimal(struct decimal *d, int place)
{
	int next = digit_at(d, place - 1), at = place - LOWEST, i = LIMBS - 1 - at / 9;
	unsigned one = 1;

	for (int p = place - 2; next == 5 && p >= LOWEST; p--)
		if (digit_at(d, p))
			next = 6;
	if (next < 5 || (next == 5 && digit_at(d, place) % 2 == 0))
		return;
	for (at %= 9; at; at--)
		one *= 10;
	for (d->limb[i] += one; d->limb[i] >= LIMB; d->limb[i]++)
		d->limb[i--] -= LIMB;
	find_top(d);
}

static void
out_digits(struct out *o, const struct spec *s, const struct decimal *d, int from, int to, int n)
{
	for (int p = from; p >= to; p--)
		out_char(o, '0' + digit_at(d, p));
	if (n || s->alternative)
		out_char(o, '.');
	for (int p = to - 1; p >= to - n; p--)
		out_char(o, '0' + digit_at(d, p));
}

static void
out_fixed(struct out *o, const struct spec *s, const char *sign, const struct decimal *d, int n)
{
	int first = d->top > 0 ? d->top : 0;

	out_begin(o, s, sign, first + 1 + (n || s->alternative) + n);
	out_digits(o, s, d, first, 0, n);
}

static void
out_exponent(struct out *o, char letter, int v, int least)
{
	char text[8];
	int n = 0;

	out_char(o, letter);
	out_char(o, v < 0 ? '-' : '+');
	for (v = v < 0 ? -v : v; v || n < least; v /= 10)
		text[n++] = '0' + v % 10;
	while (n)
		out_char(o, text[--n]);
}

static void
out_scientific(struct out *o, const struct spec *s, const char *sign, const struct decimal *d,
	int n)
{
	int wide = d->top > 99 || d->top < -99;

	out_begin(o, s, sign, 1 + (n || s->alternative) + n + 4 + wide);
	out_digits(o, s, d, d->top, d->top, n);
	out_exponent(o, s->upper ? 'E' : 'e', d->top, 2);
}

static void
out_general(struct out *o, const struct spec *s, const char *sign, struct decimal *d, int n)
{
	int fixed, last;

	n = n ? n : 1;
	round_decimal(d, d->top - n + 1);
	fixed = d->top >= -4 && d->top < n;
	last = d->top - n + 1;
	if (!s->alternative)
		for (; last < (fixed && d->top > 0 ? 0 : d->top) && !digit_at(d, last); last++)
			;
	if (fixed)
		out_fixed(o, s, sign, d, last < 0 ? -last : 0);
	else
		out_scientific(o, s, sign, d, d->top - last);
}

/* ---- doubles in hexadecimal ---- */

static void
out_hexadecimal(struct out *o, const struct spec *s, const char *sign, unsigned long mantissa,
	int exponent)
{
	const char *digits = s->upper ? "0123456789ABCDEF" : "0123456789abcdef";
	int n = s->precision, cut, places;
	unsigned long rest;
	char prefix[4];

	if (n >= 0 && n < 13) {
		cut = 4 * (13 - n);
		rest = mantissa & ((1ul << cut) - 1);
		mantissa -= rest;
		if (rest > 1ul << (cut - 1) || (rest == 1ul << (cut - 1) && mantissa >> cut & 1))
			mantissa += 1ul << cut;
	} else if (n < 0) {
		for (n = 13; n && !(mantissa >> 4 * (13 - n) & 15); n--)
			;
	}
	for (places = 1, cut = exponent; cut > 9 || cut < -9; cut /= 10)
		places++;
	cut = 0;
	if (*sign)
		prefix[cut++] = *sign;
	prefix[cut++] = '0';
	prefix[cut++] = s->upper ? 'X' : 'x';
	prefix[cut] = 0;
	out_begin(o, s, prefix, 1 + (n || s->alternative) + n + 2 + places);
	out_char(o, digits[mantissa >> 52]);
	if (n || s->alternative)
		out_char(o, '.');
	for (int i = 1; i <= n; i++)
		out_char(o, i > 13 ? '0' : digits[mantissa >> 4 * (13 - i) & 15]);
	out_exponent(o, s->upper ? 'P' : 'p', exponent, 1);
}

static void
out_double(struct out *o, struct spec *s)
{
	union {
		double value;
		unsigned long bits;
	} x = { __builtin_va_arg(o->ap, double) };
	unsigned long bits = x.bits, mantissa = bits & ((1ul << 52) - 1);
	int exponent = bits >> 52 & 2047, n = s->precision < 0 ? 6 : s->precision;
	const char *sign = sign_of(s, bits >> 63);
	struct decimal d;

	if (exponent == 2047) {
		s->zero = 0;
		out_begin(o, s, sign, 3);
		out_text(o, mantissa ? (s->upper ? "NAN" : "nan") : s->upper ? "INF" : "inf", 3);
		return;
	}
	if (exponent)
		mantissa |= 1ul << 52;
	else
		exponent = 1;
	if (s->conversion == 'a') {
		out_hexadecimal(o, s, sign, mantissa, mantissa ? exponent - 1023 : 0);
		return;
	}
	to_decimal(&d, mantissa, exponent - 1075);
	if (s->conversion == 'g') {
		out_general(o, s, sign, &d, n);
		return;
	}
	if (s->conversion == 'f' ? n < -LOWEST : n < d.top - LOWEST)
		round_decimal(&d, s->conversion == 'f' ? -n : d.top - n);
	if (s->conversion == 'f')
		out_fixed(o, s, sign, &d, n);
	else
		out_scientific(o, s, sign, &d, n);
}

/* ---- formats ---- */

static void
out_string(struct out *o, struct spec *s)
{
	const char *text = __builtin_va_arg(o->ap, const char *);
	int n;

	if (!text)
		text = s->precision < 0 || s->precision > 5 ? "(null)" : "";
	n = strnlen(text, s->precision < 0 ? ~(size_t)0 : (size_t)s->precision);
	s->zero = 0;
	out_begin(o, s, "", n);
	out_text(o, text, n);
}

static void
out_pointer(struct out *o, struct spec *s)
{
	unsigned long v = __builtin_va_arg(o->ap, unsigned long);

	if (v) {
		out_integer(o, s, "0x", v, 16);
		return;
	}
	s->zero = 0;
	out_begin(o, s, "", 5);
	out_text(o, "(nil)", 5);
}

static void
store_length(struct out *o, const struct spec *s)
{
	void *to = __builtin_va_arg(o->ap, void *);

	switch (s->bytes) {
	case 1: *(signed char *)to = o->length; break;
	case 2: *(short *)to = o->length; break;
	case 4: *(int *)to = o->length; break;
	default: *(long *)to = o->length; break;
	}
}

static void
out_conversion(struct out *o, struct spec *s)
{
	size_t start = o->length;

	switch (s->conversion) {
	case 'd':
	case 'i': out_signed(o, s); break;
	case 'u': out_unsigned(o, s, 10); break;
	case 'o': out_unsigned(o, s, 8); break;
	case 'x': out_unsigned(o, s, 16); break;
	case 'e':
	case 'f':
	case 'g':
	case 'a': out_double(o, s); break;
	case 's': out_string(o, s); break;
	case 'p': out_pointer(o, s); break;
	case 'n': store_length(o, s); return;
	case 'c':
		s->zero = 0;
		out_begin(o, s, "", 1);
		out_char(o, __builtin_va_arg(o->ap, int));
		break;
	default: out_char(o, s->conversion); return; /* '%', or undefined (7.21.6.1p9) */
	}
	if (s->minus)
		out_repeat(o, ' ', s->width - (int)(o->length - start));
}

static const char *
format_number(struct out *o, const char *f, int *n)
{
	if (*f == '*') {
		*n = __builtin_va_arg(o->ap, int);
		return f + 1;
	}
	for (*n = 0; *f >= '0' && *f <= '9'; f++)
		*n = 10 * *n + *f - '0';
	return f;
}

static const char *
format_flags(struct spec *s, const char *f)
{
	for (;; f++)
		switch (*f) {
		case '-': s->minus = 1; break;
		case '+': s->plus = 1; break;
		case ' ': s->space = 1; break;
		case '#': s->alternative = 1; break;
		case '0': s->zero = 1; break;
		case '\'': break; /* the C locale has no groups */
		default: return f;
		}
}

/* f is behind '%'. */
static const char *
format_conversion(struct out *o, const char *f)
{
	struct spec s = { .precision = -1, .bytes = 4 };

	f = format_number(o, format_flags(&s, f), &s.width);
	if (s.width < 0) {
		s.minus = 1;
		s.width = -s.width;
	}
	if (*f == '.')
		f = format_number(o, f + 1, &s.precision);
	if (s.minus)
		s.zero = 0;
	for (; *f && strchr("hljztL", *f); f++)
		s.bytes = *f == 'h' ? s.bytes / 2 : 8;
	if (!*f)
		return f;
	s.upper = *f == 'X' || *f == 'E' || *f == 'F' || *f == 'G' || *f == 'A';
	s.conversion = s.upper ? *f + 'a' - 'A' : *f;
	out_conversion(o, &s);
	return f + 1;
}

int
vsnprintf(char *to, size_t size, const char *format, __builtin_va_list ap)
{
	struct out o = { .to = to, .room = size ? size - 1 : 0 };

	__builtin_va_copy(o.ap, ap);
	while (*format)
		if (*format == '%')
			format = format_conversion(&o, format + 1);
		else
			out_char(&o, *format++);
	__builtin_va_end(o.ap);
	if (size)
		to[o.length < o.room ? o.length : o.room] = 0;
	return o.length;
}

int
vsprintf(char *to, const char *format, __builtin_va_list ap)
{
	return vsnprintf(to, ~(size_t)0, format, ap);
}

int
snprintf(char *to, size_t size, const char *format, ...)
{
	__builtin_va_list ap;
	int n;

	__builtin_va_start(ap, format);
	n = vsnprintf(to, size, format, ap);
	__builtin_va_end(ap);
	return n;
}

int
sprintf(char *to, const char *format, ...)
{
	__builtin_va_list ap;
	int n;

	__builtin_va_start(ap, format);
	n = vsprintf(to, format, ap);
	__builtin_va_end(ap);
	return n;
}
