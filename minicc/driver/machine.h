/* What an assembler, where there is one, makes of the PTX: registers, instructions, their text.
 *
 * ptxas is looked for as $PTXAS (empty: none), beside the library folder and on PATH; one that
 * cannot assemble the text (a newer one knows no sm_35) is passed over in silence.  nvdisasm is
 * the one beside ptxas.  For views and for -code=: compiling needs neither. */
#ifndef DRIVER_MACHINE_H
#define DRIVER_MACHINE_H

#include "view/compare.h"
#include "driver/driver.h"

/* Fills COLUMN->machine from its image; leaves it empty without an assembler. */
void driver_machine(struct driver *, struct arena *, struct compare_column *, bool disassemble);

/* Fills in IMAGE->code; false after a message, SOURCE named, when there is no assembler that can. */
bool driver_assemble(struct driver *, struct arena *, struct ptxgen_image *image,
	const char *source);

#endif
