// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/printable.h"
#include "base/text.h"
#include "formats/embedded_json.h"
#include "formats/html.h"
#include "formats/line.h"
#include "formats/numeral.h"
#include "formats/reader.h"
#include "formats/result_folder.h"
#include "formats/source.h"
#include "formats/statements.h"

namespace lodestone {
namespace {

constexpr size_t largest_document = size_t{2} << 30;  // JSON and XML are held as a whole
constexpr size_t largest_html = size_t{64} << 20;

// "[   12.345678] usb 1-1: new device"
bool is_kernel_message(std::string_view text) {
  if (text[0] != '[') return false;
  size_t i = 1;
  while (i < text.size() && text[i] == ' ') ++i;
  const size_t seconds = i;
  while (i < text.size() && is_digit(text[i])) ++i;
  if (i == seconds || i + 8 > text.size() || text[i] != '.') return false;
  for (size_t k = 1; k <= 6; ++k)
    if (!is_digit(text[i + k])) return false;
  return text[i + 7] == ']';
}

// Perhaps within a number.
bool ends_in_number(std::string_view text) {
  return is_digit(text.back()) || text.back() == '.' || text.back() == ',';
}

// What a text says is shown on terminals: it must not steer them.
void make_printable(Reading& reading) {
  const auto mend = [](auto& text) {
    if (!is_printable(text)) text = printable(text);
  };
  for (ReadingTable& table : reading.tables) {
    mend(table.label);
    for (auto& [name, value] : table.context.facts) mend(value);
    for (ReadingRow& row : table.rows) {
      mend(row.metric.id);
      if (row.metric.title != row.metric.id) mend(row.metric.title);
      mend(row.metric.unit);
    }
  }
  for (Finding& finding : reading.findings) mend(finding.text);
}

// Tries the readers of whole documents; true if one took it.
bool try_documents(std::string_view bytes, const Format* forced, Collector& collector) {
  for (const Format* format : reader_formats)
    if (format->document && (!forced || format == forced) &&
        format->document(bytes, forced != nullptr, collector))
      return true;
  return false;
}

// Hands the lines of a text to the readers.
class Feed {
 public:
  Feed(const Format* forced, Collector& collector) : forced_(forced), collector_(collector) {
    for (const Format* format : reader_formats)
      if (format->make && (!forced || format == forced)) readers_.push_back(format->make());
  }

  void raw(std::string_view text, bool cut) {
    if (const void* inner = std::memchr(text.data(), '\r', text.size()); inner && !text.empty()) {
      // CRLF, or lines that a progress display wrote over one another.
      while (!text.empty() && text.back() == '\r') text.remove_suffix(1);
      for (size_t at; (at = text.find('\r')) != std::string_view::npos; text.remove_prefix(at + 1))
        decoded(text.substr(0, at), cut);
    }
    decoded(text, cut);
  }

  // `open`: the text ended inside a line.
  void finish(bool open) {
    if (!joined_.empty()) emit(std::exchange(joined_, {}), false);
    if (!unpacked_.empty()) emit(std::exchange(unpacked_, {}), false);
    if (embedded_.open()) {
      if (!embedded_.heading().empty())
        collector_.find("F204 text-cut", "the text ends inside the JSON document below \"" +
                                             embedded_.heading() + "\"; it was left out");
      give_back();
    }
    for (auto& reader : readers_) reader->finish(collector_);
    if (open && last_claimed_ && ended_in_word_)
      collector_.find("F237 open-line",
                      "the text ends without an end of line; its last number may be cut",
                      "half a number looks like a number", "copy whole lines");
  }

  bool understood() const { return claimed_ > 0; }
  const std::string& prose() const { return prose_; }  // the first megabyte of what no reader took
  void expect_quoted_printable() { quoted_printable_ = true; }

 private:
  // Undoes quoted-printable, whose lines go on after a final "=".
  void decoded(std::string_view text, bool cut) {
    if (!text.empty() && (text[0] == 'C' || text[0] == 'c') &&
        starts_with_ignore_case(text, "Content-Transfer-Encoding:")) {
      const std::string value = to_lower(text);
      quoted_printable_ = value.find("quoted-printable") != std::string::npos;
      base64_ = value.find("base64") != std::string::npos;
      return emit(text, cut);
    }
    if (base64_ && base64(text)) return;
    if (!quoted_printable_) return emit(text, cut);
    const bool soft = !text.empty() && text.back() == '=';
    if (soft) text.remove_suffix(1);
    joined_ += decode_quoted_printable(text);
    if (soft && joined_.size() < LineSource::longest) return;
    emit(std::exchange(joined_, {}), cut);
  }

  // The body of a mail part in base64: true if the line was part of it. Its own lines are read as
  // they become whole.
  bool base64(std::string_view text) {
    const std::string_view body = trim(text);
    if (body.empty()) return false;
    auto bytes = decode_base64(body);
    if (!bytes) {
      // The header goes on, or the part has ended.
      if (!unpacked_.empty()) {
        emit(std::exchange(unpacked_, {}), false);
        base64_ = false;
      }
      return false;
    }
    unpacked_ += *bytes;
    size_t start = 0;
    for (size_t end; (end = unpacked_.find('\n', start)) != std::string::npos; start = end + 1) {
      std::string_view line = std::string_view(unpacked_).substr(start, end - start);
      if (line.ends_with('\r')) line.remove_suffix(1);
      emit(line, false);
    }
    unpacked_.erase(0, start);
    if (unpacked_.size() > LineSource::longest) emit(std::exchange(unpacked_, {}), true);
    return true;
  }

  void emit(std::string_view text, bool cut) {
    Line line;
    line.number = ++number_;
    line.cut = cut;
    text = make_plain(text, plain_);
    line.depth = strip_quotes(text);
    strip_log_prefix(text);
    line.indented = !text.empty() && (text.front() == ' ' || text.front() == '\t');
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\f' ||
                             text.back() == '\v'))
      text.remove_suffix(1);
    line.text = text;
    collector_.line = line.number;
    if (cut)
      collector_.find("F203 line-cut",
                      fmt::format("line {} is longer than {} bytes; the rest of it was left out",
                                  number_, LineSource::longest));
    if (embedded_.open()) return gather(line);
    show(line, true);
  }

  // A line of a JSON document in the text.
  void gather(const Line& line) {
    if (!embedded_.add(line, collector_)) return;
    const size_t first = collector_.tables();
    if (!embedded_.document().empty() && try_documents(embedded_.document(), forced_, collector_)) {
      if (!embedded_.heading().empty()) collector_.under_heading(first, embedded_.heading());
      embedded_.clear();
      ++claimed_;
      collector_.surroundings.content(line);
      return;
    }
    give_back();
  }

  // What looked like a document was none: the readers see its lines after all.
  void give_back() {
    ++strangers_;
    std::string text;
    for (const Line& line : embedded_.release(text)) {
      collector_.line = line.number;
      show(line, false);
    }
  }

  void show(const Line& line, bool may_be_json) {
    const std::string_view text = line.text;
    if (text.empty()) {
      // One blank line says as much as ten.
      if (std::exchange(blank_, true)) return;
      // Behind a line that a reader took, only that reader can have something open.
      const size_t shown = last_claimed_ ? 1 : readers_.size();
      for (size_t i = 0; i < shown; ++i) readers_[i]->line(line, collector_);
      collector_.surroundings.prose(line);
      return;
    }
    blank_ = false;
    // A console log mixes the kernel's messages into a program's output; they are part of no table
    // and name none.
    if (is_kernel_message(text)) return;
    // The reader of the line before comes first: blocks of one format seldom mix.
    for (size_t i = 0; i < readers_.size(); ++i) {
      if (!readers_[i]->line(line, collector_)) continue;
      if (i)
        std::rotate(readers_.begin(), readers_.begin() + static_cast<long>(i),
                    readers_.begin() + static_cast<long>(i) + 1);
      ++claimed_;
      last_claimed_ = true;
      ended_in_word_ = ends_in_number(text);
      collector_.surroundings.content(line);
      return;
    }
    last_claimed_ = false;
    if (may_be_json && strangers_ < 100 && EmbeddedJson::begins(text)) return gather(line);
    collector_.surroundings.prose(line);
    if (prose_.size() < size_t{1} << 20) prose_.append(line.text).append("\n");
  }

  const Format* forced_;
  Collector& collector_;
  std::vector<std::unique_ptr<Reader>> readers_;
  EmbeddedJson embedded_;
  size_t strangers_ = 0;  // documents that no reader knew; a log of such is not tried for ever
  std::string plain_, joined_, unpacked_, prose_;
  uint64_t number_ = 0, claimed_ = 0;
  bool quoted_printable_ = false, base64_ = false, blank_ = false, last_claimed_ = false,
       ended_in_word_ = false;
};

bool looks_binary(std::string_view start) {
  size_t odd = 0;
  for (unsigned char c : start)
    odd += c < 32 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b && c != '\b' &&
           c != '\v';
  return odd * 20 > start.size();
}

// Figures behind the last tag: the cell may go on ("1&nbsp;234&nb").
bool ends_in_cell(std::string_view html) {
  const size_t tag = html.rfind('>');
  const std::string_view tail = tag == std::string_view::npos ? html : html.substr(tag + 1);
  return tail.find_first_of("0123456789") != std::string_view::npos;
}

// A bracket and what may stand behind it; "[   12.345678] systemd" is a log.
bool begins_json(std::string_view text) {
  if (text.empty() || (text[0] != '{' && text[0] != '[')) return false;
  const size_t next = text.find_first_not_of(" \t\r\n", 1);
  if (next == std::string_view::npos) return false;
  const char c = text[next];
  return text[0] == '{' ? c == '"' || c == '}' : c == '{' || c == '[' || c == '"' || c == ']';
}

// An object that ends at the margin, and another that begins there behind it.
bool several_documents(std::string_view text) {
  const size_t closed = text.find("\n}\n");
  if (closed == std::string_view::npos || text.find("\n{\n", closed) == std::string_view::npos)
    return false;
  const std::string_view first = text.substr(0, closed);
  return first.starts_with("{") ||
         (first.find("\n{\n") != std::string_view::npos && !first.starts_with("[") &&
          first.find("\n[\n") == std::string_view::npos);
}

// Mails and archives without their headers: soft line ends and encoded bytes give it away.
bool looks_quoted_printable(std::string_view start) {
  // There "=" itself is "=3D": any other sign of equality ("max=9121", a rule "=====") tells that
  // the text is plain.
  size_t soft = 0, encoded = 0, plain = 0;
  for (size_t i = 0; (i = start.find('=', i)) != std::string_view::npos; ++i) {
    const std::string_view tail = start.substr(i + 1, 2);
    if (tail.starts_with("\n") || tail == "\r\n") {
      ++soft;
      continue;
    }
    const auto upper = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
    if (tail.size() == 2 && upper(tail[0]) && upper(tail[1]) &&
        (tail[0] >= '8' || tail == "20" || tail == "3D" || tail == "09"))
      ++encoded;
    else
      ++plain;
  }
  return soft >= 2 && encoded >= 2 && plain * 20 <= soft + encoded;
}

std::string from_utf16(std::string_view bytes, bool big) {
  std::string out;
  for (size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const auto a = static_cast<unsigned char>(bytes[i]),
               b = static_cast<unsigned char>(bytes[i + 1]);
    const unsigned code = big ? a << 8 | b : b << 8 | a;
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xc0 | code >> 6);
      out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      out += static_cast<char>(0xe0 | code >> 12);
      out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return out;
}

Result<void> feed_lines(LineSource& source, Feed& feed, Collector& collector) {
  collector.bytes_in_all = source.expected();
  std::string_view line;
  while (true) {
    LODESTONE_ASSIGN(const bool more, source.next(line));
    if (!more) break;
    collector.bytes_read += line.size() + 1;
    feed.raw(line, source.cut());
  }
  feed.finish(source.open());
  return {};
}

Result<Reading> read_source(std::unique_ptr<ByteSource> bytes, const std::string& name,
                            const ReadOptions& options) {
  const Format* forced = nullptr;
  if (!options.from.empty()) {
    forced = find_format(options.from);
    if (!forced) {
      std::string known;
      for (const Format* format : reader_formats)
        known += (known.empty() ? "" : ", ") + std::string(format->name);
      return fail(ErrorCode::usage, "no reader for the format " + options.from, {},
                  "one of: " + known);
    }
  }
  LineSource source(std::move(bytes));
  LODESTONE_ASSIGN(const std::string_view peeked, source.peek());
  if (peeked.empty())
    return fail(ErrorCode::unreadable, "nothing to read in " + name,
                name == "standard input" ? "it is empty or closed" : "it is empty");
  Collector collector;
  const bool utf16 = peeked.starts_with("\xff\xfe") || peeked.starts_with("\xfe\xff");
  if (!utf16 && looks_binary(peeked.substr(0, 4096)))
    return fail(ErrorCode::unreadable, "cannot read " + name, "it holds binary data, not text");
  const size_t first = peeked.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  const char start = first == std::string_view::npos ? '\0' : peeked[first];
  const auto has = [&](std::string_view tag) { return peeked.find(tag) != std::string_view::npos; };
  const bool html = (has("<tr") && has("<td")) || (has("<TR") && has("<TD")) ||
                    (start == '<' && (has("<html") || has("<HTML") || has("<pre") || has("<p>") ||
                                      has("<br") || has("<body")));
  const bool xml = start == '<' && !html;
  // A document may stand below warnings of the program that wrote it.
  const bool json = begins_json(peeked.substr(std::min(first, peeked.size()))) ||
                    (forced && forced->document) || has("\n{\n") || has("\n{\r\n");
  const bool quoted_printable = looks_quoted_printable(peeked);
  Feed feed(forced, collector);
  if (quoted_printable) feed.expect_quoted_printable();
  if (json || xml || html || utf16) {
    bool whole = true;
    LODESTONE_ASSIGN(const WholeText document,
                     source.rest(html ? largest_html : largest_document, whole));
    if (!whole)
      collector.find("F204 text-cut",
                     fmt::format("only the first {} MiB were read", document.size >> 20));
    std::string_view text = document.view();
    std::string converted;
    if (utf16) {
      converted = from_utf16(text, static_cast<unsigned char>(text[0]) == 0xfe);
      converted.reserve(converted.size() + 64);
      text = converted;
    }
    // Several documents, each below its heading, are taken from the lines.
    const bool taken = (json || xml) && !(json && several_documents(text)) &&
                       try_documents(text, forced, collector);
    if (!taken) {
      // A cell has an end: "<td>19" is half a number.
      if (html && ends_in_cell(text))
        collector.find("F237 open-line", "the text ends inside a cell; its last number may be cut",
                       "half a number looks like a number", "copy the whole table");
      if (html) text = converted = html_to_lines(text);
      LineSource lines(memory_source(text));
      LODESTONE_TRY(feed_lines(lines, feed, collector));
    }
  } else {
    LODESTONE_TRY(feed_lines(source, feed, collector));
  }
  Reading reading = collector.finish();
  make_printable(reading);
  reading.statements = find_statements(feed.prose());
  if (reading.tables.empty())
    return fail(ErrorCode::unreadable, "no results understood in " + name,
                !reading.findings.empty() ? reading.findings[0].text
                : feed.understood() ? "headings of a known format are there, but no complete value"
                                    : "no known format was recognised in it",
                "lodestone read --help lists the formats; --from FORMAT forces one");
  return reading;
}

}  // namespace

const Format* find_format(std::string_view name) {
  for (const Format* format : reader_formats)
    if (name == format->name) return format;
  return nullptr;
}

Result<Reading> read_results(const std::string& path, const ReadOptions& options) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::is_directory(path, ignored)) return read_result_folder(path);
  LODESTONE_ASSIGN(auto bytes, open_source(path));
  return read_source(std::move(bytes), path == "-" ? "standard input" : path, options);
}

Result<Reading> read_results_text(std::string_view bytes, const ReadOptions& options) {
  return read_source(memory_source(bytes), "the text", options);
}

}  // namespace lodestone
