/*
 * layout.h: where the members of a record lie, exactly as gcc puts them on x86-64 and AArch64
 * (System V ABI 3.1.2, AAPCS64 10.1.8, with GNU's packed, aligned and #pragma pack).
 */
#ifndef C_LAYOUT_H
#define C_LAYOUT_H

#include "tree/tree.h"

/* A member with the attributes that only its layout needs; the struct field comes first. */
struct field_info {
	struct field field;
	bool packed;
	size_t aligned; /* 0: as its type */
};

struct record_attrs {
	bool packed;
	size_t aligned;     /* 0: as its members */
	size_t pack;        /* #pragma pack, 0: none */
	bool unnamed_align; /* unnamed bit-fields align the record, as AArch64's ABI says */
};

/* Set offsets, size and alignment, in bytes, of a record whose fields are struct field_info.  Return
 * whether an object can have that size. */
bool layout_record(struct type *, const struct record_attrs *);

#endif
