/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A text that annotations carry: the sort of an {@link Interval}, or the module path of a {@link Tag}. Made once, as a constant, it costs an annotation
 * nothing to carry it.
 *
 * <p>Labels live as long as the process: there should be as many as there are sorts and modules, not as there are requests. Thread-safe.
 */
public final class Label {
    private static final ConcurrentHashMap<String, Label> LABELS = new ConcurrentHashMap<>();

    /** Where the native copy is. */
    final long address;
    final Tag tag;
    private final String text;

    private Label(String text) {
        this.text = text;
        address = Annotations.isAvailable() ? Native.copy((text + '\0').getBytes(StandardCharsets.UTF_8)) : 0;
        tag = new Tag(this);
    }

    /**
     * The label of a text; the same one each time. O(length).
     *
     * @throws IllegalArgumentException if the text holds a NUL, which would end it in the trace
     */
    public static Label of(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a label must not hold a NUL: " + text.replace('\0', '?'));
        }
        return LABELS.computeIfAbsent(text, Label::new);
    }

    /** Its text. */
    public String text() {
        return text;
    }

    @Override
    public String toString() {
        return text;
    }
}
