/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.figures.Duration;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepTimeRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/** Where the time of a unit of work goes at each level, and the knots: tables for the terminal and the page. */
public final class SweepTimesText {
    /** What the times are, as a heading. */
    public static final String HEADING = "Time of threads for each unit of work, as recorded";
    /** In place of a time of which nothing is known. */
    public static final String UNKNOWN = "?";

    private static final String BLOCKED = "blocked";

    private SweepTimesText() {}

    /** The rows of a load, a line for each level that was recorded. */
    public static List<List<SweepTimeRow>> lines(SweepInput input, String load) {
        List<List<SweepTimeRow>> lines = new ArrayList<>();
        SweepTimeRow last = null;
        for (SweepTimeRow row : input.recorded().times()) {
            if (!row.load().equals(load)) {
                continue;
            }
            if (last == null || !last.build().equals(row.build()) || last.clients() != row.clients()) {
                lines.add(new ArrayList<>());
            }
            lines.get(lines.size() - 1).add(row);
            last = row;
        }
        return lines;
    }

    /** The table of the times: a column for each state and cause that is there. */
    public static Report<List<SweepTimeRow>> times(List<List<SweepTimeRow>> lines) {
        List<Column<List<SweepTimeRow>>> columns = new ArrayList<>();
        columns.add(Column.text("build", line -> line.get(0).build()));
        columns.add(Column.number("clients", line -> line.get(0).clients()));
        for (SweepTimeRow kind : kinds(lines)) {
            columns.add(Column.text(head(kind), line -> cell(line, kind)));
        }
        return new Report<>("times", columns);
    }

    /** A row of each state and cause that some line has, in the order of reports. */
    public static List<SweepTimeRow> kinds(List<List<SweepTimeRow>> lines) {
        List<SweepTimeRow> kinds = new ArrayList<>();
        for (List<SweepTimeRow> line : lines) {
            int at = 0;
            for (SweepTimeRow row : line) {
                int known = place(kinds, row);
                if (known < 0) {
                    kinds.add(at, row);
                    known = at;
                }
                at = known + 1;
            }
        }
        return kinds;
    }

    private static int place(List<SweepTimeRow> kinds, SweepTimeRow row) {
        for (int i = 0; i < kinds.size(); i++) {
            if (isAlike(kinds.get(i), row)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isAlike(SweepTimeRow one, SweepTimeRow other) {
        return one.state().equals(other.state()) && one.cause().equals(other.cause());
    }

    /** What stands above a state or cause. */
    public static String head(SweepTimeRow kind) {
        return !kind.state().equals(BLOCKED) ? kind.state() : switch (kind.cause()) {
            case SweepTimeRow.LOCK -> "locks";
            case "disk" -> "disks";
            case SweepTimeRow.EQUAL -> "equal threads";
            case "thread" -> "other threads";
            case "network" -> "packets";
            case "timer" -> "timers";
            default -> kind.cause();
        };
    }

    /** The time of a line; empty if there is none, and {@value #UNKNOWN} of locks of which nothing was recorded. */
    public static String cell(List<SweepTimeRow> line, SweepTimeRow kind) {
        return line.stream().filter(row -> isAlike(row, kind)).findFirst().map(row -> Duration.duration(Math.round(row.perUnitNanos())))
                .orElse(kind.cause().equals(SweepTimeRow.LOCK) ? UNKNOWN : "");
    }

    /** The table of the knots. */
    public static final Report<SweepKnotRow> KNOTS = new Report<>("knots", () -> List.of(Column.text("build", SweepKnotRow::build),
            Column.number("clients", SweepKnotRow::clients),
            Column.text("weight per s", row -> Duration.duration(Math.round(row.perSecond() * 1e9))),
            Column.text("members", row -> row.members().replace(",", ", "))));

    /** The knots of a load. */
    public static List<SweepKnotRow> knots(SweepInput input, String load) {
        return input.recorded().knots().stream().filter(row -> row.load().equals(load)).toList();
    }
}
