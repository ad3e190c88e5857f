// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/known_titles.h"

#include <algorithm>

#include "base/text.h"
#include "formats/unixbench_titles.h"

namespace lodestone {
namespace {

// Letters and digits only, lower case, without a plural "s".
std::string key_of(std::string_view name) {
  std::string key;
  for (char c : to_lower(name))
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) key += c;
  if (key.size() > 3 && key.back() == 's') key.pop_back();
  return key;
}

constexpr std::string_view events[] = {"cycle",
                                       "cpucycle",
                                       "instruction",
                                       "branche",
                                       "branch",
                                       "branchinstruction",
                                       "branchmisse",
                                       "branchmiss",
                                       "cachereference",
                                       "cachemisse",
                                       "cachemiss",
                                       "taskclock",
                                       "taskclocktick",
                                       "cpuclock",
                                       "contextswitche",
                                       "contextswitch",
                                       "c",
                                       "cpumigration",
                                       "migration",
                                       "pagefault",
                                       "fault",
                                       "minorfault",
                                       "majorfault",
                                       "timeelapsed",
                                       "secondstimeelapsed",
                                       "elapsed",
                                       "elapsedtime",
                                       "user",
                                       "sy",
                                       "stalledcyclesfrontend",
                                       "stalledcyclesbackend",
                                       "refcycle",
                                       "buscycle",
                                       "alignmentfault",
                                       "emulationfault",
                                       "bpfoutput",
                                       "dummy",
                                       "durationtime",
                                       "usertime",
                                       "systemtime",
                                       "insnpercycle",
                                       "ipc"};

constexpr std::string_view lmbench_names[] = {"simplesyscall",
                                              "simpleread",
                                              "simplewrite",
                                              "simplestat",
                                              "simplefstat",
                                              "simpleopenclose",
                                              "selecton10fd",
                                              "selecton100fd",
                                              "selecton250fd",
                                              "selecton500fd",
                                              "signalhandlerinstallation",
                                              "signalhandleroverhead",
                                              "protectionfault",
                                              "pipelatency",
                                              "afunixsockstreamlatency",
                                              "processforkexit",
                                              "processforkexecve",
                                              "processforkbinshc",
                                              "nullcall",
                                              "nullio",
                                              "stat",
                                              "openclo",
                                              "openclose",
                                              "slcttcp",
                                              "siginst",
                                              "sighndl",
                                              "forkproc",
                                              "execproc",
                                              "shproc",
                                              "mmaplatency",
                                              "protfault",
                                              "pagefaultlatency",
                                              "pipebandwidth",
                                              "selecton10tcpfd",
                                              "selecton100tcpfd",
                                              "selecton200tcpfd",
                                              "selecton250tcpfd",
                                              "selecton500tcpfd",
                                              "pagefaultsonfile",
                                              "fcntllocklatency",
                                              "semaphorelatency",
                                              "afunixsockstreambandwidth"};

template <size_t N>
bool among(const std::string& key, const std::string_view (&list)[N]) {
  return std::find(std::begin(list), std::end(list), key) != std::end(list);
}

}  // namespace

bool is_perf_event(std::string_view name) {
  if (name.empty() || name.size() > 120) return false;
  std::string_view bare = name;
  // Modifiers and PMU names.
  if (const size_t colon = bare.rfind(':'); colon != std::string_view::npos &&
                                            bare.size() - colon <= 5 &&
                                            bare.find(' ') == std::string_view::npos) {
    bare = bare.substr(0, colon);
  }
  if (bare.size() > 3 && bare.back() == '/' && bare.find('/') != bare.size() - 1 &&
      bare.find(' ') == std::string_view::npos)
    return true;
  if (among(key_of(bare), events)) return true;
  for (std::string_view start : {"dTLB-", "iTLB-", "L1-dcache-", "L1-icache-", "LLC-", "node-",
                                 "branch-load", "l1d-", "l2_", "l3_", "uops_", "mem_", "topdown-"})
    if (bare.starts_with(start) && bare.find(' ') == std::string_view::npos) return true;
  return false;
}

std::optional<std::string> known_title(std::string& title, std::string& unit) {
  while (!title.empty() && (title.back() == ':' || title.back() == ' ')) title.pop_back();
  if (title.empty()) return std::nullopt;
  const auto anchors = find_unixbench_anchors(title);
  if (anchors.size() == 1 && anchors[0].at == 0 && anchors[0].kind != Anchor::index_heading &&
      anchors[0].length + 2 >= title.size())
    return "unixbench";
  std::string bare = title;
  std::string found_unit;
  if (bare.back() == ')') {
    if (const size_t open = bare.rfind('('); open != std::string::npos && open > 0) {
      found_unit =
          std::string(trim(std::string_view(bare).substr(open + 1, bare.size() - open - 2)));
      bare = std::string(trim(std::string_view(bare).substr(0, open)));
    }
  }
  if (is_perf_event(bare)) {
    title = bare;
    if (!found_unit.empty()) unit = found_unit;
    return "perf-stat-columns";
  }
  if (among(key_of(bare), lmbench_names)) return "lmbench";
  return std::nullopt;
}

}  // namespace lodestone
