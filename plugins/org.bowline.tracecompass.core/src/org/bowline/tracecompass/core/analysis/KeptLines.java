/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.core.runtime.Platform;

/** The lines in which what a person chose is kept beside an experiment, to be read by people as well: empty lines and those that begin with # say nothing. */
public final class KeptLines {
    private static final String COMMENT = "#";

    private KeptLines() {}

    /** The lines that say something. */
    public static List<String> said(List<String> lines) {
        return lines.stream().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith(COMMENT)).toList();
    }

    /**
     * Keeps some. A file that cannot be written is logged.
     *
     * @param comment what the file is for
     * @param what is kept, as the begin of a sentence
     */
    public static void write(Path file, String comment, List<String> lines, String what) {
        try {
            Files.write(file, Stream.concat(Stream.of(COMMENT + ' ' + comment), lines.stream()).toList());
        } catch (IOException e) {
            Platform.getLog(KeptLines.class).warn(what + " cannot be kept as " + file, e);
        }
    }
}
