// SPDX-License-Identifier: GPL-2.0-or-later
// UnixBench's raw log (RESULTS/HOST-DATE-NN.log): every pass of every copy. The printed score stays
// the value; the rates of all passes are the samples, since the score itself leaves out the worst
// third of them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.h"
#include "formats/reader.h"

namespace lodestone::reader_unixbench_log {
namespace {

struct Pass {
  double count = 0;    // sum of the copies
  double seconds = 0;  // sum; the mean is what counts
  double timebase = 1;
  int copies = 0;
  double copy_rates = 0;  // the sum of each copy's own
};

class UnixbenchLogReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = line.text;
    if (text.empty()) {
      if (in_copy_) end_copy();
      return false;
    }
    if (text.size() > 300) return false;
    if (in_test_) {
      if (text[0] == '#') return comment(text, collector);
      if (text.starts_with(">>>> ")) return result(text.substr(5), collector);
      if (text.starts_with("Count score:") || text.starts_with("*Dump score:")) return true;
      if (text.starts_with("==> ")) return true;
    }
    if (text[0] == '#' && text.size() >= 40 &&
        text.find_first_not_of('#') == std::string_view::npos) {
      ruled_ = true;
      return false;
    }
    const bool heading = ruled_ && title(text);
    ruled_ = false;
    return heading || in_test_ ? (heading || program_output(text)) : false;
  }

  void finish(Collector& collector) override {
    for (const auto& [copies, index] : tables_)
      if (dropped_[copies])
        collector.find("F207 worst-third-dropped",
                       fmt::format("the printed scores of {} leave out the slowest third of the "
                                   "passes; the samples are all passes",
                                   collector.table(index).label),
                       "a mean without its worst passes is better than what users get",
                       "compare by the samples");
    if (unfinished_)
      collector.find("F205 row-cut",
                     fmt::format("{} test without a score: the log ends inside or the test failed",
                                 unfinished_));
    if (in_test_ && !scored_)
      collector.find("F205 row-cut",
                     fmt::format("the log ends inside \"{}\", which has no score", title_),
                     "a test without a score has no result");
  }

 private:
  // "System Call Overhead -- 2 copies"
  bool title(std::string_view text) {
    const size_t at = text.rfind(" -- ");
    if (at == std::string_view::npos) return false;
    const auto pieces = words(text.substr(at + 4));
    if (pieces.size() != 2 || (pieces[1] != "copy" && pieces[1] != "copies")) return false;
    auto copies = parse_integer(pieces[0]);
    if (!copies || *copies < 1 || *copies > 1000000) return false;
    if (in_test_ && !scored_) ++unfinished_;
    title_ = std::string(trim(text.substr(0, at)));
    copies_ = static_cast<int>(*copies);
    passes_.clear();
    unit_.clear();
    in_test_ = true;
    in_copy_ = scored_ = false;
    score_.reset();
    return true;
  }

  bool program_output(std::string_view text) {
    // Whetstone prints its own table between the passes; it is no result of the test. Only inside a
    // pass.
    return in_pass_ && !scored_ && text.size() < 200;
  }

  bool comment(std::string_view text, Collector&) {
    if (text.starts_with("#### Pass ")) {
      if (in_copy_) end_copy();
      passes_.emplace_back();
      in_pass_ = true;
      return true;
    }
    if (text.starts_with("########")) {
      ruled_ = true;
      in_pass_ = false;
      return true;
    }
    if (passes_.empty() || text.size() < 4) return true;
    const size_t colon = text.find(": ");
    if (colon == std::string_view::npos) return true;
    const std::string_view key = text.substr(2, colon - 2);
    const std::string_view value = trim(text.substr(colon + 2));
    if (key == "COUNT0") {
      if (in_copy_) end_copy();
      in_copy_ = true;
      count_ = parse_double(value).value_or(std::nan(""));
    } else if (key == "COUNT1") {
      timebase_ = parse_double(value).value_or(1);
    } else if (key == "COUNT2") {
      if (unit_.empty()) unit_ = std::string(value);
    } else if (key == "TIME") {
      time_ = parse_double(value);
    } else if (key == "elapsed") {
      elapsed_ = parse_double(value);
    }
    return true;
  }

  void end_copy() {
    Pass& pass = passes_.back();
    const double seconds = time_ ? *time_ : elapsed_.value_or(std::nan(""));
    pass.count += count_;
    pass.seconds += seconds;
    pass.timebase = timebase_;
    pass.copy_rates += timebase_ > 0 && seconds > 0 ? count_ / (seconds / timebase_) : count_;
    ++pass.copies;
    in_copy_ = false;
    time_.reset();
    elapsed_.reset();
    timebase_ = 1;
  }

  static double rate(const Pass& pass) {
    const double seconds = pass.seconds / pass.copies;
    return pass.timebase > 0 && seconds > 0 ? pass.count / (seconds / pass.timebase) : pass.count;
  }

  bool result(std::string_view text, Collector& collector) {
    if (in_copy_) end_copy();
    in_pass_ = false;
    if (text.starts_with("score:")) {
      score_ = parse_double(trim(text.substr(6)));
    } else if (text.starts_with("iterations:")) {
      auto iterations = parse_integer(trim(text.substr(11)));
      if (score_ && !scored_) put(iterations, collector);
      scored_ = true;
    }
    return true;
  }

  void put(std::optional<long long> iterations, Collector& collector) {
    auto& rows = rows_[copies_];
    if (!tables_.count(copies_) || rows.count(title_)) {
      // The same test again: another run, appended to the same file.
      rows.clear();
      tables_[copies_] = collector.open("unixbench-log");
      ReadingTable& table = collector.table(tables_[copies_]);
      if (table.label.empty())
        table.label = copies_ == 1 ? "1 copy" : fmt::format("{} copies", copies_);
      table.copies = copies_;
    }
    const size_t index = tables_[copies_];
    ReadingRow& row = collector.add(index, title_, unit_, score_);
    rows[title_] = true;
    row.n = iterations;
    std::vector<double> rates;
    for (const Pass& pass : passes_) {
      const double value = pass.copies > 0 ? rate(pass) : std::nan("");
      if (std::isfinite(value)) rates.push_back(value);
    }
    if (rates.size() == passes_.size() && !rates.empty()) {
      if (iterations && static_cast<long long>(rates.size()) > *iterations)
        dropped_[copies_] = true;
      check(rates, iterations, collector);
      if (rates.size() > 1) row.samples = std::move(rates);
    }
  }

  // The slowest by raw count dropped, a third in UnixBench, then the geometric mean of the rates.
  double score_of(const std::vector<double>& rates, size_t drop) const {
    std::vector<size_t> order(passes_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return passes_[a].count < passes_[b].count; });
    double sum = 0;
    for (size_t i = drop; i < order.size(); ++i)
      sum += rates[order[i]] > 0 ? std::log(rates[order[i]]) : 0;
    return std::exp(sum / static_cast<double>(order.size() - drop));
  }

  bool printed(double score) const {
    return std::fabs(score - *score_) <= 1e-4 * std::fabs(*score_) + 0.05;
  }

  // The score follows from the passes. UnixBench divides the copies' sum by their mean time;
  // where the score says that each copy was divided by its own, so are the samples.
  void check(std::vector<double>& rates, std::optional<long long> iterations,
             Collector& collector) {
    const size_t third = rates.size() / 3;
    const size_t kept = iterations ? static_cast<size_t>(*iterations) : rates.size() - third;
    if (kept != rates.size() - third && kept != rates.size()) return;  // another rule
    const double score = score_of(rates, rates.size() - kept);
    if (printed(score)) return;
    std::vector<double> own;
    for (const Pass& pass : passes_) own.push_back(pass.copy_rates);
    if (copies_ > 1 && printed(score_of(own, rates.size() - kept))) {
      rates = std::move(own);
      return;
    }
    if (kept != rates.size() - third) return;  // of all passes: another mean, perhaps
    collector.find("F208 score-mismatch",
                   fmt::format("{}, {}: score printed {}, recomputed from the passes {}", title_,
                               copies_ == 1 ? "1 copy" : fmt::format("{} copies", copies_),
                               shortest(*score_), fixed(score, 1)),
                   "the log or its score was changed, or another rule was used");
  }

  std::map<int, size_t> tables_;
  std::map<int, std::map<std::string, bool>> rows_;
  std::map<int, bool> dropped_;
  std::vector<Pass> passes_;
  std::string title_, unit_;
  int copies_ = 1;
  double count_ = 0, timebase_ = 1;
  std::optional<double> time_, elapsed_, score_;
  size_t unfinished_ = 0;
  bool in_test_ = false, in_copy_ = false, in_pass_ = false, scored_ = false, ruled_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<UnixbenchLogReader>();
}

}  // namespace

extern const Format reader_unixbench_log{"unixbench-log",
                                         "UnixBench's raw log with every pass of every copy", make};

}  // namespace lodestone::reader_unixbench_log
