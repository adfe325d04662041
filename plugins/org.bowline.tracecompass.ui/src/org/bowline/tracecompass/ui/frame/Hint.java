/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Why a view is empty, and what to do about it.
 *
 * @param title what is the case, a few words
 * @param text the next step, a sentence or two
 * @param ways what does the next step; may be none
 */
public record Hint(String title, String text, List<TitleStrip.Way> ways) {
    /** Copies the list. */
    public Hint {
        ways = List.copyOf(ways);
    }

    /** A hint with one way; without it if the name or the action is null. */
    public Hint(String title, String text, @Nullable String link, @Nullable Runnable action) {
        this(title, text, link == null || action == null ? List.of() : List.of(new TitleStrip.Way(link, action)));
    }

    /** Whether a person sees the same. */
    boolean looksLike(Hint other) {
        return title.equals(other.title) && text.equals(other.text) && TitleStrip.names(ways).equals(TitleStrip.names(other.ways));
    }

    /** A hint without a way. */
    public static Hint of(String title, String text) {
        return new Hint(title, text, List.of());
    }

    /** A hint with one way; without it if the action is null. */
    public static Hint of(String title, String text, String link, @Nullable Runnable action) {
        return new Hint(title, text, link, action);
    }
}
