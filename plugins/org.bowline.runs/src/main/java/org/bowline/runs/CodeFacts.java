/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.bowline.core.model.Cause;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.report.rows.OffCpuRow;

/** Which code the threads of a run waited in, and for how long; threads go by their names without numbers, and what has no name is alike in all runs. Immutable. */
public final class CodeFacts {
    /** What stands for functions without a name: their addresses are others in each run. */
    public static final String UNNAMED = "(no name)";
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]+");
    private static final String BETWEEN = ";";

    /**
     * Code that waits.
     *
     * @param host of the thread
     * @param thread its name
     * @param functions outermost first, then the system call; empty if neither is known
     * @param kernel functions of the kernel below it
     * @param waiting what for, in words
     */
    public record Code(String host, String thread, List<String> functions, List<String> kernel, String waiting)
            implements Comparable<Code> {
        /** As reports have them, so that a run that was read from its files is the same as before. */
        public Code {
            host = PlainText.visible(host);
            thread = PlainText.visible(thread);
            functions = List.copyOf(functions);
            kernel = List.copyOf(kernel);
            waiting = PlainText.visible(waiting);
        }

        /** The same wherever in the kernel it was. */
        public Code withoutKernel() {
            return new Code(host, thread, functions, List.of(), waiting);
        }

        /** From the host to what is waited for. */
        public List<String> frames() {
            List<String> frames = new ArrayList<>(List.of(host, thread));
            frames.addAll(functions);
            frames.addAll(kernel);
            frames.add(waiting);
            return frames;
        }

        /** {@code A:writer in append → fdatasync waits for disk vdd}. */
        public String text() {
            return host + ':' + thread + (functions.isEmpty() ? "" : " in " + OffCpuRow.last(functions)) + ' ' + waiting;
        }

        @Override
        public int compareTo(Code other) {
            return String.join("\n", frames()).compareTo(String.join("\n", other.frames()));
        }
    }

    private final SortedMap<Code, Long> nanos = new TreeMap<>();
    private boolean isKnown;

    CodeFacts() {}

    /** Call stacks or functions were recorded. */
    void known() {
        isKnown = true;
    }

    /** Waits as a report has them, lists of frames with {@code ;} between. */
    void add(String host, String thread, String functions, String call, String kernel, Cause cause, String target, String targetHost,
            long blockedNanos) {
        Code code = new Code(host, Words.stable(thread), OffCpuRow.code(named(functions), call), named(kernel),
                OffCpuRow.waiting(host, cause, Words.stable(target), targetHost));
        nanos.merge(code, blockedNanos, Math::addExact);
    }

    /** Addresses without a name, one for each run of them. */
    private static List<String> named(String frames) {
        List<String> named = new ArrayList<>();
        for (String frame : frames.isEmpty() ? List.<String>of() : Arrays.asList(frames.split(BETWEEN, -1))) {
            String name = ADDRESS.matcher(frame).matches() ? UNNAMED : PlainText.visible(frame);
            if (!name.equals(UNNAMED) || named.isEmpty() || !named.get(named.size() - 1).equals(UNNAMED)) {
                named.add(name);
            }
        }
        return named;
    }

    /** Whether call stacks or functions were recorded, so that code can be told. */
    public boolean isKnown() {
        return isKnown;
    }

    /** For how long threads waited in each code, ns. */
    public SortedMap<Code, Long> nanos() {
        return Collections.unmodifiableSortedMap(nanos);
    }
}
