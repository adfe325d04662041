/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import java.io.IOException;
import java.io.Writer;

/** What is in a file of text. */
@FunctionalInterface
public interface Content {
    /** Writes it; the writer is closed by others. */
    void write(Writer out) throws IOException;
}
