/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * What is known of one trace.
 *
 * @param trace its directory, relative to the argument below which it was found
 * @param host its host's name
 * @param domain kernel, ust or other
 * @param format CTF 1.8 or CTF 2
 * @param tracer name and version
 * @param clock name, frequency and identity
 * @param streams number of data streams
 * @param startNanos first packet's begin, the trace's own clock; {@link Rows#ABSENT} if it has none
 * @param durationNanos to the last packet's end; {@link Rows#ABSENT} if it has none
 * @param events number of events that can be read
 * @param discarded number of events that the tracer lost
 */
public record TraceRow(String trace, String host, String domain, String format, String tracer, String clock, long streams, long startNanos,
        long durationNanos, long events, long discarded) {}
