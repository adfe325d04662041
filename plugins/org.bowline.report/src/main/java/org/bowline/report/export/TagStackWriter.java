/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

import org.bowline.report.rows.TagRow;

/**
 * Tags as collapsed stacks, as {@link CollapsedWriter} writes waits: a line per host and path, the parts of the path as frames, with the nanoseconds on the path itself. The
 * lines add up to the time of all threads.
 */
public final class TagStackWriter {
    private TagStackWriter() {}

    /** Writes the paths that have time of their own, in the order of the rows; does not close the writer. */
    public static void write(List<TagRow> rows, Writer out) throws IOException {
        for (TagRow row : rows) {
            if (row.times().ownNanosThatCount() > 0) {
                out.write(CollapsedWriter.frame(row.host()));
                for (String part : row.isTag() ? row.path().split("/") : new String[] {row.path()}) {
                    out.write(';' + CollapsedWriter.frame(part));
                }
                out.write(" " + row.times().ownNanosThatCount() + '\n');
            }
        }
        out.flush();
    }
}
