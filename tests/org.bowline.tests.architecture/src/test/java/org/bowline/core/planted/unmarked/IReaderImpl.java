/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.planted.unmarked;

/** Breaks two rules on purpose. */
public interface IReaderImpl {
    /** Reads. */
    void read();
}
