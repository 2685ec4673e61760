/* Tokens as the parser sees them: one flat array for the whole translation unit, macros expanded,
 * keywords recognised, constants converted. Adjacent string literals are not joined yet (the parser
 * does that), so that the array can be printed as the same program (print.h).
 *
 * An OpenMP directive is TK_PRAGMA_OMP (spelled "#pragma omp"), its tokens, macros expanded, and
 * TK_PRAGMA_END. Any other pragma is one token TK_PRAGMA_OTHER whose text is the whole line; it
 * may stand anywhere, even inside an expression, and the parser skips it.
 * The array ends in a TK_EOF, which n counts. */
#ifndef PP_TOKEN_H
#define PP_TOKEN_H

#include "base/source.h"

enum token_kind {
#define TOKEN(kind, text) TK_##kind,
#define PUNCT(kind, text) TK_##kind,
#define KEYWORD(kind, text) TK_##kind,
#include "pp/tokens.def"
	TK_COUNT
};

/* The type of an integer or character constant (C11 6.4.4.1p5, 6.4.4.4p10). */
enum int_type {
	LIT_INT,
	LIT_UINT,
	LIT_LONG,
	LIT_ULONG,
	LIT_LLONG,
	LIT_ULLONG,
	LIT_USHORT /* char16_t: u'x' */
};

/* The type of a floating constant; the _FloatN ones are GNU's and C23's suffixes. */
enum float_type {
	LIT_DOUBLE,
	LIT_FLOAT,
	LIT_LDOUBLE,
	LIT_FLOAT16,
	LIT_FLOAT32,
	LIT_FLOAT64,
	LIT_FLOAT128,
	LIT_FLOAT32X,
	LIT_FLOAT64X
};

/* The element type of a string literal (C11 6.4.5p6). */
enum string_type { LIT_CHAR, LIT_UTF8, LIT_WCHAR, LIT_CHAR16, LIT_CHAR32 };

struct token {
	enum token_kind kind;
	struct place place;
	bool space_before;                 /* white space came before it */
	bool bol;                          /* first on its line */
	uint32_t index;                    /* its own place in the token_list */
	const char *text;                  /* interned spelling */
	const struct macro_origin *origin; /* NULL: not out of a macro's definition */
	union {
		struct {                /* TK_INTCONST, TK_CHARCONST */
			uint64_t value; /* sign-extended if the type is signed */
			enum int_type type;
			bool decimal; /* spelled in base ten */
		} i;
		struct {                   /* TK_FLOATCONST; the text says it exactly */
			long double value; /* rounded to the constant's own type */
			enum float_type type;
			bool imaginary; /* GNU: 1.0i */
		} f;
		struct {                  /* TK_STRING: decoded, without the final zero */
			const char *data; /* len elements, each of width bytes, host order */
			uint32_t len;
			uint8_t width; /* 1, 2 or 4 */
			enum string_type type;
		} s;
	};
};

/* What the host's ABI decides about types. */
struct host_abi {
	bool unsigned_char, unsigned_wchar; /* char and wchar_t are */
	bool short_enums;                   /* as if each enumeration were packed */
	bool short_long_double;             /* of 8 bytes */
	bool aligns_unnamed;                /* unnamed bit-fields align their record */
};

struct token_list {
	struct token *tok;
	size_t n;               /* with the TK_EOF */
	struct interner *names; /* of the tokens' texts */
	struct host_abi host;
	int device_arch; /* the only one that device code is made for; 0: several */
	bool rewritten;  /* parsed before; what is done to tokens before parsing is done */
};

/* Return the list with its tokens replaced by n others. */
static inline struct token_list
with_tokens(struct token_list list, struct token *tok, size_t n)
{
	list.tok = tok;
	list.n = n;
	return list;
}

struct diag;
/* Decode the literal T again as if it had the prefix of AS: of adjacent literals "a" L"b" one
 * prefix applies to all (C11 6.4.5p5). Return false after a message. */
bool token_decode_string(struct arena *, struct diag *, const struct token *t, enum string_type as,
	struct token *out);

/* Return a kind's name for messages: "'+='", "identifier", "end of file". */
const char *token_kind_name(enum token_kind);
bool token_is_keyword(enum token_kind);
/* The same for one token, with its spelling where that helps: "identifier 'x'". */
const char *token_describe(struct arena *, const struct token *);

#endif
