/*
 * switches.c: the names of the optimisations that -fno-device-NAME leaves out (see switches.def).
 */
#include "ptxgen.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name, *help;
} switches[] = {
#define SWITCH(id, name, help) { name, help },
#include "switches.def"
};

int
ptxgen_switch(const char *name)
{
	for (int i = 0; i < PTXGEN_SWITCHES; i++)
		if (strcmp(switches[i].name, name) == 0)
			return i;
	return -1;
}

const char *
ptxgen_switch_name(int number)
{
	return number < PTXGEN_SWITCHES ? switches[number].name : NULL;
}

const char *
ptxgen_switch_help(int number)
{
	return switches[number].help;
}
