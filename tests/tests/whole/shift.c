/* Moves the wall clock of a process while it runs: adds the seconds in the file BAGARRE_TEST_SHIFT (a whole number of 64 bits) to
 * CLOCK_REALTIME. The monotonic clock stays as it is. Preloaded with LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

static volatile int64_t *shift;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void start(void) {
  real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *file = getenv("BAGARRE_TEST_SHIFT");
  int fd = file ? open(file, O_RDONLY) : -1;
  if (fd < 0) return;
  void *map = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, fd, 0);
  if (map != MAP_FAILED) shift = map;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int done = real(clock, time);
  if (done == 0 && clock == CLOCK_REALTIME && shift) time->tv_sec += *shift;
  return done;
}
