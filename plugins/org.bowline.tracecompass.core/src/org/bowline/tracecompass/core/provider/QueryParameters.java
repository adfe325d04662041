/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderParameterUtils;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;

/**
 * The parameters of a query, as views and the trace server give them: numbers may come as any {@link Number}, or as text from a web page; what
 * is none is as if it had not been given.
 */
public final class QueryParameters {
    /** The key of the number of a thread of the timeline. */
    public static final String THREAD = "thread";
    /** The key of the begin of a range, reference time, ns since the epoch. */
    public static final String RANGE_START = "range_start";
    /** The key of the end of a range, exclusive. */
    public static final String RANGE_END = "range_end";

    private static final long[] NONE = {};

    private final Map<String, Object> parameters;

    /** Reads a map; it is not copied. */
    public QueryParameters(Map<String, Object> parameters) {
        this.parameters = parameters;
    }

    /** The requested times, ascending; empty if there are none. */
    public long[] times() {
        long[] times = numbers(parameters.get(DataProviderParameterUtils.REQUESTED_TIME_KEY));
        for (int i = 1; i < times.length; i++) {
            if (times[i] < times[i - 1]) {
                Arrays.sort(times);
                break;
            }
        }
        return times;
    }

    /** The begin and the end of the range from the first requested time to the last, cut to the timeline: begin after end if nothing is left. The whole timeline without. */
    public long[] range(Timeline timeline) {
        long[] times = times();
        return times.length == 0 ? new long[] {timeline.startNanos(), timeline.endNanos()}
                : new long[] {Math.max(timeline.startNanos(), times[0]), Math.min(timeline.endNanos(), times[times.length - 1])};
    }

    /** The requested items, in their order; null if the parameter is not given: all. */
    public long @Nullable [] items() {
        Object value = parameters.get(DataProviderParameterUtils.REQUESTED_ITEMS_KEY);
        return value == null ? null : numbers(value);
    }

    /** The requested element of a tooltip, or null. */
    public @Nullable Object element() {
        return parameters.get(DataProviderParameterUtils.REQUESTED_ELEMENT_KEY);
    }

    /** A value as it was given, or null. */
    public @Nullable Object value(String key) {
        return parameters.get(key);
    }

    /** A number, or the given one if it is not given. */
    public long number(String key, long otherwise) {
        long[] numbers = numbers(parameters.get(key));
        return numbers.length == 0 ? otherwise : numbers[0];
    }

    private static long[] numbers(@Nullable Object value) {
        if (value instanceof Collection<?> values) {
            long[] result = new long[values.size()];
            int n = 0;
            for (Object one : values) {
                if (one instanceof Number number) {
                    result[n++] = number.longValue();
                } else if (one instanceof String text && isNumber(text)) {
                    result[n++] = Long.parseLong(text);
                }
            }
            return n == result.length ? result : Arrays.copyOf(result, n);
        }
        if (value instanceof long[] values) {
            return values.clone();
        }
        if (value instanceof Number number) {
            return new long[] {number.longValue()};
        }
        if (value instanceof String text && isNumber(text)) {
            return new long[] {Long.parseLong(text)};
        }
        return NONE;
    }

    private static boolean isNumber(String text) {
        return text.matches("-?\\d{1,18}");
    }
}
