// SPDX-License-Identifier: GPL-2.0-or-later
#include "report/explanation_text.h"

#include <fmt/format.h>

#include "base/text.h"
#include "explain/facts.h"
#include "explain/line_picture.h"
#include "report/explanation_detail.h"

namespace lodestone {
namespace {

using namespace explain;

// Breaks at blanks so that no line is wider than 100 columns; later lines are indented by `hang`.
std::string wrap(std::string_view text, std::string_view first, size_t hang) {
  std::string result, line(first);
  bool begun = false;
  for (const std::string_view word : words(text)) {
    if (begun && display_width(line) + 1 + display_width(word) > 100) {
      result += line + "\n";
      line = std::string(hang, ' ');
      begun = false;
    }
    if (begun) line += ' ';
    line += word;
    begun = true;
  }
  return result + line + "\n";
}

std::string cut(std::string_view text, size_t width) {
  if (text.size() <= width) return std::string(text);
  return std::string(text.substr(0, width - 1)) + "~";
}

std::string side_line(const char* role, const explain::Side& side) {
  std::string text = fmt::format("{:<5}{}", role, side.label.empty() ? "(no label)" : side.label);
  text += fmt::format(" ({}", side.kind);
  if (!side.release.empty()) text += ", " + side.release;
  if (!side.architecture.empty()) text += ", " + side.architecture;
  if (side.has_symbols()) text += fmt::format(", {} symbols", side.symbols.symbols().size());
  return text + ")\n";
}

std::string picture_side(const explain::Side& side, SectionClass section, uint32_t index) {
  const LinePicture picture = picture_of(side.entities, section, index);
  std::string text;
  for (size_t k = 0; k + 1 < picture.lines.size(); k += 2) {
    std::string halves[2];
    for (size_t half = 0; half < 2; ++half) {
      const PictureLine& line = picture.lines[k + half];
      for (const PictureItem& item : line.items) {
        if (!halves[half].empty()) halves[half] += ' ';
        const std::string name = cut(item.name, item.focus ? 30 : 22);
        halves[half] += item.focus ? "[" + name + "]" : item.continued ? "." + name : name;
      }
      if (line.left_out) halves[half] += fmt::format(" +{}", line.left_out);
    }
    text += fmt::format("  {:#x} | {:<36} | {}\n", picture.lines[k].start, cut(halves[0], 36),
                        cut(halves[1], 36));
  }
  return text;
}

const Focus* pictured(const Analysis& a) {
  const Moved move = most_telling_move(a);
  if (move.focus) return move.focus;
  return a.focus.empty() ? nullptr : &a.focus.front();
}

std::string sections_text(const Analysis& a) {
  std::string text;
  for (const SectionMatching& matching : a.matching.sections) {
    if (matching.pairs.empty() && matching.added.empty() && matching.removed.empty()) continue;
    if (matching.section == SectionClass::init || matching.section == SectionClass::other) continue;
    const Displacements& d = a.in(matching.section);
    text += wrap(
        describe_moves(a, matching.section) +
            fmt::format("; {} added, {} removed{}", matching.added.size(), matching.removed.size(),
                        d.link_order_changed() ? "; link order changed" : ""),
        "  ", 4);
    size_t shown = 0;
    if (!d.link_order_changed() && matching.section != SectionClass::text)
      for (const Boundary& boundary : d.boundaries) {
        if (++shown > 6) {
          text += fmt::format("      and {} more boundaries\n", d.boundaries.size() - 6);
          break;
        }
        text +=
            wrap(fmt::format("{:+} from {}: {}", boundary.shift,
                             next_entity(a, matching.section, boundary.after).name,
                             describe_mover(boundary, a.base.entities, a.next.entities, matching)),
                 "    ", 6);
      }
  }
  return text;
}

std::string symbols_text(const Analysis& a) {
  std::string text;
  size_t shown = 0;
  for (const Focus& focus : a.focus) {
    if (focus.section == SectionClass::text) continue;
    bool changed = false;
    for (const LineRelation& r : focus.relations) changed = changed || focus.changed_at(r.line);
    if (!changed) continue;
    if (++shown > 8) {
      text += "  and others: --json has all\n";
      break;
    }
    std::string mods;
    for (const LineRelation& r : focus.relations)
      if (r.remainder_changed())
        mods += fmt::format("{}mod {} {} -> {}", mods.empty() ? "" : ", ", r.line, r.base.remainder,
                            r.next.remainder);
    const LineRelation& wide = focus.relations.back();
    std::string company;
    if (!wide.newly_shares.empty()) {
      company += fmt::format("; newly shares its {}-byte block with ", wide.line);
      for (size_t k = 0; k < wide.newly_shares.size() && k < 4; ++k)
        company += fmt::format("{}{}", k ? ", " : "", wide.newly_shares[k]);
    }
    if (!wide.stopped_sharing.empty()) {
      company += fmt::format("; no longer with ");
      for (size_t k = 0; k < wide.stopped_sharing.size() && k < 4; ++k)
        company += fmt::format("{}{}", k ? ", " : "", wide.stopped_sharing[k]);
    }
    text += wrap(fmt::format("{} {}: {}{}", wide.name, describe_places(wide),
                             mods.empty() ? "same alignment" : mods, company),
                 "  ", 4);
  }
  return text;
}

void claim_text(std::string& text, const explain::Claim& claim) {
  for (const std::string& line : claim.evidence) text += wrap(line, "  - ", 4);
  for (const explain::Experiment& experiment : claim.experiments) {
    text += wrap(experiment.purpose + ":", "  to refute: ", 4);
    for (const std::string_view line : split(experiment.command, '\n'))
      text += fmt::format("      {}\n", line);
  }
}

}  // namespace

std::string line_picture_text(const Analysis& a) {
  const Focus* focus = pictured(a);
  if (!focus) return "";
  const Pair& pair = a.matching.in(focus->section).pairs[focus->pair];
  const Entity& base = base_entity(a, focus->section, focus->pair);
  const Entity& next = next_entity(a, focus->section, focus->pair);
  return fmt::format("before: {} at {:#x}; 128-byte blocks, their two 64-byte lines side by side\n",
                     base.name, base.place()) +
         picture_side(a.base, focus->section, pair.base) +
         fmt::format("after: {} at {:#x}\n", next.name, next.place()) +
         picture_side(a.next, focus->section, pair.next);
}

std::string explanation_text(const Analysis& a, const Explanation& e) {
  std::string text = wrap(e.answer, "", 2);
  text +=
      fmt::format("cause: {} ({})\n\n", name_of(e.verdict.verdict),
                  e.strength == Strength::none ? "no evidence for one cause"
                                               : fmt::format("{} evidence", name_of(e.strength)));
  text += side_line("base", a.base) + side_line("new", a.next);
  if (!e.verdict.evidence.empty() || !e.verdict.experiments.empty()) {
    text += "\nevidence\n";
    claim_text(text, e.verdict);
  }
  if (!e.notes.empty()) {
    text += "\nalso seen\n";
    for (const std::string& note : e.notes) text += wrap(note, "  - ", 4);
  }
  if (!e.also_consistent.empty()) {
    text += "\nalso consistent\n";
    for (const explain::Claim& claim : e.also_consistent)
      text += wrap(fmt::format("{} ({}): {}", name_of(claim.verdict),
                               name_of(strength_of(claim.certainty)), claim.sentence),
                   "  - ", 4);
  }
  if (!e.missing.empty()) {
    text += "\nmissing\n";
    for (const Missing& m : e.missing) text += wrap(m.what + ": " + m.how, "  - ", 4);
  }
  const std::string picture = line_picture_text(a);
  if (!picture.empty()) text += "\nlines\n" + picture;
  const std::string symbols = symbols_text(a);
  if (!symbols.empty()) text += "\nshared data that moved\n" + symbols;
  const auto part = [&](const char* title, const std::string& body) {
    if (!body.empty()) text += fmt::format("\n{}\n{}", title, body);
  };
  part("code", code_detail(a));
  part("structs", struct_detail(a));
  part("build and environment", settings_detail(a));
  part("sections", a.has_symbols ? sections_text(a) : "");
  if (!e.findings.empty()) {
    text += "\nfindings\n";
    for (const Finding& finding : e.findings) {
      std::string line = finding.code + ": " + finding.text;
      if (!finding.reason.empty()) line += "; " + finding.reason;
      if (!finding.remedy.empty()) line += " (" + finding.remedy + ")";
      text += wrap(line, "  - ", 4);
    }
  }
  return text;
}

std::string explanation_markdown(const Analysis& a, const Explanation& e) {
  std::string text = fmt::format("**{}**\n\ncause: `{}` ({} evidence)\n", e.answer,
                                 name_of(e.verdict.verdict), name_of(e.strength));
  const auto heading = [&](const char* title) { text += fmt::format("\n### {}\n\n", title); };
  if (!e.verdict.evidence.empty()) {
    heading("Evidence");
    for (const std::string& line : e.verdict.evidence) text += "- " + line + "\n";
  }
  if (!e.verdict.experiments.empty()) {
    heading("To refute it");
    for (const explain::Experiment& experiment : e.verdict.experiments)
      text += fmt::format("{}:\n\n```\n{}\n```\n\n", experiment.purpose, experiment.command);
  }
  if (!e.notes.empty()) {
    heading("Also seen");
    for (const std::string& note : e.notes) text += "- " + note + "\n";
  }
  if (!e.also_consistent.empty()) {
    heading("Also consistent");
    for (const explain::Claim& claim : e.also_consistent)
      text += fmt::format("- `{}` ({}): {}\n", name_of(claim.verdict),
                          name_of(strength_of(claim.certainty)), claim.sentence);
  }
  if (!e.missing.empty()) {
    heading("Missing");
    for (const Missing& m : e.missing) text += fmt::format("- {}: `{}`\n", m.what, m.how);
  }
  const std::string picture = line_picture_text(a);
  if (!picture.empty()) {
    heading("Lines");
    text += "```\n" + picture + "```\n";
  }
  const auto part = [&](const char* title, const std::string& body) {
    if (body.empty()) return;
    heading(title);
    text += "```\n" + body + "```\n";
  };
  part("Code", code_detail(a));
  part("Structs", struct_detail(a));
  part("Build and environment", settings_detail(a));
  part("Sections", a.has_symbols ? sections_text(a) : "");
  if (!e.findings.empty()) {
    heading("Findings");
    for (const Finding& finding : e.findings)
      text += fmt::format("- {}: {}{}{}\n", finding.code, finding.text,
                          finding.reason.empty() ? "" : "; ", finding.reason);
  }
  return text;
}

}  // namespace lodestone
