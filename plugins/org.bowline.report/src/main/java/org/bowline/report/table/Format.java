/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import com.google.gson.stream.JsonWriter;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;

import org.bowline.core.model.Caveat;
import org.bowline.report.rows.Rows;

/** The formats for machines. Both write the same columns of the same {@link Report}, row by row, and end lines with LF. */
public enum Format {
    /** RFC 4180 with LF: a header line, '.' as decimal mark, quotes where needed, texts as {@link CsvText} has them. Caveats are a report of their own. */
    CSV {
        @Override
        <R> void rows(Report<R> report, Iterable<? extends R> rows, Optional<List<Caveat>> caveats, Writer out) throws IOException {
            try {
                CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
                csv.writeRecord(report.columnNames());
                String[] fields = new String[report.columns().size()];
                for (R row : rows) {
                    for (int i = 0; i < fields.length; i++) {
                        fields[i] = text(report.columns().get(i), row);
                    }
                    csv.writeRecord(fields);
                }
                csv.flush();
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
        }
    },
    /** One object: the report's name, its rows as an array of objects (a typed value per column) and, if given, the caveats likewise. */
    JSON {
        @Override
        <R> void rows(Report<R> report, Iterable<? extends R> rows, Optional<List<Caveat>> caveats, Writer out) throws IOException {
            JsonWriter json = new JsonWriter(out);
            json.beginObject();
            json.name("report").value(report.name());
            array(json, "rows", report, rows);
            if (caveats.isPresent()) {
                array(json, "caveats", Reports.CAVEATS, caveats.get());
            }
            json.endObject();
            json.flush();
            out.write('\n');
        }
    };

    /** Writes the report's columns of all rows; does not close the writer. */
    public final <R> void write(Report<R> report, Iterable<? extends R> rows, Writer out) throws IOException {
        rows(report, rows, Optional.empty(), out);
        out.flush();
    }

    /** The same for a reader who gets nothing but this text: JSON carries the caveats with the rows (CSV has no place for them). */
    public final <R> void write(Report<R> report, Iterable<? extends R> rows, List<Caveat> caveats, Writer out) throws IOException {
        rows(report, rows, Optional.of(caveats), out);
        out.flush();
    }

    abstract <R> void rows(Report<R> report, Iterable<? extends R> rows, Optional<List<Caveat>> caveats, Writer out) throws IOException;

    /** The extension of file names, without the dot; also the word of the option --format. */
    public String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value of a row in a column, as CSV has it before it is quoted: every digit, no unit. */
    public static <R> String text(Column<R> column, R row) {
        if (column instanceof Column.Text<R> text) {
            String value = text.value().apply(row);
            return text.isValue() ? CsvText.writeValue(value) : CsvText.write(value);
        }
        if (column instanceof Column.Whole<R> whole) {
            long value = whole.value().applyAsLong(row);
            return value == Rows.ABSENT ? "" : Long.toString(value);
        }
        if (column instanceof Column.Perhaps<R> perhaps) {
            return perhaps.value().apply(row).map(Format::decimal).orElse("");
        }
        return decimal(((Column.Decimal<R>) column).value().apply(row));
    }

    private static <R> void array(JsonWriter json, String name, Report<R> report, Iterable<? extends R> rows) throws IOException {
        json.name(name).beginArray();
        for (R row : rows) {
            json.beginObject();
            for (Column<R> column : report.columns()) {
                json.name(column.name());
                value(json, column, row);
            }
            json.endObject();
        }
        json.endArray();
    }

    private static <R> void value(JsonWriter json, Column<R> column, R row) throws IOException {
        if (column instanceof Column.Text<R> text) {
            json.value(text.value().apply(row));
        } else if (column instanceof Column.Whole<R> whole) {
            long value = whole.value().applyAsLong(row);
            if (value == Rows.ABSENT) {
                json.nullValue();
            } else {
                json.value(value);
            }
        } else if (column instanceof Column.Perhaps<R> perhaps) {
            Optional<BigDecimal> value = perhaps.value().apply(row);
            if (value.isPresent()) {
                json.jsonValue(decimal(value.get()));
            } else {
                json.nullValue();
            }
        } else {
            json.jsonValue(decimal(((Column.Decimal<R>) column).value().apply(row)));
        }
    }

    private static String decimal(BigDecimal value) {
        return value.toPlainString();
    }
}
