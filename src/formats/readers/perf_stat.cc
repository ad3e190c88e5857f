// SPDX-License-Identifier: GPL-2.0-or-later
// perf stat for people: "Performance counter stats for ...", all widths, with -r, --table, -I, -A
// and --per-*, old and new event names, not counted and not supported. A spread is the standard
// error of the mean (tools/perf/util/stat.c).
#include <fmt/format.h>

#include <utility>

#include "base/text.h"
#include "formats/cursor.h"
#include "formats/known_titles.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/role.h"

namespace lodestone::reader_perf_stat {
namespace {

bool is_unit(std::string_view word) {
  for (std::string_view unit : {"msec", "ms", "ns", "nsec", "usec", "us", "sec", "Joules", "MiB",
                                "KiB", "GiB", "Bytes", "MB", "KB", "C", "Watts", "%"})
    if (word == unit) return true;
  return false;
}

struct EventLine {
  std::string title, unit;
  std::optional<double> value, spread, share, rounding;
  std::string group;  // "system.slice: " of --cgroup
};

// "( +-  0.52% )" anywhere in the text: its percentage.
std::optional<double> spread_in(std::string_view text) {
  const size_t at = text.find("+-");
  if (at == std::string_view::npos) return std::nullopt;
  const size_t percent = text.find('%', at);
  if (percent == std::string_view::npos) return std::nullopt;
  return parse_number(text.substr(at + 2, percent - at - 2));
}

// "(83.44%)" at the end: how long the counter ran.
std::optional<double> share_in(std::string_view text) {
  if (!text.ends_with("%)") && !text.ends_with("% )")) return std::nullopt;
  const size_t open = text.rfind('(');
  if (open == std::string_view::npos || text.find("+-", open) != std::string_view::npos)
    return std::nullopt;
  const size_t percent = text.rfind('%');
  return parse_number(trim(text.substr(open + 1, percent - open - 1)));
}

// "311", "311,55": goes on with a number whose thousands are parted by blanks.
bool is_group(std::string_view word) {
  if (word.size() < 3) return false;
  for (size_t i = 0; i < word.size(); ++i) {
    const bool digit = word[i] >= '0' && word[i] <= '9';
    if (i == 3 ? word[i] != '.' && word[i] != ',' : !digit) return false;
  }
  return word.size() != 4;
}

// "3,78,13,92,474" of the locale en_IN: pairs, and three digits at the end.
bool is_indian(std::string_view figure) {
  const auto groups = split(figure.substr(0, figure.find('.')), ',');
  if (groups.size() < 3 || groups[0].empty() || groups[0].size() > 2) return false;
  for (size_t i = 1; i < groups.size(); ++i)
    if (groups[i].size() != (i + 1 == groups.size() ? 3u : 2u)) return false;
  return true;
}

// Where a number is known to have decimals, its last separator begins them.
NumberStyle decimal_style(std::string_view figure) {
  const size_t last = figure.find_last_of(".,");
  return last != std::string_view::npos && figure[last] == ',' ? NumberStyle::comma
                                                               : NumberStyle::point;
}

// `value [unit] event [# metric] [( +- x% )] [(y%)]`; the thousands separators are the locale's.
std::optional<EventLine> parse_event(std::string_view text) {
  EventLine line;
  Cursor cursor(text);
  std::string figure;
  if (cursor.take("<not counted>") || cursor.take("<not supported>")) {
  } else {
    const std::string_view number = cursor.number_text();
    if (number.empty()) return std::nullopt;
    figure = std::string(number);
    cursor.take(number.size());
    // A locale may part thousands by blanks: "3 781 392 474", "1 311,55".
    while (figure.find_first_of(".,") == std::string::npos && figure[0] != '0' &&
           is_group(cursor.word()))
      figure += cursor.take_word();
    if (is_indian(figure)) std::erase(figure, ',');
    if (!parse_numeral(figure)) return std::nullopt;
    if (!cursor.rest().empty() && cursor.rest().front() == '%') return std::nullopt;
  }
  if (is_unit(cursor.word()) && !trim(cursor.rest().substr(cursor.word().size())).empty())
    line.unit = std::string(cursor.take_word());
  std::string_view rest = cursor.rest();
  line.spread = spread_in(rest);
  line.share = share_in(rest);
  size_t end = rest.find('#');
  if (const size_t open = rest.find("( "); open < end) end = open;
  if (const size_t open = rest.find("  ("); open < end) end = open;
  std::string_view event = trim(rest.substr(0, std::min(end, rest.size())));
  if (event.ends_with(')'))
    if (const size_t open = event.rfind('('); open != std::string_view::npos && open > 0) {
      const std::string_view inside = event.substr(open + 1, event.size() - open - 2);
      if (inside.find('%') == std::string_view::npos && line.unit.empty())
        line.unit = std::string(trim(inside));
      event = trim(event.substr(0, open));
    }
  if (event.empty() || event.size() > 150 || event.front() == '(' || event.front() == '#' ||
      event.front() == '[')
    return std::nullopt;
  line.title = std::string(event);
  // --cgroup, --for-each-cgroup: "cycles                    system.slice".
  if (const size_t gap = event.find("  "); gap != std::string_view::npos) {
    const std::string_view group = trim(event.substr(gap)), name = event.substr(0, gap);
    if (group.find(' ') == std::string_view::npos && !is_digit(group.front()) &&
        is_perf_event(name))
      line.title = std::string(name), line.group = std::string(group) + ": ";
  }
  // Before 2010 the unit was part of the name.
  for (std::string_view clock : {"task-clock", "cpu-clock"})
    if (event.starts_with(clock) && event.substr(clock.size()) == "-msecs") {
      line.title = std::string(clock);
      line.unit = "msec";
    }
  if (!figure.empty()) {
    // Counts have no decimals: "1.234" and "1,234" are both 1234. Times always have some.
    const bool clock = !line.unit.empty() || line.title.find("clock") != std::string::npos;
    const NumberStyle style = clock                                   ? decimal_style(figure)
                              : figure.find(',') == std::string::npos ? NumberStyle::comma
                                                                      : NumberStyle::point;
    if (const auto numeral = parse_numeral(figure, style)) {
      line.value = numeral->value;
      if (clock) line.rounding = rounding_of_zeros(*numeral);
    }
  }
  return line;
}

// "#   75.3 %  tma_frontend_bound", "# nan metric"; "# After" is somebody's heading.
bool is_metric(std::string_view text) {
  if (text.empty() || text.front() != '#') return false;
  const auto pieces = words(text.substr(1));
  return pieces.size() >= 2 && role_of(text) == Role::none &&
         (is_digit(pieces[0][0]) || pieces[0][0] == '-' || pieces[0][0] == '<' ||
          pieces[0][0] == '(' || pieces[0] == "nan");
}

class PerfStatReader : public Reader {
 public:
  bool line(const Line& line, Collector& collector) override {
    const std::string_view text = trim(line.text);
    if (text.empty()) return false;
    if (text.size() > 600) return false;
    if (text.find('|') == std::string_view::npos)
      if (const size_t at = text.find("Performance counter stats for ");
          at != std::string_view::npos && at < 20)
        return header(text.substr(at + 30), collector);
    if (text.starts_with("#") && text.find("time") != std::string_view::npos &&
        text.find("counts") != std::string_view::npos &&
        text.find("events") != std::string_view::npos) {
      close(collector);
      interval_ = true;
      aggregated_ = text.find("CPU") != std::string_view::npos ||
                    text.find("socket") != std::string_view::npos ||
                    text.find("core") != std::string_view::npos;
      return true;
    }
    if (!interval_ && !table_ && begins_interval(text)) interval_ = true;
    if (interval_) return interval_row(text, collector);
    if (!table_ && !headless(text, collector)) return false;
    return body(text, collector);
  }

  void finish(Collector& collector) override { close(collector); }

 private:
  // Rows that were pasted without the line above them: "1,234  cycles  # 2.9 GHz".
  bool headless(std::string_view text, Collector& collector) {
    const size_t hash = text.find(" # ");
    if (hash == std::string_view::npos || text.find('|') != std::string_view::npos) return false;
    auto event = parse_event(text);
    if (!event || !event->value || !is_perf_event(event->title)) return false;
    close(collector);
    runs_.reset();
    table_ = collector.open("perf-stat");
    collector.table(*table_).copies.reset();
    return true;
  }

  // A row of -I pasted without its heading: the time has nine decimals, and an event follows.
  static bool begins_interval(std::string_view text) {
    const std::string_view time = text.substr(0, text.find(' '));
    const size_t point = time.find('.');
    if (point == std::string_view::npos || time.size() != point + 10 || !parse_double(time))
      return false;
    const auto event = parse_event(trim(text.substr(time.size())));
    return event && event->value && is_perf_event(event->title);
  }

  // "'perf bench sched pipe' (5 runs):"
  bool header(std::string_view text, Collector& collector) {
    close(collector);
    interval_ = false;
    std::string command(text);
    runs_.reset();
    if (const size_t open = command.rfind(" (");
        open != std::string::npos && command.find(" runs)", open) != std::string::npos) {
      runs_ = parse_integer(
          std::string_view(command).substr(open + 2, command.find(' ', open + 2) - open - 2));
      command.resize(open);
    }
    while (!command.empty() && (command.back() == ':' || command.back() == ' ')) command.pop_back();
    if (command.size() > 2 && command.front() == '\'' && command.back() == '\'')
      command = command.substr(1, command.size() - 2);
    // A heading that tells the sides apart is the label; otherwise the command is, with what stands
    // above it.
    const std::string heading = collector.surroundings.label();
    const bool tells =
        role_of(heading) != Role::none || heading.find_first_of("0123456789") != std::string::npos;
    table_ = collector.open("perf-stat", heading.empty() ? command
                                         : tells         ? heading
                                                 : fmt::format("{} ({})", heading, command));
    collector.table(*table_).context.set("command", command);
    collector.table(*table_).copies.reset();
    return true;
  }

  bool body(std::string_view text, Collector& collector) {
    if (text.starts_with("# Table of individual measurements")) return individual_ = true;
    if (text.starts_with("# Final result")) {
      individual_ = false;
      return true;
    }
    if (individual_) {
      Cursor cursor(text);
      auto value = cursor.take_number();
      if (value && cursor.take("(")) {
        samples_.push_back(value->value);
        return true;
      }
    }
    if (is_metric(text)) return true;  // a metric of the line above, or of a group
    if (elapsed(text, collector)) return true;
    std::string prefix;
    std::string_view rest = strip_aggregate(text, prefix);
    auto event = parse_event(rest);
    if (!event || (!is_event_name(event->title))) {
      if (!ended_ && wrapped(text, collector)) return true;
      if (!ended_ && text.find_first_of("0123456789") != std::string_view::npos) {
        if (!unread_++) first_unread_ = std::string(text.substr(0, 60));
      }
      if (ended_ || ++strangers_ > 3) close(collector);
      return false;
    }
    if (ended_) return false;  // a row behind "time elapsed" is of something else
    strangers_ = 0;
    row_line_ = collector.line;
    put(prefix + event->group + event->title, *event, collector);
    return true;
  }

  // The rest of a row that a mail program wrapped: "GHz    ( +-  0.34% )".
  bool wrapped(std::string_view text, Collector& collector) {
    if (collector.line != row_line_ + 1 || !table_ || collector.table(*table_).rows.empty())
      return false;
    const auto spread = spread_in(text);
    ReadingRow& row = collector.table(*table_).rows.back();
    if (!spread || row.spread_percent || !row.value) return false;
    row.spread_percent = spread;
    row.spread_kind = SpreadKind::standard_error;
    if (runs_) row.n = runs_;
    return true;
  }

  static bool is_event_name(std::string_view name) {
    if (is_perf_event(name)) return true;
    // Other events: one word of the characters that perf allows.
    if (name.find(' ') != std::string_view::npos || name.size() < 3) return false;
    for (char c : name)
      if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
            c == '-' || c == '_' || c == ':' || c == '/' || c == '.' || c == '=' || c == ',' ||
            c == '@' || c == '{' || c == '}'))
        return false;
    return name.find_first_of("-_:/.") != std::string_view::npos ||
           (name[0] >= 'a' && name[0] <= 'z');
  }

  // "CPU0", "S0 2", "S0-D0-C0 2", "N1 4", "sleep-1234": what an aggregated row begins with.
  static std::string_view strip_aggregate(std::string_view text, std::string& prefix) {
    Cursor cursor(text);
    const std::string_view word = cursor.word();
    const bool cpu = word.starts_with("CPU") && word.size() > 3 && word[3] >= '0' && word[3] <= '9';
    const bool node = word.size() > 1 && (word[0] == 'S' || word[0] == 'N' || word[0] == 'D') &&
                      word[1] >= '0' && word[1] <= '9';
    if (!cpu && !node) return text;
    cursor.take_word();
    prefix = std::string(word) + ": ";
    if (node) cursor.take_number();  // how many CPUs were added up
    return cursor.rest();
  }

  // "7.0093 +- 0.0463 seconds time elapsed  ( +-  0.66% )", "0.27 seconds user"
  bool elapsed(std::string_view text, Collector& collector) {
    Cursor cursor(text);
    std::string figure(cursor.number_text());
    cursor.take(figure.size());
    auto value = parse_numeral(figure, decimal_style(figure));
    if (!value) return false;
    bool spread = false;
    if (cursor.take("+-")) spread = cursor.take_number().has_value();
    if (!cursor.take("seconds ") && !cursor.take("sec ")) return false;
    const std::string_view rest = cursor.rest();
    std::string title;
    if (rest.starts_with("time elapsed"))
      title = "time elapsed";
    else if (rest == "user" || rest.starts_with("user "))
      title = "user";
    else if (rest == "sys" || rest.starts_with("sys "))
      title = "sys";
    else
      return false;
    ReadingRow& row = collector.add(*table_, title, "seconds", value->value);
    row.rounding = rounding_of_zeros(*value);
    row.spread_percent = spread_in(rest);
    row.spread_kind = SpreadKind::standard_error;
    if (title == "time elapsed") {
      if (runs_ && (spread || row.spread_percent)) row.n = runs_;
      if (samples_.size() > 1 && (!runs_ || static_cast<long long>(samples_.size()) == *runs_))
        row.samples = std::exchange(samples_, {});
      else if (samples_.size() > 1)
        collector.find("F206 impossible-value",
                       fmt::format("{}: {} single values are printed for {} runs",
                                   collector.table(*table_).label, samples_.size(), *runs_),
                       "each run has one value", "the single values are left out");
      if (unread_)
        collector.find("F213 cell-unread",
                       fmt::format("{}: {} lines with figures are not understood and left out, the "
                                   "first is \"{}\"",
                                   collector.table(*table_).label, unread_, first_unread_),
                       {}, "print the counts as well: perf stat without --metric-only");
    }
    ended_ = true;
    return true;
  }

  void put(const std::string& title, const EventLine& event, Collector& collector) {
    ReadingRow& row = collector.add(*table_, title, event.unit, event.value);
    row.rounding = event.rounding;
    row.spread_percent = event.spread;
    row.spread_kind = SpreadKind::standard_error;
    if (event.spread && runs_) row.n = runs_;
    if (event.share && *event.share < 99.9 && event.value) {
      if (!multiplexed_++) lowest_ = *event.share;
      lowest_ = std::min(lowest_, *event.share);
    }
  }

  bool interval_row(std::string_view text, Collector& collector) {
    if (is_metric(text)) return true;
    Cursor cursor(text);
    const std::string time(cursor.number_text());
    if (time.find('.') == std::string::npos) {
      interval_ = false;
      close(collector);
      return false;
    }
    cursor.take(time.size());
    std::string prefix;
    const std::string_view rest = strip_aggregate(cursor.rest(), prefix);
    auto event = parse_event(rest);
    if (!event || !is_event_name(event->title)) return rest.starts_with("#");
    if (!table_ || time != time_) {
      close(collector);
      time_ = time;
      table_ = collector.open("perf-stat", time);
      collector.origin(*table_).comparable = false;
    }
    put(prefix + event->group + event->title, *event, collector);
    return true;
  }

  void close(Collector& collector) {
    if (table_ && multiplexed_)
      collector.find("F224 multiplexed",
                     fmt::format("{}: {} events were counted only part of the time, down to {}%",
                                 collector.table(*table_).label, multiplexed_, shortest(lowest_)),
                     "their counts are estimates", "count fewer events at once");
    table_.reset();
    samples_.clear();
    multiplexed_ = 0;
    strangers_ = unread_ = 0;
    row_line_ = 0;
    individual_ = ended_ = false;
  }

  std::optional<size_t> table_;
  std::optional<long long> runs_;
  std::vector<double> samples_;
  std::string time_, first_unread_;
  uint64_t row_line_ = 0;
  int strangers_ = 0, multiplexed_ = 0, unread_ = 0;
  double lowest_ = 100;
  bool individual_ = false, ended_ = false, interval_ = false, aggregated_ = false;
};

std::unique_ptr<Reader> make() {
  return std::make_unique<PerfStatReader>();
}

}  // namespace

extern const Format reader_perf_stat{
    "perf-stat", "perf stat for people, with -r, --table, -I, -A, --per-*", make};

}  // namespace lodestone::reader_perf_stat
