// SPDX-License-Identifier: GPL-2.0-or-later
// From two System.maps to pairs of words.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/text.h"
#include "lab/replay.h"

namespace lodestone::lab {
namespace {

struct Word {
  std::string name;
  uint64_t base = 0, changed = 0;  // addresses
};

Result<uint64_t> address_of(const std::vector<MapSymbol>& map, std::string_view name,
                            const char* which) {
  std::optional<uint64_t> address;
  for (const MapSymbol& symbol : map) {
    if (symbol.name != name) continue;
    if (address && *address != symbol.address)
      return fail(ErrorCode::usage, fmt::format("{} is not unique in the {} map", name, which),
                  "several static symbols have this name");
    address = symbol.address;
  }
  if (!address)
    return fail(ErrorCode::not_found, fmt::format("{} is not in the {} map", name, which));
  return *address;
}

Result<Word> find_word(const std::vector<MapSymbol>& base, const std::vector<MapSymbol>& changed,
                       const std::string& text) {
  const size_t plus = text.find('+');
  const std::string name = text.substr(0, plus);
  uint64_t inside = 0;
  if (plus != std::string::npos) {
    const auto bytes = parse_integer(std::string_view(text).substr(plus + 1));
    if (!bytes || *bytes < 0 || *bytes > 4096)
      return fail(ErrorCode::usage, "a word is SYMBOL or SYMBOL+BYTES", text);
    inside = static_cast<uint64_t>(*bytes);
  }
  Word word{text, 0, 0};
  LODESTONE_ASSIGN(word.base, address_of(base, name, "base"));
  LODESTONE_ASSIGN(word.changed, address_of(changed, name, "new"));
  word.base += inside;
  word.changed += inside;
  return word;
}

// Symbols that start in the 128-byte block of `address`.
void add_neighbours(const std::vector<MapSymbol>& map, uint64_t address,
                    std::set<std::string>& names) {
  auto at = std::lower_bound(
      map.begin(), map.end(), address & ~127ull,
      [](const MapSymbol& symbol, uint64_t limit) { return symbol.address < limit; });
  for (; at != map.end() && at->address < (address | 127) + 1; ++at)
    if (at->address != address) names.insert(at->name);
}

// Offsets in the arena: the same place in a page and, for words nearer than 64 KiB, the same
// distance. The runner's words are 4 bytes: an odd start is brought to the word that holds it.
Layout layout_of(uint64_t first, uint64_t second) {
  constexpr int64_t middle = 512 * 1024, near = 64 * 1024;
  const int64_t distance = static_cast<int64_t>(second - first);
  const int64_t at = middle + static_cast<int64_t>(first & 4095);
  const int64_t other = distance > -near && distance < near
                            ? at + distance
                            : 2 * near + static_cast<int64_t>(second & 4095);
  return {static_cast<int>(at & ~int64_t{3}), static_cast<int>(other & ~int64_t{3})};
}

}  // namespace

Result<std::vector<WordPair>> pairs_of(const std::vector<MapSymbol>& base,
                                       const std::vector<MapSymbol>& changed,
                                       const std::vector<std::string>& names) {
  if (names.empty())
    return fail(ErrorCode::usage, "replay needs a symbol", {},
                "lodestone lab replay BASE NEW osq_node");
  std::vector<Word> given;
  for (const std::string& name : names) {
    LODESTONE_ASSIGN(Word word, find_word(base, changed, name));
    given.push_back(word);
  }
  std::vector<WordPair> pairs;
  const auto add = [&](const Word& first, const Word& second) {
    pairs.push_back({first.name, second.name, layout_of(first.base, second.base),
                     layout_of(first.changed, second.changed)});
  };
  for (size_t i = 0; i < given.size(); ++i) {
    for (size_t j = i + 1; j < given.size(); ++j) add(given[i], given[j]);
    std::set<std::string> neighbours;
    add_neighbours(base, given[i].base, neighbours);
    add_neighbours(changed, given[i].changed, neighbours);
    for (const std::string& name : names) neighbours.erase(name.substr(0, name.find('+')));
    for (const std::string& name : neighbours)
      // A neighbour that only one map has, or whose name is not unique, has no place in the other
      // layout.
      if (auto word = find_word(base, changed, name)) add(given[i], *word);
  }
  if (pairs.empty())
    return fail(ErrorCode::not_found, "no second word to share a line with",
                "no symbol that both maps have starts in the 128-byte block of " + names[0],
                "name two symbols");
  constexpr size_t most = 12;
  if (pairs.size() > most) pairs.resize(most);
  return pairs;
}

}  // namespace lodestone::lab
