int a = 'x;
char *s = "abc
;
