/*
 * runtime_print.c: vprintf and its kind by the device's own vprintf, whose formats are fewer than
 * C's and whose arguments lie side by side (ptxgen/build/printf.c translates formats that a program
 * shows; this does the same while it runs).  A line longer than the buffers is printed in pieces,
 * between which other threads may print.
 */
int __ptx_vprintf(const char *format, const void *arguments);

enum {
	MOST_TEXT = 256,
	LONGEST_CONVERSION = 64,
	MOST_ARGUMENTS = 32, /* of the device's vprintf */
};

struct print {
	__builtin_va_list ap;
	char text[MOST_TEXT]; /* the device's format */
	long arguments[MOST_ARGUMENTS];
	int length, passed, at, printed; /* at: bytes of arguments */
};

static void
flush(struct print *p)
{
	p->text[p->length] = 0;
	if (p->length)
		p->printed += __ptx_vprintf(p->text, p->arguments);
	p->length = p->passed = p->at = 0;
}

static void
put(struct print *p, char c)
{
	if (p->length < MOST_TEXT - 1)
		p->text[p->length++] = c;
}

static void
pass_int(struct print *p, int v)
{
	*(int *)((char *)p->arguments + p->at) = v;
	p->at += 4;
	p->passed++;
}

static void
pass_long(struct print *p, long v)
{
	p->at = (p->at + 7) & ~7;
	*(long *)((char *)p->arguments + p->at) = v;
	p->at += 8;
	p->passed++;
}

static const char *
put_digits(struct print *p, const char *s)
{
	for (; *s >= '0' && *s <= '9'; s++)
		put(p, *s);
	return s;
}

/* The device has no ".*": its digits instead; a negative one counts as absent (C11 7.21.6.1p5). */
static void
put_precision(struct print *p, int n)
{
	char digits[12];
	int k = 0;

	if (n < 0)
		return;
	put(p, '.');
	do
		digits[k++] = '0' + n % 10;
	while (n /= 10);
	while (k)
		put(p, digits[--k]);
}

static const char *
put_width(struct print *p, const char *s)
{
	for (; *s == '#' || *s == '0' || *s == '-' || *s == ' ' || *s == '+' || *s == '\''; s++)
		put(p, *s);
	if (*s == '*') {
		put(p, *s++);
		pass_int(p, __builtin_va_arg(p->ap, int));
	} else {
		s = put_digits(p, s);
	}
	if (*s != '.')
		return s;
	if (s[1] == '*') {
		put_precision(p, __builtin_va_arg(p->ap, int));
		return s + 2;
	}
	put(p, *s);
	return put_digits(p, s + 1);
}

/* shorts: how many h; -1 for 8 bytes. */
static void
put_integer(struct print *p, char c, int shorts)
{
	int is_unsigned = c != 'd' && c != 'i', v;

	if (shorts < 0) {
		put(p, 'l');
		put(p, 'l');
		put(p, c);
		pass_long(p, __builtin_va_arg(p->ap, long));
		return;
	}
	put(p, c);
	v = __builtin_va_arg(p->ap, int);
	if (shorts == 1)
		v = is_unsigned ? (unsigned short)v : (short)v;
	else if (shorts)
		v = is_unsigned ? (unsigned char)v : (signed char)v;
	pass_int(p, v);
}

/* s is behind '%'. */
static const char *
conversion(struct print *p, const char *s)
{
	int shorts = 0, start = p->length;

	put(p, '%');
	s = put_width(p, s);
	for (; *s == 'h' || *s == 'l' || *s == 'j' || *s == 'z' || *s == 't' || *s == 'L'; s++)
		shorts = *s == 'h' ? shorts + 1 : -1;
	switch (*s) {
	case 0: return s;
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o': put_integer(p, *s, shorts); break;
	case 'c':
		put(p, *s);
		pass_int(p, __builtin_va_arg(p->ap, int));
		break;
	case '%': put(p, *s); break;
	case 'n': /* the device does not count characters */
		p->length = start;
		(void)__builtin_va_arg(p->ap, long);
		break;
	default: /* double or a pointer */
		put(p, *s);
		pass_long(p, __builtin_va_arg(p->ap, long));
		break;
	}
	return s + 1;
}

int
__devrt_vprintf(const char *format, __builtin_va_list ap)
{
	struct print p;

	p.length = p.passed = p.at = p.printed = 0;
	__builtin_va_copy(p.ap, ap);
	while (*format) {
		if (p.length > MOST_TEXT - LONGEST_CONVERSION || p.passed > MOST_ARGUMENTS - 2)
			flush(&p);
		if (*format == '%')
			format = conversion(&p, format + 1);
		else
			put(&p, *format++);
	}
	flush(&p);
	__builtin_va_end(p.ap);
	return p.printed;
}
