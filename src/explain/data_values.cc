// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/data_values.h"

#include <algorithm>
#include <cstring>

namespace lodestone::explain {
namespace {

constexpr uint64_t largest = 64 << 10;
// Behind an object whose size is only a distance, nameless constants may stand.
constexpr uint64_t largest_distance = 64;

// Four characters of a name, a version or a date.
bool is_text(uint32_t word) {
  for (int k = 0; k < 4; ++k, word >>= 8)
    if ((word & 0xff) < 0x20 || (word & 0xff) > 0x7e) return false;
  return true;
}

// What two builds of one source differ in.
bool differs_by_build(std::string_view name) {
  constexpr std::string_view starts[] = {"linux_banner",   "linux_proc_banner",
                                         "init_uts_ns",    "kallsyms_",
                                         "__BTF_ID",       "btf_",
                                         "bpf_",           "vdso",
                                         "kernel_config",  "kernel_headers",
                                         "vmlinux_",       "system_cert",
                                         "__UNIQUE_ID",    "__func__",
                                         "descriptor",     "_entry",
                                         "__already_done", "__param",
                                         "__ksym",         "__kstrtab",
                                         "orc_",           "__bug_table",
                                         "jumptable",      "CSWTCH",
                                         "str__",          "__compound",
                                         "__warned",       "_rs",
                                         "__key",          "lookup_",
                                         "__jump_table",   "__tracepoint",
                                         "event_",         "print_fmt",
                                         "ddebug",         "boot_command",
                                         "static_command", "command_line",
                                         "build_id",       "wakeup_",
                                         "compressed_",    "regulatory_",
                                         "shipped_",       "randomized",
                                         "__syscall_meta", "__func",
                                         "vermagic",       "_note_",
                                         "__SC",           "__FUNCTION__",
                                         "__FILE__",       "__PRETTY"};
  return std::any_of(std::begin(starts), std::end(starts),
                     [&](std::string_view start) { return name.starts_with(start); }) ||
         name.find("btf_id") != std::string_view::npos ||
         name.find("version") != std::string_view::npos;
}

template <typename T>
T load(std::string_view bytes, size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

class Comparison {
 public:
  explicit Comparison(const Correspondence& correspondence) : correspondence_(correspondence) {}

  ValueChange compare(std::string_view x, uint64_t x_address, std::string_view y,
                      uint64_t y_address) const {
    ValueChange change;
    for (size_t at = 0; at + 4 <= x.size();) {
      if (at % 8 == 0 && at + 8 <= x.size() && same_long(x, y, at)) {
        at += 8;
        continue;
      }
      const auto a = load<uint32_t>(x, at), b = load<uint32_t>(y, at);
      if (!same_word(a, x_address + at, b, y_address + at)) {
        if (change.words == 0) {
          change.offset = static_cast<uint32_t>(at);
          change.base = a;
          change.next = b;
        }
        ++change.words;
      }
      at += 4;
    }
    return change;
  }

 private:
  // Pointers into code and data that has no name of its own tell nothing.
  bool same_address(uint64_t a, uint64_t b) const {
    if (!correspondence_.base.in_image(a) || !correspondence_.next.in_image(b)) return false;
    if (correspondence_.same(a, b)) return true;
    const std::optional<Place> p = correspondence_.base.at(a), q = correspondence_.next.at(b);
    return !p || !q || p->inner != 0 || q->inner != 0;
  }
  bool same_long(std::string_view x, std::string_view y, size_t at) const {
    const auto a = load<uint64_t>(x, at), b = load<uint64_t>(y, at);
    return a == b || same_address(a, b);
  }
  bool same_word(uint32_t a, uint64_t a_at, uint32_t b, uint64_t b_at) const {
    if (a == b || (is_text(a) && is_text(b))) return true;
    const auto extend = [](uint32_t v) {
      return static_cast<uint64_t>(static_cast<int64_t>(static_cast<int32_t>(v)));
    };
    return same_address(extend(a), extend(b)) || same_address(a_at + extend(a), b_at + extend(b)) ||
           correspondence_.same_percpu(a, b);
  }

  const Correspondence& correspondence_;
};

}  // namespace

DataValues compare_values(const Entities& base, const Entities& next, const Matching& matching,
                          const Correspondence& correspondence) {
  DataValues result;
  if (correspondence.masks_data()) return result;
  const Comparison comparison(correspondence);
  const uint64_t limit = base.exact_sizes && next.exact_sizes ? largest : largest_distance;
  for (const SectionClass section : {SectionClass::rodata, SectionClass::data})
    for (const Pair& pair : matching.in(section).pairs) {
      const Entity& x = base.in(section)[pair.base];
      const Entity& y = next.in(section)[pair.next];
      // Another size is another object; its code tells.
      if (x.size != y.size || x.size < 4 || x.size > limit || differs_by_build(y.name)) continue;
      const std::string_view x_bytes = correspondence.base.bytes_at(x.address).substr(0, x.size);
      const std::string_view y_bytes = correspondence.next.bytes_at(y.address).substr(0, y.size);
      if (x_bytes.size() != x.size || y_bytes.size() != y.size) continue;
      ++result.compared;
      if (x_bytes == y_bytes) continue;
      ValueChange change = comparison.compare(x_bytes, x.address, y_bytes, y.address);
      if (change.words == 0) continue;
      change.name = y.name;
      change.section = section;
      change.size = y.size;
      result.changed.push_back(change);
    }
  result.done = result.compared > 0;
  return result;
}

}  // namespace lodestone::explain
