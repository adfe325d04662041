/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.OnCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.page.HtmlReport;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.testkit.Folders;

/**
 * Recordings that come with the source, of functions, counters, call stacks, locks, polling, tags and labelled requests, with a few places
 * changed: bits, bytes, pieces that are gone, zero or twice there. All that a run tells of it is told, or the recording is refused; and no
 * figure is more than what was recorded.
 */
final class RecordingFuzz {
    private static final List<String> NAMES = List.of("labelled-work", "annotated-spins", "counted-functions", "journal-stacks",
            "lock-contention", "tagged-server/fast");
    private static final Scratch SCRATCH = new Scratch();
    private static final Map<String, Recorded> RECORDED = new HashMap<>();
    private static final Question QUESTION = Question.WORK.with(FunctionQuestion.SYMBOLS, List.of()).with(TagQuestion.EVENTS, List.of())
            .with(OffCpuQuestion.WAKER, true).with(OnCpuQuestion.SAMPLES, true);
    /** Tables in which a time may be less than nothing: a difference, or where a clock stands. */
    private static final Set<String> OF_DIFFERENCES = Set.of("sync", "variance", "instrument-next", "request-differences", "off-cpu-slow");
    private static final int MOST_CHANGES = 6;
    private static final int LONGEST_PIECE = 5_000;

    /** A recording in a folder of its own, and what its files were. */
    private record Recorded(Path folder, Map<Path, byte[]> files) {
        static Recorded unpack(String name) {
            try {
                Path folder = Files.createDirectories(SCRATCH.folder().resolve(name));
                Folders.unpack(Folders.repository().resolve("tests/traces").resolve(name), folder);
                Map<Path, byte[]> files = new TreeMap<>();
                try (var all = Files.walk(folder)) {
                    for (Path file : all.filter(Files::isRegularFile).toList()) {
                        files.put(file, Files.readAllBytes(file));
                    }
                }
                return new Recorded(folder, files);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        List<Path> change(FuzzedDataProvider data) throws IOException {
            List<Path> changed = new ArrayList<>();
            List<Path> all = List.copyOf(files.keySet());
            for (int changes = data.consumeInt(0, MOST_CHANGES); changes > 0; changes--) {
                Path file = data.pickValue(all);
                byte[] bytes = Files.readAllBytes(file);
                if (bytes.length > 0) {
                    changed.add(file);
                    Files.delete(file); // it may still be mapped
                    Files.write(file, changed(bytes, data));
                }
            }
            return changed;
        }

        void restore(List<Path> changed) throws IOException {
            for (Path file : Set.copyOf(changed)) {
                Files.delete(file);
                Files.write(file, files.get(file));
            }
        }
    }

    private static byte[] changed(byte[] bytes, FuzzedDataProvider data) {
        int at = data.consumeInt(0, bytes.length - 1);
        int length = Math.min(data.consumeInt(1, LONGEST_PIECE), bytes.length - at);
        byte[] result = bytes.clone();
        switch (data.consumeInt(0, 5)) {
            case 0, 1 -> result[at] ^= (byte) (1 << data.consumeInt(0, 7));
            case 2 -> {
                byte[] some = data.consumeBytes(Math.min(8, length));
                System.arraycopy(some, 0, result, at, some.length);
            }
            case 3 -> Arrays.fill(result, at, at + length, (byte) 0);
            case 4 -> System.arraycopy(bytes, data.consumeInt(0, bytes.length - length), result, at, length);
            default -> {
                result = Arrays.copyOf(bytes, bytes.length - length);
                System.arraycopy(bytes, at + length, result, at, bytes.length - at - length);
            }
        }
        return result;
    }

    @FuzzTest
    void isAnalysedOrRefused(FuzzedDataProvider data) throws IOException {
        Recorded recorded = RECORDED.computeIfAbsent(data.pickValue(NAMES), Recorded::unpack);
        boolean all = data.consumeBoolean();
        boolean page = data.consumeInt(0, 7) == 0;
        List<Path> changed = recorded.change(data);
        try {
            Analysis analysis = Analysis.of(List.of(recorded.folder), OpenOptions.DEFAULT,
                    all ? QUESTION.of(Question.Part.ALL) : QUESTION, Progress.NONE);
            if (analysis.knowsWaits()) {
                Checked.holds(analysis);
            }
            RunFiles.tables(analysis, new RunFiles.TableSink() {
                @Override
                public <R> void table(Report<R> report, List<? extends R> rows) throws IOException {
                    figures(report, rows, analysis);
                }
            });
            if (page) {
                HtmlReport.write("title", "0", analysis, Descriptors.installed(), new StringWriter());
            }
        } catch (TraceReadException refused) {
            assertThat(refused.getMessage()).startsWith("Cannot read ");
        } finally {
            recorded.restore(changed);
        }
    }

    /** No time is negative, the longest of some is no longer than the recording, no share is more than all. */
    private static <R> void figures(Report<R> report, List<? extends R> rows, Analysis analysis) throws IOException {
        StringWriter text = new StringWriter();
        Format.CSV.write(report, rows, text);
        if (OF_DIFFERENCES.contains(report.name())) {
            return;
        }
        double longest = (double) (analysis.timeline().endNanos() - analysis.timeline().startNanos());
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(new StringReader(text.toString()))) {
            for (NamedCsvRecord row : csv) {
                for (String column : row.getHeader()) {
                    String value = row.getField(column);
                    if (column.endsWith("_ns") && !value.isEmpty()) {
                        assertThat(Double.parseDouble(value)).as("%s in %s", column, row).isNotNegative();
                        if (column.startsWith("max_") || column.startsWith("longest")) {
                            assertThat(Double.parseDouble(value)).as("%s in %s", column, row).isLessThanOrEqualTo(longest);
                        }
                    }
                    if (column.equals("share") && !value.isEmpty()) {
                        assertThat(Double.parseDouble(value)).as("%s in %s", column, row).isBetween(0.0, 1.000_001);
                    }
                }
            }
        }
    }
}
