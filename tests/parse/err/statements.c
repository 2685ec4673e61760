void f(int n)
{
	break; continue; case 1: default: ;
	switch (n) { case 1: case 1: case 2 ... 4: case 3: default: default: break; case 1.5: case n: ; }
	switch (1.0) { }
	goto nowhere;
	twice: twice: ;
}
// error: 3:2: 'break' outside a loop or switch
// error: 3:9: 'continue' outside a loop
// error: 3:19: 'case' outside a switch
// error: 3:27: 'default' outside a switch
// error: 4:23: duplicate case value
// error: 4:45: duplicate case value
// error: 4:62: second 'default' in a switch
// error: 4:83: case label is not an integer constant
// error: 4:93: case label is not an integer constant
// error: 5:10: switch on a value of type 'double', not an integer
// error: 7:9: duplicate label 'twice'
// error: 6:7: label 'nowhere' used but not defined
