/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.report.rows.Rows;
import org.bowline.report.table.CsvText;
import org.bowline.runs.UnreadableRunException;

/**
 * Runs of a sweep from a CSV file: {@code build}, {@code clients} and {@code throughput} (or {@code throughput_per_s}), and as far as they are there
 * {@code load}, {@code run}, {@code latency_p50_ns}, {@code latency_p99_ns}, {@code machine} and {@code recording}; {@code start_ns} and {@code load_ns} say which part of a recording the load is; what {@code bowline sweep} notes of the host becomes caveats. Other columns are passed over. A row that is no run is
 * left out and told; the others are kept.
 *
 * @param runs in the order of the file
 * @param traces recordings, of those runs that have one
 * @param caveats what was left out
 */
public record SweepFile(List<SweepRun> runs, List<SweepRecording> traces, List<Caveat> caveats) {
    /** The file in a directory. */
    public static final String NAME = "runs.csv";

    /** The caveat of a row that is no run, or of one that failed. */
    public static final String RUN_LEFT_OUT = "run-left-out";

    private static final int MOST_SHOWN = 40;
    private static final int MOST_RUNS = 1_000_000;

    /** Copies the lists. */
    public SweepFile {
        runs = List.copyOf(runs);
        traces = List.copyOf(traces);
        caveats = List.copyOf(caveats);
    }

    /** A row is no run. */
    private static final class NoRunException extends Exception {
        private static final long serialVersionUID = 1L;

        NoRunException(String what) {
            super(what);
        }
    }

    /**
     * Reads.
     *
     * @param path the file, or a directory that holds {@value #NAME}
     * @throws UnreadableRunException if it is not such a file, or has no run at all
     */
    public static SweepFile read(Path path) throws IOException {
        Path file = Files.isDirectory(path) ? path.resolve(NAME) : path;
        if (!Files.isRegularFile(file)) {
            throw new UnreadableRunException(
                    "there is no file " + file + ". Give a file with the columns build, clients, run and throughput,"
                            + " or a directory that holds such a file as " + NAME,
                    null);
        }
        SweepFile found;
        try {
            found = rows(file);
        } catch (CsvParseException e) {
            throw noCsv(file, e);
        } catch (UncheckedIOException e) {
            throw unreadable(file, e.getCause() == null ? new IOException(e) : e.getCause());
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        if (found.runs.isEmpty()) {
            throw new UnreadableRunException("cannot read " + file + ": it has no run" + (found.caveats.isEmpty()
                    ? ". Its first line has to name the columns build, clients, run and throughput, and each further line is a run"
                    : ". " + found.caveats.get(0).text()
                            + (found.caveats.size() == 1 ? ""
                                    : (found.caveats.size() == 2 ? " So is " : " So are ")
                                            + Words.count(found.caveats.size() - 1, "more line") + '.')),
                    null);
        }
        return found;
    }

    private static SweepFile rows(Path file) throws IOException {
        List<SweepRun> runs = new ArrayList<>();
        List<SweepRecording> traces = new ArrayList<>();
        List<Caveat> caveats = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        HostCaveats hosts = new HostCaveats();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().allowUnclosedQuote(false).missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(Files.newBufferedReader(file, StandardCharsets.UTF_8))) {
            List<String> head = null;
            for (CsvRecord line : csv) {
                if (head == null) {
                    head = head(file, line.getFields());
                    continue;
                }
                try {
                    Map<String, String> fields = fields(head, line.getFields());
                    SweepRun run = run(fields, runs.size() + caveats.size() + 1);
                    if (!seen.add(List.of(run.load(), run.build(), run.clients(), run.name()))) {
                        throw new NoRunException("tells run " + PlainText.shorten(run.name(), MOST_SHOWN) + " of " + run.build() + " with "
                                + Words.count(run.clients(), "client") + " once again");
                    }
                    runs.add(run);
                    hosts.add(run, fields);
                    recording(file, run, fields.getOrDefault("recording", ""), traces, caveats);
                } catch (NoRunException e) {
                    caveats.add(Caveat.of(Severity.WARNING, "", RUN_LEFT_OUT, 1, "Line " + line.getStartingLineNumber() + " of " + file
                            + ' ' + e.getMessage() + "; it is left out."));
                }
                if (runs.size() + caveats.size() > MOST_RUNS) {
                    throw new UnreadableRunException("cannot read " + file + ": it has more than " + MOST_RUNS + " runs", null);
                }
            }
        }
        hosts.addTo(caveats);
        return new SweepFile(runs, traces, caveats);
    }

    private static UnreadableRunException unreadable(Path file, IOException e) {
        if (e instanceof UnreadableRunException told) {
            return told;
        }
        return e instanceof CharacterCodingException ? noCsv(file, e) : UnreadableRunException.refused(file, e);
    }

    private static UnreadableRunException noCsv(Path file, Exception e) {
        return new UnreadableRunException("cannot read " + file + ": it is not a CSV file in UTF-8 ("
                + PlainText.shorten(String.valueOf(e.getMessage()).lines().findFirst().orElse(""), 4 * MOST_SHOWN) + ')', e);
    }

    /** The recording of a run, beside the file or anywhere. */
    private static void recording(Path file, SweepRun run, String named, List<SweepRecording> traces, List<Caveat> caveats) {
        if (named.isEmpty()) {
            return;
        }
        try {
            Path trace = file.resolveSibling(named);
            if (Files.exists(trace)) {
                traces.add(new SweepRecording(run, trace));
            } else {
                caveats.add(RecordedLevels.leftOut(trace, "it is not there"));
            }
        } catch (InvalidPathException e) {
            caveats.add(RecordedLevels.leftOut(file, "'" + named + "' is not a path"));
        }
    }

    private static List<String> head(Path file, List<String> fields) throws UnreadableRunException {
        // spreadsheets put a byte order mark before the first name
        List<String> head = fields.stream().map(name -> name.startsWith("\uFEFF") ? name.substring(1) : name).map(String::strip)
                .map(name -> name.equals("throughput_per_s") ? "throughput" : name).toList();
        for (String column : List.of("build", "clients", "throughput")) {
            if (head.stream().filter(column::equals).count() != 1) {
                throw new UnreadableRunException("cannot read " + file + ": it has "
                        + (head.contains(column) ? "two columns " : "no column ")
                        + column + "; its first line is '" + PlainText.shorten(String.join(",", fields), 2 * MOST_SHOWN)
                        + "'"
                        + (fields.size() == 1 && fields.get(0).matches(".*[;\t].*") ? ", and fields are separated by commas here" : "")
                        + ". It needs the columns build, clients and throughput, and may have load, run, latency_p50_ns, latency_p99_ns, machine and"
                        + " recording", null);
            }
        }
        return head;
    }

    /** By column. An empty field at the end is one that a spreadsheet adds. */
    private static Map<String, String> fields(List<String> head, List<String> line) throws NoRunException {
        if (line.size() < head.size() || line.subList(head.size(), line.size()).stream().anyMatch(field -> !field.isBlank())) {
            throw new NoRunException("has " + Words.count(line.size(), "field") + ", where the first line names "
                    + Words.count(head.size(), "column"));
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < head.size(); i++) {
            fields.put(head.get(i), CsvText.read(line.get(i).strip()));
        }
        return fields;
    }

    private static SweepRun run(Map<String, String> fields, int number) throws NoRunException {
        String build = fields.getOrDefault("build", "");
        if (build.isEmpty()) {
            throw new NoRunException("names no build");
        }
        String clients = fields.getOrDefault("clients", "");
        long many;
        try {
            many = Long.parseLong(clients);
        } catch (NumberFormatException e) {
            many = 0;
        }
        if (many < 1) {
            throw new NoRunException("has '" + PlainText.shorten(clients, MOST_SHOWN) + "' clients, which is not a number of at least 1");
        }
        String problem = fields.getOrDefault("problem", "");
        if (!problem.isEmpty()) {
            throw new NoRunException(
                    "(" + PlainText.shorten(build, MOST_SHOWN) + ", " + Words.count(many, "client") + ") failed: " + problem);
        }
        double throughput = number(fields, "throughput");
        if (!(throughput > 0)) {
            throw new NoRunException("(" + PlainText.shorten(build, MOST_SHOWN) + ", " + Words.count(many, "client") + ") has "
                    + (Double.isNaN(throughput) ? "no throughput" : "a throughput of " + fields.get("throughput"))
                    + ", so that run failed");
        }
        return new SweepRun(fields.getOrDefault("load", ""), build, many, fields.getOrDefault("run", String.valueOf(number)), throughput,
                number(fields, "latency_p50_ns"), number(fields, "latency_p99_ns"), fields.getOrDefault("machine", ""),
                nanos(fields, "start_ns"), nanos(fields, "load_ns"));
    }

    /** Absent where it is no whole number: nothing rests on it but which part of a recording is looked at. */
    private static long nanos(Map<String, String> fields, String column) {
        try {
            return Long.parseLong(fields.getOrDefault(column, ""));
        } catch (NumberFormatException e) {
            return Rows.ABSENT;
        }
    }

    /** Not a number if there is none. */
    private static double number(Map<String, String> fields, String column) throws NoRunException {
        String text = fields.getOrDefault(column, "");
        if (text.isEmpty()) {
            return Double.NaN;
        }
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value) && text.chars().noneMatch(Character::isLetter)) {
                return value;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        // 1e4 is a number, 0x1p3 and 1d are Java's
        if (text.matches("[+-]?\\d+(\\.\\d+)?[eE][+-]?\\d{1,3}")) {
            return Double.parseDouble(text);
        }
        throw new NoRunException("has '" + PlainText.shorten(text, MOST_SHOWN) + "' in " + column + ", which is not a number");
    }
}
