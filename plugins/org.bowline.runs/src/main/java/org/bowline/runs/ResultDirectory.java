/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.rows.IntervalPathRow;
import org.bowline.report.rows.KnotRow;
import org.bowline.report.rows.PathRow;
import org.bowline.report.rows.ThreadRow;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.table.OffCpuReports;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.table.TagReports;

/** A directory that {@code bowline analyze -o} wrote, read back. */
public final class ResultDirectory {
    private static final List<String> CAVEAT_SEVERITIES = Stream.of(Caveat.Severity.values()).map(Caveat.Severity::label).toList();

    private static final List<String> CAUSES = Stream.of(Cause.values()).map(Cause::label).toList();

    private ResultDirectory() {}

    /** Whether it holds the reports of a run: such a directory has a report of threads, and one of the waits between them. */
    public static boolean is(Path directory) {
        return RowReader.file(directory, Reports.THREADS) != null
                && (RowReader.file(directory, Reports.KNOTS) != null || RowReader.file(directory, Reports.WAIT_FOR) != null);
    }

    /**
     * The result directories in a directory of runs, by name; empty if there are none.
     *
     * @throws IOException if it cannot be listed
     */
    public static List<Path> within(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            List<Path> directories = entries.filter(entry -> Files.isDirectory(entry) && !ReportDirectory.isHidden(entry)).sorted()
                    .toList();
            List<Path> results = directories.stream().filter(ResultDirectory::is).toList();
            checkOpen(directories, results);
            return results;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (AccessDeniedException e) {
            throw new UnreadableRunException("cannot list " + directory + ": permission denied", e);
        }
    }

    /**
     * That among the directories beside runs none is closed: it may be a run as well, and a comparison would go on without it.
     *
     * @throws UnreadableRunException if one is
     */
    public static void checkOpen(List<Path> directories, List<Path> runs) throws UnreadableRunException {
        for (Path closed : runs.isEmpty() ? List.<Path>of() : directories) {
            if (!Files.isExecutable(closed) && !closed.endsWith("lost+found")) {
                throw new UnreadableRunException("cannot read " + closed + ": permission denied, and it may be a run like "
                        + runs.get(0) + ". Check its permissions, or name the runs one by one, with commas between", null);
            }
        }
    }

    /**
     * Reads the reports of a run: threads and knots, which every run has, and intervals, path, tags, findings and caveats.
     *
     * @throws UnreadableRunException if a report is missing that every run has, or one is not whole
     */
    public static RunFacts read(Path directory) throws IOException {
        RunFacts.Builder run = new RunFacts.Builder(directory.toString());
        rows(directory, Reports.THREADS, true, row -> run.thread(thread(row)));
        rows(directory, Reports.KNOTS, true, row -> run.knot(knot(row)));
        if (RowReader.file(directory, Reports.WAIT_FOR) != null) {
            run.edgesKnown();
            rows(directory, Reports.WAIT_FOR, false, row -> run.edge(edge(row)));
        }
        rows(directory, Reports.INTERVAL_PATH, false, row -> run.interval(new IntervalPathRow(row.text("label"), row.text("key"),
                row.present("start_ns"), end(row), ended(row), row.text("host"), row.whole("tid"), row.text("name"), row.text("state"),
                row.text("cause"), row.text("detail"), row.count("ns"))));
        rows(directory, Reports.CRITICAL_PATH, false, row -> run.path(new PathRow(row.present("start_ns"), end(row),
                row.text("host"), row.whole("tid"), row.text("name"), row.text("state"), row.text("cause"),
                row.text("detail"))));
        rows(directory, TagReports.TAGS, false,
                row -> run.tag(row.text("host"), row.text("path"), row.count("exclusive_ns"), row.count("inclusive_ns")));
        if (RowReader.file(directory, OffCpuReports.OFF_CPU) != null) {
            run.codeKnown();
            rows(directory, OffCpuReports.OFF_CPU, false, row -> run.code(row.text("host"), row.text("name"), row.text("functions"),
                    row.text("call"), row.text("kernel_functions", ""), Cause.of(CAUSES.indexOf(row.word("cause", CAUSES))),
                    row.text("target"),
                    row.text("target_host"), row.count("blocked_ns")));
        }
        rows(directory, Reports.FINDINGS, true, row -> run.finding(new FindingFact(row.text("rule"), row.text("subject"), severity(row),
                row.text("summary"), row.text("figures").equals("none"))));
        rows(directory, Reports.CAVEATS, true,
                row -> run.caveat(row.word("severity", CAVEAT_SEVERITIES), row.text("kind"), row.text("text")));
        return run.build();
    }

    private static void rows(Path directory, Report<?> report, boolean needed, Consumer<RowReader.Row> sink) throws IOException {
        Path file = RowReader.file(directory, report);
        if (file != null) {
            try {
                RowReader.read(file, report, sink);
            } catch (ArithmeticException e) {
                throw new UnreadableRunException("cannot read " + file + ": its times add up to more than 292 years. It was changed, or not"
                        + " written by bowline analyze; write it again", e);
            }
        } else if (needed) {
            throw new UnreadableRunException("cannot read the run in " + directory + ": it has no " + report.name()
                    + " report, which bowline analyze -o always writes. Write it again", null);
        }
    }

    /** Lengths are compared by their ratio, so a negative one would be nonsense to the end. */
    private static long end(RowReader.Row row) {
        long start = row.present("start_ns");
        long end = row.present("end_ns");
        if (end < start || end - start < 0) {
            throw row.wrong("begins at " + start + " ns and ends at " + end + " ns, which is before that, or centuries later");
        }
        return end;
    }

    /** Earlier versions told only of those that did. */
    private static boolean ended(RowReader.Row row) {
        String word = row.text("ended", IntervalPathRow.ENDED);
        if (!word.equals(IntervalPathRow.ENDED) && !word.equals(IntervalPathRow.UNFINISHED)) {
            throw row
                    .wrong("has '" + word + "' in ended, which is neither " + IntervalPathRow.ENDED + " nor " + IntervalPathRow.UNFINISHED);
        }
        return word.equals(IntervalPathRow.ENDED);
    }

    private static ThreadRow thread(RowReader.Row row) {
        long[] blocked = new long[Cause.values().length];
        for (Cause cause : Cause.values()) {
            if (cause != Cause.NONE) {
                blocked[cause.ordinal()] = row.count("blocked_" + cause.label() + "_ns");
            }
        }
        return new ThreadRow(row.text("host"), row.count("tid"), row.whole("pid"), row.text("name"), row.present("start_ns"),
                end(row), row.count("running_ns"), row.count("runnable_ns"), row.count("preempted_ns"),
                row.count("blocked_ns"), row.count("unknown_ns"), blocked, row.count("waits"),
                row.count("interrupted_ns", 0));
    }

    private static KnotRow knot(RowReader.Row row) {
        return new KnotRow(row.small("knot"), row.word("kind", List.of("knot", "sink")).equals("sink"), row.small("level"),
                row.count("threshold_ns"), edge(row));
    }

    private static WaitForRow edge(RowReader.Row row) {
        return new WaitForRow(vertex(row, "source"), vertex(row, "target"), row.count("weight_ns"), row.count("direct_ns"),
                row.count("waits"));
    }

    private static Vertex vertex(RowReader.Row row, String end) {
        return new Vertex(row.text(end + "_host"), row.whole(end + "_tid"), row.text(end + "_name"), row.text(end + "_kind"));
    }

    private static Severity severity(RowReader.Row row) {
        String word = row.word("severity", Stream.of(Severity.values()).map(Severity::label).toList());
        return Stream.of(Severity.values()).filter(severity -> severity.label().equals(word)).findFirst().orElseThrow();
    }
}
