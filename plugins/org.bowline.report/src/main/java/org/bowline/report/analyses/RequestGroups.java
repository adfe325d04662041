/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.figures.Percent;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.analyses.RequestTables.Label;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** How long requests take by the thread and the process that ended them, and by the connection that they came over. */
final class RequestGroups {
    /** By what requests are grouped in a text. */
    static final Parameter<By> BY = Parameter.once("by", "thread|process|connection",
            "Also tells how long requests take for each thread or process that ended them, or for each connection: requests with one key.",
            () -> By.NOTHING, By::of);

    /** What requests of a group share. */
    enum By {
        NOTHING("", ""),
        THREAD("thread", "By the thread that ended them"),
        PROCESS("process", "By the process that ended them"),
        CONNECTION("connection", "By connection");

        private final String label;
        private final String heading;

        By(String label, String heading) {
            this.label = label;
            this.heading = heading;
        }

        static By of(String text) {
            return Stream.of(values()).filter(one -> one != NOTHING && one.label.equals(text.toLowerCase(Locale.ROOT))).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("requests are grouped by thread, process or connection"));
        }
    }

    /**
     * Requests of a label that share something.
     *
     * @param by what
     * @param host name of the host where they ended, or began if they did not end
     * @param id of the thread or process; {@link Rows#ABSENT} for a connection, or if it is not known
     * @param name of the thread, of the process's first thread, or the key
     * @param label their label, with how long they took
     */
    record Group(By by, String host, long id, String name, Label label) {
        private String who() {
            return by == By.CONNECTION ? name : id == Rows.ABSENT ? "not known (" + host + ')' : name + " (" + host + ':' + id + ')';
        }
    }

    static final Report<Group> REPORT = new Report<>("request-groups",
            """
            With `--interval`: how long the requests of each label took, by the thread that ended them (or began them, if they did not end), by its process, and by connection: a row per label and
            group, those of one sort together, the longest mean first. Requests with one key are taken for one connection: those of system calls (`syscalls=recv..send`), and others of which several share a key.""",
            () -> Stream.concat(Stream.<Column<Group>>of(
                    Column.value("label", "the sort of request: the value of the label field", "text", row -> row.label().label()),
                    Column.text("by", "what the requests of the row share", "`thread`, `process` or `connection`", row -> row.by().label),
                    Column.text("host", "where they ended, or began if they did not end", "name", Group::host),
                    Column.number("id", "the thread or process", "≥ 0; empty for a connection, or if it is not known", Group::id),
                    Column.text("name", "the thread's last name, that of the process's first thread, or the key of a connection",
                            "text, may be empty",
                            Group::name)),
                    RequestTables.figures(Group::label).stream()).toList());

    private static final Report<Group> TEXT = new Report<>("groups", () -> List.of(
            Column.text("", Group::who),
            Column.text("label", row -> row.label().name()),
            Column.number("ended", row -> row.label().latencies().ended()),
            Column.text("mean", row -> ended(row, TimeFormat.duration(Math.round(row.label().latencies().meanNanos())))),
            Column.text("deviation", row -> ended(row, TimeFormat.duration(Math.round(row.label().latencies().standardDeviationNanos())))),
            Column.text("of mean", row -> ended(row, Percent.percent(row.label().latencies().variationCoefficient()))),
            Column.text("median", row -> TimeFormat.latency(row.label().latencies().median())),
            Column.text("p99", row -> TimeFormat.latency(row.label().latencies().percentile(99))),
            Column.text("longest", row -> ended(row, TimeFormat.duration(row.label().latencies().longestNanos())))));

    private RequestGroups() {}

    private static String ended(Group row, String text) {
        return row.label().hasEnded() ? text : "";
    }

    /** Those of threads, of processes, of connections; of each sort by label, the longest mean first. */
    static List<Group> rows(Analysis analysis) {
        List<Group> rows = new ArrayList<>();
        for (By by : By.values()) {
            rows.addAll(rows(analysis, by));
        }
        return rows;
    }

    private static List<Group> rows(Analysis analysis, By by) {
        IntervalPaths paths = analysis.intervals();
        if (paths == null || by == By.NOTHING) {
            return List.of();
        }
        Map<String, Sorted> groups = new LinkedHashMap<>();
        for (IntervalPaths.OfInterval path : paths.paths()) {
            add(groups, analysis.timeline(), by, path.interval(), true);
        }
        for (NamedInterval interval : paths.unfinished()) {
            add(groups, analysis.timeline(), by, interval, false);
        }
        if (by == By.CONNECTION && groups.values().stream().allMatch(group -> group.ended.size() + group.unfinished.size() < 2)) {
            return List.of(); // keys that tell single requests apart are no connections
        }
        // all of a label together tell which of those that had not ended are overdue
        Map<String, long[]> ended = new HashMap<>();
        Map<String, long[]> unfinished = new HashMap<>();
        groups.forEach((key, group) -> {
            ended.put(key, group.ended.toLongArray());
            unfinished.put(key, group.unfinished.toLongArray());
        });
        SortedMap<String, Latencies> latencies = Latencies.byLabel(ended, unfinished);
        List<Group> rows = new ArrayList<>();
        groups.forEach((key, group) -> rows.add(new Group(by, group.host, group.id, group.name,
                new Label(group.label, LabelWords.orAll(analysis, group.label), java.util.Objects.requireNonNull(latencies.get(key)),
                        analysis.rangeNanos(), null))));
        rows.sort(Comparator.comparing((Group row) -> row.label().label())
                .thenComparing(Comparator.comparingDouble((Group row) -> row.label().latencies().meanNanos()).reversed())
                .thenComparing(Group::host).thenComparingLong(Group::id).thenComparing(Group::name));
        return rows;
    }

    /** The requests of a group, while they are collected. */
    private record Sorted(String label, String host, long id, String name, LongArrayList ended, LongArrayList unfinished) {}

    private static void add(Map<String, Sorted> groups, Timeline timeline, By by, NamedInterval interval, boolean hasEnded) {
        int thread = interval.thread();
        String host = timeline.hostName(interval.host());
        boolean isKnown = thread != Timeline.NONE && (by != By.PROCESS || timeline.pid(thread) >= 0);
        long id = by == By.CONNECTION || !isKnown ? Rows.ABSENT : by == By.THREAD ? timeline.tid(thread) : timeline.pid(thread);
        // a thread's number in the timeline, as a tid may be given again
        String what = by == By.CONNECTION ? interval.key() : by == By.THREAD ? Integer.toString(thread) : Long.toString(id);
        Sorted group = groups.computeIfAbsent(interval.label() + '\0' + interval.host() + '\0' + what,
                key -> new Sorted(interval.label(), host, id, by == By.CONNECTION ? interval.key()
                        : !isKnown ? "" : by == By.THREAD ? timeline.name(thread) : leader(timeline, thread), new LongArrayList(),
                        new LongArrayList()));
        (hasEnded ? group.ended : group.unfinished).add(interval.nanos());
    }

    /** The name of the first thread of a thread's process; the thread's own if the trace does not have that. */
    private static String leader(Timeline timeline, int thread) {
        for (int other = 0; other < timeline.threadCount(); other++) {
            if (timeline.host(other) == timeline.host(thread) && timeline.tid(other) == timeline.pid(thread)
                    && timeline.pid(other) == timeline.pid(thread)) {
                return timeline.name(other);
            }
        }
        return timeline.name(thread);
    }

    /** Where somebody asks for groups. */
    static void text(TextPage page, Analysis analysis, int most) throws IOException {
        By by = analysis.question().get(BY);
        if (by == By.NOTHING) {
            return;
        }
        page.heading(by.heading);
        List<Group> rows = rows(analysis, by);
        if (rows.isEmpty()) {
            page.paragraph("No two requests have one key, so the keys tell single requests apart, and no connections.");
        } else {
            page.table(TEXT, rows, most);
        }
    }
}
