/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.Comparator;
import java.util.List;

import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.TimeFormat;

/** What every thread did, as a table that the script sorts and filters. */
final class ThreadsSection {
    /** Rows at most: a page is for reading. */
    static final int MOST_ROWS = 1500;

    private ThreadsSection() {}

    static void write(Html html, HtmlInput input, Doubts doubts) {
        Timeline timeline = input.timeline();
        List<ThreadTotals> rows = input.totals().stream().filter(total -> !timeline.isIdle(total.thread()))
                .sorted(Comparator.comparingLong(ThreadTotals::waits).reversed()
                        .thenComparing(Comparator.comparingLong((ThreadTotals total) -> total.nanos(ThreadState.RUNNING)).reversed()))
                .toList();
        html.open("section", "id", "threads", "aria-labelledby", "h-threads").element("h2", "Threads", "id", "h-threads");
        html.element("p",
                Words.count(rows.size(), "thread") + " lived in the range; those with the most waits first. Idle threads are left out.",
                "class", "lead");
        doubts.beside(html, Doubts.Room.EVERYTHING);
        html.open("div", "class", "controls script-only", "hidden", "").open("label").text("Filter ")
                .single("input", "type", "search", "id", "thread-filter", "placeholder", "name, host or tid", "autocomplete", "off").close()
                .open("label", "class", "check").single("input", "type", "checkbox", "id", "thread-all").text(" all rows").close()
                .element("span", "", "id", "thread-count", "role", "status").close();
        Tables.open(html, "What every thread did", "id", "thread-table", "class", "threads");
        Tables.head(html, "Host", "Thread", "#tid", "#Waits", "#Running", "#Runnable", "#Blocked", "Mostly by", "States");
        html.open("tbody");
        for (ThreadTotals total : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
            row(html, timeline, total);
        }
        html.close();
        Tables.close(html);
        html.open("p", "class", "keys");
        for (Part part : Part.values()) {
            html.open("span", "class", "key s" + part.style.ordinal()).element("i", String.valueOf(part.style.letter())).text(part.words)
                    .close();
        }
        html.close();
        if (rows.size() > MOST_ROWS) {
            html.element("p", Words.count(rows.size() - MOST_ROWS, "thread with fewer waits is", "threads with fewer waits are")
                    + " in the report threads only.", "class", "note");
        }
        html.close().line();
    }

    private enum Part {
        RUNNING(LegStyle.RUNNING, "running"), RUNNABLE(LegStyle.RUNNABLE, "runnable or preempted"),
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

    private static void row(Html html, Timeline timeline, ThreadTotals total) {
        int thread = total.thread();
        long runnable = Part.RUNNABLE.nanos(total);
        html.open("tr").named("td", timeline.hostName(timeline.host(thread))).named("th", timeline.name(thread),
                "scope",
                "row");
        value(html, Integer.toString(timeline.tid(thread)), timeline.tid(thread));
        value(html, Long.toString(total.waits()), total.waits());
        duration(html, total.nanos(ThreadState.RUNNING));
        duration(html, runnable);
        duration(html, total.nanos(ThreadState.BLOCKED));
        html.element("td", mainCause(total).label());
        html.open("td").open("span", "class", "bar", "aria-hidden", "true");
        double life = Math.max(1, total.endNanos() - total.startNanos());
        for (Part part : Part.values()) {
            double percent = 100 * part.nanos(total) / life;
            if (percent >= 0.5) {
                html.element("i", "", "class", "s" + part.style.ordinal(), "style", "width:" + Html.number(percent) + "%");
            }
        }
        html.close(3).line();
    }

    private static void value(Html html, String text, long value) {
        html.element("td", text, "class", "num", "data-v", Long.toString(value));
    }

    private static void duration(Html html, long nanos) {
        value(html, nanos == 0 ? "–" : TimeFormat.duration(nanos), nanos);
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
