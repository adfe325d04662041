/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare.planted;

import java.io.StringWriter;

import de.siegmar.fastcsv.writer.CsvWriter;

/** Breaks a rule on purpose. */
public final class ComparesWithCsv {
    CsvWriter writer() {
        return CsvWriter.builder().build(new StringWriter());
    }
}
