// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/kallsyms.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "sys/kernel_image.h"
#include "sys/load.h"

namespace lodestone {
namespace {

size_t align8(size_t offset) {
  return (offset + 7) & ~size_t{7};
}

// The 256 strings that a byte of a packed name stands for, and where they lie.
struct Tokens {
  std::array<std::string_view, 256> text;
  size_t begin = 0;
  size_t end = 0;  // behind the index
};

// The digits are in every kernel's names, so the tokens '0' to '9' stand for themselves, one behind
// the other; the index of u16 offsets behind the table proves the find.
std::optional<Tokens> find_tokens(std::string_view content) {
  constexpr std::string_view digits("0\0001\0002\0003\0004\0005\0006\0007\0008\0009\0", 20);
  for (size_t at = content.find(digits); at != std::string_view::npos;
       at = content.find(digits, at + 1)) {
    // Back over the 48 tokens before '0'; each is short.
    size_t begin = at;
    int back = 0;
    while (back < '0' && begin > 1 && at - begin < 8192) {
      size_t zero = content.rfind('\0', begin - 2);
      if (zero == std::string_view::npos) break;
      begin = zero + 1;
      ++back;
    }
    if (back < '0') continue;
    // The first token starts at an aligned label; padding before it would count as empty tokens.
    for (size_t start = begin; start <= begin + 16 && start < at; ++start) {
      Tokens tokens;
      tokens.begin = start;
      size_t position = start;
      for (auto& text : tokens.text) {
        size_t end = content.find('\0', position);
        if (end == std::string_view::npos || end - position > 512) {
          position = 0;
          break;
        }
        text = content.substr(position, end - position);
        position = end + 1;
      }
      if (position == 0 || tokens.text['0'] != "0") continue;
      size_t index = align8(position);
      bool right = true;
      for (size_t i = 0; i < 256 && right; ++i)
        right = load<uint16_t>(content, index + 2 * i) ==
                static_cast<size_t>(tokens.text[i].data() - (content.data() + start));
      if (!right) continue;
      tokens.end = index + 512;
      return tokens;
    }
  }
  return std::nullopt;
}

// The packed names: a length byte (two from 128 on, since 6.1), then that many tokens.
struct Names {
  size_t count_at = 0;
  uint32_t count = 0;
  size_t begin = 0;
  size_t markers = 0;
};

size_t name_length(std::string_view content, size_t& at) {
  size_t length = static_cast<unsigned char>(content[at++]);
  if (length & 0x80)
    length = (length & 0x7f) | size_t{static_cast<unsigned char>(content[at++])} << 7;
  return length;
}

bool names_fit(std::string_view content, Names& names, size_t limit) {
  size_t at = names.begin;
  std::vector<uint32_t> marks;
  marks.reserve(names.count / 256 + 1);
  for (uint32_t i = 0; i < names.count; ++i) {
    if ((i & 255) == 0) marks.push_back(static_cast<uint32_t>(at - names.begin));
    if (at + 2 > limit) return false;
    size_t length = name_length(content, at);
    if (length == 0 || length > 512) return false;
    at += length;
  }
  names.markers = align8(at);
  if (names.markers + 4 * marks.size() > limit) return false;
  for (size_t i = 0; i < marks.size(); ++i)
    if (load<uint32_t>(content, names.markers + 4 * i) != marks[i]) return false;
  return true;
}

// kallsyms_num_syms stands right before the names, and those before the token table; nothing else
// says where. A wrong count does not survive the walk over the names, whose every 256th offset the
// markers repeat.
std::optional<Names> find_names(std::string_view content, size_t tokens_at) {
  constexpr size_t furthest = size_t{64} << 20;
  size_t lowest = tokens_at > furthest ? tokens_at - furthest : 0;
  for (size_t at = tokens_at & ~size_t{7}; at >= lowest + 8; at -= 8) {
    Names names;
    names.count_at = at - 8;
    names.count = load<uint32_t>(content, names.count_at);
    names.begin = at;
    if (load<uint32_t>(content, names.count_at + 4) != 0) continue;
    if (names.count < 256 || names.count > 8u << 20 || at + 2ull * names.count > tokens_at)
      continue;
    if (names_fit(content, names, tokens_at)) return names;
  }
  return std::nullopt;
}

bool is_kernel_address(uint64_t address) {
  return address >> 47 == 0x1ffff || address >> 48 == 0xffff;
}

// An arm64 kernel is relocated when it starts, and its relative base is zero in the file. The entry
// of .rela.dyn for that place {offset, R_AARCH64_RELATIVE, addend} has the value. Offset less place
// is where the image begins: aligned to 64 KiB, and not far below the value.
std::optional<uint64_t> relocated_base(std::string_view content, size_t place) {
  for (size_t at = 0; at + 24 <= content.size(); at += 8) {
    if (load<uint64_t>(content, at + 8) != 0x403) continue;
    const uint64_t image = load<uint64_t>(content, at) - place;
    const uint64_t addend = load<uint64_t>(content, at + 16);
    if (image % 0x200000 == 0 && is_kernel_address(image) && addend >= image &&
        addend - image < content.size())
      return addend;
  }
  return std::nullopt;
}

// The addresses of all symbols, or nothing if the table is not at that place.
std::optional<std::vector<uint64_t>> read_offsets(const KernelImage& image, size_t offsets,
                                                  size_t base_at, uint32_t count) {
  std::string_view content = image.content;
  if (offsets + 4ull * count > content.size() || base_at + 8 > content.size()) return std::nullopt;
  uint64_t base = load<uint64_t>(content, base_at);
  if (base == 0 && !image.is_elf) {
    auto found = relocated_base(content, base_at);
    if (!found) return std::nullopt;
    base = *found;
  }
  if (!is_kernel_address(base)) return std::nullopt;
  size_t negative = 0;
  for (uint32_t i = 0; i < count; ++i) negative += load<int32_t>(content, offsets + 4 * i) < 0;
  // CONFIG_KALLSYMS_ABSOLUTE_PERCPU (x86-64 before 6.15): absolute values are positive, addresses
  // negative.
  bool absolute_percpu = negative * 2 > count;
  std::vector<uint64_t> addresses;
  addresses.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    auto offset = load<int32_t>(content, offsets + 4 * i);
    if (!absolute_percpu)
      addresses.push_back(base + static_cast<uint32_t>(offset));
    else if (offset >= 0)
      addresses.push_back(static_cast<uint64_t>(offset));
    else
      addresses.push_back(base - 1 - static_cast<int64_t>(offset));
  }
  if (!std::is_sorted(addresses.begin(), addresses.end())) return std::nullopt;
  return addresses;
}

std::optional<std::vector<uint64_t>> read_absolute(std::string_view content, size_t at,
                                                   uint32_t count) {
  std::vector<uint64_t> addresses;
  addresses.reserve(count);
  for (uint32_t i = 0; i < count; ++i) addresses.push_back(load<uint64_t>(content, at + 8ull * i));
  if (!std::is_sorted(addresses.begin(), addresses.end()) || !is_kernel_address(addresses.back()))
    return std::nullopt;
  return addresses;
}

std::optional<std::vector<uint64_t>> find_addresses(const KernelImage& image, const Names& names,
                                                    const Tokens& tokens) {
  size_t four = align8(4ull * names.count);
  // Up to 6.3: offsets, relative base, count, names. Later: ... token index, offsets, relative
  // base.
  if (names.count_at >= four + 8) {
    size_t base_at = names.count_at - 8;
    if (auto found = read_offsets(image, base_at - four, base_at, names.count)) return found;
  }
  size_t behind = align8(tokens.end);
  if (auto found = read_offsets(image, behind, behind + four, names.count)) return found;
  if (names.count_at >= 8ull * names.count)
    return read_absolute(image.content, names.count_at - 8ull * names.count, names.count);
  return std::nullopt;
}

}  // namespace

Result<SymbolMap> decode_kallsyms(const KernelImage& image) {
  std::string_view content = image.content;
  auto tokens = find_tokens(content);
  if (!tokens)
    return fail(ErrorCode::not_found, "the kernel image holds no symbol table",
                "it was built without CONFIG_KALLSYMS",
                "give a System.map or an unstripped vmlinux");
  auto names = find_names(content, tokens->begin);
  if (!names)
    return fail(ErrorCode::unreadable, "the symbol table of the kernel image cannot be decoded",
                "its names are not where Linux 4.6 and later put them",
                "give a System.map or an unstripped vmlinux");
  auto addresses = find_addresses(image, *names, *tokens);
  if (!addresses)
    return fail(ErrorCode::unreadable, "the symbol table of the kernel image cannot be decoded",
                "its addresses are not where Linux 4.6 and later put them",
                "give a System.map or an unstripped vmlinux");
  std::vector<Symbol> symbols;
  symbols.reserve(names->count);
  size_t at = names->begin;
  for (uint32_t i = 0; i < names->count; ++i) {
    size_t length = name_length(content, at);
    std::string text;
    for (size_t k = 0; k < length; ++k)
      text += tokens->text[static_cast<unsigned char>(content[at + k])];
    at += length;
    if (text.size() < 2) continue;
    symbols.push_back({(*addresses)[i], 0, text[0], text.substr(1), {}});
  }
  return SymbolMap(std::move(symbols));
}

}  // namespace lodestone
