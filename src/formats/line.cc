// SPDX-License-Identifier: GPL-2.0-or-later
#include "formats/line.h"

#include <array>
#include <charconv>
#include <cstring>

#include "base/digit.h"
#include "base/text.h"

namespace lodestone {
namespace {

struct Entity {
  std::string_view name, text;
};
constexpr std::array<Entity, 12> entities{{{"gt", ">"},
                                           {"lt", "<"},
                                           {"amp", "&"},
                                           {"quot", "\""},
                                           {"apos", "'"},
                                           {"nbsp", " "},
                                           {"plusmn", "±"},
                                           {"micro", "µ"},
                                           {"minus", "-"},
                                           {"ndash", "-"},
                                           {"mdash", "-"},
                                           {"times", "×"}}};

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

// What a code point is written as; empty for marks without width.
void append_plain(std::string& out, uint32_t code) {
  if (code == 0xa0 || code == 0x202f || code == 0x2009 || code == 0x2007 || code == 0x3000 ||
      (code >= 0x2000 && code <= 0x200a)) {
    out += ' ';
  } else if (code == 0xfeff || code == 0x200b || code == 0x200c || code == 0x200d || code == 0xad ||
             code == 0x2060) {
    return;
  } else if (code >= 0xff01 && code <= 0xff5e) {
    out += static_cast<char>(code - 0xff01 + '!');
  } else if (code == 0x2212 || code == 0x2010 || code == 0x2011 || code == 0x2013) {
    out += '-';
  } else if (code == 0x2018 || code == 0x2019) {
    out += '\'';
  } else if (code == 0x201c || code == 0x201d) {
    out += '"';
  } else if (code == 0x3bc) {
    out += "µ";
  } else if (code == 0x223c || code == 0x301c) {
    out += '~';
  } else if (code >= 0x2500 && code <= 0x257f) {  // lines of drawn tables
    out += code == 0x2502 || code == 0x2503 || code == 0x2551   ? '|'
           : code == 0x2500 || code == 0x2501 || code == 0x2550 ? '-'
                                                                : '+';
  } else {
    append_utf8(out, code);
  }
}

// Length of the well-formed UTF-8 sequence at text[i], or 0.
size_t sequence(std::string_view text, size_t i, uint32_t& code) {
  const auto byte = [&](size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(i);
  const size_t more = first >= 0xc2 && first < 0xe0   ? 1
                      : first >= 0xe0 && first < 0xf0 ? 2
                      : first >= 0xf0 && first < 0xf5 ? 3
                                                      : 0;
  if (more == 0 || i + more >= text.size()) return 0;
  code = first & (0x3f >> more);
  for (size_t k = 1; k <= more; ++k) {
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte(i + k) & 0x3f);
  }
  if ((more == 2 && code < 0x800) || (more == 3 && code < 0x10000) || code > 0x10ffff) return 0;
  return more + 1;
}

size_t entity_at(std::string_view text, size_t i, std::string& out) {
  const size_t end = text.find(';', i);
  if (end == std::string_view::npos || end - i > 9 || end - i < 3) return 0;
  const std::string_view name = text.substr(i + 1, end - i - 1);
  if (name[0] == '#') {
    const bool hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    uint32_t code = 0;
    const std::string_view figures = name.substr(hex ? 2 : 1);
    auto [stop, error] =
        std::from_chars(figures.data(), figures.data() + figures.size(), code, hex ? 16 : 10);
    if (error != std::errc() || stop != figures.data() + figures.size() || figures.empty() ||
        code < 32 || code > 0x10ffff)
      return 0;
    append_plain(out, code);
    return end - i + 1;
  }
  for (const Entity& entity : entities)
    if (entity.name == name) {
      out += entity.text;
      return end - i + 1;
    }
  return 0;
}

// A terminal's escape sequence: ESC [ ... letter, or ESC and one byte.
size_t escape_at(std::string_view text, size_t i) {
  if (i + 1 >= text.size()) return 1;
  if (text[i + 1] != '[') return 2;
  size_t k = i + 2;
  while (k < text.size() && (text[k] < '@' || text[k] > '~')) ++k;
  return std::min(k + 1, text.size()) - i;
}

// Whether make_plain() may have to replace the byte.
constexpr std::array<bool, 256> odd_bytes = [] {
  std::array<bool, 256> odd{};
  for (size_t c = 0x80; c < 256; ++c) odd[c] = true;
  odd[0] = odd[0x1b] = odd['&'] = true;
  return odd;
}();

// Where the first such byte at or behind `i` stands; the end if there is none.
size_t next_odd(std::string_view text, size_t i) {
  // Eight bytes at a time: a high bit, a control character or '&' (Hacker's Delight, 6-1).
  constexpr uint64_t ones = 0x0101010101010101ull, highs = 0x8080808080808080ull;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    const uint64_t ampersand = word ^ (ones * '&');
    if (!((word | (word - ones * 0x20) | ((ampersand - ones) & ~ampersand)) & highs)) continue;
    // Perhaps; a tab is none.
    for (size_t k = i; k < i + 8; ++k)
      if (odd_bytes[static_cast<unsigned char>(text[k])]) return k;
  }
  while (i < text.size() && !odd_bytes[static_cast<unsigned char>(text[i])]) ++i;
  return i;
}

}  // namespace

namespace {

// "| text": a quotation, too, where no second bar makes it a row of a table.
int strip_bar(std::string_view& text) {
  if (text.size() < 2 || text[0] != '|' || text.find('|', 1) != std::string_view::npos) return 0;
  text.remove_prefix(1);
  return 1;
}

}  // namespace

void strip_log_prefix(std::string_view& text) {
  if (text.size() < 19 || !is_digit(text[0])) return;
  // RFC 3339: dddd-dd-ddTdd:dd:dd[.d...](Z|+dd:dd)
  constexpr std::string_view date = "dddd-dd-ddTdd:dd:dd";
  bool matches = true;
  for (size_t i = 0; i < date.size() && matches; ++i)
    matches = date[i] == 'd' ? is_digit(text[i]) : text[i] == date[i];
  if (matches) {
    size_t end = date.size();
    while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
    const std::string_view rest = text.substr(end);
    if (rest.starts_with("Z "))
      text = rest.substr(2);
    else if (rest.size() > 7 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':' &&
             rest[6] == ' ')
      text = rest.substr(7);
  }
  const std::string_view front = text.substr(0, 90);
  for (std::string_view mark : {"| [stdout] ", "| [stderr] "})
    if (const size_t at = front.find(mark); at != std::string_view::npos && is_digit(front[0])) {
      text.remove_prefix(at + mark.size());
      return;
    }
}

int strip_quotes(std::string_view& text) {
  const size_t at = text.find_first_not_of(' ');
  if (at == std::string_view::npos || at > 3 || text[at] != '>') return strip_bar(text);
  int depth = 0;
  std::string_view rest = text;
  while (true) {
    const size_t next = rest.find_first_not_of(' ');
    if (next == std::string_view::npos || next > (depth == 0 ? 3u : 1u) || rest[next] != '>') break;
    // UnixBench's log marks its scores with ">>>> ".
    const std::string_view mark = rest.substr(next);
    if (mark.starts_with(">>>> Results of") || mark.starts_with(">>>> Sum of") ||
        mark.starts_with(">>>> score:") || mark.starts_with(">>>> time:") ||
        mark.starts_with(">>>> iterations:"))
      break;
    rest.remove_prefix(next + 1);
    ++depth;
  }
  if (depth == 0) return 0;
  if (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  text = rest;
  return depth + strip_bar(text);
}

std::string_view make_plain(std::string_view text, std::string& buffer) {
  size_t done = next_odd(text, 0);
  if (done == text.size()) return text;
  buffer.assign(text, 0, done);
  for (size_t i = done; i < text.size();) {
    done = next_odd(text, i);
    buffer.append(text, i, done - i);
    i = done;
    if (i == text.size()) break;
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '&') {
      if (size_t used = entity_at(text, i, buffer)) {
        i += used;
        continue;
      }
    }
    if (c == 0x1b) {
      i += escape_at(text, i);
    } else if (c == 0) {
      buffer += ' ';
      ++i;
    } else if (c < 0x80) {
      buffer += text[i++];  // an '&' of its own
    } else {
      uint32_t code = 0;
      size_t used = sequence(text, i, code);
      if (used == 0) {  // not UTF-8: Latin-1, where old mails have their "±" and "µ"
        code = c >= 0xa0 ? c : 0xfffd;
        used = 1;
      } else if (code == 0xc2 && i + used < text.size()) {  // "Â±": UTF-8 encoded twice
        uint32_t second = 0;
        const size_t more = sequence(text, i + used, second);
        if (more && second >= 0xa0 && second <= 0xbf) {
          code = second;
          used += more;
        }
      }
      append_plain(buffer, code);
      i += used;
    }
  }
  return buffer;
}

std::string strip_markup(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && std::strchr("\\`*_{}[]()#+-.!|<>~", text[i + 1]))
      continue;
    if (text[i] == '`') continue;
    if (text[i] == '*' && i + 1 < text.size() && text[i + 1] == '*') {
      ++i;
      continue;
    }
    out += text[i];
  }
  return std::string(trim(out));
}

std::string decode_quoted_printable(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '=' && i + 2 < text.size()) {
      unsigned value = 0;
      auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16);
      if (error == std::errc() && end == text.data() + i + 3) {
        out += static_cast<char>(value);
        i += 2;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  std::string out;
  uint32_t bits = 0;
  size_t padding = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    uint32_t value = 0;
    if (c >= 'A' && c <= 'Z')
      value = static_cast<uint32_t>(c - 'A');
    else if (c >= 'a' && c <= 'z')
      value = static_cast<uint32_t>(c - 'a' + 26);
    else if (c >= '0' && c <= '9')
      value = static_cast<uint32_t>(c - '0' + 52);
    else if (c == '+')
      value = 62;
    else if (c == '/')
      value = 63;
    else if (c == '=' && i + 2 >= text.size())
      ++padding;
    else
      return std::nullopt;
    if (padding && c != '=') return std::nullopt;
    bits = bits << 6 | value;
    if (i % 4 == 3) {
      out += static_cast<char>(bits >> 16 & 0xff);
      out += static_cast<char>(bits >> 8 & 0xff);
      out += static_cast<char>(bits & 0xff);
      bits = 0;
    }
  }
  out.resize(out.size() - padding);
  return out;
}

}  // namespace lodestone
