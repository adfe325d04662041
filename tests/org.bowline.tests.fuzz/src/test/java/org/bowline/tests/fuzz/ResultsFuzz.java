/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.core.finding.Severity;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;
import org.bowline.report.table.OffCpuReports;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.table.TagReports;
import org.bowline.runs.Baseline;
import org.bowline.runs.FindingFact;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.RunFacts;
import org.bowline.runs.UnreadableRunException;

/** What {@code compare} and gates read: results of which a piece is damaged, and baselines. They are read, or refused with a reason. */
final class ResultsFuzz {
    private static final Scratch SCRATCH = new Scratch();
    private static final List<Report<?>> REPORTS = List.of(Reports.THREADS, Reports.KNOTS, Reports.INTERVAL_PATH, Reports.CRITICAL_PATH,
            Reports.FINDINGS, Reports.CAVEATS, Reports.WAIT_FOR, TagReports.TAGS, OffCpuReports.OFF_CPU);

    @FuzzTest
    void areReadOrRefused(FuzzedDataProvider data) throws IOException {
        SCRATCH.clear();
        Path folder = Files.createDirectories(SCRATCH.folder().resolve("run"));
        for (Report<?> report : REPORTS) {
            for (Format format : Format.values()) {
                Files.write(folder.resolve(ReportDirectory.fileName(report, format)), empty(report, format));
            }
        }
        Format format = data.pickValue(Format.values());
        if (format == Format.JSON) {
            for (Report<?> report : REPORTS) {
                Files.delete(folder.resolve(ReportDirectory.fileName(report, Format.CSV)));
            }
        }
        Report<?> damaged = data.pickValue(REPORTS);
        Path file = folder.resolve(ReportDirectory.fileName(damaged, format));
        boolean rows = data.consumeBoolean();
        byte[] rest = data.consumeRemainingAsBytes();
        Files.write(file, rows ? with(damaged, format, rest) : rest);
        try {
            RunFacts run = ResultDirectory.read(folder);
            assertThat(run.rangeNanos()).isNotNegative();
            assertThat(run.lengths().values()).allSatisfy(lengths -> assertThat(lengths).isSorted().doesNotContain(-1L));
            assertThat(run.blocked().values()).allSatisfy(nanos -> assertThat(nanos).isNotNegative());
            Baseline baseline = Baseline.of(run.findings(), run.knots());
            assertThat(baseline.unknown(run.findings(), run.hosts())).allMatch(FindingFact::failed);
            assertThat(baseline.newKnots(run.knots(), run.hosts())).isEmpty();
            assertThat(run.knots()).allSatisfy(knot -> assertThat(knot.weightNanos()).isNotNegative());
        } catch (UnreadableRunException refused) {
            assertThat(refused.getMessage()).contains(folder.toString());
        } catch (UncheckedIOException refused) {
            assertThat(refused.getCause()).isInstanceOf(UnreadableRunException.class);
        }
        Path baseline = Files.write(SCRATCH.folder().resolve("baseline.json"), rest);
        try {
            Baseline read = Baseline.read(baseline, List.of("lock-convoy"));
            assertThat(read.findingCount() + read.knotCount()).isNotNegative();
            assertThat(read.unknown(List.of(new FindingFact("no-such", "x", Severity.INFO, "s", false)), List.of())).hasSize(1);
        } catch (UnreadableRunException refused) {
            assertThat(refused.getMessage()).contains("baseline");
        }
    }

    private static byte[] empty(Report<?> report, Format format) {
        return text(report, format).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Report<?> report, Format format) {
        try {
            StringWriter out = new StringWriter();
            format.write(report, List.of(), out);
            return out.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes where the rows go. */
    private static byte[] with(Report<?> report, Format format, byte[] bytes) {
        String frame = text(report, format);
        int at = format == Format.CSV ? frame.length() : frame.lastIndexOf(']');
        byte[] whole = new byte[frame.length() + bytes.length];
        System.arraycopy(frame.getBytes(StandardCharsets.US_ASCII), 0, whole, 0, at);
        System.arraycopy(bytes, 0, whole, at, bytes.length);
        System.arraycopy(frame.getBytes(StandardCharsets.US_ASCII), at, whole, at + bytes.length, frame.length() - at);
        return whole;
    }
}
