/* A directive about a macro that names none (C11 6.10.1p4). */
// error: 3:8: expected a macro name after #ifdef
#ifdef 5
#endif
int x;
