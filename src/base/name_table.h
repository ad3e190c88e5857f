// SPDX-License-Identifier: GPL-2.0-or-later
// Finds numbers by name where the names stand elsewhere already: eight bytes a place, no nodes. Of
// equal names the first one entered counts.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace lodestone {

class NameTable {
 public:
  static constexpr uint32_t none = 0xffffffff;

  // Room for that many different names; more may not be entered.
  void reserve(size_t names) {
    size_t places = 16;
    while (places < names * 2) places *= 2;
    places_.assign(places, {});
  }
  // The number that the name has: `number`, or that of an equal name entered before. `name_of`
  // gives the name of a number.
  template <typename NameOf>
  uint32_t enter(std::string_view name, uint32_t number, NameOf name_of) {
    Place& place = places_[at(name, name_of)];
    if (place.number == none) place = {mark_of(name), number};
    return place.number;
  }
  // `none` if the name was not entered.
  template <typename NameOf>
  uint32_t find(std::string_view name, NameOf name_of) const {
    return places_.empty() ? none : places_[at(name, name_of)].number;
  }

 private:
  struct Place {
    uint32_t mark = 0;  // the hash's upper half: nearly always tells names apart
    uint32_t number = none;
  };

  static uint32_t mark_of(std::string_view name) {
    return static_cast<uint32_t>(std::hash<std::string_view>()(name) >> 32);
  }
  // The place of the name, or the empty one where it belongs.
  template <typename NameOf>
  size_t at(std::string_view name, NameOf name_of) const {
    const uint64_t hash = std::hash<std::string_view>()(name);
    const auto mark = static_cast<uint32_t>(hash >> 32);
    size_t place = hash & (places_.size() - 1);
    while (places_[place].number != none &&
           (places_[place].mark != mark || name_of(places_[place].number) != name))
      place = (place + 1) & (places_.size() - 1);
    return place;
  }

  std::vector<Place> places_;
};

}  // namespace lodestone
