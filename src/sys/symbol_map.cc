// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/symbol_map.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/fd.h"

namespace lodestone {

SymbolMap::SymbolMap(std::vector<Symbol> symbols) : symbols_(std::move(symbols)) {
  const auto ascending = [](const Symbol& a, const Symbol& b) { return a.address < b.address; };
  // System.map and kallsyms are sorted as they come.
  if (!std::is_sorted(symbols_.begin(), symbols_.end(), ascending))
    std::stable_sort(symbols_.begin(), symbols_.end(), ascending);
  uint64_t next = 0;
  uint64_t current = 0;
  for (size_t i = symbols_.size(); i-- > 0;) {
    if (i + 1 < symbols_.size() && symbols_[i + 1].address != symbols_[i].address)
      next = symbols_[i + 1].address;
    current = symbols_[i].address;
    if (symbols_[i].size == 0 && next > current) symbols_[i].size = next - current;
  }
  auto collect = [this](std::vector<uint32_t>& into, bool text_only) {
    into.reserve(symbols_.size());
    for (uint32_t i = 0; i < symbols_.size(); ++i) {
      const Symbol& symbol = symbols_[i];
      if (text_only && !symbol.is_text()) continue;
      if (into.empty() || symbols_[into.back()].address != symbol.address) {
        into.push_back(i);
      } else if (std::islower(static_cast<unsigned char>(symbols_[into.back()].type)) &&
                 std::isupper(static_cast<unsigned char>(symbol.type))) {
        into.back() = i;
      }
    }
  };
  collect(preferred_, false);
  collect(preferred_text_, true);
  by_name_.reserve(symbols_.size());
  same_name_.assign(symbols_.size(), 0);
  const auto name_of = [this](uint32_t i) { return std::string_view(symbols_[i].name); };
  for (uint32_t i = 0; i < symbols_.size(); ++i)
    ++same_name_[by_name_.enter(symbols_[i].name, i, name_of)];
}

const Symbol* SymbolMap::at(uint64_t address, bool text_only) const {
  const auto& index = text_only ? preferred_text_ : preferred_;
  auto above =
      std::upper_bound(index.begin(), index.end(), address,
                       [this](uint64_t value, uint32_t i) { return value < symbols_[i].address; });
  return above == index.begin() ? nullptr : &symbols_[*std::prev(above)];
}

const Symbol* SymbolMap::find(std::string_view name) const {
  const uint32_t first =
      by_name_.find(name, [this](uint32_t i) { return std::string_view(symbols_[i].name); });
  return first == NameTable::none ? nullptr : &symbols_[first];
}

size_t SymbolMap::count(std::string_view name) const {
  const Symbol* first = find(name);
  return first == nullptr ? 0 : same_name_[static_cast<size_t>(first - symbols_.data())];
}

namespace {

// One line of System.map or kallsyms; false if it has another form.
bool parse_line(std::string_view line, Symbol& symbol) {
  auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), symbol.address, 16);
  size_t digits = static_cast<size_t>(end - line.data());
  if (error != std::errc() || digits < 8 || line.size() < digits + 4) return false;
  if (line[digits] != ' ' || line[digits + 2] != ' ') return false;
  symbol.type = line[digits + 1];
  std::string_view rest = line.substr(digits + 3);
  size_t tab = rest.find('\t');
  if (tab != std::string_view::npos) {
    std::string_view module = rest.substr(tab + 1);
    if (module.size() > 2 && module.front() == '[' && module.back() == ']')
      symbol.module = module.substr(1, module.size() - 2);
    rest = rest.substr(0, tab);
  }
  symbol.name = rest;
  return !rest.empty();
}

}  // namespace

Result<SymbolMap> symbols_from_text(std::string_view text) {
  std::vector<Symbol> symbols;
  symbols.reserve(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1);
  size_t line_number = 0;
  bool any_address = false;
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++line_number;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty()) continue;
    Symbol symbol;
    if (!parse_line(line, symbol))
      return fail(ErrorCode::unreadable, "this is no System.map or kallsyms text",
                  "line " + std::to_string(line_number) + " is not 'ADDRESS TYPE NAME'",
                  "give a System.map, an unstripped vmlinux or a copy of /proc/kallsyms");
    if (symbol.name.starts_with("The real System.map is in"))
      return fail(ErrorCode::unreadable, "this System.map is a placeholder without symbols",
                  symbol.name,
                  "the kernel image (vmlinuz) names its symbols itself: give that, or leave the "
                  "symbol file out");
    any_address = any_address || symbol.address != 0;
    symbols.push_back(std::move(symbol));
  }
  if (symbols.empty()) return fail(ErrorCode::unreadable, "there are no symbols in the text");
  if (!any_address)
    return fail(ErrorCode::unreadable, "all addresses of the symbols are zero",
                "the kernel hides them from users without CAP_SYSLOG (kernel.kptr_restrict)",
                "copy /proc/kallsyms as root");
  return SymbolMap(std::move(symbols));
}

Result<SymbolMap> symbols_from_file(std::string_view content) {
  return content.starts_with("\177ELF") ? symbols_from_elf(content) : symbols_from_text(content);
}

}  // namespace lodestone
