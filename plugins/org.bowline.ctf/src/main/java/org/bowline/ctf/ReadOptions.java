/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

/**
 * How to read a trace.
 *
 * @param strict a broken packet is an error instead of a counted caveat
 */
public record ReadOptions(boolean strict) {
    /** Broken packets cost themselves, not the trace. */
    public static final ReadOptions TOLERANT = new ReadOptions(false);
    /** Anything broken is an error. */
    public static final ReadOptions STRICT = new ReadOptions(true);
}
