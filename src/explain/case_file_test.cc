// SPDX-License-Identifier: GPL-2.0-or-later
// Reads case files; see case_file.h. Part of the test program.
#include "explain/case_file.h"

#include <charconv>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "sys/btf_builder.h"

namespace lodestone::explain {
namespace {

constexpr uint64_t text_start = 0xffffffff81000000, rodata_start = 0xffffffff81a00000,
                   data_start = 0xffffffff81c00000, bss_start = 0xffffffff81e00000;

using Lines = std::vector<std::string>;
using Sections = std::map<std::string, Lines>;

uint64_t hex(std::string_view text) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

void add_bounds(std::vector<Symbol>& symbols) {
  symbols.insert(symbols.end(), {{0, 0, 'D', "__per_cpu_start", {}},
                                 {0x30000, 0, 'D', "__per_cpu_end", {}},
                                 {text_start, 0, 'T', "_stext", {}},
                                 {text_start + 0x800000, 0, 'T', "_etext", {}},
                                 {rodata_start, 0, 'R', "__start_rodata", {}},
                                 {rodata_start + 0x100000, 0, 'R', "__end_rodata", {}},
                                 {data_start, 0, 'D', "_sdata", {}},
                                 {data_start + 0x100000, 0, 'D', "_edata", {}},
                                 {bss_start, 0, 'B', "__bss_start", {}},
                                 {bss_start + 0x100000, 0, 'B', "__bss_stop", {}}});
}

std::vector<Symbol> symbols_of_map(const Lines& lines) {
  std::vector<Symbol> symbols;
  const std::map<std::string_view, std::pair<uint64_t, char>> starts = {
      {"text", {text_start, 'T'}},
      {"rodata", {rodata_start, 'R'}},
      {"data", {data_start, 'D'}},
      {"bss", {bss_start, 'B'}},
      {"percpu", {0, 'D'}}};
  for (const std::string& line : lines) {
    const auto parts = words(line);
    const auto [start, type] = starts.at(parts.at(0));
    symbols.push_back({start + hex(parts.at(1)), 0, type, std::string(parts.at(2)), {}});
  }
  return symbols;
}

// Functions one behind the other, each at a multiple of 64.
void add_code(const Lines& lines, Side& side, std::vector<Symbol>& symbols) {
  KernelImage image;
  image.format = "ELF";
  image.content = std::string(0x4000, '\x90');
  image.sections = {{".text", text_start, 0, 0x4000, true, true}};
  uint64_t at = 0x1000;
  for (const std::string& line : lines) {
    const auto parts = words(line);
    for (size_t k = 1; k < parts.size(); ++k)
      image.content[at + k - 1] = static_cast<char>(hex(parts[k]));
    symbols.push_back({text_start + at, parts.size() - 1, 'T', std::string(parts[0]), {}});
    at += 64;
  }
  // Data that is in view keeps the comparison from masking it.
  symbols.push_back({data_start + 0x40, 8, 'D', "some_datum", {}});
  symbols.push_back({0x1ac00, 8, 'D', "current_task", {}});
  side.image = std::make_shared<const KernelImage>(std::move(image));
  side.kind = "ELF";
}

std::string btf_of(const Lines& common, const Lines& own) {
  BtfBuilder btf;
  std::map<std::string, uint32_t> types;
  const auto integer = [&](uint32_t size) {
    const std::string name = fmt::format("u{}", size);
    if (!types.contains(name)) types[name] = btf.add_int(name, size);
    return types[name];
  };
  Lines all = common;
  all.insert(all.end(), own.begin(), own.end());
  for (const std::string& line : all) {
    const size_t colon = line.find(':');
    const auto head = words(std::string_view(line).substr(0, colon));
    std::vector<BtfBuilder::Member> members;
    for (const std::string_view piece : split(std::string_view(line).substr(colon + 1), ',')) {
      const auto parts = words(piece);
      const auto size = parse_integer(parts.at(2));
      const uint32_t type =
          size ? integer(static_cast<uint32_t>(*size)) : types.at(std::string(parts[2]));
      members.push_back(
          {std::string(parts[0]), type, static_cast<uint32_t>(parse_integer(parts.at(1)).value())});
    }
    types[std::string(head.at(0))] = btf.add_struct(
        std::string(head[0]), static_cast<uint32_t>(parse_integer(head.at(1)).value()), members);
  }
  return btf.bytes();
}

Side side_of(const Sections& sections, const std::string& role) {
  const auto lines = [&](const std::string& name) {
    const auto found = sections.find(name);
    return found == sections.end() ? Lines() : found->second;
  };
  Side side;
  side.label = role;
  side.kind = "System.map";
  side.architecture = "x86_64";
  std::vector<Symbol> symbols = symbols_of_map(lines(role + " map"));
  const bool code = sections.contains(role + " code");
  if (code) add_code(lines(role + " code"), side, symbols);
  if (sections.contains(role + " structs")) {
    auto types = read_btf(btf_of(lines("structs"), lines(role + " structs")));
    if (types) side.types = std::make_shared<const TypeTable>(std::move(*types));
    // Structs come with an image, and an image has functions: none of them differs.
    if (symbols.empty()) symbols = symbols_of_map({"text 0x40 alpha", "text 0x80 beta"});
  }
  add_bounds(symbols);
  side.symbols = SymbolMap(std::move(symbols));
  side.config = parse_config(join(lines(role + " config"), "\n"));
  side.banner = join(lines(role + " banner"), "");
  side.context.set("command_line", join(lines(role + " command line"), " "));
  finish_symbols(side, code);
  return side;
}

}  // namespace

CaseFile read_case(std::string_view text) {
  CaseFile result;
  Sections sections;
  std::string section;
  for (const std::string_view raw : split(text, '\n')) {
    const std::string_view line = trim(raw);
    const auto argument = [&](std::string_view word) {
      return std::string(trim(line.substr(word.size())));
    };
    if (line.empty() || line.starts_with("# ") || line == "#") {
      if (!line.starts_with("# CONFIG_")) continue;
    }
    if (line.starts_with("expect "))
      result.expected = argument("expect ");
    else if (line.starts_with("accept "))
      result.accepted.push_back(argument("accept "));
    else if (line.starts_with("mentions "))
      result.mentioned.push_back(argument("mentions "));
    else if (line.starts_with("[") && line.ends_with("]"))
      section = line.substr(1, line.size() - 2), sections[section];
    else
      sections[section].emplace_back(line);
  }
  result.base = side_of(sections, "base");
  result.next = side_of(sections, "new");
  for (const std::string& line : sections["heat"]) {
    const auto parts = words(line);
    result.request.heat.share[std::string(parts.at(0))] = parse_double(parts.at(1)).value();
  }
  return result;
}

}  // namespace lodestone::explain
