// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/processor.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "sys/arm_parts.h"

namespace lodestone {
namespace {

// "0xd0c" or "8".
std::optional<unsigned> number(std::optional<std::string> text) {
  if (!text) return std::nullopt;
  std::string_view digits = *text;
  int base = 10;
  if (digits.starts_with("0x")) {
    digits.remove_prefix(2);
    base = 16;
  }
  unsigned value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string or_empty(std::optional<std::string> text) {
  return text.value_or("");
}

// `part` first, then what the file says once for all CPUs.
Processor describe(std::string_view part, std::string_view all, const Root& root) {
  auto get = [&](std::string_view key) {
    auto value = field(part, key, ':');
    return value && !value->empty() ? value : field(all, key, ':');
  };
  Processor processor;
  for (const char* key : {"model name", "Model Name", "uarch", "cpu model", "cpu"}) {
    auto value = get(key);
    if (value && !value->empty() && processor.model.empty()) processor.model = *value;
  }
  const auto implementer = number(get("CPU implementer")), code = number(get("CPU part"));
  if (implementer && code) {
    // 32-bit ARM also has "model name", which names only the architecture ("ARMv7 Processor rev 4
    // (v7l)").
    processor.model = arm_processor_name(*implementer, *code);
    processor.identity = or_empty(get("CPU implementer")) + "/" + or_empty(get("CPU part")) + " r" +
                         std::to_string(number(get("CPU variant")).value_or(0)) + "p" +
                         std::to_string(number(get("CPU revision")).value_or(0));
  } else if (auto family = get("cpu family")) {
    processor.identity = "family " + *family + " model " + or_empty(get("model")) + " stepping " +
                         or_empty(get("stepping"));
  } else if (auto machine = field(all, "vendor_id", ':'); machine && processor.model.empty()) {
    processor.model = *machine;  // s390: "IBM/S390"
  }
  if (processor.model.empty())
    if (auto isa = get("isa")) processor.model = "RISC-V " + *isa;
  // A board's name is better than nothing.
  if (processor.model.empty())
    processor.model = root.line("/proc/device-tree/model").value_or("unknown");
  for (const char* key : {"bogomips", "BogoMIPS", "BogoMIPS per cpu", "bogomips per cpu"})
    if (auto value = get(key))
      if (auto rate = parse_double(*value)) processor.bogomips = rate;
  for (const char* key : {"flags", "Features", "features", "isa"})
    if (auto value = get(key); value && processor.features.empty())
      for (std::string_view word : words(*value)) processor.features.emplace_back(word);
  processor.microcode = or_empty(get("microcode"));
  return processor;
}

}  // namespace

std::vector<Processor> processors(const Root& root) {
  const std::string text = root.text("/proc/cpuinfo");
  std::vector<Processor> found;
  size_t at = 0;
  std::vector<std::pair<int, std::string_view>> parts;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    // "processor : 0" begins a CPU; s390 has one line "processor 0: version = ...".
    if (line.starts_with("processor") && line.find(':') != std::string_view::npos) {
      const size_t colon = line.find(':');
      auto index = parse_integer(trim(line.substr(colon + 1)));
      if (!index) index = parse_integer(trim(line.substr(9, colon - 9)));
      if (index) {
        if (!parts.empty()) {
          auto& before = parts.back().second;
          before =
              std::string_view(before.data(), static_cast<size_t>(line.data() - before.data()));
        }
        parts.emplace_back(static_cast<int>(*index), std::string_view(text).substr(at));
      }
    }
    at = end + 1;
  }
  for (auto& [cpu, part] : parts) {
    Processor processor = describe(part, text, root);
    processor.cpu = cpu;
    found.push_back(std::move(processor));
  }
  return found;
}

std::string processor_summary(const std::vector<Processor>& all) {
  std::vector<std::pair<std::string, int>> kinds;
  for (const Processor& processor : all) {
    auto same = [&](const auto& kind) { return kind.first == processor.model; };
    auto kind = std::find_if(kinds.begin(), kinds.end(), same);
    if (kind == kinds.end())
      kinds.emplace_back(processor.model, 1);
    else
      ++kind->second;
  }
  if (kinds.empty()) return "unknown";
  if (kinds.size() == 1) return kinds[0].first;
  std::string out;
  for (const auto& [model, count] : kinds)
    out += (out.empty() ? "" : " + ") + model + " x" + std::to_string(count);
  return out;
}

}  // namespace lodestone
