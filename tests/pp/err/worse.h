int x;
	int y = 1z;
