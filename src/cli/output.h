// SPDX-License-Identifier: GPL-2.0-or-later
// Standard output as a whole: a result that could not be written is a failure, whichever verb wrote
// it and however. Verbs write to stdout (stdio) and need not look.
#pragma once

namespace lodestone {

// Before anything else: a standard file that is closed is opened so that no file opened later takes
// its number. Writing to a standard output that was closed fails, as it should.
void reopen_standard_files();

// After everything else: flushes standard output and gives the exit code. `code` if all of it was
// written; 130 stays; else 3, with an error on standard error. Where the reader of a pipe went away
// (lodestone ... | head) the process ends by SIGPIPE, without a word, as other programs do.
int finish_output(int code);

// True if something that was written to standard output is lost already.
bool output_lost();

}  // namespace lodestone
