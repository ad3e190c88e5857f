// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/help.h"

#include <algorithm>

#include "base/text.h"
#include "formats/comparison_writer.h"
#include "formats/reader.h"
#include "formats/writer.h"

namespace lodestone {
namespace {

// Paragraphs filled to 98 columns behind an indentation.
std::string fill(std::string_view text, size_t indent, size_t width = 98) {
  std::string out;
  size_t at = std::string::npos;  // column; npos: at the start of a line
  for (std::string_view line : split(text, '\n')) {
    if (trim(line).empty()) {
      out += at == std::string::npos ? "\n" : "\n\n";
      at = std::string::npos;
      continue;
    }
    for (std::string_view word : words(line)) {
      if (at != std::string::npos && at + 1 + display_width(word) > width) {
        out += "\n";
        at = std::string::npos;
      }
      if (at == std::string::npos) {
        out += std::string(indent, ' ');
        at = indent;
      } else {
        out += ' ';
        ++at;
      }
      out += word;
      at += display_width(word);
    }
  }
  if (at != std::string::npos) out += "\n";
  return out;
}

std::string flag_text(const Option& option) {
  return option.value ? std::string(option.name) + " " + option.value : std::string(option.name);
}

std::string escape_troff(std::string_view text) {
  std::string out = replace_all(replace_all(std::string(text), "\\", "\\e"), "-", "\\-");
  if (!out.empty() && (out[0] == '.' || out[0] == '\'')) out.insert(0, "\\&");
  return replace_all(replace_all(out, "\n.", "\n\\&."), "\n'", "\n\\&'");
}

std::string paragraphs_troff(std::string_view text) {
  return replace_all(escape_troff(text), "\n\n", "\n.PP\n");
}

}  // namespace

std::string help_of_program() {
  std::string out =
      "lodestone: is Linux faster or slower after a change, by how much, how sure is that, and "
      "why?\n\n"
      "usage: lodestone VERB [OPTIONS] ...\n\n";
  size_t widest = 0;
  for (const Verb* verb : verbs) widest = std::max(widest, std::string_view(verb->name).size());
  for (const Verb* verb : verbs) {
    std::string name = verb->name;
    out += "  " + name + std::string(widest + 2 - name.size(), ' ') + verb->summary + "\n";
  }
  out +=
      "\nlodestone VERB --help says more, with examples. Exit codes: 0 done, 1 confirmed "
      "regression (--fail-on),\n"
      "2 usage or unreadable input, 3 a measurement failed, 4 undecided (--require-verdict), 5 the "
      "sides are not\n"
      "comparable, 130 interrupted.\n";
  return out;
}

std::string help_of_verb(const Verb& verb) {
  std::string out = "lodestone " + std::string(verb.name) + ": " + verb.summary +
                    "\n\nusage: lodestone " + verb.name + " " + verb.synopsis + "\n\n" +
                    fill(verb.description, 0);
  if (!verb.options.empty()) {
    out += "\noptions:\n";
    for (const Option& option : verb.options) {
      std::string flag = "  " + flag_text(option);
      std::string help = fill(
          std::string(option.help) + (option.repeatable ? " (may be given several times)" : ""),
          26);
      out += flag.size() < 25 ? flag + help.substr(flag.size()) : flag + "\n" + help;
    }
  }
  if (verb.lists) out += "\n" + verb.lists();
  out += "\nexamples:\n";
  for (std::string_view line : split(verb.examples, '\n'))
    if (!line.empty()) out += "  " + std::string(line) + "\n";
  return out;
}

std::string help_of_formats() {
  std::string out;
  const auto table = [&](const char* title, const auto& formats) {
    size_t widest = 0;
    for (const auto* format : formats)
      widest = std::max(widest, std::string_view(format->name).size());
    out += std::string(out.empty() ? "" : "\n") + title + "\n";
    for (const auto* format : formats) {
      const std::string name = format->name;
      out += "  " + name + std::string(widest + 2 - name.size(), ' ') + format->summary + "\n";
    }
  };
  table("read, by content or with --from:", reader_formats);
  table("written of runs, with --format and --export (and json, the document of --json):", writers);
  table("written of comparisons, besides those of the runs behind them:", comparison_writers);
  return out;
}

std::string manual_of_program() {
  std::string out =
      ".TH LODESTONE 1\n.SH NAME\nlodestone \\- is Linux faster or slower after a change, and why\n"
      ".SH SYNOPSIS\n.B lodestone\nVERB [OPTIONS] ...\n.SH VERBS\n";
  for (const Verb* verb : verbs)
    out += ".TP\n.BR lodestone\\-" + std::string(verb->name) + " (1)\n" +
           escape_troff(verb->summary) + "\n";
  out +=
      ".SH EXIT STATUS\n0 done; 1 confirmed regression (\\-\\-fail\\-on); 2 usage, configuration "
      "or unreadable input; 3 a "
      "measurement failed; 4 undecided (\\-\\-require\\-verdict); 5 the sides are not comparable; "
      "130 interrupted.\n";
  return out;
}

std::string manual_of_verb(const Verb& verb) {
  std::string name = verb.name;
  std::string upper = name;
  for (char& c : upper) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
  std::string out = ".TH LODESTONE\\-" + upper + " 1\n.SH NAME\nlodestone\\-" + name + " \\- " +
                    escape_troff(verb.summary) + "\n.SH SYNOPSIS\n.B lodestone " + name + "\n" +
                    escape_troff(verb.synopsis) + "\n.SH DESCRIPTION\n" +
                    paragraphs_troff(verb.description) + "\n";
  if (!verb.options.empty()) {
    out += ".SH OPTIONS\n";
    for (const Option& option : verb.options)
      out += ".TP\n.B " + escape_troff(flag_text(option)) + "\n" + escape_troff(option.help) + "\n";
  }
  if (verb.lists) out += ".SH NAMES\n.nf\n" + escape_troff(verb.lists()) + ".fi\n";
  out += ".SH EXAMPLES\n.nf\n" + escape_troff(verb.examples) + "\n.fi\n";
  return out;
}

}  // namespace lodestone
