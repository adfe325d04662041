/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The processes of this machine, as Linux tells them in /proc. Those that a sweep has started are known by their session, which children share, and by a mark
 * in their environment, which even those inherit that went into the background in a session of their own.
 */
final class ProcessTable {
    /** The variable that has the mark. */
    static final String MARK = "BOWLINE_SWEEP";

    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * The processes of some sessions, or with a mark; not those that have ended and only wait to be collected.
     *
     * @param mark null for sessions alone
     */
    static List<Long> of(Set<Long> sessions, @Nullable String mark) {
        List<Long> found = new ArrayList<>();
        long self = ProcessHandle.current().pid();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : all) {
                long pid = Long.parseLong(String.valueOf(process.getFileName()));
                if (pid != self && isOf(process, sessions, mark)) {
                    found.add(pid);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return found; // no Linux, or no longer
        }
        return found;
    }

    private static boolean isOf(Path process, Set<Long> sessions, @Nullable String mark) {
        try {
            String stat = new String(Files.readAllBytes(process.resolve("stat")), StandardCharsets.ISO_8859_1);
            // the name stands in brackets, and may have brackets and spaces itself
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 5);
            if (fields[0].equals("Z") || fields[0].equals("X")) {
                return false;
            }
            return sessions.contains(Long.parseLong(fields[3])) || (mark != null && carries(process, mark));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return false; // it has ended meanwhile
        }
    }

    private static boolean carries(Path process, String mark) {
        try {
            String environment = new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
            return ('\0' + environment).contains('\0' + MARK + '=' + mark + '\0');
        } catch (IOException e) {
            return false; // somebody else's
        }
    }
}
