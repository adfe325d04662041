/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * How many events of one class a trace has.
 *
 * @param trace its directory, relative to the argument below which it was found
 * @param host its host's name
 * @param domain kernel, ust or other
 * @param event name of the class; {@link #DISCARDED} for events that the tracer lost
 * @param count how many
 */
public record EventRow(String trace, String host, String domain, String event, long count) {
    /** Stands for the events that the tracer lost. */
    public static final String DISCARDED = "(discarded)";
}
