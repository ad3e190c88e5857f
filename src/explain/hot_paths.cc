// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/hot_paths.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "explain/matching.h"

namespace lodestone::explain {
namespace {

// arch/x86/entry, kernel/entry/common.c, kernel/sched/core.c, arch/x86/mm/fault.c.
constexpr std::array<std::string_view, 33> everything = {
    "entry_SYSCALL_64",
    "entry_SYSCALL_64_after_hwframe",
    "do_syscall_64",
    "syscall_enter_from_user_mode",
    "syscall_exit_to_user_mode",
    "syscall_return_via_sysret",
    "exit_to_user_mode_prepare",
    "exit_to_user_mode_loop",
    "irqentry_enter",
    "irqentry_exit",
    "irqentry_exit_to_user_mode",
    "error_entry",
    "asm_exc_page_fault",
    "exc_page_fault",
    "do_user_addr_fault",
    "handle_mm_fault",
    "__handle_mm_fault",
    "schedule",
    "__schedule",
    "__switch_to",
    "__switch_to_asm",
    "finish_task_switch",
    "pick_next_task_fair",
    "try_to_wake_up",
    "ttwu_do_activate",
    "update_curr",
    "_raw_spin_lock",
    "_raw_spin_lock_irqsave",
    "_raw_spin_unlock_irqrestore",
    "native_queued_spin_lock_slowpath",
    "osq_lock",
    "mutex_lock",
    "copy_user_generic_unrolled",
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
  return static_cast<size_t>(std::find(everything.begin(), everything.end(), family_of(function)) -
                             everything.begin());
}

std::string_view workload_that_runs(std::string_view function) {
  const std::string_view family = family_of(function);
  for (const Path& path : paths)
    for (const std::string_view name : words(path.functions))
      if (glob_match(name, family)) return path.example;
  const auto common = std::find(everything.begin(), everything.end(), family);
  if (common == everything.end()) return "";
  // The first are those of system calls, then come faults, then switches.
  const auto position = common - everything.begin();
  return position < 10 ? "unixbench/syscall" : position < 17 ? "mmap/touch" : "unixbench/context1";
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
  if (std::find(everything.begin(), everything.end(), family) != everything.end() &&
      !function.ends_with(".cold"))
    return HotBy::everything;
  return HotBy::none;
}

}  // namespace lodestone::explain
