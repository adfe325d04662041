/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Locale;

/** By what the idle time of a disk is shared out to the threads that give it work. */
public enum DiskShare {
    /** By the number of their requests: right for a disk that does a number of requests a second, whatever their size, and for one that is asked to flush. */
    REQUESTS,
    /** By the bytes that they read and write: right for a disk that is as fast as its bandwidth. A flush counts for nothing. */
    BYTES;

    /** As users write it: lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * That of a label.
     *
     * @throws IllegalArgumentException if there is none; the message names those that there are
     */
    public static DiskShare of(String label) {
        for (DiskShare share : values()) {
            if (share.label().equals(label)) {
                return share;
            }
        }
        throw new IllegalArgumentException("that is neither requests nor bytes");
    }
}
