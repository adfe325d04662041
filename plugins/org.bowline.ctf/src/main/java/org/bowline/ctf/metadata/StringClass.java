/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** Text that ends with a NUL unit; byte aligned. */
public record StringClass(TextEncoding encoding) implements FieldClass {
    @Override
    public int alignment() {
        return 8;
    }
}
