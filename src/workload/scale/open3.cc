// SPDX-License-Identifier: GPL-2.0-or-later
// One operation is open(O_RDWR) and close of one common path: all tasks count references to one
// dentry and one inode.
#include <fcntl.h>
#include <unistd.h>

#include "workload/scale/case.h"
#include "workload/workload.h"

namespace {

using namespace lodestone::scale;

char path[path_size];

int prepare(lodestone_task* task) {
  return named_file(task, path, 0);
}

void run(lodestone_task* task, uint64_t operations) {
  for (uint64_t done = 0; done < operations; ++done) {
    int fd = open(path, O_RDWR);
    if (fd < 0 || close(fd) != 0) {
      lodestone_fail(task, "open and close: %m");
      return;
    }
    lodestone_count(task, 1);
  }
}

void cleanup(lodestone_task*) {
  unlink(path);
}

}  // namespace

LODESTONE_WORKLOAD(scale, open3) = {
    .version = LODESTONE_WORKLOAD_VERSION,
    .name = "scale/open3",
    .title = "open and close, one file for all",
    .operation = "open(O_RDWR) and close of one common path",
    .meaning = "path look-up with all tasks on the reference count of one dentry",
    .counterpart = "will-it-scale open3",
    .exercises = "open close one-dentry-and-inode",
    .note = "the folder is the pass's own; like=will-it-scale uses the scratch folder itself",
    .flags = LODESTONE_PROCESSES | LODESTONE_THREADS | LODESTONE_NEEDS_FILES,
    .value = LODESTONE_RATE,
    .scale = 1,
    .unit = "ops/s",
    .prepare = prepare,
    .run = run,
    .cleanup = cleanup,
};
