// SPDX-License-Identifier: GPL-2.0-or-later
// From names of events to perf_event_attr.
#include <linux/perf_event.h>
#include <perfmon/pfmlib_perf_event.h>

#include <algorithm>
#include <charconv>
#include <cstring>

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

}  // namespace

Result<std::vector<PerfEvent>> find_perf_event(const Root& root, std::string_view name) {
  std::string_view plain = name;
  bool user = true, kernel = true;
  if (name.ends_with(":u") || name.ends_with(":k")) {
    (name.back() == 'u' ? kernel : user) = false;
    plain.remove_suffix(2);
  }
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
  if (found.empty())
    return fail(ErrorCode::not_found,
                "there is no event '" + std::string(name) + "' on this machine", "",
                "perf list shows events; tracepoints need a readable /sys/kernel/tracing");
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
  std::string word;
  bool group = false, slashes = false;
  std::string text = replace_all(std::string(list.empty() ? "default" : list), "default", standard);
  auto end_word = [&] {
    if (!word.empty()) {
      if (!group || groups.empty()) groups.emplace_back();
      groups.back().push_back(word);
    }
    word.clear();
  };
  for (const char letter : text) {
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
  return groups;
}

}  // namespace lodestone
