/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.export.OffCpuWriter;
import org.bowline.report.rows.OffCpuRow;

/** Which code waits is what an independent reader and the programs' sources say. */
class OffCpuTest {
    private static Analysis analysis(Path recording, Question question) throws IOException {
        return Analysis.of(List.of(recording), OpenOptions.DEFAULT, question, Progress.NONE);
    }

    /** By thread, system call and what ended the wait: blocked time, of those that wait for long. */
    @ParameterizedTest
    @ValueSource(strings = {"wperf-example", "lock-contention"})
    void waitsInSystemCallsAreThoseOfTheIndependentReader(String name) throws IOException {
        Path recording = Recording.own(name);
        Map<String, Long> expected = new TreeMap<>();
        for (String line : Files.readAllLines(recording.resolve("waits.csv"))) {
            String[] parts = line.split(",");
            if (!parts[0].equals("host") && !parts[4].startsWith("(")) {
                expected.merge(parts[2] + ' ' + parts[3] + ' ' + IndependentReaderTest.cause(parts[4]), Long.parseLong(parts[6]),
                        Long::sum);
            }
        }
        Analysis analysis = analysis(recording, Question.ALL.with(OffCpuQuestion.ON_PATH, false));
        Map<String, Long> actual = new TreeMap<>();
        for (OffCpu.Total total : analysis.get(OffCpuQuestion.WAITS)) {
            OffCpu.Stack stack = total.stack();
            actual.merge(stack.thread() + ' ' + stack.call() + ' ' + stack.cause().label(), total.nanos(), Long::sum);
        }
        assertThat(expected).hasSizeGreaterThan(10);
        expected.forEach((key, nanos) -> {
            if (nanos > 1_000_000) {
                assertThat(actual.getOrDefault(key, 0L)).as(key).isBetween(nanos - nanos / 50 - 100_000, nanos + nanos / 50 + 100_000);
            }
        });
    }

    @Test
    void onThePathsOfRequestsTheDiskIsWaitedForInFdatasyncOfTheBackend() throws IOException {
        Analysis analysis = analysis(Recording.own("three-tier"),
                Question.ALL.about(List.of(Recording.REQUESTS), Question.Part.ALL).with(OffCpuQuestion.ON_PATH, true));
        assertThat(analysis.get(OffCpuQuestion.WAITS)).anySatisfy(total -> {
            assertThat(total.stack().thread()).isEqualTo("w1-backend");
            assertThat(total.stack().call()).isEqualTo("fdatasync");
            assertThat(total.stack().cause()).isEqualTo(Cause.DISK);
            assertThat(total.waits()).isGreaterThanOrEqualTo(10);
            assertThat(total.nanos()).isBetween(40_000_000L, 90_000_000L);
        });
        // on the path nobody waits for a thread: the path is on that thread
        assertThat(analysis.get(OffCpuQuestion.WAITS)).noneMatch(total -> total.stack().cause() == Cause.THREAD);
    }

    @Test
    void collapsedStacksAreLinesOfFramesAndAddUpToTheBlockedTime() throws IOException {
        Analysis analysis = analysis(Recording.own("wperf-example"), Question.ALL.with(OffCpuQuestion.ON_PATH, false));
        StringWriter collapsed = new StringWriter();
        OffCpuWriter.write(OffCpuRow.of(analysis), collapsed);
        List<String> lines = collapsed.toString().lines().toList();
        assertThat(lines).isSorted().allMatch(line -> line.matches("A;[^\\p{Cntrl}]+ \\d+"))
                .anyMatch(line -> line.startsWith("A;w2-B;fdatasync;waits for disk vdd "));
        assertThat(lines.stream().mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1))).sum())
                .isEqualTo(analysis.get(OffCpuQuestion.WAITS).stream().mapToLong(OffCpu.Total::nanos).sum());
    }

    /** The functions of the source, and the backend's that was in which when it sent the answer. */
    @Test
    void functionsOfTheOneWhoWaitsAndOfTheOneWhoEndsItAreThoseOfTheSource() throws IOException {
        Analysis analysis = analysis(Recording.shared("lab/w1-functions"),
                Question.ALL.about(List.of(Recording.REQUESTS), Question.Part.ALL).with(OffCpuQuestion.ON_PATH, false));
        Timeline timeline = analysis.timeline();
        assertThat(analysis.get(OffCpuQuestion.WAITS)).anySatisfy(total -> {
            assertThat(timeline.hostName(total.stack().host())).isEqualTo("C");
            assertThat(total.stack().functions()).endsWith("backend_disk");
            assertThat(total.stack().call()).isEqualTo("fdatasync");
        });
        assertThat(analysis.get(OffCpuQuestion.WAITS)).anySatisfy(total -> {
            assertThat(total.stack().cause()).isEqualTo(Cause.NETWORK);
            assertThat(total.stack().thread()).isEqualTo("w1-server");
            assertThat(total.stack().waker()).isNotEmpty();
        });
    }
}
