/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** How bytes are text. */
public enum TextEncoding {
    /** Not text. */
    NONE,
    /** One byte units. */
    UTF8,
    /** Two byte units, big endian. */
    UTF16BE,
    /** Two byte units, little endian. */
    UTF16LE,
    /** Four byte units, big endian. */
    UTF32BE,
    /** Four byte units, little endian. */
    UTF32LE;

    /** Bytes of one code unit: 1, 2 or 4. */
    public int unitBytes() {
        return switch (this) {
            case NONE, UTF8 -> 1;
            case UTF16BE, UTF16LE -> 2;
            case UTF32BE, UTF32LE -> 4;
        };
    }
}
