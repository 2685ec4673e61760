/* The driver: turns the understood command line into compiled files, step by step.
 *
 *	compile.c	all inputs, in order; where the library folder is
 *	cc.c	what the host compiler is asked first
 *	unit.c	one C source: preprocess, parse, PTX, host C, cc
 *	job.h	what is known of that source
 *	compare.c -compare and -html: it compiled in several ways
 *	profile.c -profile: such a program's simulated run
 *	machine.c what ptxas and nvdisasm, where they are, make of PTX
 *	explain.c --explain
 *	device.c	the device library's sources, which are inside minicc
 *	deps.c	-M…: make rules
 *	link.c	objects to a program; -run
 *	run.c	starts a process and waits for it
 *	temp.c	temporary and half-written files, gone on every way out
 *
 * Only main.c calls driver_main. Nothing here knows C, OpenMP or PTX. */
#ifndef DRIVER_H
#define DRIVER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "pp/hostcc.h"
#include "driver/options.h"

/* Files to remove on the way out, and the process that is running for us. A signal handler reads
 * this: nodes are only ever added at the head, and a removed file is marked in its node. */
struct temp {
	struct temp *next;
	const char *path;
	volatile sig_atomic_t gone;
};

struct temps {
	struct temp *volatile head;
	volatile pid_t child; /* as for kill(): negative is a process group; 0: none */
};

struct driver {
	struct arena *arena;
	const struct options *o;
	struct temps *temps;
	struct hostcc cc;
	bool cc_known;              /* cc is filled in */
	struct words more_cc_flags; /* doubtful ones that it takes */
	const char *lib_dir;        /* libdevrt.a, include/omp.h */
	struct pp_options pp;       /* the user's and the system's */
	bool in_foreground;         /* the process that is run next is the user's program */
	bool link_openmp;           /* an object has OpenMP for the host in it */
	bool link_runtime;          /* an object has target regions */
};

/* The whole job; the exit status. */
int driver_main(struct arena *, const struct options *, struct temps *);
void driver_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Prints the page of a remark's identifier, or with "list" all titles; false after a message. */
bool driver_explain(const char *what, FILE *out);

/* Fills in cc; false after a message. */
bool driver_find_cc(struct driver *);
bool driver_cc_is_clang(const struct driver *);
int driver_ask_cc(struct driver *); /* options.ask_cc; the exit status */
/* Asks cc about options.doubtful; others get a warning, or with -Werror an error and false. */
bool driver_check_doubtful(struct driver *);
/* The flags that cc gets for each source and for linking. */
void driver_add_cc_flags(struct driver *, struct words *command);

/* What a source's output is called without -o: its last name with another suffix. */
const char *driver_output_name(struct driver *, const char *source, const char *suffix);

/* Compiles one C source up to the stage asked for; OUT is the object to write when there is one. */
bool driver_compile(struct driver *, const char *path, const char *out);
/* NAME.c and NAME_*.c of the device library as one text, headers and all; NULL: there are none. */
const char *driver_device_source(struct arena *, const char *name);
bool driver_write_deps(struct driver *, const struct pp_dependencies *, const char *source,
	const char *out);
bool driver_link(struct driver *, const struct words *objects, const char *out);
int driver_run_program(struct driver *, const char *program);

/* Runs the command (WORDS without a final NULL); its exit status, 128 + N for signal N, and -1,
 * after a message, when it cannot be started. With -v it is printed first, with -### only. */
int driver_run(struct driver *, const struct words *command);
/* The same with the command's output and messages in the file INTO. */
int driver_run_into(struct driver *, const struct words *command, const char *into);
void driver_print_command(FILE *, const struct words *command);

/* A new empty file in the folder for temporary files, removed at the end. NULL after a message. */
const char *temp_file(struct driver *, const char *suffix);
/* The path to write so that output_commit makes it FINAL in one step: a file beside it, or FINAL
 * itself when that is no plain file (/dev/null, a pipe). NULL after a message. */
const char *output_begin(struct driver *, const char *final);
bool output_commit(struct driver *, const char *written, const char *final, bool executable);
/* Only calls what a signal handler may call. */
void temps_remove(struct temps *);
void temp_forget(struct temps *, const char *path, bool unlink_it);

#endif
