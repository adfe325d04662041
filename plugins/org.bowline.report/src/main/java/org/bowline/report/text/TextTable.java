/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import java.io.IOException;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

import org.bowline.core.model.PlainText;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/**
 * A report as a table for a screen: a header line, aligned columns, times with units. Where the table would be wider than the screen, names and other words are shortened; figures never are, as one that lacks a digit or its unit is
 * another figure, but whole columns of them are left out, the last first. Control characters in texts (a thread may be named anything) are shown as a dot. Holds all cells in memory.
 */
public final class TextTable {
    /** No limit of the width: the output is a file or a pipe. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final int LEAST_TEXT_WIDTH = 8;
    /** Units have fewer letters than this in a row, words more. */
    private static final Pattern WORD = Pattern.compile("\\p{L}{4}");
    /** A number at the end of a text that goes on, or one with the begin of what may be its unit. */
    private static final Pattern CUT_NUMBER = Pattern.compile("(?<![\\p{L}\\p{N}])[-+±]?\\p{N}[\\p{N}.,]*( [%\\p{L}/]{0,4})?$");
    /** Also where the width is not limited: a name in a damaged trace may have any length, and every line is as wide as the longest. */
    private static final int MOST_OF_CELL = 120;
    private static final String GAP = "  ";

    private TextTable() {}

    /**
     * Writes the table.
     *
     * @param indent spaces before each line
     * @param width columns of the screen, or {@link #UNLIMITED}
     * @return the headings of what was left out, as the screen is not wide enough
     */
    public static <R> List<String> write(Report<R> report, Iterable<? extends R> rows, int indent, int width, Appendable out)
            throws IOException {
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
        Widths widths = new Widths(columns, lines);
        widths.fit(width - indent);
        for (String[] cells : lines) {
            StringBuilder line = new StringBuilder(" ".repeat(indent));
            for (int i = 0; i < cells.length; i++) {
                if (!widths.out.get(i)) {
                    String cell = shorten(cells[i], widths.now[i]);
                    String padding = " ".repeat(widths.now[i] - length(cell));
                    boolean left = columns.get(i) instanceof Column.Text<R>;
                    line.append(i == 0 ? "" : GAP).append(left ? cell + padding : padding + cell);
                }
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return widths.out.stream().mapToObj(i -> lines.get(0)[i]).toList();
    }

    /** How wide each column is. */
    private static final class Widths {
        private final int[] now;
        /** How narrow it may get: headings and figures stay whole. */
        private final int[] least;
        /** Which have nothing but figures. */
        private final BitSet figures = new BitSet();
        /** Which are left out. */
        private final BitSet out = new BitSet();

        Widths(List<? extends Column<?>> columns, List<String[]> lines) {
            now = new int[columns.size()];
            least = new int[columns.size()];
            figures.set(0, columns.size());
            for (String[] cells : lines) {
                boolean heading = cells == lines.get(0);
                for (int i = 0; i < cells.length; i++) {
                    boolean whole = heading || !(columns.get(i) instanceof Column.Text) || !WORD.matcher(cells[i]).find();
                    int length = length(cells[i]);
                    now[i] = Math.max(now[i], length);
                    least[i] = Math.max(least[i], whole ? length : Math.min(length, LEAST_TEXT_WIDTH));
                    figures.set(i, figures.get(i) && whole);
                }
            }
        }

        /** Leaves columns out until the others can be narrow enough, and then makes the widest ones narrower. */
        void fit(int width) {
            boolean left = true;
            while (left && sum(least) > width) {
                left = leaveOut();
            }
            while (sum(now) > width) {
                int widest = -1;
                for (int i = 0; i < now.length; i++) {
                    if (!out.get(i) && now[i] > least[i] && (widest < 0 || now[i] > now[widest])) {
                        widest = i;
                    }
                }
                if (widest < 0) {
                    return;
                }
                now[widest]--;
            }
        }

        private int sum(int[] widths) {
            int sum = 0;
            for (int i = 0; i < widths.length; i++) {
                sum += out.get(i) ? 0 : widths[i] + (i > 0 ? GAP.length() : 0);
            }
            return sum;
        }

        /**
         * The last column of figures, else the last one of names. The first stays, as do names as long as there are figures, for they tell what a row is about.
         *
         * @return whether there was one
         */
        private boolean leaveOut() {
            int ofFigures = last(figures::get);
            int one = ofFigures > 0 ? ofFigures : last(i -> true);
            if (one > 0) {
                out.set(one);
            }
            return one > 0;
        }

        /** The last column behind the first that is shown and such; 0 if there is none. */
        private int last(IntPredicate such) {
            int i = now.length - 1;
            while (i > 0 && (out.get(i) || !such.test(i))) {
                i--;
            }
            return i;
        }
    }

    /** A text without control characters, which could steer the terminal. */
    public static String printable(String text) {
        return PlainText.visible(text, '·', "");
    }

    /** At most so many characters of the text, the last one an ellipsis if some are missing; no number loses digits or its unit. */
    public static String shorten(String text, int width) {
        if (length(text) <= width) {
            return text;
        }
        String kept = text.substring(0, text.offsetByCodePoints(0, Math.max(0, width - 1)));
        String whole = CUT_NUMBER.matcher(kept).replaceFirst("");
        return (whole.isBlank() ? kept : whole) + '…';
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
            return PlainText.shorten(printable(text.shown().apply(row)), MOST_OF_CELL);
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
}
