/* The driver: compiles, links and runs what the parsed command line asks for, step by step.
 *
 *	compile.c	all inputs, in order; where the library folder is
 *	cc.c	what the host compiler is asked first
 *	unit.c	one C source: preprocess, parse, PTX, host C, cc
 *	job.h	its state
 *	compare.c -compare and -html: one source compiled in several ways
 *	profile.c -profile: simulated runs of these
 *	machine.c what ptxas and nvdisasm, where they are, make of PTX
 *	serve.c	-serve: what its page asks for
 *	explain.c --explain
 *	device.c	the device library's sources, which are inside minicc
 *	deps.c	-M…: make rules
 *	link.c	objects to a program; -run
 *	run.c	starts a process and waits for it
 *	temp.c	temporary and unfinished files, removed on every exit
 *
 * Only main.c calls driver_main. Nothing here knows C, OpenMP or PTX. */
#ifndef DRIVER_H
#define DRIVER_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "pp/hostcc.h"
#include "driver/options.h"

/* Files to remove at exit, and the child process that is running. A signal handler reads this:
 * nodes are only added at the head, and a removed file is marked in its node. */
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
	struct words more_cc_flags; /* of options.doubtful: those that it accepts */
	const char *lib_dir;        /* libdevrt.a, include/omp.h */
	struct pp_options pp;       /* the user's and the system's */
	bool in_foreground;         /* the next process is the user's program */
	bool link_openmp;           /* an object has host OpenMP directives */
	bool link_runtime;          /* an object has target regions */
};

/* Do the whole job.  Return the exit status. */
int driver_main(struct arena *, const struct options *, struct temps *);
void driver_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Print the page of a remark's identifier, or for "list" all titles.  Return false after a
 * message. */
bool driver_explain(const char *what, FILE *out);

/* -serve: show the source as a page until told to end.  Return the exit status. */
int driver_serve(struct arena *, const struct options *, struct temps *);

/* Fill in cc.  Return false after a message. */
bool driver_find_cc(struct driver *);
bool driver_cc_is_clang(const struct driver *);
int driver_ask_cc(struct driver *); /* for options.ask_cc; the exit status */
/* Ask cc which of options.doubtful it accepts; warn of the others.  With -Werror, report them as
 * errors and return false. */
bool driver_check_doubtful(struct driver *);
/* Append the flags that cc gets for each source and for linking. */
void driver_add_cc_flags(struct driver *, struct words *command);

/* Return a source's output name without -o: its file name with another suffix. */
const char *driver_output_name(struct driver *, const char *source, const char *suffix);

/* Compile one C source up to options.stage; OUT: the object to write, if that is so far.  Return
 * false after a message. */
bool driver_compile(struct driver *, const char *path, const char *out);
/* Return NAME.c and NAME_*.c of the device library with their headers as one text, or NULL if there
 * are none. */
const char *driver_device_source(struct arena *, const char *name);
bool driver_write_deps(struct driver *, const struct pp_dependencies *, const char *source,
	const char *out);
bool driver_link(struct driver *, const struct words *objects, const char *out);
int driver_run_program(struct driver *, const char *program);

/* Run the command (WORDS without a final NULL). Return its exit status, 128 + N for signal N, or
 * -1, after a message, if it cannot be started. With -v print it first, with -### only print it. */
int driver_run(struct driver *, const struct words *command);
/* The same with its standard output and error in the file INTO. */
int driver_run_into(struct driver *, const struct words *command, const char *into);
void driver_print_command(FILE *, const struct words *command);

/* Make an empty file in the folder for temporary files, which is removed at exit. Return its path,
 * or NULL after a message. */
const char *temp_file(struct driver *, const char *suffix);
/* Return the path of a new file beside FINAL, which output_commit renames to FINAL; or FINAL itself
 * if that is not a regular file (/dev/null, a pipe); or NULL after a message. */
const char *output_begin(struct driver *, const char *final);
bool output_commit(struct driver *, const char *written, const char *final, bool executable);
/* Remove all of them; async-signal-safe. */
void temps_remove(struct temps *);
void temp_forget(struct temps *, const char *path, bool unlink_it);

#endif
