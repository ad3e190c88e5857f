// SPDX-License-Identifier: GPL-2.0-or-later
#include "collect/text_collector.h"

namespace lodestone {
namespace {

class TextSession : public CollectorSession {
 public:
  TextSession(const Root& root, const std::string& path, ParseText parse)
      : file_(root, path), parse_(parse) {}
  Result<void> read(Readings& readings) override {
    LODESTONE_ASSIGN(const std::string_view text, file_.read());
    parse_(text, readings);
    return {};
  }

 private:
  KeptFile file_;
  ParseText parse_;
};

class FilesSession : public CollectorSession {
 public:
  FilesSession(const Root& root, const std::vector<NamedFile>& files, ParseNamed parse)
      : parse_(parse) {
    for (const NamedFile& file : files) files_.push_back({KeptFile(root, file.path), file.prefix});
  }
  Result<void> read(Readings& readings) override {
    Result<void> last;
    bool any = false;
    for (auto& [file, prefix] : files_) {
      const auto text = file.read();
      if (!text) {
        last = tl::unexpected<Error>(text.error());
        continue;
      }
      any = true;
      parse_(prefix, *text, readings);
    }
    return any ? Result<void>() : last;
  }

 private:
  std::vector<std::pair<KeptFile, std::string>> files_;
  ParseNamed parse_;
};

class Ignore : public Readings {
 public:
  void counter(std::string_view, uint64_t) override {}
  void scaled_counter(std::string_view, uint64_t, double) override {}
  void level(std::string_view, double) override {}
  void so_far(std::string_view, double) override {}
};

}  // namespace

Result<std::unique_ptr<CollectorSession>> tried(std::unique_ptr<CollectorSession> session) {
  Ignore ignore;
  LODESTONE_TRY(session->read(ignore));
  return session;
}

Result<std::unique_ptr<CollectorSession>> open_text(const Root& root, const std::string& path,
                                                    ParseText parse) {
  return tried(std::make_unique<TextSession>(root, path, parse));
}

Result<std::unique_ptr<CollectorSession>> open_files(const Root& root,
                                                     const std::vector<NamedFile>& files,
                                                     ParseNamed parse, const char* what) {
  if (files.empty()) return fail(ErrorCode::not_found, std::string("this machine has no ") + what);
  return tried(std::make_unique<FilesSession>(root, files, parse));
}

}  // namespace lodestone
