/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

/**
 * How many events of a class a trace has.
 *
 * @param trace display path of the trace
 * @param host its host
 * @param domain label of its domain
 * @param event name of the event class, or {@link #DISCARDED}
 * @param count events
 */
public record EventCount(String trace, String host, String domain, String event, long count) {
    /** Name under which lost events are counted. */
    public static final String DISCARDED = "(discarded)";
}
