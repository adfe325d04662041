/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import org.jspecify.annotations.Nullable;

/** Present or not, by the value of an earlier boolean (no ranges: any value but 0) or integer (in the ranges). */
public record OptionalClass(FieldLocation selector, @Nullable RangeSet ranges, FieldClass type) implements FieldClass {
    @Override
    public int alignment() {
        return 1;
    }
}
