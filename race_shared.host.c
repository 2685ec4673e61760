# 1 "tests/check/race_shared.c"
# 1 "<minicc>" 3
enum { DEVRT_DEFAULT_DEVICE = -0x7fffffff };
struct devrt_place {
 const char *file;
 int line, column;
};
enum {
 DEVRT_MAP_TO = 1,
 DEVRT_MAP_FROM = 2,
 DEVRT_MAP_ALWAYS = 4,
 DEVRT_MAP_DELETE = 8,           
 DEVRT_MAP_RELEASE = 16,
 DEVRT_MAP_IMPLICIT = 32,        
 DEVRT_MAP_ZERO_LENGTH = 64,     
 DEVRT_MAP_ATTACH = 128,         
 DEVRT_MAP_PRESENT = 256,        
 DEVRT_MAP_UPDATE_TO = 512,      
 DEVRT_MAP_UPDATE_FROM = 1024,
};
struct devrt_item_info {
 const char *name;               
 struct devrt_place place;
 unsigned flags;                 
};
struct devrt_item {
 void *base;                     
 void *begin;                    
 unsigned long bytes;
 void **pointer;                 
};
struct devrt_param {
 const char *name;
 int item;                       
 unsigned bytes;                 
};
enum { DEVRT_TICKETS = 64 };
struct devrt_env {
 unsigned threads;               
 unsigned device;                
 unsigned long frames;                
 unsigned long frame_stride;          
 unsigned independent;           
 unsigned teams;                 
};
enum {
 DEVRT_IF_GRID_COVERS = 1,       
 DEVRT_IF_DISJOINT = 2,          
 DEVRT_IF_INDEX32 = 4,           
};
struct devrt_entry {
 const char *name;               
 unsigned needs;                 
};
struct devrt_frame_var {
 const char *name, *entry;       
 int arch;                       
 unsigned long offset, bytes;
};
struct devrt_kernel {
 const char *name;               
 struct devrt_place place;       
 const char *scheme;             
 const struct devrt_entry *entries;
 int nentries;
 const struct devrt_param *params;
 int nparams;
 const struct devrt_item_info *items;
 int nitems;
  int extra_threads;              
 int max_threads;                
 int fixed_threads;              
 unsigned long frame_bytes;           
 const struct devrt_frame_var *frame_vars;       
 unsigned long dyn_shared;            
 unsigned long stack_bytes;           
 int teams;                      
 int block_threads;              
 int lanes;                      
 int trip_is_teams;              
 int distributes;                
 int starts_teams;               
};
enum { DEVRT_DEP_IN = 1, DEVRT_DEP_OUT = 2, DEVRT_DEP_ALL = 3 };
struct devrt_dep {
 const void *address;
 int kind;
};
struct devrt_order {
 int nowait;                     
 int ndeps;
 const struct devrt_dep *deps;
};
struct devrt_launch {
 long device;                 
 int num_teams, thread_limit, num_threads;   
 unsigned long trip_count;            
 const struct devrt_item *items; 
 const void *const *values;      
 const struct devrt_order *order;        
};
struct devrt_image {
 int arch;                       
 const char *ptx;                
};
struct devrt_global {               
 const char *name;               
 void *host;
 unsigned long bytes;
 int defined;                    
 int link;                       
};
struct devrt_module {
 int abi;                        
 const char *source;             
 const struct devrt_image *images;
 int nimages;
 const struct devrt_kernel *const *kernels;
 int nkernels;
 const struct devrt_global *globals;
 int nglobals;
 int needs_link;                 
 int unified;                    
 int launches_grids;             
 void *state;                    
};
extern const char devrt_libdir[] __attribute__((weak));
void devrt_register(struct devrt_module *module);
int devrt_target(struct devrt_module *module, const struct devrt_kernel *kernel,
 const struct devrt_launch *launch);
void devrt_data_begin(struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_data_end(struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_enter_data(struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_exit_data(struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_update(struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
typedef void devrt_data_fn(struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_data_task(const struct devrt_order *order, devrt_data_fn *construct,
 struct devrt_module *module, long device, struct devrt_place place,
 const struct devrt_item_info *infos, const struct devrt_item *items, int n);
void devrt_wait(void);
void devrt_main_ends(const int *unused);
void devrt_wait_for(const struct devrt_order *order);
void *devrt_device_ptr(long device, const void *p);
/* Iterations of a loop; closed: the bound belongs to it. */
static __inline__ __attribute__((__unused__)) unsigned long
__devrt_trips(long from, long to, long step, int closed)
{
	unsigned long span = step > 0 ? to - (unsigned long)from : from - (unsigned long)to;
	unsigned long by = step > 0 ? (unsigned long)step : -(unsigned long)step;

	if (step > 0 ? from > to : from < to)
		return 0;
	return step == 0 ? 0 : closed ? span / by + 1 : (span + by - 1) / by;
}
static struct devrt_module *__devrt_unit(void);
static int __devrt_target_main_l11(const struct devrt_launch *);

# 214 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3
typedef long unsigned int size_t;
# 40 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stdarg.h" 3
typedef __builtin_va_list __gnuc_va_list;
# 31 "/usr/include/x86_64-linux-gnu/bits/types.h" 3
typedef unsigned char __u_char;
typedef unsigned short int __u_short;
typedef unsigned int __u_int;
typedef unsigned long int __u_long;


typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef signed short int __int16_t;
typedef unsigned short int __uint16_t;
typedef signed int __int32_t;
typedef unsigned int __uint32_t;

typedef signed long int __int64_t;
typedef unsigned long int __uint64_t;






typedef __int8_t __int_least8_t;
typedef __uint8_t __uint_least8_t;
typedef __int16_t __int_least16_t;
typedef __uint16_t __uint_least16_t;
typedef __int32_t __int_least32_t;
typedef __uint32_t __uint_least32_t;
typedef __int64_t __int_least64_t;
typedef __uint64_t __uint_least64_t;



typedef long int __quad_t;
typedef unsigned long int __u_quad_t;







typedef long int __intmax_t;
typedef unsigned long int __uintmax_t;
# 145 "/usr/include/x86_64-linux-gnu/bits/types.h" 3
typedef unsigned long int __dev_t;
typedef unsigned int __uid_t;
typedef unsigned int __gid_t;
typedef unsigned long int __ino_t;
typedef unsigned long int __ino64_t;
typedef unsigned int __mode_t;
typedef unsigned long int __nlink_t;
typedef long int __off_t;
typedef long int __off64_t;
typedef int __pid_t;
typedef struct { int __val[2]; } __fsid_t;
typedef long int __clock_t;
typedef unsigned long int __rlim_t;
typedef unsigned long int __rlim64_t;
typedef unsigned int __id_t;
typedef long int __time_t;
typedef unsigned int __useconds_t;
typedef long int __suseconds_t;
typedef long int __suseconds64_t;

typedef int __daddr_t;
typedef int __key_t;


typedef int __clockid_t;


typedef void * __timer_t;


typedef long int __blksize_t;




typedef long int __blkcnt_t;
typedef long int __blkcnt64_t;


typedef unsigned long int __fsblkcnt_t;
typedef unsigned long int __fsblkcnt64_t;


typedef unsigned long int __fsfilcnt_t;
typedef unsigned long int __fsfilcnt64_t;


typedef long int __fsword_t;

typedef long int __ssize_t;


typedef long int __syscall_slong_t;

typedef unsigned long int __syscall_ulong_t;



typedef __off64_t __loff_t;
typedef char *__caddr_t;


typedef long int __intptr_t;


typedef unsigned int __socklen_t;




typedef int __sig_atomic_t;
# 13 "/usr/include/x86_64-linux-gnu/bits/types/__mbstate_t.h" 3
typedef struct
{
  int __count;
  union
  {
    unsigned int __wch;
    char __wchb[4];
  } __value;
} __mbstate_t;
# 10 "/usr/include/x86_64-linux-gnu/bits/types/__fpos_t.h" 3
typedef struct _G_fpos_t
{
  __off_t __pos;
  __mbstate_t __state;
} __fpos_t;
# 10 "/usr/include/x86_64-linux-gnu/bits/types/__fpos64_t.h" 3
typedef struct _G_fpos64_t
{
  __off64_t __pos;
  __mbstate_t __state;
} __fpos64_t;
# 4 "/usr/include/x86_64-linux-gnu/bits/types/__FILE.h" 3
struct _IO_FILE;
typedef struct _IO_FILE __FILE;
# 4 "/usr/include/x86_64-linux-gnu/bits/types/FILE.h" 3
struct _IO_FILE;


typedef struct _IO_FILE FILE;
# 35 "/usr/include/x86_64-linux-gnu/bits/types/struct_FILE.h" 3
struct _IO_FILE;
struct _IO_marker;
struct _IO_codecvt;
struct _IO_wide_data;




typedef void _IO_lock_t;





struct _IO_FILE
{
  int _flags;


  char *_IO_read_ptr;
  char *_IO_read_end;
  char *_IO_read_base;
  char *_IO_write_base;
  char *_IO_write_ptr;
  char *_IO_write_end;
  char *_IO_buf_base;
  char *_IO_buf_end;


  char *_IO_save_base;
  char *_IO_backup_base;
  char *_IO_save_end;

  struct _IO_marker *_markers;

  struct _IO_FILE *_chain;

  int _fileno;
  int _flags2;
  __off_t _old_offset;


  unsigned short _cur_column;
  signed char _vtable_offset;
  char _shortbuf[1];

  _IO_lock_t *_lock;







  __off64_t _offset;

  struct _IO_codecvt *_codecvt;
  struct _IO_wide_data *_wide_data;
  struct _IO_FILE *_freeres_list;
  void *_freeres_buf;
  size_t __pad5;
  int _mode;

  char _unused2[15 * sizeof (int) - 4 * sizeof (void *) - sizeof (size_t)];
};
# 52 "/usr/include/stdio.h" 3
typedef __gnuc_va_list va_list;
# 63 "/usr/include/stdio.h" 3
typedef __off_t off_t;
# 77 "/usr/include/stdio.h" 3
typedef __ssize_t ssize_t;






typedef __fpos_t fpos_t;
# 143 "/usr/include/stdio.h" 3
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;






extern int remove (const char *__filename) __attribute__ ((__nothrow__ , __leaf__));

extern int rename (const char *__old, const char *__new) __attribute__ ((__nothrow__ , __leaf__));



extern int renameat (int __oldfd, const char *__old, int __newfd,
       const char *__new) __attribute__ ((__nothrow__ , __leaf__));
# 178 "/usr/include/stdio.h" 3
extern int fclose (FILE *__stream);
# 188 "/usr/include/stdio.h" 3
extern FILE *tmpfile (void)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 205 "/usr/include/stdio.h" 3
extern char *tmpnam (char[20]) __attribute__ ((__nothrow__ , __leaf__)) ;




extern char *tmpnam_r (char __s[20]) __attribute__ ((__nothrow__ , __leaf__)) ;
# 222 "/usr/include/stdio.h" 3
extern char *tempnam (const char *__dir, const char *__pfx)
   __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (__builtin_free, 1)));






extern int fflush (FILE *__stream);








extern int fflush_unlocked (FILE *__stream);
# 258 "/usr/include/stdio.h" 3
extern FILE *fopen (const char *__restrict __filename,
      const char *__restrict __modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;




extern FILE *freopen (const char *__restrict __filename,
        const char *__restrict __modes,
        FILE *__restrict __stream) ;
# 293 "/usr/include/stdio.h" 3
extern FILE *fdopen (int __fd, const char *__modes) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 308 "/usr/include/stdio.h" 3
extern FILE *fmemopen (void *__s, size_t __len, const char *__modes)
  __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;




extern FILE *open_memstream (char **__bufloc, size_t *__sizeloc) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;
# 328 "/usr/include/stdio.h" 3
extern void setbuf (FILE *__restrict __stream, char *__restrict __buf) __attribute__ ((__nothrow__ , __leaf__));



extern int setvbuf (FILE *__restrict __stream, char *__restrict __buf,
      int __modes, size_t __n) __attribute__ ((__nothrow__ , __leaf__));




extern void setbuffer (FILE *__restrict __stream, char *__restrict __buf,
         size_t __size) __attribute__ ((__nothrow__ , __leaf__));


extern void setlinebuf (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));







extern int fprintf (FILE *__restrict __stream,
      const char *__restrict __format, ...);




extern int printf (const char *__restrict __format, ...);

extern int sprintf (char *__restrict __s,
      const char *__restrict __format, ...) __attribute__ ((__nothrow__));





extern int vfprintf (FILE *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg);




extern int vprintf (const char *__restrict __format, __gnuc_va_list __arg);

extern int vsprintf (char *__restrict __s, const char *__restrict __format,
       __gnuc_va_list __arg) __attribute__ ((__nothrow__));



extern int snprintf (char *__restrict __s, size_t __maxlen,
       const char *__restrict __format, ...)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 4)));

extern int vsnprintf (char *__restrict __s, size_t __maxlen,
        const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__)) __attribute__ ((__format__ (__printf__, 3, 0)));
# 403 "/usr/include/stdio.h" 3
extern int vdprintf (int __fd, const char *__restrict __fmt,
       __gnuc_va_list __arg)
     __attribute__ ((__format__ (__printf__, 2, 0)));
extern int dprintf (int __fd, const char *__restrict __fmt, ...)
     __attribute__ ((__format__ (__printf__, 2, 3)));







extern int fscanf (FILE *__restrict __stream,
     const char *__restrict __format, ...) ;




extern int scanf (const char *__restrict __format, ...) ;

extern int sscanf (const char *__restrict __s,
     const char *__restrict __format, ...) __attribute__ ((__nothrow__ , __leaf__));
# 434 "/usr/include/stdio.h" 3
extern int fscanf (FILE *__restrict __stream,
const char *__restrict __format, ...) __asm__ ("" "__isoc99_fscanf")
;
extern int scanf (const char *__restrict __format, ...) __asm__ ("" "__isoc99_scanf")
;
extern int sscanf (const char *__restrict __s,
const char *__restrict __format, ...) __asm__ ("" "__isoc99_sscanf") __attribute__ ((__nothrow__ , __leaf__))
;
# 459 "/usr/include/stdio.h" 3
extern int vfscanf (FILE *__restrict __s, const char *__restrict __format,
      __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 2, 0))) ;





extern int vscanf (const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__format__ (__scanf__, 1, 0))) ;


extern int vsscanf (const char *__restrict __s,
      const char *__restrict __format, __gnuc_va_list __arg)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__format__ (__scanf__, 2, 0)));





extern int vfscanf
(FILE *__restrict __s,
const char *__restrict __format, __gnuc_va_list __arg) __asm__ ("" "__isoc99_vfscanf")

     __attribute__ ((__format__ (__scanf__, 2, 0))) ;
extern int vscanf (const char *__restrict __format,
__gnuc_va_list __arg) __asm__ ("" "__isoc99_vscanf")
     __attribute__ ((__format__ (__scanf__, 1, 0))) ;
extern int vsscanf
(const char *__restrict __s,
const char *__restrict __format,
__gnuc_va_list __arg) __asm__ ("" "__isoc99_vsscanf") __attribute__ ((__nothrow__ , __leaf__))
     __attribute__ ((__format__ (__scanf__, 2, 0)));
# 513 "/usr/include/stdio.h" 3
extern int fgetc (FILE *__stream);
extern int getc (FILE *__stream);





extern int getchar (void);






extern int getc_unlocked (FILE *__stream);
extern int getchar_unlocked (void);
# 538 "/usr/include/stdio.h" 3
extern int fgetc_unlocked (FILE *__stream);
# 549 "/usr/include/stdio.h" 3
extern int fputc (int __c, FILE *__stream);
extern int putc (int __c, FILE *__stream);





extern int putchar (int __c);








extern int fputc_unlocked (int __c, FILE *__stream);







extern int putc_unlocked (int __c, FILE *__stream);
extern int putchar_unlocked (int __c);






extern int getw (FILE *__stream);


extern int putw (int __w, FILE *__stream);







extern char *fgets (char *__restrict __s, int __n, FILE *__restrict __stream)
           __attribute__ ((__access__ (__write_only__, 1, 2)));
# 632 "/usr/include/stdio.h" 3
extern __ssize_t __getdelim (char **__restrict __lineptr,
                             size_t *__restrict __n, int __delimiter,
                             FILE *__restrict __stream) ;
extern __ssize_t getdelim (char **__restrict __lineptr,
                           size_t *__restrict __n, int __delimiter,
                           FILE *__restrict __stream) ;







extern __ssize_t getline (char **__restrict __lineptr,
                          size_t *__restrict __n,
                          FILE *__restrict __stream) ;







extern int fputs (const char *__restrict __s, FILE *__restrict __stream);





extern int puts (const char *__s);






extern int ungetc (int __c, FILE *__stream);






extern size_t fread (void *__restrict __ptr, size_t __size,
       size_t __n, FILE *__restrict __stream) ;




extern size_t fwrite (const void *__restrict __ptr, size_t __size,
        size_t __n, FILE *__restrict __s);
# 702 "/usr/include/stdio.h" 3
extern size_t fread_unlocked (void *__restrict __ptr, size_t __size,
         size_t __n, FILE *__restrict __stream) ;
extern size_t fwrite_unlocked (const void *__restrict __ptr, size_t __size,
          size_t __n, FILE *__restrict __stream);







extern int fseek (FILE *__stream, long int __off, int __whence);




extern long int ftell (FILE *__stream) ;




extern void rewind (FILE *__stream);
# 736 "/usr/include/stdio.h" 3
extern int fseeko (FILE *__stream, __off_t __off, int __whence);




extern __off_t ftello (FILE *__stream) ;
# 760 "/usr/include/stdio.h" 3
extern int fgetpos (FILE *__restrict __stream, fpos_t *__restrict __pos);




extern int fsetpos (FILE *__stream, const fpos_t *__pos);
# 786 "/usr/include/stdio.h" 3
extern void clearerr (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));

extern int feof (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;

extern int ferror (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;



extern void clearerr_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));
extern int feof_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;
extern int ferror_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;







extern void perror (const char *__s);




extern int fileno (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;




extern int fileno_unlocked (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;








extern int pclose (FILE *__stream);





extern FILE *popen (const char *__command, const char *__modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (pclose, 1))) ;






extern char *ctermid (char *__s) __attribute__ ((__nothrow__ , __leaf__))
  __attribute__ ((__access__ (__write_only__, 1)));
# 867 "/usr/include/stdio.h" 3
extern void flockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));



extern int ftrylockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__)) ;


extern void funlockfile (FILE *__stream) __attribute__ ((__nothrow__ , __leaf__));
# 885 "/usr/include/stdio.h" 3
extern int __uflow (FILE *);
extern int __overflow (FILE *, int);
# 18 "/tmp/h22/main/build/lib/include/omp.h" 3
typedef struct omp_lock_t {
 unsigned char _opaque[4] __attribute__((__aligned__(4)));
} omp_lock_t;

typedef struct omp_nest_lock_t {
 unsigned char _opaque[16] __attribute__((__aligned__(8)));
} omp_nest_lock_t;

typedef struct omp_depend_t {
 char _opaque[16] __attribute__((__aligned__(8)));
} omp_depend_t;

typedef long unsigned int omp_uintptr_t;
typedef long int omp_intptr_t;

typedef enum omp_sched_t {
 omp_sched_static = 1,
 omp_sched_dynamic = 2,
 omp_sched_guided = 3,
 omp_sched_auto = 4,
 omp_sched_monotonic = 0x80000000U
} omp_sched_t;

typedef enum omp_proc_bind_t {
 omp_proc_bind_false = 0,
 omp_proc_bind_true = 1,
 omp_proc_bind_primary = 2,
 omp_proc_bind_master = omp_proc_bind_primary,
 omp_proc_bind_close = 3,
 omp_proc_bind_spread = 4
} omp_proc_bind_t;

typedef enum omp_sync_hint_t {
 omp_sync_hint_none = 0,
 omp_lock_hint_none = omp_sync_hint_none,
 omp_sync_hint_uncontended = 1,
 omp_lock_hint_uncontended = omp_sync_hint_uncontended,
 omp_sync_hint_contended = 2,
 omp_lock_hint_contended = omp_sync_hint_contended,
 omp_sync_hint_nonspeculative = 4,
 omp_lock_hint_nonspeculative = omp_sync_hint_nonspeculative,
 omp_sync_hint_speculative = 8,
 omp_lock_hint_speculative = omp_sync_hint_speculative
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

typedef enum omp_pause_resource_t {
 omp_pause_soft = 1,
 omp_pause_hard = 2
} omp_pause_resource_t;


typedef enum omp_memspace_handle_t {
 omp_default_mem_space = 0,
 omp_large_cap_mem_space = 1,
 omp_const_mem_space = 2,
 omp_high_bw_mem_space = 3,
 omp_low_lat_mem_space = 4,
 __omp_memspace_handle_t_max__ = 0xffffffffffffffffUL
} omp_memspace_handle_t;

typedef enum omp_allocator_handle_t {
 omp_null_allocator = 0,
 omp_default_mem_alloc = 1,
 omp_large_cap_mem_alloc = 2,
 omp_const_mem_alloc = 3,
 omp_high_bw_mem_alloc = 4,
 omp_low_lat_mem_alloc = 5,
 omp_cgroup_mem_alloc = 6,
 omp_pteam_mem_alloc = 7,
 omp_thread_mem_alloc = 8,
 __omp_allocator_handle_t_max__ = 0xffffffffffffffffUL
} omp_allocator_handle_t;

typedef enum omp_event_handle_t {
 __omp_event_handle_t_max__ = 0xffffffffffffffffUL
} omp_event_handle_t;

typedef enum omp_alloctrait_key_t {
 omp_atk_sync_hint = 1,
 omp_atk_alignment = 2,
 omp_atk_access = 3,
 omp_atk_pool_size = 4,
 omp_atk_fallback = 5,
 omp_atk_fb_data = 6,
 omp_atk_pinned = 7,
 omp_atk_partition = 8
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t {
 omp_atv_default = (long unsigned int)-1,
 omp_atv_false = 0,
 omp_atv_true = 1,
 omp_atv_contended = 3,
 omp_atv_uncontended = 4,
 omp_atv_serialized = 5,
 omp_atv_sequential = omp_atv_serialized,
 omp_atv_private = 6,
 omp_atv_all = 7,
 omp_atv_thread = 8,
 omp_atv_pteam = 9,
 omp_atv_cgroup = 10,
 omp_atv_default_mem_fb = 11,
 omp_atv_null_fb = 12,
 omp_atv_abort_fb = 13,
 omp_atv_allocator_fb = 14,
 omp_atv_environment = 15,
 omp_atv_nearest = 16,
 omp_atv_blocked = 17,
 omp_atv_interleaved = 18
} omp_alloctrait_value_t;

typedef struct omp_alloctrait_t {
 omp_alloctrait_key_t key;
 omp_uintptr_t value;
} omp_alloctrait_t;


enum {
 omp_initial_device = -1,
 omp_invalid_device = -4
};



extern void omp_set_num_threads(int);
extern int omp_get_num_threads(void);
extern int omp_get_max_threads(void);
extern int omp_get_thread_num(void);
extern int omp_get_num_procs(void);
extern int omp_in_parallel(void);
extern int omp_get_thread_limit(void);
extern int omp_get_level(void);
extern int omp_get_active_level(void);
extern int omp_get_ancestor_thread_num(int);
extern int omp_get_team_size(int);
extern int omp_get_num_teams(void);
extern int omp_get_team_num(void);
extern int omp_is_initial_device(void);
extern int omp_get_device_num(void);
extern int omp_get_num_devices(void);
extern int omp_get_default_device(void);
extern int omp_get_initial_device(void);
extern double omp_get_wtime(void);
extern double omp_get_wtick(void);



extern void omp_set_dynamic(int);
extern int omp_get_dynamic(void);
extern void omp_set_nested(int);
extern int omp_get_nested(void);
extern void omp_set_schedule(omp_sched_t, int);
extern void omp_get_schedule(omp_sched_t *, int *);
extern void omp_set_max_active_levels(int);
extern int omp_get_max_active_levels(void);
extern int omp_get_supported_active_levels(void);
extern int omp_in_final(void);
extern int omp_get_cancellation(void);
extern int omp_get_max_task_priority(void);
extern void omp_fulfill_event(omp_event_handle_t);
extern void omp_set_num_teams(int);
extern int omp_get_max_teams(void);
extern void omp_set_teams_thread_limit(int);
extern int omp_get_teams_thread_limit(void);
extern void omp_set_default_device(int);
extern int omp_pause_resource(omp_pause_resource_t, int);
extern int omp_pause_resource_all(omp_pause_resource_t);
extern void omp_display_env(int);



extern omp_proc_bind_t omp_get_proc_bind(void);
extern int omp_get_num_places(void);
extern int omp_get_place_num_procs(int);
extern void omp_get_place_proc_ids(int, int *);
extern int omp_get_place_num(void);
extern int omp_get_partition_num_places(void);
extern void omp_get_partition_place_nums(int *);
extern void omp_set_affinity_format(const char *);
extern long unsigned int omp_get_affinity_format(char *, long unsigned int);
extern void omp_display_affinity(const char *);
extern long unsigned int omp_capture_affinity(char *, long unsigned int, const char *);



extern void omp_init_lock(omp_lock_t *);
extern void omp_init_lock_with_hint(omp_lock_t *, omp_sync_hint_t);
extern void omp_destroy_lock(omp_lock_t *);
extern void omp_set_lock(omp_lock_t *);
extern void omp_unset_lock(omp_lock_t *);
extern int omp_test_lock(omp_lock_t *);
extern void omp_init_nest_lock(omp_nest_lock_t *);
extern void omp_init_nest_lock_with_hint(omp_nest_lock_t *, omp_sync_hint_t);
extern void omp_destroy_nest_lock(omp_nest_lock_t *);
extern void omp_set_nest_lock(omp_nest_lock_t *);
extern void omp_unset_nest_lock(omp_nest_lock_t *);
extern int omp_test_nest_lock(omp_nest_lock_t *);



extern void *omp_target_alloc(long unsigned int size, int device);
extern void omp_target_free(void *, int device);
extern int omp_target_is_present(const void *, int device);
extern int omp_target_is_accessible(const void *, long unsigned int size, int device);
extern void *omp_get_mapped_ptr(const void *, int device);
extern int omp_target_memcpy(void *dst, const void *src, long unsigned int length,
 long unsigned int dst_offset, long unsigned int src_offset, int dst_device, int src_device);
extern int omp_target_memcpy_rect(void *dst, const void *src, long unsigned int element_size, int num_dims,
 const long unsigned int *volume, const long unsigned int *dst_offsets, const long unsigned int *src_offsets,
 const long unsigned int *dst_dimensions, const long unsigned int *src_dimensions,
 int dst_device, int src_device);
extern int omp_target_associate_ptr(const void *host, const void *device_ptr, long unsigned int size,
 long unsigned int device_offset, int device);
extern int omp_target_disassociate_ptr(const void *, int device);



extern omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t, int,
 const omp_alloctrait_t []);
extern void omp_destroy_allocator(omp_allocator_handle_t);
extern void omp_set_default_allocator(omp_allocator_handle_t);
extern omp_allocator_handle_t omp_get_default_allocator(void);
extern void omp_free(void *, omp_allocator_handle_t);
extern void *omp_alloc(long unsigned int, omp_allocator_handle_t);
extern void *omp_aligned_alloc(long unsigned int, long unsigned int, omp_allocator_handle_t);
extern void *omp_calloc(long unsigned int, long unsigned int, omp_allocator_handle_t);
extern void *omp_aligned_calloc(long unsigned int, long unsigned int, long unsigned int, omp_allocator_handle_t);
extern void *omp_realloc(void *, long unsigned int, omp_allocator_handle_t, omp_allocator_handle_t);
# 8 "tests/check/race_shared.c"
int main(void)
{
 int out = 0;
# 11 "tests/check/race_shared.c" 3
{ /* target */
# 11 "tests/check/race_shared.c" 3
	const struct devrt_item __devrt_items[] = {
# 11 "tests/check/race_shared.c" 3
		{ (void *)&out, (void *)&out, sizeof(out), 0 },
# 11 "tests/check/race_shared.c" 3
	};
# 11 "tests/check/race_shared.c" 3
	const struct devrt_launch __devrt_launch = {
# 11 "tests/check/race_shared.c" 3
		.device = DEVRT_DEFAULT_DEVICE,
# 11 "tests/check/race_shared.c" 3
		.items = __devrt_items,
# 11 "tests/check/race_shared.c" 3
	};
# 11 "tests/check/race_shared.c" 3
	if (!__devrt_target_main_l11(&__devrt_launch)) {
# 12 "tests/check/race_shared.c"
 {
  int flag[4] = { 0 };
#pragma omp parallel num_threads(64)
  {
   int me = omp_get_thread_num();
   flag[me & 1] = me;
  }
  out = flag[0] + flag[1];
 }
# 20 "tests/check/race_shared.c" 3
	}
# 20 "tests/check/race_shared.c" 3
}
# 21 "tests/check/race_shared.c"
 printf("%d\n", out > 0);
 return 0;
}
# 1 "<minicc>" 3
static const struct devrt_item_info __devrt_items_main_l11[] = {
	{ "out", { "tests/check/race_shared.c", 11, 33 }, DEVRT_MAP_TO | DEVRT_MAP_FROM },
};
static const struct devrt_param __devrt_params_main_l11[] = {
	{ "out", 0, 0 },
};
static const struct devrt_entry __devrt_entries_main_l11[] = {
	{ "main_l11", 0 },
};
static const struct devrt_kernel __devrt_kernel_main_l11 = {
	.name = "main_l11", .place = { "tests/check/race_shared.c", 11, 14 }, .scheme = "dynpar",
	.entries = __devrt_entries_main_l11, .nentries = 1,
	.params = __devrt_params_main_l11, .nparams = 1,
	.items = __devrt_items_main_l11, .nitems = 1,
	.extra_threads = 0, .max_threads = 0, .fixed_threads = 64,
	.frame_bytes = 256, .dyn_shared = 0, .stack_bytes = 0,
	.teams = 0, .trip_is_teams = 0, .block_threads = 1,
	.distributes = 0, .lanes = 1, .starts_teams = 0
};
static int
__devrt_target_main_l11(const struct devrt_launch *launch)
{
	return devrt_target(__devrt_unit(), &__devrt_kernel_main_l11, launch);
}

static const struct devrt_kernel *const __devrt_kernels[] = {
	&__devrt_kernel_main_l11,
};
static const char __devrt_ptx_sm_35[] =
	"// Generated by minicc\n"
	"\n"
	".version 6.0\n"
	".target sm_35\n"
	".address_size 64\n"
	"\n"
	".file \t1 \"tests/check/race_shared.c\"\n"
	"\n"
	".extern .func __assertfail(\n"
	"\t.param .b64 param_0,\n"
	"\t.param .b64 param_1,\n"
	"\t.param .b32 param_2,\n"
	"\t.param .b64 param_3,\n"
	"\t.param .b64 param_4\n"
	");\n"
	"\n"
	".extern .func (.param .b64 result) cudaGetParameterBufferV2(\n"
	"\t.param .b64 param_0,\n"
	"\t.param .align 4 .b8 param_1[12],\n"
	"\t.param .align 4 .b8 param_2[12],\n"
	"\t.param .b32 param_3\n"
	");\n"
	"\n"
	".extern .func (.param .b32 result) cudaLaunchDeviceV2(\n"
	"\t.param .b64 param_0,\n"
	"\t.param .b64 param_1\n"
	");\n"
	"\n"
	".extern .func (.param .b32 result) cudaDeviceSynchronize();\n"
	"\n"
	".global .align 1 .b8 text$1[56] = {116, 104, 101, 32, 100, 101, 118, 105, 99, 101, 32, 104, 97, 115, 32, 114, 111, 111, 109, 32, 102, 111, 114, 32, 111, 110, 101, 32, 109, 111, 114, 101, 32, 108, 97, 117, 110, 99, 104, 32, 40, 68, 69, 86, 82, 84, 95, 80, 69, 78, 68, 73, 78, 71, 41, 0};\n"
	".global .align 1 .b8 text$2[26] = {116, 101, 115, 116, 115, 47, 99, 104, 101, 99, 107, 47, 114, 97, 99, 101, 95, 115, 104, 97, 114, 101, 100, 46, 99, 0};\n"
	".global .align 1 .b8 text$3[9] = {109, 97, 105, 110, 95, 108, 49, 49, 0};\n"
	"\n"
	".visible .entry main_l11$PAR_REG1(\n"
	"\t.param .u64 param_frame\n"
	")\n"
	".maxntid 64, 1, 1\n"
	"{\n"
	"\t.reg .b32 \t%r1, %r2;\n"
	"\t.reg .b64 \t%rd1, %rd2, %frame;\n"
	"\t.loc \t1 14 15\n"
	"\tld.param.b64 \t%frame, [param_frame];\n"
	"\t.loc \t1 16 13\n"
	"\tmov.u32 \t%r2, %tid.x;\n"
	"\t.loc \t1 17 12\n"
	"\tand.b32 \t%r1, %r2, 1;\n"
	"\tmul.wide.s32 \t%rd1, %r1, 4;\n"
	"\tadd.s64 \t%rd2, %frame, %rd1;\n"
	"\tst.global.b32 \t[%rd2], %r2;\n"
	"\t.loc \t1 14 15\n"
	"\tret;\n"
	"}\n"
	"\n"
	".visible .entry main_l11(\n"
	"\t.param .u64 param_out,\n"
	"\t.param .align 8 .b8 param_env[32]\n"
	")\n"
	"{\n"
	"\t.reg .pred \t%p1, %p2;\n"
	"\t.reg .b32 \t%r1, %r2, %r3, %threads, %r4, %r5, %r6, %r7, %r8;\n"
	"\t.reg .b64 \t%out, %frame, %rd1, %rd2, %rd3, %rd4, %rd5, %rd6, %rd7, %rd8, %rd9, %rd10;\n"
	"\t.local .align 4 .b8 dims[24];\n"
	"\t.loc \t1 11 14\n"
	"\tld.param.b64 \t%rd1, [param_env+8];\n"
	"\tld.param.b64 \t%rd2, [param_env+16];\n"
	"\tmov.u32 \t%r5, %ctaid.x;\n"
	"\tcvt.u64.u32 \t%rd3, %r5;\n"
	"\tmad.lo.s64 \t%frame, %rd3, %rd2, %rd1;\n"
	"\tld.param.b64 \t%out, [param_out];\n"
	"\t.loc \t1 13 7\n"
	"\tst.global.b32 \t[%frame], 0;\n"
	"\tst.global.b32 \t[%frame+4], 0;\n"
	"\tst.global.b32 \t[%frame+8], 0;\n"
	"\tst.global.b32 \t[%frame+12], 0;\n"
	"\tst.global.b32 \t[%frame], 0;\n"
	"\t.loc \t1 14 15\n"
	"\tld.param.b32 \t%r4, [param_env];\n"
	"\tmin.s32 \t%threads, 64, %r4;\n"
	"\n"
	"PAR_REG1:\n"
	"\tmov.u64 \t%rd7, main_l11$PAR_REG1;\n"
	"\tst.local.b32 \t[dims], 1;\n"
	"\tst.local.b32 \t[dims+4], 1;\n"
	"\tst.local.b32 \t[dims+8], 1;\n"
	"\tst.local.b32 \t[dims+12], %threads;\n"
	"\tst.local.b32 \t[dims+16], 1;\n"
	"\tst.local.b32 \t[dims+20], 1;\n"
	"\tmov.u64 \t%rd9, dims;\n"
	"\tcvta.local.u64 \t%rd9, %rd9;\n"
	"\tmov.u64 \t%rd10, dims+12;\n"
	"\tcvta.local.u64 \t%rd10, %rd10;\n"
	"\t{\n"
	"\t.param .b64 arg0;\n"
	"\tst.param.b64 \t[arg0], %rd7;\n"
	"\t.param .align 4 .b8 arg1[12];\n"
	"\t{\n"
	"\t.reg .b32 \t%piece;\n"
	"\tld.b32 \t%piece, [%rd9];\n"
	"\tst.param.b32 \t[arg1+0], %piece;\n"
	"\tld.b32 \t%piece, [%rd9+4];\n"
	"\tst.param.b32 \t[arg1+4], %piece;\n"
	"\tld.b32 \t%piece, [%rd9+8];\n"
	"\tst.param.b32 \t[arg1+8], %piece;\n"
	"\t}\n"
	"\t.param .align 4 .b8 arg2[12];\n"
	"\t{\n"
	"\t.reg .b32 \t%piece;\n"
	"\tld.b32 \t%piece, [%rd10];\n"
	"\tst.param.b32 \t[arg2+0], %piece;\n"
	"\tld.b32 \t%piece, [%rd10+4];\n"
	"\tst.param.b32 \t[arg2+4], %piece;\n"
	"\tld.b32 \t%piece, [%rd10+8];\n"
	"\tst.param.b32 \t[arg2+8], %piece;\n"
	"\t}\n"
	"\t.param .b32 arg3;\n"
	"\tst.param.b32 \t[arg3], 0;\n"
	"\t.param .b64 retval;\n"
	"\tcall.uni (retval), cudaGetParameterBufferV2, (arg0, arg1, arg2, arg3);\n"
	"\tld.param.b64 \t%rd8, [retval];\n"
	"\t}\n"
	"\tsetp.eq.s64 \t%p1, %rd8, 0;\n"
	"\t@%p1 bra \tLAUNCH_FAILED;\n"
	"\tst.b64 \t[%rd8], %frame;\n"
	"\t{\n"
	"\t.param .b64 arg0;\n"
	"\tst.param.b64 \t[arg0], %rd8;\n"
	"\t.param .b64 arg1;\n"
	"\tst.param.b64 \t[arg1], 0;\n"
	"\t.param .b32 retval;\n"
	"\tcall.uni (retval), cudaLaunchDeviceV2, (arg0, arg1);\n"
	"\tld.param.b32 \t%r6, [retval];\n"
	"\t}\n"
	"\t{\n"
	"\t.param .b32 retval;\n"
	"\tcall.uni (retval), cudaDeviceSynchronize;\n"
	"\tld.param.b32 \t%r7, [retval];\n"
	"\t}\n"
	"\tor.b32 \t%r8, %r6, %r7;\n"
	"\tsetp.ne.s32 \t%p2, %r8, 0;\n"
	"\t@%p2 bra \tLAUNCH_FAILED;\n"
	"\t.loc \t1 19 13\n"
	"\tld.global.b32 \t%r1, [%frame];\n"
	"\tld.global.b32 \t%r2, [%frame+4];\n"
	"\tadd.s32 \t%r3, %r1, %r2;\n"
	"\tst.global.b32 \t[%out], %r3;\n"
	"\tret;\n"
	"\n"
	"LAUNCH_FAILED:\n"
	"\t.loc \t1 14 15\n"
	"\tmov.u64 \t%rd4, text$1;\n"
	"\tcvta.global.u64 \t%rd4, %rd4;\n"
	"\tmov.u64 \t%rd5, text$2;\n"
	"\tcvta.global.u64 \t%rd5, %rd5;\n"
	"\tmov.u64 \t%rd6, text$3;\n"
	"\tcvta.global.u64 \t%rd6, %rd6;\n"
	"\t{\n"
	"\t.param .b64 arg0;\n"
	"\tst.param.b64 \t[arg0], %rd4;\n"
	"\t.param .b64 arg1;\n"
	"\tst.param.b64 \t[arg1], %rd5;\n"
	"\t.param .b32 arg2;\n"
	"\tst.param.b32 \t[arg2], 14;\n"
	"\t.param .b64 arg3;\n"
	"\tst.param.b64 \t[arg3], %rd6;\n"
	"\t.param .b64 arg4;\n"
	"\tst.param.b64 \t[arg4], 1;\n"
	"\tcall.uni __assertfail, (arg0, arg1, arg2, arg3, arg4);\n"
	"\t}\n"
	"\ttrap;\n"
	"}\n"
	;

static const char __devrt_ptx_sm_70[] =
	"// Generated by minicc\n"
	"\n"
	".version 6.0\n"
	".target sm_70\n"
	".address_size 64\n"
	"\n"
	".file \t1 \"tests/check/race_shared.c\"\n"
	"\n"
	".extern .func __assertfail(\n"
	"\t.param .b64 param_0,\n"
	"\t.param .b64 param_1,\n"
	"\t.param .b32 param_2,\n"
	"\t.param .b64 param_3,\n"
	"\t.param .b64 param_4\n"
	");\n"
	"\n"
	".extern .func (.param .b64 result) cudaGetParameterBufferV2(\n"
	"\t.param .b64 param_0,\n"
	"\t.param .align 4 .b8 param_1[12],\n"
	"\t.param .align 4 .b8 param_2[12],\n"
	"\t.param .b32 param_3\n"
	");\n"
	"\n"
	".extern .func (.param .b32 result) cudaLaunchDeviceV2(\n"
	"\t.param .b64 param_0,\n"
	"\t.param .b64 param_1\n"
	");\n"
	"\n"
	".extern .func (.param .b32 result) cudaDeviceSynchronize();\n"
	"\n"
	".global .align 1 .b8 text$1[56] = {116, 104, 101, 32, 100, 101, 118, 105, 99, 101, 32, 104, 97, 115, 32, 114, 111, 111, 109, 32, 102, 111, 114, 32, 111, 110, 101, 32, 109, 111, 114, 101, 32, 108, 97, 117, 110, 99, 104, 32, 40, 68, 69, 86, 82, 84, 95, 80, 69, 78, 68, 73, 78, 71, 41, 0};\n"
	".global .align 1 .b8 text$2[26] = {116, 101, 115, 116, 115, 47, 99, 104, 101, 99, 107, 47, 114, 97, 99, 101, 95, 115, 104, 97, 114, 101, 100, 46, 99, 0};\n"
	".global .align 1 .b8 text$3[9] = {109, 97, 105, 110, 95, 108, 49, 49, 0};\n"
	"\n"
	".visible .entry main_l11$PAR_REG1(\n"
	"\t.param .u64 param_frame\n"
	")\n"
	".maxntid 64, 1, 1\n"
	"{\n"
	"\t.reg .b32 \t%r1, %r2;\n"
	"\t.reg .b64 \t%rd1, %rd2, %frame;\n"
	"\t.loc \t1 14 15\n"
	"\tld.param.b64 \t%frame, [param_frame];\n"
	"\t.loc \t1 16 13\n"
	"\tmov.u32 \t%r2, %tid.x;\n"
	"\t.loc \t1 17 12\n"
	"\tand.b32 \t%r1, %r2, 1;\n"
	"\tmul.wide.s32 \t%rd1, %r1, 4;\n"
	"\tadd.s64 \t%rd2, %frame, %rd1;\n"
	"\tst.global.b32 \t[%rd2], %r2;\n"
	"\t.loc \t1 14 15\n"
	"\tret;\n"
	"}\n"
	"\n"
	".visible .entry main_l11(\n"
	"\t.param .u64 param_out,\n"
	"\t.param .align 8 .b8 param_env[32]\n"
	")\n"
	"{\n"
	"\t.reg .pred \t%p1, %p2;\n"
	"\t.reg .b32 \t%r1, %r2, %r3, %threads, %r4, %r5, %r6, %r7, %r8;\n"
	"\t.reg .b64 \t%out, %frame, %rd1, %rd2, %rd3, %rd4, %rd5, %rd6, %rd7, %rd8, %rd9, %rd10;\n"
	"\t.local .align 4 .b8 dims[24];\n"
	"\t.loc \t1 11 14\n"
	"\tld.param.b64 \t%rd1, [param_env+8];\n"
	"\tld.param.b64 \t%rd2, [param_env+16];\n"
	"\tmov.u32 \t%r5, %ctaid.x;\n"
	"\tcvt.u64.u32 \t%rd3, %r5;\n"
	"\tmad.lo.s64 \t%frame, %rd3, %rd2, %rd1;\n"
	"\tld.param.b64 \t%out, [param_out];\n"
	"\t.loc \t1 13 7\n"
	"\tst.global.b32 \t[%frame], 0;\n"
	"\tst.global.b32 \t[%frame+4], 0;\n"
	"\tst.global.b32 \t[%frame+8], 0;\n"
	"\tst.global.b32 \t[%frame+12], 0;\n"
	"\tst.global.b32 \t[%frame], 0;\n"
	"\t.loc \t1 14 15\n"
	"\tld.param.b32 \t%r4, [param_env];\n"
	"\tmin.s32 \t%threads, 64, %r4;\n"
	"\n"
	"PAR_REG1:\n"
	"\tmov.u64 \t%rd7, main_l11$PAR_REG1;\n"
	"\tst.local.b32 \t[dims], 1;\n"
	"\tst.local.b32 \t[dims+4], 1;\n"
	"\tst.local.b32 \t[dims+8], 1;\n"
	"\tst.local.b32 \t[dims+12], %threads;\n"
	"\tst.local.b32 \t[dims+16], 1;\n"
	"\tst.local.b32 \t[dims+20], 1;\n"
	"\tmov.u64 \t%rd9, dims;\n"
	"\tcvta.local.u64 \t%rd9, %rd9;\n"
	"\tmov.u64 \t%rd10, dims+12;\n"
	"\tcvta.local.u64 \t%rd10, %rd10;\n"
	"\t{\n"
	"\t.param .b64 arg0;\n"
	"\tst.param.b64 \t[arg0], %rd7;\n"
	"\t.param .align 4 .b8 arg1[12];\n"
	"\t{\n"
	"\t.reg .b32 \t%piece;\n"
	"\tld.b32 \t%piece, [%rd9];\n"
	"\tst.param.b32 \t[arg1+0], %piece;\n"
	"\tld.b32 \t%piece, [%rd9+4];\n"
	"\tst.param.b32 \t[arg1+4], %piece;\n"
	"\tld.b32 \t%piece, [%rd9+8];\n"
	"\tst.param.b32 \t[arg1+8], %piece;\n"
	"\t}\n"
	"\t.param .align 4 .b8 arg2[12];\n"
	"\t{\n"
	"\t.reg .b32 \t%piece;\n"
	"\tld.b32 \t%piece, [%rd10];\n"
	"\tst.param.b32 \t[arg2+0], %piece;\n"
	"\tld.b32 \t%piece, [%rd10+4];\n"
	"\tst.param.b32 \t[arg2+4], %piece;\n"
	"\tld.b32 \t%piece, [%rd10+8];\n"
	"\tst.param.b32 \t[arg2+8], %piece;\n"
	"\t}\n"
	"\t.param .b32 arg3;\n"
	"\tst.param.b32 \t[arg3], 0;\n"
	"\t.param .b64 retval;\n"
	"\tcall.uni (retval), cudaGetParameterBufferV2, (arg0, arg1, arg2, arg3);\n"
	"\tld.param.b64 \t%rd8, [retval];\n"
	"\t}\n"
	"\tsetp.eq.s64 \t%p1, %rd8, 0;\n"
	"\t@%p1 bra \tLAUNCH_FAILED;\n"
	"\tst.b64 \t[%rd8], %frame;\n"
	"\t{\n"
	"\t.param .b64 arg0;\n"
	"\tst.param.b64 \t[arg0], %rd8;\n"
	"\t.param .b64 arg1;\n"
	"\tst.param.b64 \t[arg1], 0;\n"
	"\t.param .b32 retval;\n"
	"\tcall.uni (retval), cudaLaunchDeviceV2, (arg0, arg1);\n"
	"\tld.param.b32 \t%r6, [retval];\n"
	"\t}\n"
	"\t{\n"
	"\t.param .b32 retval;\n"
	"\tcall.uni (retval), cudaDeviceSynchronize;\n"
	"\tld.param.b32 \t%r7, [retval];\n"
	"\t}\n"
	"\tor.b32 \t%r8, %r6, %r7;\n"
	"\tsetp.ne.s32 \t%p2, %r8, 0;\n"
	"\t@%p2 bra \tLAUNCH_FAILED;\n"
	"\t.loc \t1 19 13\n"
	"\tld.global.b32 \t%r1, [%frame];\n"
	"\tld.global.b32 \t%r2, [%frame+4];\n"
	"\tadd.s32 \t%r3, %r1, %r2;\n"
	"\tst.global.b32 \t[%out], %r3;\n"
	"\tret;\n"
	"\n"
	"LAUNCH_FAILED:\n"
	"\t.loc \t1 14 15\n"
	"\tmov.u64 \t%rd4, text$1;\n"
	"\tcvta.global.u64 \t%rd4, %rd4;\n"
	"\tmov.u64 \t%rd5, text$2;\n"
	"\tcvta.global.u64 \t%rd5, %rd5;\n"
	"\tmov.u64 \t%rd6, text$3;\n"
	"\tcvta.global.u64 \t%rd6, %rd6;\n"
	"\t{\n"
	"\t.param .b64 arg0;\n"
	"\tst.param.b64 \t[arg0], %rd4;\n"
	"\t.param .b64 arg1;\n"
	"\tst.param.b64 \t[arg1], %rd5;\n"
	"\t.param .b32 arg2;\n"
	"\tst.param.b32 \t[arg2], 14;\n"
	"\t.param .b64 arg3;\n"
	"\tst.param.b64 \t[arg3], %rd6;\n"
	"\t.param .b64 arg4;\n"
	"\tst.param.b64 \t[arg4], 1;\n"
	"\tcall.uni __assertfail, (arg0, arg1, arg2, arg3, arg4);\n"
	"\t}\n"
	"\ttrap;\n"
	"}\n"
	;

static const struct devrt_image __devrt_images[] = {
	{ 35, __devrt_ptx_sm_35 },
	{ 70, __devrt_ptx_sm_70 },
};
static struct devrt_module __devrt_module = {
	.abi = 4, .source = "tests/check/race_shared.c",
	.images = __devrt_images, .nimages = 2,
	.kernels = __devrt_kernels, .nkernels = 1,
	.needs_link = 0, .launches_grids = 1
};
static struct devrt_module *
__devrt_unit(void)
{
	return &__devrt_module;
}
static __attribute__((__constructor__)) void
__devrt_start(void)
{
	devrt_register(&__devrt_module);
}
const char devrt_libdir[] __attribute__((__weak__)) = "/tmp/h22/main/build/lib";
