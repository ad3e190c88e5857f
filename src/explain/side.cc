// SPDX-License-Identifier: GPL-2.0-or-later
#include "explain/side.h"

#include <functional>

namespace lodestone::explain {
namespace {

// x86-64 kernels live in the top 2 GiB, arm64 ones at ffff8000... (Documentation/x86/x86_64/mm.rst,
// Documentation/arm64/memory.rst); names of system call stubs are surer where the map has them.
std::string architecture_of(const SymbolMap& symbols) {
  uint64_t highest = 0;
  size_t looked = 0;
  for (const Symbol& symbol : symbols.symbols()) {
    if (symbol.name.starts_with("__")) {
      if (symbol.name.starts_with("__x64_sys_")) return "x86_64";
      if (symbol.name.starts_with("__arm64_sys_")) return "arm64";
      if (symbol.name.starts_with("__riscv_sys_")) return "riscv64";
      if (symbol.name.starts_with("__s390x_sys_")) return "s390x";
    }
    if (symbol.module.empty()) highest = std::max(highest, symbol.address);
    ++looked;
  }
  if (looked == 0) return "";
  if (highest >= 0xffffffff80000000) return "x86_64";
  if (highest >= 0xffff800000000000 && highest < 0xffffff0000000000) return "arm64";
  return "";
}

}  // namespace

void finish_symbols(Side& side, bool exact_sizes) {
  side.entities = entities_of(side.symbols.symbols(), exact_sizes);
  if (side.architecture.empty()) side.architecture = architecture_of(side.symbols);
  if (side.entities.module_symbols > 0)
    add_finding(side.findings, {"F700 module-symbols",
                                side.label + ": " + std::to_string(side.entities.module_symbols) +
                                    " symbols of modules are left out",
                                "modules are loaded at addresses that the image does not decide",
                                "explain the module's own .ko files"});
}

Side side_from_excerpt(const Excerpt& excerpt) {
  Side side;
  side.label = excerpt.label;
  side.kind = "excerpt";
  side.excerpt = true;
  side.annotated = excerpt.annotated;
  side.symbols = SymbolMap(excerpt.symbols);
  finish_symbols(side, false);
  return side;
}

Result<Side> side_from_symbol_text(std::string_view text, std::string label) {
  Side side;
  LODESTONE_ASSIGN(side.symbols, symbols_from_text(text));
  side.label = std::move(label);
  side.kind = "System.map";
  side.digest = std::hash<std::string_view>()(text);
  finish_symbols(side, false);
  // arch/x86/kernel/vmlinux.lds.S: a whole map has both ends of the code.
  if (side.architecture == "x86_64" && side.symbols.find("_stext") && !side.symbols.find("_etext"))
    add_finding(side.findings,
                {"F706 symbols-cut", side.label + " ends before the kernel's code does (no _etext)",
                 "what is not in it counts as gone or new", "give the whole map"});
  return side;
}

}  // namespace lodestone::explain
