/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;
import org.bowline.report.rows.SlowWaitRow;

/**
 * Blocked time as collapsed stacks, for {@code flamegraph.pl}, speedscope, inferno and others: a line per stack, {@code host;thread;functions;system call;what it waits for;functions of the one who
 * ended the wait}, with the nanoseconds. The lines add up to the blocked time.
 */
public final class OffCpuWriter {
    private OffCpuWriter() {}

    /** Writes the stacks, sorted by their text; does not close the writer. */
    public static void write(List<OffCpuRow> rows, Writer out) throws IOException {
        write(rows, List.of(), out);
    }

    /** Writes the stacks of what waits and of what runs, sorted by their text: the last frame of those that run is {@code runs (estimate)} or {@code runs (not sampled)}. Does not close the writer. */
    public static void write(List<OffCpuRow> rows, List<OnCpuRow> running, Writer out) throws IOException {
        Map<String, Long> stacks = new TreeMap<>();
        rows.forEach(row -> add(stacks, row.frames(), row.total().nanos()));
        running.forEach(row -> add(stacks, row.frames(), row.total().nanos()));
        for (Map.Entry<String, Long> stack : stacks.entrySet()) {
            out.write(stack.getKey() + ' ' + stack.getValue() + '\n');
        }
        out.flush();
    }

    /**
     * Writes the stacks of requests with two figures, the mean nanoseconds of a typical and of a slow one, as {@code difffolded.pl} does; {@code flamegraph.pl} draws what grew in red. The label comes first. Does not close the writer.
     */
    public static void writeCompared(List<SlowWaitRow> rows, Writer out) throws IOException {
        Map<String, long[]> stacks = new TreeMap<>();
        for (SlowWaitRow row : rows) {
            add(stacks, row.frames(), row.typicalNanos(), row.slowNanos());
        }
        write(stacks, out);
    }

    /** The same of two sets of runs: the mean nanoseconds per second of a run of BASE, and of one of NEW. Does not close the writer. */
    public static void writeRuns(List<CompareInput.Code> code, Writer out) throws IOException {
        Map<String, long[]> stacks = new TreeMap<>();
        for (CompareInput.Code one : code) {
            add(stacks, one.frames(), one.baseNanos(), one.newNanos());
        }
        write(stacks, out);
    }

    private static void add(Map<String, Long> stacks, List<String> frames, long nanos) {
        stacks.merge(frames.stream().map(CollapsedWriter::frame).collect(Collectors.joining(";")), nanos, Math::addExact);
    }

    private static void add(Map<String, long[]> stacks, List<String> frames, long first, long second) {
        long[] sums = stacks.computeIfAbsent(frames.stream().map(CollapsedWriter::frame).collect(Collectors.joining(";")),
                key -> new long[2]);
        sums[0] = Math.addExact(sums[0], first);
        sums[1] = Math.addExact(sums[1], second);
    }

    private static void write(Map<String, long[]> stacks, Writer out) throws IOException {
        for (Map.Entry<String, long[]> stack : stacks.entrySet()) {
            out.write(stack.getKey() + ' ' + stack.getValue()[0] + ' ' + stack.getValue()[1] + '\n');
        }
        out.flush();
    }
}
