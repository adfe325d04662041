/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.text.TimeFormat;

/** Which code waits: a flame graph of blocked time per host, and a table. */
public final class OffCpuSection {
    private static final int MOST_ROWS = 50;
    private static final int MOST_HOSTS = 12;

    private OffCpuSection() {}

    /** The section; rows as in the report, at least one. */
    public static Section of(List<OffCpuRow> rows) {
        Names names = new Names();
        Map<String, List<FlameFigure.Stack>> hosts = new LinkedHashMap<>();
        for (OffCpuRow row : rows) {
            List<String> frames = row.frames();
            hosts.computeIfAbsent(row.host(), host -> new ArrayList<>())
                    .add(new FlameFigure.Stack(frames.subList(1, frames.size()), row.total().nanos()));
        }
        List<OffCpuRow> alike = OffCpuRow.withoutKernel(rows);
        List<Table.Column<OffCpuRow>> columns = List.of(
                Table.text("Host", row -> names.of(row.host())),
                Table.head("Thread", row -> names.of(row.stack().thread())),
                Table.number("Blocked", row -> TimeFormat.duration(row.total().nanos())),
                Table.number("Waits", row -> Long.toString(row.total().waits())),
                Table.text("In", row -> names.of(String.join(" → ", row.code()))),
                Table.text("What", row -> names.of(row.waiting())));
        return new Section("off-cpu", "Which code waits", 65, Markup.of("""
                <section id="off-cpu" aria-labelledby="h-off-cpu"><h2 id="h-off-cpu">Which code waits</h2>
                <p class="lead">Blocked time by thread, function, system call and, where call stacks were recorded, function of the kernel, with what ended the wait, and below it the functions of the thread that did.</p>
                %s
                %s
                %s
                %s
                </section>
                """,
                Markup.each(hosts.entrySet().stream().limit(MOST_HOSTS).toList(), host -> FlameFigure.of(host.getKey(), host.getValue())),
                Markup.when(hosts.size() > MOST_HOSTS, "<p class=\"note\">%s in the table only.</p>",
                        Words.count(hosts.size() - MOST_HOSTS, "more host is", "more hosts are")),
                Table.of("Blocked time", columns, alike.stream().limit(MOST_ROWS).toList()),
                Markup.when(alike.size() > MOST_ROWS, "<p class=\"note\">%s in the report off-cpu.</p>",
                        Words.count(alike.size() - MOST_ROWS, "more row is", "more rows are"))));
    }
}
