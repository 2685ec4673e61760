#line
#line x
#line 5 6
#line 99999999999
#line 10 "other.c"
int a = 08;
