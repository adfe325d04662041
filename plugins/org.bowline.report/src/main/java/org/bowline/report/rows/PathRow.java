/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * A part of a critical path. The rows of a path tile its range.
 *
 * @param startNanos begin, ns since the epoch
 * @param endNanos end, exclusive
 * @param host where
 * @param tid thread id; {@link Rows#ABSENT} unless a thread is on the path here
 * @param name of the thread or resource
 * @param state running, runnable, preempted, blocked, interrupted or unknown
 * @param cause what ended a wait; empty when it is none
 * @param detail what else is known, for a reader
 */
public record PathRow(long startNanos, long endNanos, String host, long tid, String name, String state, String cause, String detail) {}
