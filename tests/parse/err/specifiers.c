long short h; unsigned float i; int int j; static extern int k; auto int l; restrict int m;
no_type; also_none(void) { return 0; }
struct empty_tag { int; };
// error: 1:1: these type specifiers cannot be combined
// error: 1:15: these type specifiers cannot be combined
// error: 1:37: duplicate 'int'
// error: 1:51: more than one storage class in a declaration
// error: 1:74: file-scope declaration of 'l' is 'auto'
// error: 1:77: 'restrict' on 'int', which is not a pointer
// warning: 2:1: type of 'no_type' defaults to 'int' [-Wimplicit-int]
// warning: 2:10: return type of 'also_none' defaults to 'int' [-Wimplicit-int]
// warning: 3:20: declaration does not declare anything
