// SPDX-License-Identifier: GPL-2.0-or-later
// From names of events to perf_event_attr.
#include <linux/perf_event.h>
#include <perfmon/pfmlib_perf_event.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <set>
#include <utility>

#include "base/text.h"
#include "sys/perf_event.h"

namespace lodestone {
namespace {

constexpr std::string_view sources = "/sys/bus/event_source/devices/";

struct Named {
  std::string_view name;
  uint32_t type;
  uint64_t config;
  double scale = 1;
  const char* unit = "";
};
constexpr Named names[] = {
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    {"branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES},
    {"stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    {"ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
    {"cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, 1e-6, "msec"},
    {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, 1e-6, "msec"},
    {"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN},
    {"major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    {"alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS},
    {"emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS},
    {"dummy", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_DUMMY},
    {"bpf-output", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_BPF_OUTPUT},
    {"cgroup-switches", PERF_TYPE_SOFTWARE, 11},  // PERF_COUNT_SW_CGROUP_SWITCHES, Linux 5.13
};

std::optional<uint64_t> number_in(std::string_view text, int base) {
  if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
  uint64_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (problem != std::errc() || end != text.data() + text.size() || text.empty())
    return std::nullopt;
  return value;
}

// PMUs of the core CPUs on hybrid machines: generic events go to each, with its type in the upper
// half of config (PERF_PMU_TYPE_SHIFT of uapi/linux/perf_event.h).
std::vector<uint64_t> hybrid_types(const Root& root) {
  std::vector<uint64_t> types;
  for (const std::string& pmu : root.list(sources))
    if (pmu.starts_with("cpu_"))
      if (const auto type = root.integer(std::string(sources) + pmu + "/type"))
        types.push_back(static_cast<uint64_t>(*type));
  return types;
}

// Puts `value` into the bits that a format like "config:0-7,21" names.
bool place(std::string_view format, uint64_t value, PerfEvent& event) {
  const size_t colon = format.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view word = format.substr(0, colon);
  uint64_t& target = word == "config1"   ? event.config1
                     : word == "config2" ? event.config2
                                         : event.config;
  int bit = 0;
  for (const std::string_view range : split(format.substr(colon + 1), ',')) {
    const size_t dash = range.find('-');
    const auto low = number_in(trim(range.substr(0, dash)), 10);
    const auto high =
        dash == std::string_view::npos ? low : number_in(trim(range.substr(dash + 1)), 10);
    if (!low || !high || *high > 63) return false;
    for (uint64_t at = *low; at <= *high; ++at, ++bit)
      if (bit < 64 && value >> bit & 1) target |= uint64_t{1} << at;
  }
  return true;
}

bool apply_terms(const Root& root, const std::string& folder, std::string_view terms,
                 PerfEvent& event, int depth = 0) {
  for (const std::string_view term : split(terms, ',')) {
    const size_t equals = term.find('=');
    const std::string key(trim(term.substr(0, equals)));
    if (equals == std::string_view::npos) {
      if (const auto alias = root.line(folder + "/events/" + key); alias && depth == 0) {
        if (!apply_terms(root, folder, *alias, event, 1)) return false;
        continue;
      }
    }
    const auto value = equals == std::string_view::npos
                           ? std::optional<uint64_t>(1)
                           : number_in(trim(term.substr(equals + 1)),
                                       term.find("0x") == std::string_view::npos ? 10 : 16);
    if (!value) return false;
    if (key == "config" || key == "config1" || key == "config2") {
      (key == "config" ? event.config : key == "config1" ? event.config1 : event.config2) = *value;
      continue;
    }
    const auto format = root.line(folder + "/format/" + key);
    if (!format || !place(*format, *value, event)) return false;
  }
  return true;
}

std::optional<PerfEvent> from_sysfs(const Root& root, std::string_view name) {
  const size_t slash = name.find('/');
  if (slash == std::string_view::npos || !name.ends_with('/') || slash + 1 >= name.size())
    return std::nullopt;
  const std::string folder = std::string(sources) + std::string(name.substr(0, slash));
  const auto type = root.integer(folder + "/type");
  PerfEvent event;
  if (!type || !apply_terms(root, folder, name.substr(slash + 1, name.size() - slash - 2), event))
    return std::nullopt;
  event.type = static_cast<uint32_t>(*type);
  return event;
}

std::optional<PerfEvent> from_tracefs(const Root& root, std::string_view name) {
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string path = "/events/" + std::string(name.substr(0, colon)) + "/" +
                           std::string(name.substr(colon + 1)) + "/id";
  for (const char* folder : {"/sys/kernel/tracing", "/sys/kernel/debug/tracing"})
    if (const auto id = root.integer(folder + path))
      return PerfEvent{.type = PERF_TYPE_TRACEPOINT, .config = static_cast<uint64_t>(*id)};
  return std::nullopt;
}

std::optional<PerfEvent> from_libpfm(const std::string& name) {
  static const bool ready = pfm_initialize() == PFM_SUCCESS;
  if (!ready) return std::nullopt;
  perf_event_attr attributes;
  std::memset(&attributes, 0, sizeof attributes);
  pfm_perf_encode_arg_t argument;
  std::memset(&argument, 0, sizeof argument);
  argument.attr = &attributes;
  argument.size = sizeof argument;
  if (pfm_get_os_event_encoding(name.c_str(), PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &argument) !=
      PFM_SUCCESS)
    return std::nullopt;
  return PerfEvent{.type = attributes.type,
                   .config = attributes.config,
                   .config1 = attributes.config1,
                   .config2 = attributes.config2};
}

bool made_of(std::string_view text, std::string_view others) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           others.find(c) != std::string_view::npos;
  });
}

// What no machine could count is a mistake of the user; everything else depends on the machine.
// "" if the name can be one: PMU/TERM,TERM=NUMBER/, NAME or NAME:PART (tracepoints, libpfm4).
std::string mistake_in(std::string_view name) {
  const size_t slash = name.find('/');
  if (slash == std::string_view::npos) {
    if (!made_of(name, "_-.:=")) return "a name has letters, digits, and _ - . : =";
    for (const std::string_view part : split(name, ':'))
      if (part.empty()) return "nothing stands on one side of a colon";
    return "";
  }
  if (!made_of(name.substr(0, slash), "_-.")) return "no PMU stands before the slash";
  if (!name.ends_with('/') || slash + 1 == name.size())
    return "PMU/TERMS/ ends with a slash; only :u or :k stands behind it";
  const std::string_view terms = name.substr(slash + 1, name.size() - slash - 2);
  for (const std::string_view term : split(terms, ',')) {
    const size_t equals = term.find('=');
    if (!made_of(trim(term.substr(0, equals)), "_-."))
      return "'" + std::string(term) + "' is no term: TERM or TERM=NUMBER";
    if (equals == std::string_view::npos) continue;
    const std::string_view value = trim(term.substr(equals + 1));
    if (!number_in(value, value.starts_with("0x") ? 16 : 10))
      return "'" + std::string(value) + "' is no number";
  }
  return "";
}

// Why a name that can be one is none here.
Error missing_here(const Root& root, std::string_view name, std::string_view plain) {
  Error error{ErrorCode::not_found, "not counted: " + std::string(name), "", ""};
  const std::string pmus = join(root.list(sources), ", ");
  const bool seen = !pmus.empty();
  if (const size_t slash = plain.find('/'); slash != std::string_view::npos) {
    const std::string pmu(plain.substr(0, slash));
    const std::string folder = std::string(sources) + pmu;
    if (!seen) {
      error.why = "/sys/bus/event_source cannot be read, so that the PMU " + pmu + " is not known";
      error.hint = "as root: mount -t sysfs sysfs /sys";
    } else if (!root.exists(folder)) {
      error.why = "this machine has no PMU " + pmu + "; it has " + pmus;
      if (shows_core_pmu(root) == false) error.hint = std::string(hint_without_pmu);
    } else {
      auto terms = root.list(folder + "/events");
      for (std::string& term : root.list(folder + "/format"))
        terms.push_back(std::move(term) + "=");
      error.why = "the PMU " + pmu + " does not know these terms";
      if (!terms.empty()) error.hint = "it knows " + join(terms, ", ");
    }
    return error;
  }
  // Subsystems of tracepoints are in small letters, libpfm4's names in capitals.
  const size_t colon = plain.find(':');
  if (colon != std::string_view::npos && plain[0] >= 'a' && plain[0] <= 'z') {
    bool readable = false;
    for (const char* folder : {"/sys/kernel/tracing/events", "/sys/kernel/debug/tracing/events"})
      readable = readable || !root.list(folder).empty();
    error.why = readable ? "this kernel has no such tracepoint"
                         : "its tracepoints are not known: tracefs is not mounted or not readable";
    error.hint = readable ? "see /sys/kernel/tracing/available_events"
                          : "as root: mount -t tracefs nodev /sys/kernel/tracing "
                            "(needs CONFIG_FTRACE), and run as root";
    return error;
  }
  const auto core = shows_core_pmu(root);
  if (core == false) {
    error.why =
        "the kernel has no event of this name, and no PMU of the processor is visible, "
        "whose own events have names";
    error.hint = std::string(hint_without_pmu);
  } else {
    error.why = "neither the kernel nor libpfm4, for this processor, has an event of this name";
    error.hint = "perf list shows events; r1a8 and cpu/event=0xa8,umask=1/ need no name";
  }
  return error;
}

}  // namespace

std::optional<bool> shows_core_pmu(const Root& root) {
  const auto all = root.list(sources);
  if (all.empty()) return std::nullopt;
  return std::any_of(all.begin(), all.end(), [](const std::string& pmu) {
    return pmu == "cpu" || pmu.starts_with("cpu_") || pmu.starts_with("cpum_cf") ||
           pmu.starts_with("armv") || pmu.starts_with("apple_");
  });
}

Result<std::vector<PerfEvent>> find_perf_event(const Root& root, std::string_view name) {
  std::string_view plain = name;
  bool user = true, kernel = true;
  if (name.ends_with(":u") || name.ends_with(":k")) {
    (name.back() == 'u' ? kernel : user) = false;
    plain.remove_suffix(2);
  }
  if (const std::string mistake = mistake_in(plain); !mistake.empty())
    return fail(ErrorCode::usage, "'" + std::string(name) + "' cannot be an event", mistake,
                "names are as perf has them: cycles, r1a8, cpu/event=0x3c/, sched:sched_switch");
  std::vector<PerfEvent> found;
  for (const Named& known : names) {
    if (known.name != plain) continue;
    PerfEvent event{
        .type = known.type, .config = known.config, .scale = known.scale, .unit = known.unit};
    const auto types =
        known.type == PERF_TYPE_HARDWARE ? hybrid_types(root) : std::vector<uint64_t>();
    if (types.empty()) found.push_back(event);
    for (const uint64_t type : types) {
      event.config = type << 32 | known.config;
      found.push_back(event);
    }
  }
  if (found.empty() && plain.size() > 1 && plain[0] == 'r')
    if (const auto raw = number_in(plain.substr(1), 16))
      found.push_back({.type = PERF_TYPE_RAW, .config = *raw});
  if (found.empty())
    if (auto event = from_sysfs(root, plain)) found.push_back(*event);
  if (found.empty())
    if (auto event = from_tracefs(root, plain)) found.push_back(*event);
  if (found.empty() && root.real())
    if (auto event = from_libpfm(std::string(plain))) found.push_back(*event);
  if (found.empty()) return tl::unexpected<Error>(missing_here(root, name, plain));
  for (PerfEvent& event : found) {
    event.name = name;
    event.user = user;
    event.kernel = kernel;
  }
  return found;
}

Result<std::vector<std::vector<std::string>>> parse_event_groups(std::string_view list) {
  // Groups of at most four: what every x86-64 and ARM64 core since 2008 counts at once.
  static constexpr std::string_view standard =
      "{cycles,instructions,branches,branch-misses},{cache-references,cache-misses},{instructions:"
      "u,instructions:k},"
      "task-clock,context-switches,cpu-migrations,page-faults";
  std::vector<std::vector<std::string>> groups;
  std::set<std::string> known;  // each event once, where it stands first
  std::string word;
  bool group = false, slashes = false;
  auto end_word = [&] {
    const std::string name(trim(std::exchange(word, {})));
    if (name == "default" && !group) {
      if (const auto usual = parse_event_groups(standard))
        for (const auto& names : *usual) {
          groups.emplace_back();
          for (const std::string& one : names)
            if (known.insert(one).second) groups.back().push_back(one);
        }
      return;
    }
    if (name.empty() || !known.insert(name).second) return;
    if (!group || groups.empty()) groups.emplace_back();
    groups.back().push_back(name);
  };
  for (const char letter : list) {
    if (letter == '/') slashes = !slashes;
    if (letter == '{' && !group && word.empty()) {
      groups.emplace_back();
      group = true;
    } else if (letter == '}' && group) {
      end_word();
      group = false;
    } else if (letter == ',' && !slashes) {
      end_word();
    } else {
      word += letter;
    }
  }
  if (group || slashes)
    return fail(ErrorCode::usage, "'" + std::string(list) + "' is no list of events",
                "a brace or slash is not closed");
  end_word();
  std::erase_if(groups, [](const auto& names) { return names.empty(); });
  if (groups.empty())
    return fail(ErrorCode::usage, "no event to count in '" + std::string(list) + "'", "",
                "default, or names as perf has them: cycles, page-faults, sched:sched_switch");
  return groups;
}

}  // namespace lodestone
