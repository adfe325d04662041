/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;
import org.bowline.report.text.TimeFormat;

/** Which code waits, and which runs where call stacks were sampled: a flame graph per host, and tables. */
public final class OffCpuSection {
    private static final int MOST_ROWS = 50;
    private static final int MOST_HOSTS = 12;
    private static final String RUNNING = " Running time (green) is in the same picture: how long a thread runs is known, in which code is an estimate by samples of its call stacks.";

    private OffCpuSection() {}

    /** The section; rows as in the report. */
    public static Section of(List<OffCpuRow> rows) {
        return of(rows, List.of());
    }

    /** The section; rows as in the reports, at least one of either. */
    public static Section of(List<OffCpuRow> rows, List<OnCpuRow> running) {
        boolean both = !running.isEmpty();
        Names names = new Names();
        Map<String, List<FlameFigure.Stack>> hosts = new LinkedHashMap<>();
        for (OffCpuRow row : rows) {
            List<String> frames = row.frames();
            hosts.computeIfAbsent(row.host(), host -> new ArrayList<>())
                    .add(both ? new FlameFigure.Stack(frames.subList(1, frames.size()), row.total().nanos(), -1, row.waitFrame() - 1,
                            FlameFigure.State.WAITS) : new FlameFigure.Stack(frames.subList(1, frames.size()), row.total().nanos()));
        }
        for (OnCpuRow row : running) {
            List<String> frames = row.frames();
            hosts.computeIfAbsent(row.host(), host -> new ArrayList<>()).add(new FlameFigure.Stack(frames.subList(1, frames.size()),
                    row.total().nanos(), -1, frames.size() - 2, FlameFigure.State.RUNS));
        }
        List<OffCpuRow> alike = OffCpuRow.withoutKernel(rows);
        List<Table.Column<OffCpuRow>> columns = List.of(
                Table.text("Host", row -> names.of(row.host())),
                Table.head("Thread", row -> names.of(row.stack().thread())),
                Table.number("Blocked", row -> TimeFormat.duration(row.total().nanos())),
                Table.number("Waits", row -> Long.toString(row.total().waits())),
                Table.text("In", row -> names.of(String.join(" → ", row.code()))),
                Table.text("What", row -> names.of(row.waiting())));
        String title = both ? "Which code waits, and which runs" : "Which code waits";
        return new Section("off-cpu", title, 65, Markup.of("""
                <section id="off-cpu" aria-labelledby="h-off-cpu">%s<h2 id="h-off-cpu">%s</h2>
                <p class="lead">Blocked time by thread, function, system call and, where call stacks were recorded, function of the kernel, with what ended the wait, and below it the functions of the thread that did.%s</p>
                %s
                %s
                %s
                %s%s
                </section>
                """,
                both ? Markup.of("<style>%s</style>", Markup.raw(FlameFigure.STATES)) : new Markup(), title, both ? RUNNING : "",
                Markup.each(hosts.entrySet().stream().limit(MOST_HOSTS).toList(),
                        host -> both ? FlameFigure.ofBoth(host.getKey(), host.getValue())
                                : FlameFigure.of(host.getKey(), host.getValue())),
                Markup.when(hosts.size() > MOST_HOSTS, "<p class=\"note\">%s in the table only.</p>",
                        Words.count(hosts.size() - MOST_HOSTS, "more host is", "more hosts are")),
                Table.of("Blocked time", columns, alike.stream().limit(MOST_ROWS).toList()),
                Markup.when(alike.size() > MOST_ROWS, "<p class=\"note\">%s in the report off-cpu.</p>",
                        Words.count(alike.size() - MOST_ROWS, "more row is", "more rows are")),
                both ? running(names, OnCpuRow.withoutKernel(running)) : new Markup()));
    }

    private static Markup running(Names names, List<OnCpuRow> rows) {
        List<Table.Column<OnCpuRow>> columns = List.of(
                Table.text("Host", row -> names.of(row.host())),
                Table.head("Thread", row -> names.of(row.stack().thread())),
                Table.number("Runs", row -> TimeFormat.duration(row.total().nanos())),
                Table.number("Samples", row -> Long.toString(row.total().samples())),
                Table.text("In", row -> row.stack().sampled() ? names.of(String.join(" → ", row.code())) : names.of("(not sampled)")));
        return Markup.of("%s%s", Table.of("Running time, by samples of call stacks", columns, rows.stream().limit(MOST_ROWS).toList()),
                Markup.when(rows.size() > MOST_ROWS, "<p class=\"note\">%s in the report on-cpu.</p>",
                        Words.count(rows.size() - MOST_ROWS, "more row is", "more rows are")));
    }
}
