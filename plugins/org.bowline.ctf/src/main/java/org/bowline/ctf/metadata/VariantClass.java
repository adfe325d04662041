/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.List;

/** One of several, by the value of an earlier integer. */
public record VariantClass(FieldLocation selector, List<Option> options) implements FieldClass {
    /** Chosen if the selector's value is in the ranges. The name is without TSDL's leading underscore; empty if it has none. */
    public record Option(String name, RangeSet ranges, FieldClass type) {}

    /** Copies the list. */
    public VariantClass {
        options = List.copyOf(options);
    }

    @Override
    public int alignment() {
        return 1;
    }
}
