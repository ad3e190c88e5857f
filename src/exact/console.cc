// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/console.h"

#include <zlib.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace lodestone::exact {
namespace {

constexpr std::string_view frame = "@@lodestone ";

// The payload of a framed line, or nothing when it is damaged.
std::optional<std::string_view> payload_of(std::string_view line) {
  line.remove_prefix(frame.size());
  size_t size = 0;
  uint32_t crc = 0;
  auto [size_end, size_error] = std::from_chars(line.data(), line.data() + line.size(), size);
  if (size_error != std::errc() || size_end == line.data() + line.size()) return std::nullopt;
  auto [crc_end, crc_error] = std::from_chars(size_end + 1, line.data() + line.size(), crc, 16);
  if (crc_error != std::errc() || crc_end == line.data() + line.size()) return std::nullopt;
  std::string_view text = line.substr(static_cast<size_t>(crc_end + 1 - line.data()));
  if (text.size() != size) return std::nullopt;
  uLong have =
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size()));
  if (have != crc) return std::nullopt;
  return text;
}

uint64_t number_in(std::string_view text) {
  return static_cast<uint64_t>(parse_integer(text).value_or(0));
}

std::string rest_after(std::string_view payload, size_t fields) {
  for (size_t i = 0; i < fields; ++i) {
    size_t blank = payload.find(' ');
    if (blank == std::string_view::npos) return {};
    payload.remove_prefix(blank + 1);
  }
  return std::string(payload);
}

// "CACHE:PAGE+PAGES", in hex.
std::optional<GuestSlab> slab_of(std::string_view text) {
  GuestSlab slab;
  const char* end = text.data() + text.size();
  auto [colon, first_error] = std::from_chars(text.data(), end, slab.cache, 16);
  if (first_error != std::errc() || colon == end || *colon != ':') return std::nullopt;
  auto [plus, second_error] = std::from_chars(colon + 1, end, slab.first_page, 16);
  if (second_error != std::errc() || plus == end || *plus != '+') return std::nullopt;
  auto [last, third_error] = std::from_chars(plus + 1, end, slab.pages, 16);
  if (third_error != std::errc() || last != end) return std::nullopt;
  return slab;
}

tl::unexpected<Error> died(std::string what, std::string_view console) {
  return fail(ErrorCode::failed, std::move(what), last_console_lines(console));
}

}  // namespace

bool guest_started(std::string_view console) {
  return console.find(frame) != std::string_view::npos;
}

std::string last_console_lines(std::string_view console, size_t lines) {
  std::vector<std::string> kept;
  for (std::string_view line : split(console, '\n')) {
    line = trim(line);
    if (line.empty() || line.starts_with(frame)) continue;
    kept.emplace_back(line.substr(0, 200));
  }
  if (kept.size() > lines) kept.erase(kept.begin(), kept.end() - static_cast<long>(lines));
  if (kept.empty()) return "the console is empty";
  return "the last lines of the console:\n    " + join(kept, "\n    ");
}

Result<GuestReport> read_guest_report(std::string_view console) {
  GuestReport report;
  size_t lines = 0;
  bool ended = false;
  for (std::string_view line : split(console, '\n')) {
    while (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    size_t at = line.find(frame);
    if (at == std::string_view::npos) continue;
    auto payload = payload_of(line.substr(at));
    if (!payload) return died("a line of the guest's report is damaged", console);
    auto fields = words(*payload);
    if (fields.empty()) return died("a line of the guest's report is empty", console);
    if (fields[0] == "hello" && fields.size() == 3) {
      report.release = fields[1];
      report.cpus = static_cast<unsigned>(number_in(fields[2]));
    } else if (fields[0] == "section" && fields.size() == 6) {
      report.sections.push_back({std::string(fields[1]),
                                 static_cast<unsigned>(number_in(fields[2])),
                                 static_cast<unsigned>(number_in(fields[3])), number_in(fields[4]),
                                 number_in(fields[5])});
    } else if (fields[0] == "skip" && fields.size() >= 2) {
      report.skipped[std::string(fields[1])] = rest_after(*payload, 2);
    } else if (fields[0] == "fail" && fields.size() >= 2) {
      report.failed[std::string(fields[1])] = rest_after(*payload, 2);
    } else if (fields[0] == "unknown" && fields.size() == 2) {
      report.failed[std::string(fields[1])] = "the guest does not hold this workload";
    } else if (fields[0] == "cache" && fields.size() == 4) {
      report.caches.push_back({std::string(fields[3]), number_in(fields[2])});
    } else if (fields[0] == "slabs") {
      for (size_t i = 1; i < fields.size(); ++i) {
        const auto slab = slab_of(fields[i]);
        if (!slab || slab->cache >= report.caches.size() ||
            report.caches[slab->cache].object_size == 0)
          return died("a line of the guest's report is damaged", console);
        report.slabs.push_back(*slab);
      }
    } else if (fields[0] == "end" && fields.size() == 2) {
      ended = number_in(fields[1]) == lines;
      if (!ended) return died("lines of the guest's report are missing", console);
    }
    ++lines;
  }
  if (lines == 0) return died("the guest never started: the kernel printed nothing of it", console);
  if (!ended) return died("the guest ended before its work was done", console);
  std::sort(report.slabs.begin(), report.slabs.end(),
            [](const auto& a, const auto& b) { return a.first_page < b.first_page; });
  return report;
}

}  // namespace lodestone::exact
