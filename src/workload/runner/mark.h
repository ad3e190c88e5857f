/* SPDX-License-Identifier: GPL-2.0-or-later */
/* With --marks every task makes a prctl(2) of this unknown option where its timed part begins (2nd
 * argument 1) and ends (2): whoever traces it counts the calls between. */
#ifndef LODESTONE_RUNNER_MARK_H
#define LODESTONE_RUNNER_MARK_H

enum { runner_mark = 0x6c6f6d6b };

#endif
