int n;
int by_variable[3] = { [n] = 1 };
int by_double[3] = { [1.5] = 1 };
int range[1000000000] = { [0 ... 999999999] = 1 };
struct s { int a; } s = { . = 1 };
int member_of_array[3] = { .a = 1 };
int scalar = { [0] = 1 };
struct s index_of_record = { [0] = 1 };
struct { int i; struct s s; } inner = { .i.a = 1 };
int braces = {{ 1 }};
char text[3] = 5;
int plain[2] = 5;
struct never x = { 1 };
struct empty { } nothing[] = { 1, 2 };
// error: 2:25: an array designator must be an integer constant
// error: 3:23: an array designator must be an integer constant
// error: 4:27: range designator of more than 1048576 elements
// error: 5:29: expected a member name before '='
// error: 6:28: member designator in the initialiser of 'int [3]'
// error: 7:16: expected an expression before '['
// error: 8:30: expected a member name before '['
// error: 9:43: designator in the initialiser of 'int'
// warning: 10:15: braces around a scalar initialiser
// error: 11:16: array 'text' needs an initialiser in braces or a string
// error: 12:16: array 'plain' needs an initialiser in braces
// error: 13:14: 'x' has an initialiser but incomplete type 'struct never'
// warning: 14:32: excess elements in the initialiser of 'struct empty'
// warning: 14:35: excess elements in the initialiser of 'struct empty'
