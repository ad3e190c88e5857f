// SPDX-License-Identifier: GPL-2.0-or-later
#include "base/name.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace lodestone {
namespace {

// All texts that there are: open addressing over texts that lie one behind another.
class Texts {
 public:
  const KeptText* find_or_add(std::string_view text) {
    const size_t hash = std::hash<std::string_view>()(text);
    const std::lock_guard lock(mutex_);
    if (2 * ++count_ > places_.size()) grow();
    size_t at = hash & (places_.size() - 1);
    for (; places_[at].text; at = (at + 1) & (places_.size() - 1))
      if (places_[at].hash == hash && same(places_[at].text, text)) {
        --count_;
        return places_[at].text;
      }
    places_[at] = {add(text), hash};
    return places_[at].text;
  }

 private:
  struct Place {
    const KeptText* text = nullptr;
    size_t hash = 0;
  };

  static bool same(const KeptText* known, std::string_view text) {
    return known->size == text.size() && std::memcmp(known + 1, text.data(), text.size()) == 0;
  }

  const KeptText* add(std::string_view text) {
    const size_t needed =
        (sizeof(KeptText) + text.size() + 1 + alignof(KeptText) - 1) & ~(alignof(KeptText) - 1);
    if (needed > left_) {
      left_ = std::max(needed, size_t{1} << 16);
      blocks_.emplace_back(new char[left_]);
      free_ = blocks_.back().get();
    }
    auto* const kept = new (free_) KeptText{static_cast<uint32_t>(text.size())};
    std::memcpy(kept + 1, text.data(), text.size());
    free_[sizeof(KeptText) + text.size()] = '\0';
    free_ += needed;
    left_ -= needed;
    return kept;
  }

  void grow() {
    std::vector<Place> larger(std::max<size_t>(1024, places_.size() * 4));
    for (const Place& place : places_) {
      if (!place.text) continue;
      size_t at = place.hash & (larger.size() - 1);
      while (larger[at].text) at = (at + 1) & (larger.size() - 1);
      larger[at] = place;
    }
    places_ = std::move(larger);
  }

  std::mutex mutex_;
  std::vector<Place> places_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  size_t left_ = 0, count_ = 0;
};

// Never destroyed: names of static objects may outlive any order of destruction.
Texts& texts() {
  static Texts& all = *new Texts;
  return all;
}

}  // namespace

Name::Name(std::string_view text) {
  if (!text.empty()) text_ = texts().find_or_add(text);
}

}  // namespace lodestone
