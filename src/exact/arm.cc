// SPDX-License-Identifier: GPL-2.0-or-later
#include "exact/arm.h"

#include <fmt/format.h>
#include <lzma.h>
#include <zlib.h>

#include "base/fd.h"
#include "base/text.h"
#include "exact/cache.h"
#include "exact/file_digest.h"

namespace lodestone::exact {

Result<ArmSpec> parse_arm(std::string_view text) {
  ArmSpec spec;
  auto pieces = split_commas(text);
  if (pieces.empty() || pieces[0].empty())
    return fail(ErrorCode::usage, "an arm needs a kernel: '" + std::string(text) + "'",
                "its first part is empty", "give KERNEL[,symbols=FILE][,cmdline=TEXT][,cpu=MODEL]");
  spec.kernel = pieces[0];
  for (size_t i = 1; i < pieces.size(); ++i) {
    size_t equals = pieces[i].find('=');
    std::string key = pieces[i].substr(0, equals);
    std::string value = equals == std::string::npos ? "" : pieces[i].substr(equals + 1);
    if (equals == std::string::npos)
      return fail(ErrorCode::usage, "this part of an arm has no value: '" + pieces[i] + "'", {},
                  "parts are separated by commas; double a comma inside a value");
    if (key == "symbols")
      spec.symbols = value;
    else if (key == "cmdline")
      spec.command_line = value;
    else if (key == "cpu")
      spec.cpu = value;
    else if (key == "label")
      spec.label = value;
    else
      return fail(ErrorCode::usage, "an arm has no part named '" + key + "'",
                  "it has symbols, cmdline, cpu and label");
  }
  return spec;
}

std::string base_command_line(Architecture architecture) {
  // nokaslr, norandmaps, randomize_kstack_offset, random.trust_cpu: no random layout, and none that
  // depends on the state of the random generator. panic=-1 restarts at once, which ends the
  // emulator.
  std::string common =
      " quiet panic=-1 nokaslr norandmaps randomize_kstack_offset=off random.trust_cpu=off";
  if (architecture == Architecture::x86_64) return "console=ttyS0" + common + " tsc=reliable";
  return "console=ttyAMA0" + common;
}

std::string default_cpu(Architecture architecture) {
  // Models that have mitigations to pay for; the emulator's own default needs none.
  return architecture == Architecture::x86_64 ? "Nehalem" : "cortex-a72";
}

std::string fingerprint_of(std::string_view bytes) {
  const auto* data = reinterpret_cast<const uint8_t*>(bytes.data());
  uint64_t long_sum = lzma_crc64(data, bytes.size(), 0);
  uLong short_sum = crc32_z(0, data, bytes.size());
  return fmt::format("{:x}-{:08x}-{:016x}", bytes.size(), short_sum, long_sum);
}

namespace {

std::string file_name(const std::string& path) {
  size_t slash = path.find_last_of('/');
  return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

struct FileSymbols {
  SymbolMap map;
  std::optional<std::string> mismatch;  // why they are not this image's
};

Result<FileSymbols> symbols_for(const KernelImage& image, const std::string& path) {
  LODESTONE_ASSIGN(const std::string content, read_file(path));
  auto symbols = symbols_from_file(content);
  if (!symbols) {
    Error error = symbols.error();
    error.what = path + ": " + error.what;
    return tl::unexpected<Error>(std::move(error));
  }
  FileSymbols found{*std::move(symbols), std::nullopt};
  found.mismatch = symbols_mismatch(image, found.map);
  if (found.mismatch) return found;
  // Two builds may agree in the place of every function and differ in that of data. An ELF file
  // says which build it is.
  if (const auto other = read_kernel_image(content); other && !image.build_id.empty() &&
                                                     !other->build_id.empty() &&
                                                     image.build_id != other->build_id)
    found.mismatch = "its build id is " + other->build_id + ", that of the image " + image.build_id;
  return found;
}

Result<SymbolMap> load_arm_symbols(const ArmSpec& spec, const KernelFiles& files,
                                   const KernelImage& image, Arm& arm) {
  if (!spec.symbols.empty()) {
    LODESTONE_ASSIGN(FileSymbols given, symbols_for(image, spec.symbols));
    if (given.mismatch)
      return fail(ErrorCode::not_comparable,
                  "the symbols in " + spec.symbols + " are of another build", *given.mismatch,
                  "leave symbols= out: they are read from the image itself where it has them");
    return std::move(given.map);
  }
  for (const std::string& path : {files.vmlinux, files.symbols}) {
    if (path.empty()) continue;
    auto found = symbols_for(image, path);
    if (!found) continue;
    if (!found->mismatch) return std::move(found->map);
    add_finding(arm.findings, {"F610 symbols-of-another-build", path + " does not fit the image",
                               *found->mismatch, "build the tree again"});
  }
  auto own = symbols_of(image);
  if (!own) {
    Error error = own.error();
    error.hint = "give symbols=FILE: the System.map or unstripped vmlinux of this build";
    return tl::unexpected<Error>(std::move(error));
  }
  return own;
}

// Everything of the arm that comes from its files. Decoding takes most of a second; what it gave is
// kept by content.
Result<void> load_files(const ArmSpec& spec, Arm& arm, const Cache& cache) {
  LODESTONE_ASSIGN(KernelFiles files, find_kernel_files(spec.kernel));
  arm.image = files.image;
  LODESTONE_ASSIGN(const std::string digest, digest_of_file(files.image, cache));
  std::string key = "kernel 2\n" + digest + "\n";
  for (const std::string& path : {spec.symbols, files.vmlinux, files.symbols}) {
    if (path.empty()) continue;
    LODESTONE_ASSIGN(const std::string symbols, digest_of_file(path, cache));
    key += symbols + "\n";
    if (path == spec.symbols) break;
  }
  arm.fingerprint = replace_all(key, "\n", " ");
  if (auto parts = cache.find(key); parts && parts->size() == 5) {
    auto symbols = symbols_from_text((*parts)[4]);
    if (symbols) {
      arm.architecture =
          (*parts)[0] == name_of(Architecture::arm64) ? Architecture::arm64 : Architecture::x86_64;
      arm.release = (*parts)[1];
      arm.banner = (*parts)[2];
      arm.build_id = (*parts)[3];
      arm.symbols = std::make_shared<SymbolMap>(std::move(*symbols));
      return {};
    }
  }
  LODESTONE_ASSIGN(const std::string content, read_file(files.image));
  auto image = read_kernel_image(content);
  if (!image) {
    Error error = image.error();
    error.what = files.image + ": " + error.what;
    return tl::unexpected<Error>(std::move(error));
  }
  if (!image->bootable)
    return fail(ErrorCode::unsupported, files.image + " cannot be booted by the emulator",
                "it is a bare vmlinux",
                "give the bzImage or vmlinuz made from it, and this file as symbols=");
  arm.architecture = image->architecture;
  arm.release = image->release;
  arm.banner = image->banner;
  arm.build_id = image->build_id;
  LODESTONE_ASSIGN(SymbolMap symbols, load_arm_symbols(spec, files, *image, arm));
  arm.symbols = std::make_shared<SymbolMap>(std::move(symbols));
  std::string text;
  for (const Symbol& symbol : arm.symbols->symbols())
    text += fmt::format("{:016x} {} {}{}\n", symbol.address, symbol.type, symbol.name,
                        symbol.module.empty() ? "" : "\t[" + symbol.module + "]");
  // A cache that cannot be written costs time only; the results' own entry reports it.
  if (arm.findings.empty())
    (void)cache.store(key,
                      {name_of(arm.architecture), arm.release, arm.banner, arm.build_id, text});
  return {};
}

}  // namespace

Result<Arm> prepare_arm(const ArmSpec& spec, const ArmSpec* base_spec, const Arm* base,
                        const Cache& cache) {
  Arm arm;
  bool same = spec.kernel == "same" && base_spec != nullptr;
  ArmSpec own = spec;
  if (same) {
    own.kernel = base_spec->kernel;
    if (own.symbols.empty()) own.symbols = base_spec->symbols;
    if (own.cpu.empty()) own.cpu = base_spec->cpu;
  }
  if (same && own.symbols == base_spec->symbols && base != nullptr) {
    arm = *base;
    arm.findings.clear();
  } else {
    LODESTONE_TRY(load_files(own, arm, cache));
  }
  if (base != nullptr && arm.architecture != base->architecture)
    return fail(ErrorCode::not_comparable, "the two kernels are of different architectures",
                base->image + " is for " + name_of(base->architecture) + ", " + arm.image +
                    " for " + name_of(arm.architecture));
  arm.cpu = own.cpu.empty() ? default_cpu(arm.architecture) : own.cpu;
  arm.command_line = base_command_line(arm.architecture);
  if (!own.command_line.empty()) arm.command_line += " " + own.command_line;
  if (!spec.label.empty())
    arm.label = spec.label;
  else if (same)
    arm.label = own.command_line.empty() ? arm.release : arm.release + " " + own.command_line;
  else
    arm.label = file_name(own.kernel) + (own.command_line.empty() ? "" : " " + own.command_line);
  return arm;
}

}  // namespace lodestone::exact
