/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* Events of the store itself: a block is checked. Their number of bytes is what a micro-benchmark of the check begins with. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER store

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./store-provider.h"

#if !defined(STORE_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define STORE_PROVIDER_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT_CLASS(store, check, LTTNG_UST_TP_ARGS(const char *, module, int, bytes),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_string(module, module) lttng_ust_field_integer(int, bytes, bytes)))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(store, check, store, check_begin, LTTNG_UST_TP_ARGS(const char *, module, int, bytes))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(store, check, store, check_end, LTTNG_UST_TP_ARGS(const char *, module, int, bytes))

#endif

#include <lttng/tracepoint-event.h>
