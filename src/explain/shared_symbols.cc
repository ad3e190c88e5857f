// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/shared_symbols.h"

#include <array>

namespace lodestone::explain {
namespace {

constexpr std::array<SharedSymbol, 38> table = {{
    {"osq_node", 1.0,
     "a waiter spins on its own node; its queue neighbours write it and read its cpu "
     "(kernel/locking/osq_lock.c)"},
    {"qnodes", 0.95,
     "a waiter spins on its own node; its predecessor writes it "
     "(kernel/locking/qspinlock.c)"},
    {"runqueues", 0.9, "other CPUs lock it to wake tasks and to balance (kernel/sched/core.c)"},
    {"call_single_queue", 0.85, "other CPUs queue calls to it (kernel/smp.c)"},
    {"cpu_tlbstate_shared", 0.85, "other CPUs read it before they flush (arch/x86/mm/tlb.c)"},
    {"csd_data", 0.8, "the called CPU writes it back to the caller (kernel/smp.c)"},
    {"cfd_data", 0.8, "the called CPUs write it back to the caller (kernel/smp.c)"},
    {"vm_stat", 0.8, "every CPU folds its counters into it (mm/vmstat.c)"},
    {"vm_zone_stat", 0.8, "every CPU folds its counters into it (mm/vmstat.c)"},
    {"vm_node_stat", 0.8, "every CPU folds its counters into it (mm/vmstat.c)"},
    {"vm_numa_event", 0.6, "every CPU folds its counters into it (mm/vmstat.c)"},
    {"tcp_memory_allocated", 0.8, "every socket charges it (net/ipv4/tcp.c)"},
    {"udp_memory_allocated", 0.8, "every socket charges it (net/ipv4/udp.c)"},
    {"tasklist_lock", 0.75, "fork and exit write it, signals and wait read it (kernel/fork.c)"},
    {"mount_lock", 0.7, "path walks read its sequence (fs/namespace.c)"},
    {"rename_lock", 0.7, "path walks read its sequence (fs/dcache.c)"},
    {"rcu_data", 0.7, "the grace-period kthread reads and writes it (kernel/rcu/tree.c)"},
    {"rcu_state", 0.65, "every CPU reads its grace period (kernel/rcu/tree.c)"},
    {"softnet_data", 0.7, "other CPUs steer packets to it (net/core/dev.c)"},
    {"tk_core", 0.7,
     "every reader of time reads it, the tick writes it "
     "(kernel/time/timekeeping.c)"},
    {"jiffies_64", 0.6, "the tick writes it, everybody reads it (kernel/time/timer.c)"},
    {"jiffies", 0.6, "the tick writes it, everybody reads it (kernel/time/timer.c)"},
    {"nohz", 0.6, "idle CPUs write it, the balancer reads it (kernel/sched/fair.c)"},
    {"hrtimer_bases", 0.6, "other CPUs read its expiry (kernel/time/hrtimer.c)"},
    {"timer_bases", 0.55, "timers are removed from other CPUs (kernel/time/timer.c)"},
    {"tick_cpu_sched", 0.5, "other CPUs read its idle state (kernel/time/tick-sched.c)"},
    {"cpu_worker_pools", 0.55, "other CPUs queue work to it (kernel/workqueue.c)"},
    {"arch_freq_scale", 0.5, "the scheduler reads it on every tick (kernel/sched/fair.c)"},
    {"tsc_adjust", 0.45, "written on the way out of idle (arch/x86/kernel/tsc_sync.c)"},
    {"flush_tlb_info", 0.5, "remote CPUs read it while they flush (arch/x86/mm/tlb.c)"},
    {"cpu_tlbstate", 0.5,
     "read and written at every switch of address space "
     "(arch/x86/mm/tlb.c)"},
    {"tcp_hashinfo", 0.6, "every connection looks it up (net/ipv4/tcp_ipv4.c)"},
    {"init_net", 0.5, "its counters are written by every socket (net/core/net_namespace.c)"},
    {"root_task_group", 0.5, "load averages are folded into it (kernel/sched/fair.c)"},
    {"files_stat", 0.4, "counted at every open (fs/file_table.c)"},
    {"pidmap_lock", 0.5, "taken by fork and exit (kernel/pid.c)"},
    {"kernel_cpustat", 0.35,
     "written on every tick, read by /proc/stat "
     "(kernel/sched/cputime.c)"},
    {"init_task", 0.3, "the root of the task list (init/init_task.c)"},
}};

}  // namespace

std::span<const SharedSymbol> shared_symbols() {
  return table;
}

const SharedSymbol* find_shared_symbol(std::string_view name) {
  for (const SharedSymbol& symbol : table)
    if (symbol.name == name) return &symbol;
  return nullptr;
}

}  // namespace lodestone::explain
