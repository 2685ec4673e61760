int a = '', b = '\x', c = '\q', d = 'ab', e = 'abcde', f = '\xfff', g = '\u12', h = L'\ud800';
