#undef __LINE__
#pragma push_macro(5)
#undef 5
char c = '\x', d = '\777', e = '\q';
#define S(x) #x
const char *s = S(\);
#define T(a, b, ...) a b
int i = T(1);
// warning: 1:8: undefining '__LINE__'
// warning: 2:9: expected push_macro("NAME") [-Wpragmas]
// error: 3:8: macro names must be identifiers, not '5'
// error: 4:10: \x is not followed by hexadecimal digits
// warning: 4:20: octal escape is out of range
// warning: 4:32: unknown escape sequence '\q'
// warning: 6:17: '#' makes an invalid string literal; ignoring the final '\'
// error: 8:9: macro 'T' requires at least 2 arguments, but only 1 given
