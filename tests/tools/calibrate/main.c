/*
 * calibrate: measures a device with micro-kernels in PTX.
 *
 *     calibrate [-qmBC] [-o FOLDER] sim:k40|sim:v100|sim:h200|cuda:N
 *
 * It talks to the CUDA driver API, of libptxsim.so (CALIBRATE_LIB, default
 * build/lib/libptxsim.so) or of a real driver, and takes times from events: simulated time
 * there, real time here.  The rows go to standard output; -o also stores them as
 * FOLDER/calibrate.CARD.DATE.tsv, which a real GPU's always are (in tests/baseline).  -q leaves
 * out what takes long: DRAM, atomics.  -m runs what CUDA's ptxas ($PTXAS) makes of the kernels, on
 * a real GPU, too, and code that is longer than its cache.  -B measures nothing but Bertolli's
 * Table 2, of which the card is a K40 at 875 MHz: sim:k40@875.  -C measures
 * nothing but contention, and stores contend.CARD.DATE.tsv.
 *
 * Nothing passes or fails here: tests/tools/accuracy lays the rows beside what others measured.
 */
#include <string.h>
#include <unistd.h>

#include "calibrate.h"

int
main(int argc, char **argv)
{
	const char *folder = NULL;
	bool quick = false, bertolli = false, contention = false;
	struct bench b = { .rows = "calibrate" };
	for (int c; (c = getopt(argc, argv, "qmBCo:")) != -1;)
		if (c == 'q')
			quick = true;
		else if (c == 'm')
			b.machine = true;
		else if (c == 'B')
			bertolli = true;
		else if (c == 'C')
			contention = true, b.rows = "contend";
		else if (c == 'o')
			folder = optarg;
		else
			return 2;
	if (optind != argc - 1) {
		fprintf(stderr,
			"usage: calibrate [-qmBC] [-o FOLDER] sim:k40|sim:v100|sim:h200|cuda:N\n");
		return 2;
	}
	if (!folder && !strncmp(argv[optind], "cuda:", 5))
		folder = "tests/baseline";
	open_device(&b, argv[optind], folder);
	if (bertolli) {
		measure_bertolli(&b);
		return 0;
	}
	if (contention) {
		measure_contention(&b);
		return b.store && fclose(b.store);
	}
	measure_latencies(&b);
	measure_control(&b);
	measure_rates(&b);
	if (!quick) {
		measure_full(&b);
		measure_atomics(&b);
		measure_blocks(&b);
		if (b.machine)
			measure_fetch(&b);
	}
	measure_host(&b); /* leaves the buffer without its zeros */
	if (!quick)
		measure_memory(&b);
	if (b.store && fclose(b.store)) {
		perror("calibrate");
		return 1;
	}
	return 0;
}
