// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/hot_paths.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "explain/matching.h"

namespace lodestone::explain {
namespace {

// What every system call, fault or switch runs (arch/x86/entry, kernel/entry/common.c,
// kernel/sched/core.c, arch/x86/mm/fault.c), and a workload of this program that takes the way
// often.
struct Common {
  std::string_view function, workload;
};
constexpr Common everything[] = {
    {"entry_SYSCALL_64", "unixbench/syscall"},
    {"entry_SYSCALL_64_after_hwframe", "unixbench/syscall"},
    {"do_syscall_64", "unixbench/syscall"},
    {"syscall_enter_from_user_mode", "unixbench/syscall"},
    {"syscall_exit_to_user_mode", "unixbench/syscall"},
    {"syscall_return_via_sysret", "unixbench/syscall"},
    {"exit_to_user_mode_prepare", "unixbench/syscall"},
    {"exit_to_user_mode_loop", "unixbench/syscall"},
    {"irqentry_enter", "mmap/touch"},
    {"irqentry_exit", "mmap/touch"},
    {"irqentry_exit_to_user_mode", "mmap/touch"},
    {"error_entry", "mmap/touch"},
    {"asm_exc_page_fault", "mmap/touch"},
    {"exc_page_fault", "mmap/touch"},
    {"do_user_addr_fault", "mmap/touch"},
    {"handle_mm_fault", "mmap/touch"},
    {"__handle_mm_fault", "mmap/touch"},
    {"schedule", "unixbench/context1"},
    {"__schedule", "unixbench/context1"},
    {"__switch_to", "unixbench/context1"},
    {"__switch_to_asm", "unixbench/context1"},
    {"finish_task_switch", "unixbench/context1"},
    {"pick_next_task_fair", "unixbench/context1"},
    {"try_to_wake_up", "unixbench/context1"},
    {"ttwu_do_activate", "unixbench/context1"},
    {"update_curr", "unixbench/context1"},
    {"_raw_spin_lock", "unixbench/context1"},
    {"_raw_spin_lock_irqsave", "unixbench/context1"},
    {"_raw_spin_unlock_irqrestore", "unixbench/context1"},
    {"native_queued_spin_lock_slowpath", "unixbench/context1"},
    {"osq_lock", "unixbench/context1"},
    {"mutex_lock", "unixbench/context1"},
    {"copy_user_generic_unrolled", "unixbench/pipe"},
};

struct Path {
  std::string_view workload;   // glob
  std::string_view example;    // a workload's id
  std::string_view functions;  // globs, separated by blanks
};

constexpr Path paths[] = {
    {"*syscall*", "unixbench/syscall",
     "*sys_getpid __task_pid_nr_ns *sys_close *sys_dup *sys_umask *sys_getuid"},
    {"*getppid*", "scale/getppid1", "*sys_getppid __task_pid_nr_ns"},
    {"*sched_yield*", "scale/sched_yield",
     "*sys_sched_yield do_sched_yield yield_task_fair pick_next_entity "
     "set_next_entity put_prev_entity"},
    {"*pipe*", "unixbench/pipe",
     "pipe_* anon_pipe_* vfs_read vfs_write ksys_read ksys_write "
     "*sys_read *sys_write __wake_up_sync_key copy_page_from_iter copy_page_to_iter"},
    {"*context*", "unixbench/context1",
     "pipe_read pipe_write __wake_up_sync_key dequeue_task_fair enqueue_task_fair"},
    {"*fork*|*spawn*|*execl*|*shell*", "unixbench/spawn",
     "copy_process kernel_clone dup_mm copy_page_range wp_page_copy do_exit do_wait "
     "wait_task_zombie release_task exit_mmap unmap_page_range bprm_execve load_elf_binary "
     "begin_new_exec"},
    {"*mmap-perf*|*mremap*|mmap/mixed", "mmap/mixed",
     "*sys_mremap mremap_to move_vma move_page_tables"},
    {"*mmap*|*page_fault*|*touch*|*brk*|*malloc*", "mmap/touch",
     "do_mmap mmap_region do_munmap __do_munmap unmap_region unmap_vmas zap_pte_range "
     "do_anonymous_page clear_page_* free_pgtables vma_* mas_* __alloc_pages "
     "get_page_from_freelist "
     "*sys_mmap *sys_munmap *sys_brk"},
    {"*file_copy*|*fstime*|*fsbuffer*|*fsdisk*|*read*|*write*", "unixbench/fstime",
     "vfs_read vfs_write ksys_read ksys_write *sys_read *sys_write generic_file_read_iter "
     "filemap_read generic_perform_write generic_file_write_iter ext4_* shmem_* rwsem_* "
     "copy_page_to_iter copy_page_from_iter_atomic"},
    {"*lock*|*futex*", "scale/futex1", "osq_lock osq_unlock mutex_* rwsem_* futex_* __mutex_lock*"},
    {"*open*|*unlink*|*stat*", "scale/open1",
     "path_openat do_filp_open link_path_walk lookup_fast d_lookup "
     "do_unlinkat vfs_stat* *sys_open* *sys_unlink* vfs_unlink"},
    {"*signal*", "scale/signal1",
     "get_signal handle_signal do_signal arch_do_signal* *sys_rt_sig* send_signal* "
     "__send_signal*"},
};

bool is_of(const Path& path, std::string_view workload) {
  const auto patterns = split(path.workload, '|');
  return std::any_of(patterns.begin(), patterns.end(), [workload](std::string_view pattern) {
    return glob_match(pattern, workload);
  });
}

}  // namespace

size_t common_position(std::string_view function) {
  return static_cast<size_t>(std::find_if(std::begin(everything), std::end(everything),
                                          [family = family_of(function)](const Common& c) {
                                            return c.function == family;
                                          }) -
                             std::begin(everything));
}

std::string_view workload_that_runs(std::string_view function) {
  const std::string_view family = family_of(function);
  for (const Path& path : paths)
    for (const std::string_view name : words(path.functions))
      if (glob_match(name, family)) return path.example;
  const size_t position = common_position(family);
  return position < std::size(everything) ? everything[position].workload : "";
}

std::string_view workload_near(std::string_view program) {
  for (const Path& path : paths)
    if (is_of(path, program)) return path.example;
  return "";
}

HotBy known_hot(std::string_view function, std::string_view workload) {
  const std::string_view family = family_of(function);
  if (!workload.empty())
    for (const Path& path : paths)
      if (is_of(path, workload))
        for (const std::string_view name : words(path.functions))
          if (glob_match(name, family)) return HotBy::workload;
  if (common_position(family) < std::size(everything) && !function.ends_with(".cold"))
    return HotBy::everything;
  return HotBy::none;
}

}  // namespace lodestone::explain
