#include "worse.h"
