/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.jspecify.annotations.Nullable;

/**
 * Why a view is empty, and what to do about it.
 *
 * @param title what is the case, a few words
 * @param text the next step, a sentence or two
 * @param link name of an action that does the next step, or null
 * @param action the action; null without a link
 */
public record Hint(String title, String text, @Nullable String link, @Nullable Runnable action) {
    /** A hint without an action. */
    public static Hint of(String title, String text) {
        return new Hint(title, text, null, null);
    }

    /** A hint with an action; without the link if the action is null. */
    public static Hint of(String title, String text, String link, @Nullable Runnable action) {
        return new Hint(title, text, action == null ? null : link, action);
    }
}
