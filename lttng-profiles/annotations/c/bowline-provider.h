/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/* The events of docs/reference/annotations.md as LTTng-UST tracepoints. For bowline-annotation.c only: programs include bowline.h. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER bowline

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./bowline-provider.h"

#if !defined(BOWLINE_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define BOWLINE_PROVIDER_H

#include <stdint.h>

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(bowline, interval_begin, LTTNG_UST_TP_ARGS(uint64_t, id, const char *, label, int64_t, size),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id) lttng_ust_field_string(label, label) lttng_ust_field_integer(int64_t, size, size)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, interval_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(bowline, interval_end, LTTNG_UST_TP_ARGS(uint64_t, id),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, interval_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT(bowline, interval_switch, LTTNG_UST_TP_ARGS(uint64_t, id),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(uint64_t, id, id)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, interval_switch, LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO)

LTTNG_UST_TRACEPOINT_EVENT_CLASS(bowline, tag, LTTNG_UST_TP_ARGS(const char *, path),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_string(path, path)))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(bowline, tag, bowline, tag_push, LTTNG_UST_TP_ARGS(const char *, path))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, tag_push, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(bowline, tag, bowline, tag_pop, LTTNG_UST_TP_ARGS(const char *, path))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, tag_pop, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(bowline, tag, bowline, tag_switch, LTTNG_UST_TP_ARGS(const char *, path))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, tag_switch, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)

LTTNG_UST_TRACEPOINT_EVENT(bowline, spin_begin, LTTNG_UST_TP_ARGS(uint64_t, object, int32_t, owner),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer_hex(uint64_t, object, object) lttng_ust_field_integer(int32_t, owner, owner)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, spin_begin, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)

LTTNG_UST_TRACEPOINT_EVENT(bowline, spin_end, LTTNG_UST_TP_ARGS(uint64_t, object, uint8_t, acquired),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer_hex(uint64_t, object, object) lttng_ust_field_integer(uint8_t, acquired, acquired)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, spin_end, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)

LTTNG_UST_TRACEPOINT_EVENT(bowline, false_wakeup, LTTNG_UST_TP_ARGS(uint64_t, object),
    LTTNG_UST_TP_FIELDS(lttng_ust_field_integer_hex(uint64_t, object, object)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(bowline, false_wakeup, LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE)

#endif

#include <lttng/tracepoint-event.h>
