/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.io.IOException;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

import org.bowline.core.model.PlainText;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/**
 * A report as a table for a screen: a header line, aligned columns, times with units. Texts are shortened where the table would be wider
 * than the screen, and control characters in them (a thread may be named anything) are shown as a dot. Holds all cells in memory.
 */
public final class TextTable {
    /** No limit of the width: the output is a file or a pipe. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int LEAST_TEXT_WIDTH = 6;
    /** Also where the width is not limited: a name in a damaged trace may have any length, and every line is as wide as the longest. */
    private static final int MOST_OF_CELL = 120;
    private static final String GAP = "  ";

    private TextTable() {}

    /**
     * Writes the table.
     *
     * @param indent spaces before each line
     * @param width columns of the screen, or {@link #UNLIMITED}
     */
    public static <R> void write(Report<R> report, Iterable<? extends R> rows, int indent, int width, Appendable out) throws IOException {
        List<Column<R>> columns = report.columns();
        List<String[]> lines = new ArrayList<>();
        lines.add(columns.stream().map(column -> heading(column.name())).toArray(String[]::new));
        for (R row : rows) {
            String[] cells = new String[columns.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = cell(columns.get(i), row);
            }
            lines.add(cells);
        }
        int[] widths = new int[columns.size()];
        for (String[] cells : lines) {
            for (int i = 0; i < cells.length; i++) {
                widths[i] = Math.max(widths[i], length(cells[i]));
            }
        }
        shrink(columns, widths, width, indent + GAP.length() * (columns.size() - 1));
        for (String[] cells : lines) {
            StringBuilder line = new StringBuilder(" ".repeat(indent));
            for (int i = 0; i < cells.length; i++) {
                String cell = shorten(cells[i], widths[i]);
                String padding = " ".repeat(widths[i] - length(cell));
                boolean left = columns.get(i) instanceof Column.Text<R>;
                line.append(i == 0 ? "" : GAP).append(left ? cell + padding : padding + cell);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
    }

    /** A text without control characters, which could steer the terminal. */
    public static String printable(String text) {
        return PlainText.visible(text, '·', "");
    }

    /** At most so many characters of the text, the last one an ellipsis if some are missing. */
    public static String shorten(String text, int width) {
        return length(text) <= width ? text : text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1))) + '…';
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    /** The name of a column for people. */
    public static String heading(String name) {
        return name.equals("ns") ? "time"
                : name.endsWith("_ns") ? name.substring(0, name.length() - 3).replace('_', ' ') : name.replace('_', ' ');
    }

    /** What a table for people shows of a row. */
    public static <R> String cell(Column<R> column, R row) {
        if (column instanceof Column.Text<R> text) {
            return PlainText.shorten(printable(text.value().apply(row)), MOST_OF_CELL);
        }
        if (column instanceof Column.Whole<R> whole) {
            long value = whole.value().applyAsLong(row);
            if (value == Rows.ABSENT) {
                return "";
            }
            return switch (whole.unit()) {
                case NUMBER -> Long.toString(value);
                case DURATION -> TimeFormat.duration(value);
                case INSTANT -> TimeFormat.timeOfDay(value);
            };
        }
        if (column instanceof Column.Perhaps<R> perhaps) {
            return perhaps.value().apply(row).map(java.math.BigDecimal::toPlainString).orElse("");
        }
        return ((Column.Decimal<R>) column).value().apply(row).setScale(12, RoundingMode.HALF_UP).toPlainString();
    }

    /** Takes width from the widest text columns until the table fits, or all are at their least. */
    private static <R> void shrink(List<Column<R>> columns, int[] widths, int width, int gaps) {
        int total = gaps;
        for (int columnWidth : widths) {
            total += columnWidth;
        }
        while (total > width) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (columns.get(i) instanceof Column.Text<R> && widths[i] > LEAST_TEXT_WIDTH
                        && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return;
            }
            widths[widest]--;
            total--;
        }
    }
}
