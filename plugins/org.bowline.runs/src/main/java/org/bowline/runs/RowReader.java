/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;

import org.bowline.core.model.PlainText;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.CsvText;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;

/** Reads reports back, row by row. Columns that are not known are ignored: a later Bowline may have more of them. */
final class RowReader {
    private static final int MOST_SHOWN = 40;

    private RowReader() {}

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

        /** The same, or another text if there is no such column. */
        String text(String column, String absent) {
            return fields.containsKey(column) ? text(column) : absent;
        }

        /** A whole number, or {@link Rows#ABSENT} if the field is empty. */
        long whole(String column) {
            String value = text(column);
            if (value.isEmpty()) {
                return Rows.ABSENT;
            }
            try {
                return Long.parseLong(value);
            } catch (NumberFormatException e) {
                throw wrong("has '" + PlainText.shorten(value, MOST_SHOWN) + "' in " + column + ", which is not a whole number");
            }
        }

        /** A number of things, or a length of time: at least 0. */
        long count(String column) {
            long value = present(column);
            if (value < 0) {
                throw wrong("has " + value + " in " + column + ", which cannot be less than 0");
            }
            return value;
        }

        /** The same, or another number if there is no such column. */
        long count(String column, long absent) {
            return fields.containsKey(column) ? count(column) : absent;
        }

        /** A small one. */
        int small(String column) {
            long value = count(column);
            if (value > Integer.MAX_VALUE) {
                throw wrong("has " + value + " in " + column + ", which is too many");
            }
            return (int) value;
        }

        /** One of some words. */
        String word(String column, Collection<String> words) {
            String value = text(column);
            if (!words.contains(value)) {
                throw wrong("has '" + PlainText.shorten(value, MOST_SHOWN) + "' in " + column + ", which is none of "
                        + String.join(", ", words));
            }
            return value;
        }

        /** A whole number that must be there. */
        long present(String column) {
            long value = whole(column);
            if (value == Rows.ABSENT) {
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
        try {
            for (Format format : Format.values()) {
                Path file = ReportDirectory.file(directory, ReportDirectory.fileName(report, format));
                if (Files.isRegularFile(file)) {
                    return file;
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    new UnreadableRunException("cannot read the run in " + directory + ": " + e.getMessage(), e));
        }
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
            IOException cause = e.getCause();
            throw refused(file, report, cause == null ? e : cause);
        } catch (CsvParseException | IllegalStateException | IOException e) {
            throw refused(file, report, e);
        }
    }

    private static UnreadableRunException refused(Path file, Report<?> report, Exception e) {
        if (e instanceof UnreadableRunException told) {
            return told;
        }
        boolean damaged = !(e instanceof IOException) || e instanceof MalformedJsonException || e instanceof java.io.EOFException
                || e instanceof java.nio.charset.CharacterCodingException;
        return damaged || !(e instanceof IOException system)
                ? new UnreadableRunException("cannot read " + file + ": it is not a complete " + report.name() + " report (" + reason(e)
                        + "). Write it again with bowline analyze -o", e)
                : UnreadableRunException.refused(file, system);
    }

    /** What is wrong, and where, without the address that the parser puts behind it. */
    private static String reason(Exception e) {
        if (e instanceof java.nio.charset.CharacterCodingException) {
            return "it is not UTF-8";
        }
        // the parser tells programmers how to have it let pass
        return PlainText.shorten(
                String.valueOf(e.getMessage()).replaceFirst("Use JsonReader\\S* to accept ", "").lines().findFirst().orElse(""),
                4 * MOST_SHOWN);
    }

    private static void csv(Path file, Report<?> report, Consumer<Row> sink) throws IOException {
        checkEnd(file);
        try (Reader text = Files.newBufferedReader(file, StandardCharsets.UTF_8);
                CsvReader<CsvRecord> csv = CsvReader.builder().allowUnclosedQuote(false)
                        .ofCsvRecord(text)) {
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
                    fields.put(head.get(i), CsvText.read(line.getField(i)));
                }
                sink.accept(new Row(file, ++number, fields));
            }
            if (head == null) {
                throw new UnreadableRunException("cannot read " + file + ": it is empty, even without the line of column names. Write it"
                        + " again with bowline analyze -o", null);
            }
        }
    }

    /** Every line ends: else the last number may have lost digits. */
    private static void checkEnd(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            if (channel.size() > 0 && (channel.position(channel.size() - 1).read(last) != 1 || last.get(0) != '\n')) {
                throw new IllegalStateException("its last line does not end");
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
            json.setStrictness(Strictness.STRICT);
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
                    if (rows) {
                        throw new IllegalStateException("it has rows twice");
                    }
                    rows = true;
                    rows(json, file, sink);
                } else {
                    json.skipValue();
                }
            }
            json.endObject();
            if (json.peek() != JsonToken.END_DOCUMENT) {
                throw new IllegalStateException("there is more behind its end");
            }
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
                String value = "";
                if (json.peek() == JsonToken.NULL) {
                    json.nextNull();
                } else {
                    value = json.nextString();
                }
                if (fields.put(column, value) != null) {
                    throw new IllegalStateException("row " + (number + 1) + " has two fields " + PlainText.shorten(column, MOST_SHOWN));
                }
            }
            json.endObject();
            sink.accept(new Row(file, ++number, fields));
        }
        json.endArray();
    }
}
