// SPDX-License-Identifier: GPL-2.0-or-later
// Runs a fuzzer over its corpus without libFuzzer: every file as it is, cut at many places, and
// with bytes changed by a fixed rule. The same inputs in every build, so that an ordinary test run
// checks every reader.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

uint64_t state = 1;
uint64_t draw() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

void run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

void run_variants(const std::string& bytes) {
  run(bytes);
  if (bytes.empty() || bytes.size() > 200000) return;
  for (int i = 1; i < 8; ++i) run(bytes.substr(0, bytes.size() * i / 8));
  for (int i = 0; i < 24; ++i) {
    std::string altered = bytes;
    for (int k = 0; k <= i % 4; ++k) {
      const size_t at = draw() % altered.size();
      switch (draw() % 4) {
        case 0:
          altered[at] = static_cast<char>(draw());
          break;
        case 1:
          altered.erase(at, draw() % 9);
          break;
        case 2:
          altered.insert(at, altered.substr(draw() % altered.size(), draw() % 30));
          break;
        default:
          altered[at] = "0-.,%~\n\t \"{}[]eE"[draw() % 16];
          break;
      }
      if (altered.empty()) break;
    }
    run(altered);
  }
}

}  // namespace

int main(int argc, char** argv) {
  size_t files = 0;
  run("");
  for (int i = 1; i < argc; ++i) {
    if (!std::filesystem::exists(argv[i])) continue;
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i]))
      if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
      std::ifstream in(path, std::ios::binary);
      run_variants(std::string(std::istreambuf_iterator<char>(in), {}));
      ++files;
    }
  }
  std::printf("%zu files\n", files);
  return files == 0;  // an empty corpus proves nothing
}
