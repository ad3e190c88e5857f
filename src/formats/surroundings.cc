// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/surroundings.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "formats/numeral.h"
#include "formats/role.h"

namespace lodestone {
namespace {

constexpr uint64_t copies_reach =
    30;  // lines over which "./Run -c 64" is believed to be about the next table
constexpr size_t remembered = 6;

bool is_rule(std::string_view text) {
  return text.size() >= 2 && text.find_first_not_of("-=~_*#+ ") == std::string_view::npos;
}

std::optional<int> number_before(std::string_view text, size_t at) {
  while (at > 0 && text[at - 1] == ' ') --at;
  size_t start = at;
  while (start > 0 && is_digit(text[start - 1])) --start;
  auto value = parse_integer(text.substr(start, at - start));
  if (start == at || !value || *value < 1 || *value > 1000000) return std::nullopt;
  return static_cast<int>(*value);
}

// Lines that mails, trackers and diffs are made of; they never name a table.
bool is_frame(std::string_view text) {
  static constexpr std::string_view starts[] = {
      "From:",     "To:",         "Cc:",         "CC:",           "Date:",
      "Sent:",     "Subject:",    "Message-ID:", "Signed-off-by", "Reviewed-by",
      "Tested-by", "Reported-by", "Acked-by",    "# started on ", "Link:",
      "diff ",     "index ",      "+++ ",        "--- ",          "@@ ",
      "Closes:",   "http",        "Fixes:",      "[-- ",          "Content-"};
  for (std::string_view start : starts)
    if (text.starts_with(start)) return true;
  return text.ends_with(" wrote:") || text.ends_with(" writes:") ||
         (text.starts_with("RESULT ") && text.ends_with("INDEX")) ||  // a wrapped heading
         (text.front() == '[' && text.back() == ']') ||
         (text.front() == '(' && text.back() == ')') || text.starts_with("...") ||
         text.starts_with("(snip");
}

// A new mail, comment or message: what was said before is about something else.
bool is_boundary(std::string_view text) {
  if (text.ends_with(" wrote:") || text.starts_with("From ") || text.starts_with("Subject:") ||
      text.starts_with("Re: "))
    return true;
  for (std::string_view word : {"Comment ", "Message "})
    if (text.starts_with(word) && text.size() > word.size() && is_digit(text[word.size()]))
      return true;
  return false;
}

bool names_machine(std::string_view low) {
  for (std::string_view word : {"machine", "server", "platform", "environment", "system config",
                                "hardware", "testbed", "host "})
    if (low.find(word) != std::string_view::npos) return true;
  return false;
}

bool names_processor(std::string_view text) {
  static constexpr std::string_view names[] = {
      "(R) Xeon",        "(R) Core",       "Intel(R)",     "EPYC",     "Ryzen",
      "Opteron",         "Hygon",          "Kunpeng",      "CPU @",    "-core Processor",
      "-Core Processor", "Core Processor", "Neoverse",     "Graviton", "Cortex-A",
      "Loongson",        "ThunderX",       "Ampere Altra", "Phytium"};
  // One pass over the letters that such names begin with: most lines of a log have few of them.
  static constexpr auto begins = [] {
    std::array<bool, 256> letters{};
    for (std::string_view name : names) letters[static_cast<unsigned char>(name[0])] = true;
    return letters;
  }();
  bool found = false;
  for (size_t i = 0; i + 4 <= text.size() && !found; ++i)
    if (begins[static_cast<unsigned char>(text[i])])
      for (std::string_view name : names) found = found || text.substr(i).starts_with(name);
  if (!found) return false;
  // "We ran it on a Kunpeng 920": a sentence is no name.
  for (std::string_view word : {" on a ", " on the ", " on an ", " on my ", " ran ", " run ",
                                " is ", " was ", " with the "})
    if (text.find(word) != std::string_view::npos) return false;
  return true;
}

std::string_view strip_bullet(std::string_view text) {
  while (!text.empty() && (text.front() == '#' || text.front() == '*' || text.front() == '-' ||
                           text.front() == ' ' || text.front() == '=' || text.front() == '\t'))
    text.remove_prefix(1);
  size_t k = 0;
  while (k < text.size() && k < 2 && is_digit(text[k])) ++k;
  if (k && k + 1 < text.size() && (text[k] == '.' || text[k] == ')') && text[k + 1] == ' ')
    text.remove_prefix(k + 2);
  while (text.size() > 2 &&
         (text.back() == '=' || text.back() == '*' || text.back() == '#' || text.back() == '-'))
    text.remove_suffix(1);
  return trim(text);
}

}  // namespace

bool Surroundings::take_fact(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon != std::string_view::npos && colon > 0 && colon < 30) {
    std::string key = to_lower(trim(text.substr(0, colon)));
    std::replace(key.begin(), key.end(), '_', ' ');
    const std::string value(trim(text.substr(colon + 1)));
    std::string name;
    if (key == "cpu core" || key == "cpu cores" || key == "cores" || key == "cpus" ||
        key == "cpu(s)" || key == "vcpus" || key == "number of cpus")
      name = "cpus";
    else if (key == "memory" || key == "mem" || key == "ram")
      name = "memory";
    else if (key == "kernel" || key == "os kernel" || key == "kernel version" ||
             key == "linux kernel")
      name = "kernel";
    else if (key == "os" || key == "distribution" || key == "distro" || key == "operating system")
      name = "os";
    else if (key == "machine" || key == "server" || key == "host" || key == "hostname" ||
             key == "on test machine" || key == "test machine")
      name = "machine";
    else if (key == "cpu" || key == "processor" || key == "model name" || key == "cpu model" ||
             key == "cpu type")
      name = "cpu_model";
    if (!name.empty() && !value.empty()) {
      if (name == "cpus") {
        size_t end = 0;
        while (end < value.size() && is_digit(value[end])) ++end;
        if (end == 0) return true;
        context_.set(name, value.substr(0, end));
      } else {
        if (name == "cpu_model" && tables_in_section_ && context_.get(name) &&
            *context_.get(name) != value)
          end_section();
        context_.set(name, value);
      }
      return true;
    }
  }
  if (names_processor(text) && words(text).size() <= 14 && text.back() != '.') {
    const std::string model(text.back() == ':' ? text.substr(0, text.size() - 1) : text);
    if (auto known = context_.get("cpu_model"); known && *known != model && tables_in_section_)
      end_section();
    context_.set("cpu_model", model);
    return text.back() != ':';
  }
  return false;
}

bool Surroundings::take_command(std::string_view text) {
  std::string_view command = text;
  for (std::string_view prompt : {"Cmd:", "Command:", "Command line:", "cmd:"})
    if (command.starts_with(prompt)) command = trim(command.substr(prompt.size()));
  const bool announced = command.size() != text.size();
  if (const size_t end = command.find(":~> "); end != std::string_view::npos && end < 40)
    command = trim(command.substr(end + 4));
  else if (command.starts_with("$ ") || command.starts_with("# "))
    command = trim(command.substr(2));
  else if (const size_t dollar = command.find("$ ");
           dollar != std::string_view::npos && dollar < 40 && dollar > 0 &&
           (command[0] == '[' || command.find('@') < dollar))
    command = trim(command.substr(dollar + 2));
  const auto pieces = words(command);
  if (pieces.empty()) return false;
  const std::string_view first = pieces[0];
  const bool program =
      first.starts_with("./") || first.starts_with("/") || first == "perf" || first == "taskset" ||
      first == "numactl" || first == "sudo" || first == "stress-ng" || first == "hackbench" ||
      first == "sysbench" || first == "fio" || first == "netperf" || first == "iperf3" ||
      first == "schbench" || first == "cyclictest" || first == "python" || first == "python3";
  if (!announced && !program && command.size() == text.size()) return false;
  if (!announced && !program && text.front() == '#') return false;  // a markdown heading
  command_ = std::string(command);
  return true;
}

void Surroundings::take_copies(std::string_view text, uint64_t line) {
  std::optional<int> found;
  bool several = false;
  for (size_t at = 0; (at = text.find("-c ", at)) != std::string_view::npos; at += 3) {
    const std::string_view before = text.substr(0, at);
    if (before.find("Run") == std::string_view::npos) continue;
    size_t end = at + 3;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (auto value = parse_integer(text.substr(at + 3, end - at - 3));
        value && *value > 0 && *value < 1000000) {
      several = found && *found != *value;
      found = static_cast<int>(*value);
    }
  }
  if (!found)
    for (std::string_view word : {"parallel cop", "parallel proc", "parallel task"})
      if (const size_t at = text.find(word); at != std::string_view::npos)
        found = number_before(text, at);
  if (!found) return;
  copies_ = several ? std::nullopt : found;
  copies_line_ = line;
}

void Surroundings::end_section() {
  ++section_;
  context_ = Context();
  sticky_.clear();
  recent_.clear();
  copies_.reset();
  tables_in_section_ = false;
}

void Surroundings::heading(std::string_view text, uint64_t line) {
  Line made;
  made.text = text;
  made.number = line;
  prose(made);
}

void Surroundings::prose(const Line& line) {
  line_ = line.number;
  std::string_view raw = trim(line.text);
  if (raw.empty() || raw.starts_with("```") || raw.starts_with("~~~")) return;
  if (is_rule(raw)) {
    if (!recent_.empty() && line.number - recent_.back().line <= 1) recent_.back().marked = true;
    return;
  }
  if (raw.size() > 400) return;
  const std::string text = strip_markup(raw);
  if (text.empty()) return;
  if (is_boundary(text)) end_section();
  if (is_frame(text)) return;
  const std::string low = to_lower(text);
  if (is_digit(text[0]) && text.size() > 2 && (text[1] == '.' || text[1] == ')') &&
      names_machine(low)) {
    end_section();
    context_.set("section", std::string(strip_bullet(text)));
    return;
  }
  take_copies(text, line.number);
  if (take_command(text) || take_fact(text)) return;
  std::string_view shown = strip_bullet(text);
  Candidate candidate;
  candidate.line = line.number;
  candidate.marked = raw.front() == '#' || (raw.starts_with("**") && raw.ends_with("**")) ||
                     (raw.starts_with("==") && raw.ends_with("=="));
  if (!shown.empty() && shown.back() == ':') {
    candidate.colon = true;
    shown = trim(shown.substr(0, shown.size() - 1));
  }
  if (shown.empty()) return;
  candidate.text = std::string(shown);
  recent_.push_back(std::move(candidate));
  if (recent_.size() > remembered) recent_.pop_front();
}

// A heading that says which side follows: "After:", "# base", "6.1.0:".
bool Surroundings::tells_side(const Candidate& candidate) {
  const size_t count = words(candidate.text).size();
  return (candidate.colon || candidate.marked) &&
         ((count <= 8 && role_of(candidate.text) != Role::none) ||
          (count <= 3 && names_version(candidate.text)));
}

void Surroundings::content(const Line& line) {
  line_ = content_line_ = line.number;
  tables_in_section_ = true;
  // A table's own first lines may come before its reader opens it: a heading above them that tells
  // a side ("After:", "# base") is kept. Longer lines may be a program's own words.
  for (const Candidate& candidate : recent_)
    if (tells_side(candidate) ||
        (words(candidate.text).size() <= 2 && role_of(candidate.text) != Role::none))
      sticky_ = candidate.text;
  recent_.clear();
}

std::string Surroundings::label() {
  const auto sentence = [](const std::string& text) {
    return text.back() == '.' || text.back() == '?' || text.back() == '!';
  };
  // A heading that tells a side beats a line that merely stands nearer ("After:", "./bench").
  for (size_t back = 0; back < recent_.size(); ++back) {
    const Candidate& candidate = recent_[recent_.size() - 1 - back];
    if (candidate.text.size() <= 100 && tells_side(candidate)) {
      sticky_ = candidate.text;
      return sticky_;
    }
  }
  for (size_t back = 0; back < recent_.size(); ++back) {
    const Candidate& candidate = recent_[recent_.size() - 1 - back];
    const size_t count = words(candidate.text).size();
    if (candidate.text.size() > 100 || count > 14 || (sentence(candidate.text) && !candidate.colon))
      continue;
    const bool told = role_of(candidate.text) != Role::none &&
                      (candidate.colon || candidate.marked || count <= 6);
    const bool announced = candidate.colon || candidate.marked;
    // The line right above a table names it even without a mark, if it is short.
    const bool adjacent = back == 0 && count <= 8;
    if (told || announced || adjacent) {
      sticky_ = candidate.text;
      break;
    }
  }
  return sticky_;
}

std::optional<int> Surroundings::copies() const {
  if (!copies_ || line_ > copies_line_ + copies_reach +
                              (content_line_ > copies_line_ ? content_line_ - copies_line_ : 0))
    return std::nullopt;
  return copies_;
}

}  // namespace lodestone
