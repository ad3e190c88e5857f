// SPDX-License-Identifier: GPL-2.0-or-later
// lmbench's summary: one table a row (host and system), over all sections. Cells are right-aligned
// under groups of dashes and may be blank, so they are told apart by where they end. "194." is 194
// and "11.K" is 11000.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "formats/numeral.h"
#include "formats/reader.h"

namespace lodestone::reader_lmbench {
namespace {

struct Section {
  std::string_view start;
  std::string_view titles;  // separated by ';'
};
constexpr Section sections[] = {
    {"Basic system parameters", ";Mhz;tlb pages;cache line bytes;mem par;scal load"},
    {"Processor, Processes",
     "Mhz;null call;null I/O;stat;open clos;slct TCP;sig inst;sig hndl;fork proc;exec proc;sh "
     "proc"},
    {"Basic integer operations", "intgr bit;intgr add;intgr mul;intgr div;intgr mod"},
    {"Basic uint64 operations", "int64 bit;int64 add;int64 mul;int64 div;int64 mod"},
    {"Basic float operations", "float add;float mul;float div;float bogo"},
    {"Basic double operations", "double add;double mul;double div;double bogo"},
    {"Context switching",
     "2p/0K ctxsw;2p/16K ctxsw;2p/64K ctxsw;8p/16K ctxsw;8p/64K ctxsw;16p/16K ctxsw;16p/64K ctxsw"},
    {"*Local* Communication latencies",
     "2p/0K ctxsw;Pipe;AF UNIX;UDP;RPC/UDP;TCP;RPC/TCP;TCP conn"},
    {"*Remote* Communication latencies", "UDP;RPC/UDP;TCP;RPC/TCP;TCP conn"},
    {"File & VM system latencies",
     "0K File Create;0K File Delete;10K File Create;10K File Delete;Mmap Latency;Prot Fault;Page "
     "Fault;100fd selct"},
    {"*Local* Communication bandwidths",
     "Pipe;AF UNIX;TCP;File reread;Mmap reread;Bcopy (libc);Bcopy (hand);Mem read;Mem write"},
    {"*Remote* Communication bandwidths", "TCP"},
    {"Memory latencies", "Mhz;L1 $;L2 $;Main mem;Rand mem;Guesses"},
};

struct Span {
  size_t begin, end;
};

std::vector<Span> spans_of(std::string_view text) {
  std::vector<Span> spans;
  for (size_t i = 0; i < text.size();) {
    while (i < text.size() && text[i] == ' ') ++i;
    const size_t start = i;
    while (i < text.size() && text[i] != ' ') ++i;
    if (i > start) spans.push_back({start, i});
  }
  return spans;
}

std::string expand_tabs(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '\t')
      out.append(8 - out.size() % 8, ' ');
    else
      out += c;
  }
  return out;
}

class LmbenchReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view trimmed = trim(line.text);
    if (trimmed.empty()) {
      // A blank line ends the rows of a section.
      if (rows_ > 0) groups_.clear();
      return false;
    }
    if (trimmed.size() > 300) return false;
    for (const Section& section : sections)
      if (trimmed.starts_with(section.start)) return begin(trimmed, section, line.number);
    if (trimmed.starts_with("L M B E N C H")) return true;
    if (!section_ || line.number > begun_ + 60) return false;
    const std::string text = expand_tabs(line.text);
    if (trimmed.find_first_not_of("- ") == std::string_view::npos) {
      const auto groups = spans_of(text);
      if (groups.size() >= 3) {
        groups_ = groups;
        rows_ = 0;
      }
      return true;
    }
    if (groups_.empty()) {
      return trimmed.starts_with("Host ") || line.indented || trimmed.starts_with("(WARNING");
    }
    if (trimmed.find_first_not_of("~? ") == std::string_view::npos)
      return true;  // marks of a writer
    return row(text, collector);
  }

  void finish(Collector& collector) override {
    if (squeezed_)
      collector.find("F227 columns-lost",
                     fmt::format("{} rows of an lmbench summary lost their columns and have blank "
                                 "cells; they are left out",
                                 squeezed_),
                     "which cell is blank cannot be told", "send the summary with its blanks");
  }

 private:
  bool begin(std::string_view text, const Section& section, uint64_t number) {
    section_ = &section;
    name_ = std::string(section.start);
    begun_ = number;
    groups_.clear();
    rows_ = 0;
    unit_.clear();
    for (std::string_view unit : {"microseconds", "nanoseconds", "MB/s"})
      if (text.find(unit) != std::string_view::npos) unit_ = std::string(unit);
    return true;
  }

  bool row(const std::string& text, Collector& collector) {
    if (text.size() < groups_[1].end && text.size() < groups_[1].begin + 3) return false;
    const std::string host(
        trim(std::string_view(text).substr(0, std::min(text.size(), groups_[0].end))));
    const std::string os(trim(std::string_view(text).substr(std::min(text.size(), groups_[0].end),
                                                            groups_[1].end - groups_[0].end)));
    if (host.empty() || os.empty() || (os[0] >= '0' && os[0] <= '9')) return false;
    const auto titles = split(section_->titles, ';');
    const size_t cells = groups_.size() - 2;
    const bool described = titles[0].empty();  // "OS Description" stands before the figures
    std::vector<std::optional<double>> values(cells), roundings(cells);
    const std::string tail = text.size() > groups_[1].end ? text.substr(groups_[1].end) : "";
    std::vector<Span> found = spans_of(tail);
    for (Span& span : found) span.begin += groups_[1].end, span.end += groups_[1].end;
    const bool aligned = groups_[1].end - groups_[0].begin >= 20;
    for (size_t k = 0; k < found.size(); ++k) {
      // The group that ends where the token ends; cells may be one wider than their dashes.
      size_t best = 0, distance = SIZE_MAX;
      for (size_t g = 2; g < groups_.size(); ++g) {
        const size_t off = found[k].end > groups_[g].end ? found[k].end - groups_[g].end
                                                         : groups_[g].end - found[k].end;
        if (off < distance) distance = off, best = g - 2;
      }
      if (!aligned || distance > 2) {
        if (found.size() == cells)
          best = k;
        else if (described && best == 0)
          continue;
        else
          return ++squeezed_, true;
      }
      const std::string_view token =
          std::string_view(text).substr(found[k].begin, found[k].end - found[k].begin);
      auto value = parse_prefixed(token, NumberStyle::point);
      if (value) values[best] = value, roundings[best] = prefixed_rounding(token);
    }
    const size_t table = table_for(host, os, collector);
    for (size_t k = 0; k < cells; ++k) {
      if (described && k == 0) continue;
      if (!values[k] && k >= titles.size()) continue;
      const std::string title(k < titles.size() ? std::string(titles[k])
                                                : fmt::format("column {}", k + 1));
      if (title == "Guesses" || (!values[k] && title == "Rand mem")) continue;
      const bool parameter = described || title == "Mhz";
      collector.add(table, name_ + ": " + title, parameter ? "" : unit_, values[k]).rounding =
          roundings[k];
    }
    ++rows_;
    return true;
  }

  // The same row of every section: by its place, checked by host and system.
  size_t table_for(const std::string& host, const std::string& os, Collector& collector) {
    const std::string key = host + '\t' + os;
    if (rows_ < known_.size() && known_[rows_].first == key) return known_[rows_].second;
    for (const auto& [name, index] : known_)
      if (name == key && std::count_if(known_.begin(), known_.end(),
                                       [&](const auto& other) { return other.first == key; }) == 1)
        return index;
    const size_t index = collector.open("lmbench", os);
    ReadingTable& table = collector.table(index);
    table.copies.reset();
    table.context.set("machine", host);
    known_.emplace_back(key, index);
    return index;
  }

  const Section* section_ = nullptr;
  std::string name_, unit_;
  std::vector<Span> groups_;
  std::vector<std::pair<std::string, size_t>> known_;
  uint64_t begun_ = 0;
  size_t rows_ = 0, squeezed_ = 0;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<LmbenchReader>();
}

}  // namespace

extern const Format reader_lmbench{"lmbench", "lmbench's summary tables", make};

}  // namespace lodestone::reader_lmbench
