double a = 1.2.3, b = 0x1.8, c = 1e, d = 1.0xyz, e = 1e999, f = 2.0i;
