/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.Locale;

/** How much a finding matters; from least to most. What a gate ({@code --fail-on}) compares. */
public enum Severity {
    /** Good to know; nothing has to change. */
    INFO,
    /** Costs a noticeable share of the time, or makes some figures estimates. */
    WARNING,
    /** Costs most of the time, or a result is missing or must not be trusted; also a rule that failed. */
    CRITICAL;

    /** As written in reports: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The severity of a share of the time: critical or warning from so much on. */
    public static Severity ofShare(double share, double critical) {
        return share >= critical ? CRITICAL : WARNING;
    }
}
