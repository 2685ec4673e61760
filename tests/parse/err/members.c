int n;
struct { int x : 33; int y : -1; float z : 2; int w : 0; int v : n; };
struct loop { struct loop inside; int f(void); int rest[]; int more; };
// error: 2:18: width of the bit-field does not fit its type 'int'
// error: 2:30: width of the bit-field does not fit its type 'int'
// error: 2:40: bit-field of type 'float', which is not an integer type
// error: 2:55: named bit-field 'w' of width 0
// error: 2:66: the width of a bit-field must be a constant
// error: 3:27: member 'inside' has the type of the struct itself
// error: 3:39: member 'f' declared as a function
// error: 3:52: flexible array member 'rest' must be the last of a struct with other members
