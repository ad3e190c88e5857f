/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a plug-in includes (installed as lodestone/plugin.h): the interface of a workload, and the
 * name of its definition, LODESTONE_PLUGIN = {...}. */
#ifndef LODESTONE_PLUGIN_H
#define LODESTONE_PLUGIN_H

#include <lodestone/workload.h>

#ifdef __cplusplus
#define LODESTONE_PLUGIN                                       \
  extern "C" const struct lodestone_workload lodestone_plugin; \
  extern "C" const struct lodestone_workload lodestone_plugin
#else
#define LODESTONE_PLUGIN const struct lodestone_workload lodestone_plugin
#endif

#endif
