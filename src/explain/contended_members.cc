// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/contended_members.h"

#include <array>

namespace lodestone::explain {
namespace {

constexpr std::array<ContendedMember, 74> table = {{
    {"mm_struct", "mmap_lock", true},
    {"mm_struct", "mmap_sem", true},
    {"mm_struct", "page_table_lock", true},
    {"mm_struct", "mm_count", true},
    {"mm_struct", "mm_users", true},
    {"mm_struct", "write_protect_seq", true},
    {"mm_struct", "pgd", false},
    {"mm_struct", "mm_mt", false},
    {"file", "f_lock", true},
    {"file", "f_count", true},
    {"file", "f_pos_lock", true},
    {"file", "f_op", false},
    {"file", "f_mode", false},
    {"address_space", "i_mmap", true},
    {"address_space", "i_mmap_rwsem", true},
    {"address_space", "i_pages", true},
    {"address_space", "a_ops", false},
    {"address_space", "host", false},
    {"inode", "i_lock", true},
    {"inode", "i_rwsem", true},
    {"inode", "i_count", true},
    {"inode", "i_op", false},
    {"inode", "i_sb", false},
    {"dentry", "d_lockref", true},
    {"dentry", "d_inode", false},
    {"dentry", "d_name", false},
    {"dst_entry", "__refcnt", true},
    {"dst_entry", "__rcuref", true},
    {"dst_entry", "lwtstate", false},
    {"dst_entry", "rt_genid", false},
    {"page_counter", "usage", true},
    {"page_counter", "parent", false},
    {"page_counter", "high", false},
    {"page_counter", "max", false},
    {"pcpu_chunk", "free_bytes", true},
    {"pcpu_chunk", "chunk_md", true},
    {"pcpu_chunk", "base_addr", false},
    {"net", "count", true},
    {"net", "passive", true},
    {"net", "hash_mix", false},
    {"user_struct", "__count", true},
    {"user_struct", "sigpending", true},
    {"user_struct", "processes", true},
    {"user_struct", "uid", false},
    {"task_group", "load_avg", true},
    {"task_group", "se", false},
    {"task_group", "cfs_rq", false},
    {"task_group", "shares", false},
    {"vm_area_struct", "vm_lock", true},
    {"vm_area_struct", "vm_refcnt", true},
    {"vm_area_struct", "vm_start", false},
    {"vm_area_struct", "vm_end", false},
    {"vm_area_struct", "vm_mm", false},
    {"mem_cgroup", "memory_events_local", true},
    {"mem_cgroup", "memory_events", true},
    {"mem_cgroup", "vmstats_percpu", false},
    {"mem_cgroup", "vmpressure", true},
    {"mem_cgroup", "memory", true},
    {"rq", "__lock", true},
    {"rq", "lock", true},
    {"rq", "nr_running", true},
    {"rq", "curr", false},
    {"cpupri_vec", "count", true},
    {"cpupri_vec", "mask", true},
    {"sock", "sk_lock", true},
    {"sock", "sk_wmem_alloc", true},
    {"sock", "sk_refcnt", true},
    {"sighand_struct", "siglock", true},
    {"signal_struct", "live", true},
    {"zone", "lock", true},
    {"lruvec", "lru_lock", true},
    {"pipe_inode_info", "mutex", true},
    {"pipe_inode_info", "head", true},
    {"optimistic_spin_node", "locked", true},
}};

}  // namespace

std::span<const ContendedMember> contended_members() {
  return table;
}

const ContendedMember* find_contended(std::string_view type, std::string_view member) {
  for (const ContendedMember& entry : table)
    if (entry.type == type && member.starts_with(entry.member) &&
        (member.size() == entry.member.size() || member[entry.member.size()] == '.'))
      return &entry;
  return nullptr;
}

bool has_contended(std::string_view type) {
  for (const ContendedMember& entry : table)
    if (entry.type == type) return true;
  return false;
}

}  // namespace lodestone::explain
