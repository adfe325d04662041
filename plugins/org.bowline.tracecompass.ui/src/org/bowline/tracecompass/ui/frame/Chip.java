/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.jspecify.annotations.Nullable;

/**
 * A part of what is asked, as it is told above a view: a text that can be pressed and taken back, or a sign that can be pressed.
 *
 * @param sign what is drawn; {@link Sign#TEXT} for a text
 * @param text in words; of a sign, for screen readers
 * @param brief the same for a narrow view
 * @param tip more about it, for a tooltip
 * @param open what a press does; null if it does nothing
 * @param takeBack what its cross does; null if it has none
 */
public record Chip(Sign sign, String text, String brief, String tip, @Nullable Runnable open, @Nullable Runnable takeBack) {
    /** What is drawn. */
    public enum Sign {
        /** The text, in a frame. */
        TEXT,
        /** An arrow to the left. */
        BACK,
        /** An arrow to the right. */
        FORWARD,
        /** A lock that is open. */
        OPEN_LOCK,
        /** A lock that is closed. */
        CLOSED_LOCK
    }

    /** A text. */
    public static Chip of(String text, String brief, String tip, @Nullable Runnable open, @Nullable Runnable takeBack) {
        return new Chip(Sign.TEXT, text, brief, tip, open, takeBack);
    }

    /** A sign. */
    public static Chip of(Sign sign, String text, @Nullable Runnable open) {
        return new Chip(sign, text, "", text, open, null);
    }

    /** Whether another one looks the same. What they do may be about another trace. */
    boolean looksLike(Chip other) {
        return sign == other.sign && text.equals(other.text) && brief.equals(other.brief) && tip.equals(other.tip)
                && (open == null) == (other.open == null) && (takeBack == null) == (other.takeBack == null);
    }
}
