/* SPDX-License-Identifier: GPL-2.0-or-later */
/* init: mounts, reads the plan, runs the jobs, powers off. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "exact/guest/guest.h"
#include "exact/plugin/marker.h"

static unsigned lines;

/* CRC-32 as in zlib and Ethernet, a bit at a time: there is little text. */
static uint32_t crc32_of(const char* bytes, size_t size) {
  uint32_t crc = ~0u;
  for (size_t i = 0; i < size; i++) {
    crc ^= (unsigned char)bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  return ~crc;
}

void guest_say(const char* format, ...) {
  char text[600];
  char line[700];
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (size < 0) return;
  if ((size_t)size >= sizeof text) size = (int)sizeof text - 1;
  int length = snprintf(line, sizeof line, "\n@@lodestone %d %08x %s\n", size,
                        crc32_of(text, (size_t)size), text);
  for (int done = 0; done < length;) {
    ssize_t now = write(1, line + done, (size_t)(length - done));
    if (now <= 0) break;
    done += (int)now;
  }
  lines++;
}

static void mount_all(void) {
  mkdir("/proc", 0755);
  mkdir("/sys", 0755);
  mkdir("/dev", 0755);
  mkdir("/tmp", 01777);
  /* Each is needed by some workloads only; those say what they miss. */
  mount("proc", "/proc", "proc", 0, NULL);
  mount("sysfs", "/sys", "sysfs", 0, NULL);
  mount("devtmpfs", "/dev", "devtmpfs", 0, NULL);
  mkdir("/dev/shm", 01777);
  if (mount("tmpfs", "/tmp", "tmpfs", 0, NULL) != 0) mount("ramfs", "/tmp", "ramfs", 0, NULL);
  mount("tmpfs", "/dev/shm", "tmpfs", 0, NULL);
  static const struct {
    const char* path;
    unsigned minor;
  } nodes[] = {{"/dev/null", 3}, {"/dev/zero", 5}, {"/dev/full", 7}};
  for (unsigned i = 0; i < sizeof nodes / sizeof *nodes; i++)
    if (access(nodes[i].path, F_OK) != 0)
      mknod(nodes[i].path, S_IFCHR | 0666, 1 << 8 | nodes[i].minor);
}

/* Its address comes with it (net/ipv4/devinet.c). Where the kernel has no network, those workloads
 * say so. */
static void raise_loopback(void) {
  struct ifreq request = {.ifr_name = "lo"};
  const int link = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (link < 0) return;
  if (ioctl(link, SIOCGIFFLAGS, &request) == 0) {
    request.ifr_flags |= IFF_UP;
    ioctl(link, SIOCSIFFLAGS, &request);
  }
  close(link);
}

static char* read_plan(void) {
  static char text[65536];
  int file = open("/lodestone.plan", O_RDONLY | O_CLOEXEC);
  size_t size = 0;
  ssize_t now;
  while (file >= 0 && size < sizeof text - 1 &&
         (now = read(file, text + size, sizeof text - 1 - size)) > 0)
    size += (size_t)now;
  if (file >= 0) close(file);
  return text;
}

static void run_line(char* line) {
  struct guest_job job = {0};
  struct guest_slab_layout slabs;
  unsigned long long number[5];
  if (sscanf(line, "slabs %llx %llx %llx %llx %llx", &number[0], &number[1], &number[2], &number[3],
             &number[4]) == 5) {
    slabs = (struct guest_slab_layout){number[0], number[1], number[2], number[3], number[4]};
    guest_say_slabs(&slabs);
    return;
  }
  char* rest = NULL;
  char* name = strtok_r(line, " ", &rest);
  if (name == NULL) return;
  char* words[3] = {0};
  for (int i = 0; i < 3; i++)
    if ((words[i] = strtok_r(NULL, " ", &rest)) == NULL) return;
  job.operations = strtoul(words[0], NULL, 10);
  job.phases = (unsigned)strtoul(words[1], NULL, 10);
  job.tasks = (unsigned)strtoul(words[2], NULL, 10);
  if (job.phases > guest_phases || job.tasks > guest_tasks) return;
  for (char* word;
       (word = strtok_r(NULL, " ", &rest)) != NULL && job.parameters < guest_parameters;) {
    char* equals = strchr(word, '=');
    if (equals == NULL) continue;
    *equals = 0;
    job.parameter[job.parameters][0] = word;
    job.parameter[job.parameters++][1] = equals + 1;
  }
  for (const struct lodestone_workload* const* w = guest_workloads; *w; w++)
    if (strcmp((*w)->name, name) == 0) job.workload = *w;
  if (job.workload == NULL)
    guest_say("unknown %s", name);
  else
    guest_run(&job);
}

/* Visits every processor and says which one it is. Marks are constants, so each has its own code.
 */
static void mark_processors(void) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  for (long i = 0; processors > 1 && i < processors; i++) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((unsigned)i, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) continue;
#define VISIT(n)              \
  case n:                     \
    LODESTONE_MARK(0x4d0##n); \
    break;
    switch (i) { VISIT(0) VISIT(1) VISIT(2) VISIT(3) VISIT(4) VISIT(5) VISIT(6) VISIT(7) }
  }
  cpu_set_t all;
  CPU_ZERO(&all);
  for (long i = 0; i < processors; i++) CPU_SET((unsigned)i, &all);
  sched_setaffinity(0, sizeof all, &all);
}

int main(int argc, char** argv) {
  /* Started by exec from a workload that runs a program: the program that does nothing. */
  if (getpid() != 1) return argc > 1 && strcmp(argv[1], "false") == 0;
  mount_all();
  raise_loopback();
  signal(SIGPIPE, SIG_IGN);
  const struct rlimit files = {65536, 65536};
  setrlimit(RLIMIT_NOFILE, &files);
  struct utsname system;
  uname(&system);
  guest_say("hello %s %ld", system.release, sysconf(_SC_NPROCESSORS_ONLN));
  LODESTONE_MARK(LODESTONE_MARK_PREPARE);
  /* The emulator throws away its translations at the next chance. */
  for (volatile unsigned i = 0; i < 200000; i++) {
  }
  mark_processors();
  char* rest = NULL;
  for (char* line = strtok_r(read_plan(), "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    run_line(line);
  guest_say("end %u", lines);
  sync();
  /* With the emulator's -no-reboot this ends it, whatever power management the kernel has. */
  reboot(RB_AUTOBOOT);
  reboot(RB_POWER_OFF);
  for (;;) pause();
}
