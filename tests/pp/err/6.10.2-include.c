#include
#include foo
#include ""
#include <no/such/file.h>
int never_reached;
