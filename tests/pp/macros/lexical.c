int a\
b = 1; /* comment \
*/ int c/**/d; i\
f (x) // line \
continued
y = "a\
b" "/* no */" '"' "//";
z = 0x1p-3 + 1.5e+10f .5 1..2 0xe+1 1.2.3e-5x 08 0b101 $dollar
<: :> <% %> %: %:%: %:%
a+++++b a<<=b>>=c->d...e.f..g a- -b a-->b
#define cat(a,b) a##b
cat(%:,%:) cat(<,:)
L"wide" u8"utf" u"16" U"32" L'x' u'y' U'z' u8 'x' LL"x"
"\"" "\\" '\'' '\\' "é"
#
# /* null */
 # define spaced 1 /* x
*/ + 2
spaced
/\
* hidden *\
/ visible /\
/ gone
#\
define spl\
it 3
split
