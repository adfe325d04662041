/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.run;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;

import org.bowline.report.Column;
import org.bowline.report.Format;
import org.bowline.report.Report;
import org.bowline.report.ReportDirectory;

/** Reads reports back, row by row. Columns that are not known are ignored: a later Bowline may have more of them. */
final class Rows {
    private Rows() {}

    /** The fields of a row by their columns' names. */
    static final class Row {
        private final Path file;
        private final long number;
        private final Map<String, String> fields;

        Row(Path file, long number, Map<String, String> fields) {
            this.file = file;
            this.number = number;
            this.fields = fields;
        }

        String text(String column) {
            String value = fields.get(column);
            if (value == null) {
                throw wrong("has no field " + column);
            }
            return value;
        }

        /** A whole number, or {@link Column#ABSENT} if the field is empty. */
        long whole(String column) {
            String value = text(column);
            if (value.isEmpty()) {
                return Column.ABSENT;
            }
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw wrong("has '" + value + "' in " + column + ", which is no whole number");
            }
        }

        /** A whole number that must be there. */
        long present(String column) {
            long value = whole(column);
            if (value == Column.ABSENT) {
                throw wrong("has nothing in " + column);
            }
            return value;
        }

        UncheckedIOException wrong(String what) {
            return new UncheckedIOException(new UnreadableRunException("cannot read " + file + ": row " + number + ' ' + what
                    + ". It was cut off, changed, or not written by bowline analyze; write it again", null));
        }
    }

    /** The file of a report in a directory: CSV, else JSON; null if there is none. */
    static @org.jspecify.annotations.Nullable Path file(Path directory, Report<?> report) {
        for (Format format : Format.values()) {
            Path file = directory.resolve(ReportDirectory.fileName(report, format));
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        return null;
    }

    /** Reads all rows of a report's file. */
    static void read(Path file, Report<?> report, Consumer<Row> sink) throws IOException {
        try {
            if (file.toString().endsWith('.' + Format.CSV.extension())) {
                csv(file, report, sink);
            } else {
                json(file, report, sink);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (CsvParseException | MalformedJsonException | IllegalStateException | java.io.EOFException
                | java.nio.charset.CharacterCodingException e) {
            throw new UnreadableRunException("cannot read " + file + ": it is no whole " + report.name() + " report ("
                    + e.getMessage() + "). Write it again with bowline analyze -o", e);
        }
    }

    private static void csv(Path file, Report<?> report, Consumer<Row> sink) throws IOException {
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(file)) {
            List<String> head = null;
            long number = 0;
            for (CsvRecord line : csv) {
                if (head == null) {
                    head = line.getFields();
                    check(file, report, head);
                    continue;
                }
                Map<String, String> fields = new HashMap<>();
                for (int i = 0; i < head.size(); i++) { // the reader refuses lines of other lengths
                    fields.put(head.get(i), line.getField(i));
                }
                sink.accept(new Row(file, ++number, fields));
            }
            if (head == null) {
                throw new UnreadableRunException("cannot read " + file + ": it is empty, even without the line of column names. Write it"
                        + " again with bowline analyze -o", null);
            }
        }
    }

    /** A report without rows has its columns nevertheless: else any file of one line would be a run in which nothing was found. */
    private static void check(Path file, Report<?> report, List<String> head) throws UnreadableRunException {
        for (String column : report.columnNames()) {
            if (!head.contains(column)) {
                throw new UnreadableRunException("cannot read " + file + ": it has no column " + column
                        + "; it was written by an older Bowline, or by something else. Run bowline analyze -o again", null);
            }
        }
        if (Set.copyOf(head).size() != head.size()) {
            throw new UnreadableRunException("cannot read " + file + ": it has two columns of one name; it was changed. Run bowline"
                    + " analyze -o again", null);
        }
    }

    private static void json(Path file, Report<?> report, Consumer<Row> sink) throws IOException {
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8); JsonReader json = new JsonReader(text)) {
            json.beginObject();
            boolean rows = false;
            while (json.hasNext()) {
                String name = json.nextName();
                if (name.equals("report")) {
                    String is = json.nextString();
                    if (!is.equals(report.name())) {
                        throw new IllegalStateException("it is a " + is + " report");
                    }
                } else if (name.equals("rows")) {
                    rows = true;
                    rows(json, file, sink);
                } else {
                    json.skipValue();
                }
            }
            json.endObject();
            if (!rows) {
                throw new IllegalStateException("it has no rows");
            }
        }
    }

    private static void rows(JsonReader json, Path file, Consumer<Row> sink) throws IOException {
        json.beginArray();
        long number = 0;
        while (json.hasNext()) {
            Map<String, String> fields = new HashMap<>();
            json.beginObject();
            while (json.hasNext()) {
                String column = json.nextName();
                if (json.peek() == JsonToken.NULL) {
                    json.nextNull();
                    fields.put(column, "");
                } else {
                    fields.put(column, json.nextString());
                }
            }
            json.endObject();
            sink.accept(new Row(file, ++number, fields));
        }
        json.endArray();
    }
}
