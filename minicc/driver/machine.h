/* Assemble PTX with ptxas, if there is one: registers, instructions, their text.
 *
 * ptxas is $PTXAS (empty: none), beside the library folder or on PATH; one that cannot assemble the
 * text (newer ones do not know sm_35) is skipped without a message.  nvdisasm is the one beside it.
 * Only views and -code= need them. */
#ifndef DRIVER_MACHINE_H
#define DRIVER_MACHINE_H

#include "view/compare.h"
#include "driver/driver.h"

/* Fill COLUMN->machine from its image; leave it empty without an assembler. */
void driver_machine(struct driver *, struct arena *, struct compare_column *, bool disassemble);

/* Fill in IMAGE->code, or IMAGE->object.  Return false, after a message that names SOURCE, if no
 * assembler can. */
bool driver_assemble(struct driver *, struct arena *, struct ptxgen_image *image, bool object,
	const char *source);

#endif
