/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.Comparator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.graph.Markup;
import org.bowline.report.text.TimeFormat;

/** What every thread did, as a table that the script sorts and filters. */
public final class ThreadsSection {
    /** Rows at most: a page is for reading. */
    static final int MOST_ROWS = 1500;

    private ThreadsSection() {}

    /** The section; none where it is not known what threads did. */
    public static List<Section> of(PageParts parts) {
        return !parts.analysis().knowsWaits() ? List.of()
                : List.of(new Section("threads", "Threads", 90, of(parts.analysis(), parts.doubts(), parts.names())));
    }

    private static Markup of(Analysis analysis, Doubts doubts, Names names) {
        Timeline timeline = analysis.timeline();
        List<ThreadTotals> rows = analysis.totals().stream().filter(total -> !timeline.isIdle(total.thread()))
                .sorted(Comparator.comparingLong(ThreadTotals::waits).reversed()
                        .thenComparing(Comparator.comparingLong((ThreadTotals total) -> total.nanos(ThreadState.RUNNING)).reversed()))
                .toList();
        List<Table.Column<ThreadTotals>> columns = List.of(
                Table.text("Host", total -> names.of(timeline.hostName(timeline.host(total.thread())))),
                Table.head("Thread", total -> names.of(ThreadRoles.called(timeline, total.thread()))),
                number("tid", total -> timeline.tid(total.thread())),
                number("Waits", ThreadTotals::waits),
                duration("Running", Part.RUNNING::nanos),
                duration("Interrupted", Part.INTERRUPTED::nanos),
                duration("Runnable", Part.RUNNABLE::nanos),
                duration("Blocked", total -> total.nanos(ThreadState.BLOCKED)),
                Table.text("Mostly by", total -> mainCause(total).label()),
                Table.text("States", ThreadsSection::bar));
        return Markup.of("""
                <section id="threads" aria-labelledby="h-threads"><h2 id="h-threads">Threads</h2>
                <p class="lead">%s lived in the range; those with the most waits first. Idle threads are left out.</p>
                %s
                <div class="controls script-only" hidden=""><label>Filter <input type="search" id="thread-filter"
                placeholder="name, host or tid" autocomplete="off"></label>
                <label class="check"><input type="checkbox" id="thread-all"> all rows</label>
                <span id="thread-count" role="status"></span></div>
                %s
                <p class="keys">%s</p>
                %s
                </section>
                """, Words.count(rows.size(), "thread"), doubts.beside(Doubts.Room.EVERYTHING),
                Table.of("What every thread did", Markup.of(" id=\"thread-table\" class=\"threads\""), columns,
                        Markup.each(rows.stream().limit(MOST_ROWS).toList(),
                                row -> Markup.of("%s\n", Table.row(columns, row)))),
                Markup.each(List.of(Part.values()), part -> part.style.key(part.words)),
                Markup.when(rows.size() > MOST_ROWS, "<p class=\"note\">%s in the report threads only.</p>",
                        Words.count(rows.size() - MOST_ROWS, "thread with fewer waits is", "threads with fewer waits are")));
    }

    private enum Part {
        RUNNING(LegStyle.RUNNING, "running"), INTERRUPTED(LegStyle.INTERRUPTED, "held up by interrupts"),
        RUNNABLE(LegStyle.RUNNABLE, "runnable or preempted"),
        THREAD(LegStyle.THREAD, "blocked by threads"), NETWORK(LegStyle.NETWORK, "by the network"), DISK(LegStyle.DISK, "by disks"),
        TIMER(LegStyle.TIMER, "by timers"), OTHER(LegStyle.BLOCKED, "by others or not known");

        private final LegStyle style;
        private final String words;

        Part(LegStyle style, String words) {
            this.style = style;
            this.words = words;
        }

        long nanos(ThreadTotals total) {
            return switch (this) {
                case RUNNING -> total.nanos(ThreadState.RUNNING);
                case INTERRUPTED -> total.nanos(ThreadState.INTERRUPTED);
                case RUNNABLE -> total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED);
                case THREAD -> total.blocked(Cause.THREAD);
                case NETWORK -> total.blocked(Cause.NETWORK);
                case DISK -> total.blocked(Cause.DISK);
                case TIMER -> total.blocked(Cause.TIMER);
                case OTHER -> total.nanos(ThreadState.BLOCKED) - total.blocked(Cause.THREAD) - total.blocked(Cause.NETWORK)
                        - total.blocked(Cause.DISK) - total.blocked(Cause.TIMER);
            };
        }
    }

    private static Table.Column<ThreadTotals> number(String name, ToLongFunction<ThreadTotals> value) {
        return value(name, value, Long::toString);
    }

    private static Table.Column<ThreadTotals> duration(String name, ToLongFunction<ThreadTotals> nanos) {
        return value(name, nanos, value -> value == 0 ? "–" : TimeFormat.duration(value));
    }

    /** A number that the script sorts by. */
    private static Table.Column<ThreadTotals> value(String name, ToLongFunction<ThreadTotals> value, LongFunction<String> words) {
        return new Table.Column<>(name, true, row -> Markup.of("<td class=\"num\" data-v=\"%s\">%s</td>", value.applyAsLong(row),
                words.apply(value.applyAsLong(row))));
    }

    private static Markup bar(ThreadTotals total) {
        Markup parts = new Markup();
        double life = Math.max(1, total.endNanos() - total.startNanos());
        for (Part part : Part.values()) {
            double percent = 100 * part.nanos(total) / life;
            if (percent >= 0.5) {
                parts.add("<i class=\"s%s\" style=\"width:%s%%\"></i>", part.style.ordinal(), percent);
            }
        }
        return Markup.of("<span class=\"bar\" aria-hidden=\"true\">%s</span>", parts);
    }

    private static Cause mainCause(ThreadTotals total) {
        Cause main = Cause.NONE;
        for (Cause cause : Cause.values()) {
            if (total.blocked(cause) > total.blocked(main)) {
                main = cause;
            }
        }
        return main;
    }
}
