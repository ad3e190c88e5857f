// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace lodestone {
namespace {

// Folders of this process's group and its ancestors, innermost first, for one controller. In a
// container the mount shows only a part of the tree, whose root is given by the fourth column of
// mountinfo (proc(5)).
std::vector<std::string> group_folders(const Root& root, bool unified,
                                       std::string_view controller) {
  std::string group;
  bool found = false;
  const std::string memberships = root.text("/proc/self/cgroup");
  for (std::string_view line : split(memberships, '\n')) {
    const size_t first = line.find(':');
    const size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view names = line.substr(first + 1, second - first - 1);
    bool ours = unified && line.starts_with("0::");
    for (std::string_view name : split(names, ',')) ours = ours || (!unified && name == controller);
    if (!ours) continue;
    group = std::string(line.substr(second + 1));
    found = true;
  }
  if (!found) return {};
  std::string mount, mount_root;
  const std::string mounts = root.text("/proc/self/mountinfo");
  for (std::string_view line : split(mounts, '\n')) {
    const size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const auto left = words(line.substr(0, dash)), right = words(line.substr(dash + 3));
    if (left.size() < 5 || right.size() < 3) continue;
    bool ours = unified && right[0] == "cgroup2";
    if (!unified && right[0] == "cgroup")
      for (std::string_view option : split(right[2], ',')) ours = ours || option == controller;
    if (!ours) continue;
    mount_root = std::string(left[3]);
    mount = std::string(left[4]);
    break;
  }
  if (mount.empty()) return {};
  if (mount_root != "/" && group.starts_with(mount_root)) group.erase(0, mount_root.size());
  std::vector<std::string> folders;
  while (!group.empty() && group != "/") {
    folders.push_back(mount + (group[0] == '/' ? "" : "/") + group);
    group.erase(group.rfind('/') == std::string::npos ? 0 : group.rfind('/'));
  }
  folders.push_back(mount);
  return folders;
}

}  // namespace

std::string cgroup_folder(const Root& root, std::string_view controller) {
  const auto folders = group_folders(root, controller.empty(), controller);
  for (const std::string& folder : folders)
    if (root.exists(folder)) return folder;
  return "";
}

std::string hidden_cgroups(const Root& root) {
  const std::string memberships = root.text("/proc/self/cgroup");
  if (memberships.empty())  // a kernel without control groups has no such file
    return root.text("/proc/self/status").empty() ? "/proc cannot be read" : "";
  const std::string mounts = root.text("/proc/self/mountinfo");
  if (mounts.empty()) return "/proc/self/mountinfo cannot be read";
  for (std::string_view line : split(mounts, '\n'))
    if (line.find(" - cgroup") != std::string_view::npos) return "";
  return "no control groups are mounted";
}

std::optional<CgroupCpuLimit> cgroup_cpu_limit(const Root& root) {
  std::optional<CgroupCpuLimit> least;
  const auto keep_smaller = [&](double cpus, std::string file) {
    if (!least || cpus < least->cpus) least = {cpus, std::move(file)};
  };
  for (const std::string& folder : group_folders(root, true, "cpu")) {
    const auto line = root.line(folder + "/cpu.max");
    if (!line) continue;
    const auto parts = words(*line);
    const auto quota = parse_double(parts[0]);  // "max" is no number
    const auto period = parts.size() > 1 ? parse_double(parts[1]) : 100000.0;
    if (quota && period && *period > 0) keep_smaller(*quota / *period, folder + "/cpu.max");
  }
  for (const std::string& folder : group_folders(root, false, "cpu")) {
    const auto quota = root.integer(folder + "/cpu.cfs_quota_us");
    const auto period = root.integer(folder + "/cpu.cfs_period_us");
    if (quota && period && *quota > 0 && *period > 0)
      keep_smaller(static_cast<double>(*quota) / static_cast<double>(*period),
                   folder + "/cpu.cfs_quota_us");
  }
  return least;
}

std::optional<double> cgroup_cpu_quota(const Root& root) {
  const auto limit = cgroup_cpu_limit(root);
  return limit ? std::optional(limit->cpus) : std::nullopt;
}

std::optional<CgroupMemoryLimit> cgroup_memory_bound(const Root& root) {
  std::optional<CgroupMemoryLimit> least;
  const auto keep_smaller = [&](long long bytes, std::string file) {
    if (!least || bytes < least->bytes) least = {bytes, std::move(file)};
  };
  for (const std::string& folder : group_folders(root, true, "memory"))
    if (auto limit = root.integer(folder + "/memory.max"))
      keep_smaller(*limit, folder + "/memory.max");
  for (const std::string& folder : group_folders(root, false, "memory"))
    // "No limit" is the largest page-aligned number.
    if (auto limit = root.integer(folder + "/memory.limit_in_bytes"); limit && *limit < (1LL << 60))
      keep_smaller(*limit, folder + "/memory.limit_in_bytes");
  return least;
}

std::optional<long long> cgroup_memory_limit(const Root& root) {
  const auto limit = cgroup_memory_bound(root);
  return limit ? std::optional(limit->bytes) : std::nullopt;
}

}  // namespace lodestone
