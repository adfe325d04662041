/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepTimeRow;
import org.bowline.testkit.Folders;

/** What recordings tell of a sweep: of a server whose source says why it falls, and of other recordings in the places of runs. */
class RecordedLevelsTest {
    private static final Path TRACES = Folders.repository().resolve("tests/traces");
    private static final Path SERVER = TRACES.resolve("fallen-server");

    @TempDir Path directory;

    private static SweepInput read(Path runs) throws IOException {
        return read(runs, SweepResults.Recordings.ALL);
    }

    private static SweepInput read(Path runs, SweepResults.Recordings wanted) throws IOException {
        return SweepResults.read(runs, Sweep.Question.DEFAULT, wanted, "test", Progress.NONE);
    }

    /** Runs with recordings in {@code tests/traces}; at 8 clients each build has its peak, at 16 it has fallen. */
    private SweepInput of(String... lines) throws IOException {
        StringBuilder csv = new StringBuilder("build,clients,run,throughput,recording\n");
        for (String line : lines) {
            String[] fields = line.split(",", -1);
            csv.append(fields[0]).append(',').append(fields[1]).append(",1,").append(fields[2]).append(',')
                    .append(fields[3].isEmpty() ? "" : TRACES.resolve(fields[3]).toString()).append('\n');
        }
        return read(Files.writeString(directory.resolve("runs.csv"), csv));
    }

    private static String fall(SweepInput input) {
        assertThat(input.recorded().falls()).hasSize(1);
        return input.recorded().falls().get(0).text();
    }

    private static List<String> texts(SweepInput input, String kind) {
        return input.caveats().stream().filter(caveat -> caveat.kind().equals(kind)).map(Caveat::text).toList();
    }

    private static SweepTimeRow row(SweepInput input, String build, long clients, String state, String cause) {
        return input.recorded().times().stream().filter(row -> row.build().equals(build) && row.clients() == clients
                && row.state().equals(state) && row.cause().equals(cause)).findFirst().orElseThrow();
    }

    @Test
    void ofEachBuildOfTheServerThatIsNamedFirstWhichItsSourceMakesLonger() throws IOException {
        List<String> falls = read(SERVER).recorded().falls().stream().map(SweepInput.Fall::text).toList();
        assertThat(falls).hasSize(4)
                .anyMatch(text -> text.startsWith(
                        "With 16 clients, what has grown most in ask for each unit of work is waiting for locks (58.9 ms, mostly"
                                + " server; 8.46 ms at its peak with 4 clients)"))
                .anyMatch(text -> text.startsWith(
                        "With 16 clients, what has grown most in evict for each unit of work is waiting for disks (224 ms, mostly"
                                + " server; 16.9 ms at its peak with 4 clients)"))
                .anyMatch(text -> text.startsWith(
                        "With 16 clients, what has grown most in select for each unit of work is waiting for a processor (110 ms,"
                                + " mostly server; 11.7 ms at its peak with 4 clients); also waiting for equal threads ("))
                .anyMatch(text -> text.startsWith(
                        "With 16 clients, what has grown most in backoff for each unit of work is waiting for timers (81.4 ms, mostly"
                                + " server; 8.05 ms at its peak with 4 clients)"))
                .noneMatch(text -> text.contains("Nothing was recorded of locks"));
    }

    /** Who names the file of a sweep, as a line of the shell completes to it, does not ask for less than who names its folder. */
    @Test
    void theFileOfASweepIsAsGoodAsItsDirectory() throws IOException {
        assertThat(read(SERVER.resolve("runs.csv")).recorded().falls()).hasSize(4).isEqualTo(read(SERVER).recorded().falls());
        Path elsewhere = Files.copy(SERVER.resolve("runs.csv"), directory.resolve("of-march.csv"));
        assertThat(read(elsewhere).recorded().times()).isEmpty();
    }

    /** Who wants a row of PostgreSQL's sleeps until a signal of another client's process comes: no lock that a system call tells of. */
    @Test
    void waitsOfAServersProcessesForEachOtherAreNamedWhereOneRowIsWhy() throws IOException {
        SweepInput input = of("totals,8,400,postgresql-totals/spread", "totals,16,160,postgresql-totals/one-row");
        assertThat(fall(input))
                .startsWith("With 16 clients, what has grown most in totals for each unit of work is waiting for equal threads"
                        + " (31.9 ms, mostly postgres; 8.28 ms at its peak with 8 clients); also waiting for timers (")
                .contains(
                        ". Equal threads, those of one name, mostly wait for what one of them has, as a lock or a row of a table. Nothing was");
        assertThat(row(input, "totals", 16, "blocked", "equal-thread").mostBy()).isEqualTo("postgres");
        assertThat(row(input, "totals", 16, "blocked", "equal-thread").mostShare()).isBetween(0.9, 1.0);
    }

    @Test
    void programsThatComputeBesideTheWorkAreNotWhyABuildHasFallen() throws IOException {
        SweepInput input = read(TRACES.resolve("fallen-beside"));
        // that the two programs run and want processors comes to more for each unit the fewer are done
        assertThat(fall(input))
                .startsWith(
                        "With 16 clients, what has grown most in batch for each unit of work is waiting for equal threads (80.2 ms, mostly"
                                + " server; 12.0 ms at its peak with 4 clients); also running (61.4 ms, mostly server; 42.6 ms then).");
        assertThat(input.recorded().times()).isNotEmpty().extracting(SweepTimeRow::mostBy).doesNotContain("batch");
    }

    @Test
    void theTimeInWhichTheLoadRanCountsWhereItIsKnownAndFitsTheRecording() throws IOException {
        Path beside = TRACES.resolve("fallen-beside");
        SweepTimeRow running = row(read(beside), "batch", 4, "running", "");
        List<String> lines = Files.readAllLines(beside.resolve("runs/batch-4-recorded/run.csv"));
        String[] fields = lines.get(1).split(",", -1);
        assertThat(running.perSecond()).as("of two processors").isEqualTo(running.perUnitNanos() / 1e9 * Double.parseDouble(fields[3]),
                within(1e-9));
        Path to = Files.createDirectories(directory.resolve("runs/batch-4-recorded/trace"));
        Files.copy(beside.resolve("runs/batch-4-recorded/trace/A.zip"), to.resolve("A.zip"));
        Files.copy(beside.resolve("runs.csv"), directory.resolve("runs.csv"));
        // by another clock: the work that is found in the recording counts
        Files.writeString(to.resolveSibling("run.csv"),
                lines.get(0) + '\n' + String.join(",", fields[0], fields[1], fields[2], fields[3], "1000", fields[5]) + '\n');
        SweepTimeRow other = row(read(directory), "batch", 4, "running", "");
        Files.writeString(to.resolveSibling("run.csv"),
                "build,clients,run,throughput\n" + String.join(",", List.of(fields).subList(0, 4)) + '\n');
        assertThat(other).isEqualTo(row(read(directory), "batch", 4, "running", ""));
        assertThat(other.perUnitNanos()).isNotEqualTo(running.perUnitNanos());
    }

    @Test
    void knotsAreThoseOfTheRecordingsAndNotOfTheTracer() throws IOException {
        List<SweepKnotRow> knots = read(SERVER).recorded().knots();
        assertThat(knots).extracting(SweepKnotRow::members).allMatch(members -> members.contains("A:server") && !members.contains("lttng"));
        assertThat(knots).filteredOn(knot -> knot.members().contains("A:vdd")).extracting(SweepKnotRow::build).containsOnly("evict")
                .hasSize(2);
    }

    @Test
    void theTimesOfALevelAreThoseOfItsThreads() throws IOException {
        SweepInput input = read(SERVER);
        Analysis analysis = Analysis.of(List.of(SERVER.resolve("runs/ask-16-recorded/trace")), OpenOptions.DEFAULT, Question.WORK,
                Progress.NONE);
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        long running = 0;
        long forThreads = 0;
        for (ThreadTotals totals : analysis.totals()) {
            boolean takesPart = Set.of("server", "load").contains(analysis.timeline().name(totals.thread()));
            if (!analysis.timeline().isIdle(totals.thread())
                    && (takesPart || !roles.isProgram(totals.thread()) && !roles.isOfTracer(totals.thread()))) {
                running += totals.nanos(ThreadState.RUNNING);
                forThreads += roles.isProgram(totals.thread()) ? totals.blocked(Cause.THREAD) : 0;
            }
        }
        double range = analysis.rangeNanos();
        assertThat(row(input, "ask", 16, "running", "").perSecond()).isEqualTo(running / range, within(1e-9));
        double locks = row(input, "ask", 16, "blocked", "lock").perSecond();
        assertThat(locks + row(input, "ask", 16, "blocked", "equal-thread").perSecond()
                + row(input, "ask", 16, "blocked", "thread").perSecond()).isEqualTo(forThreads / range, within(1e-9));
        assertThat(locks).as("of 16 threads 15 wait for the lock, but for the time in which the load asks").isBetween(6.0, 15.0);
        SweepTimeRow grown = row(input, "ask", 16, "blocked", "lock");
        assertThat(grown.grownNanos()).isEqualTo(grown.perUnitNanos() - row(input, "ask", 4, "blocked", "lock").perUnitNanos(),
                within(1e-6));
        assertThat(row(input, "ask", 4, "blocked", "lock").grownNanos()).isNaN();
    }

    @Test
    void withoutRecordingsItSaysSoOnceForAllBuilds() throws IOException {
        SweepInput input = of("a,8,400,", "a,16,100,", "b,8,400,", "b,16,100,");
        assertThat(fall(input)).startsWith("Why is not known: there is no recording of a build where it has fallen and at its peak.");
        assertThat(input.recorded().times()).isEmpty();
    }

    @Test
    void whereNoBuildHasFallenNothingIsSaidOfWhyAndTheTimesAreThere() throws IOException {
        SweepInput input = of("a,8,400,first-answers/polling", "a,16,390,");
        assertThat(input.recorded().falls()).isEmpty();
        assertThat(input.recorded().times()).isNotEmpty().extracting(SweepTimeRow::cause).as("nothing was recorded of locks")
                .doesNotContain(SweepTimeRow.LOCK);
    }

    @Test
    void aRecordingThatIsMissingAtThePeakOrAtTheFallIsNamed() throws IOException {
        SweepInput input = of("a,8,400,", "a,16,100,first-answers/polling", "b,8,400,first-answers/polling", "b,16,100,",
                "c,8,400,postgresql-totals/spread", "c,16,160,postgresql-totals/one-row");
        assertThat(input.recorded().falls()).extracting(SweepInput.Fall::text)
                .contains("Why a has fallen with 16 clients is not known: there is no recording of it at its peak, with 8 clients.",
                        "Why b has fallen with 16 clients is not known: there is no recording of it there.")
                .anyMatch(text -> text.startsWith("With 16 clients, what has grown most in c")
                        && text.contains("Nothing was recorded of locks"));
    }

    @Test
    void threadsThatWaitForOthersAllTheTimeAreNotWhyWhenFewerUnitsAreDone() throws IOException {
        // one recording in two places: what differs for each unit is the throughput alone
        String text = fall(of("a,8,100,first-answers/far-server", "a,16,50,first-answers/far-server"));
        assertThat(text).startsWith(
                "With 16 clients, nothing has grown noticeably in a for each unit of work against its peak with 8 clients: neither running nor"
                        + " waiting for disks, processors or timers");
    }

    @Test
    void recordingsOfRunsThatDidNotFallAreNotTakenForThoseOfAFall() throws IOException {
        for (String run : List.of("ask-4-recorded", "ask-16-recorded")) {
            Path to = Files.createDirectories(directory.resolve("runs").resolve(run).resolve("trace"));
            Files.copy(SERVER.resolve("runs").resolve(run).resolve("trace/A.zip"), to.resolve("A.zip"));
            Files.writeString(to.resolveSibling("run.csv"),
                    "build,clients,run,throughput,problem\nask," + run.split("-")[1] + ",0,200,\n");
        }
        Files.writeString(directory.resolve("runs.csv"), "build,clients,run,throughput\nask,4,1,300\nask,16,1,100\n");
        assertThat(fall(read(directory)))
                .isEqualTo("With 16 clients, the recordings of ask do not show the fall: it did 200 per second while it was"
                        + " recorded, and 200 at its peak with 4 clients.");
    }

    @Test
    void onlyRecordingsThatTellWhyABuildHasFallenAreReadIfNothingElseIsAsked() throws IOException {
        // what tells nothing would be told if somebody read it
        SweepInput all = of("a,4,300,labelled-work/loop.zip", "a,8,400,postgresql-totals/spread", "a,16,160,postgresql-totals/one-row",
                "b,8,400,labelled-work/loop.zip", "b,16,390,labelled-work/loop.zip", "c,8,400,", "c,16,100,labelled-work/loop.zip",
                "d,8,400,labelled-work/loop.zip", "d,16,100,");
        assertThat(texts(all, RecordedLevels.LEFT_OUT)).hasSize(5);
        assertThat(all.recorded().unread()).isZero();
        Path runs = directory.resolve("runs.csv");
        SweepInput ofFalls = read(runs, SweepResults.Recordings.OF_FALLS);
        assertThat(texts(ofFalls, RecordedLevels.LEFT_OUT)).isEmpty();
        assertThat(ofFalls.recorded().falls()).hasSize(3).isEqualTo(all.recorded().falls());
        assertThat(ofFalls.recorded().times()).isNotEmpty().extracting(SweepTimeRow::build).containsOnly("a");
        assertThat(ofFalls.recorded().unread()).isEqualTo(5);
        SweepInput none = read(runs, SweepResults.Recordings.NONE);
        assertThat(texts(none, RecordedLevels.LEFT_OUT)).isEmpty();
        assertThat(none.recorded().falls()).isEmpty();
        assertThat(none.recorded().unread()).isEqualTo(7);
        assertThat(none.rows()).isEqualTo(all.rows());
    }

    @Test
    void aRecordingThatTellsNothingIsLeftOutAndToldAndOneWithoutDoubtsIsNot() throws IOException {
        Path failed = Files.createDirectories(directory.resolve("runs/a-16-recorded/trace"));
        Files.writeString(failed.resolveSibling("run.csv"), "build,clients,run,throughput,problem\na,16,0,,it crashed\n");
        Path noText = Files.createDirectories(directory.resolve("runs/b-16-recorded/trace"));
        Files.writeString(noText.resolveSibling("run.csv"), "build,clients,run,throughput\nb,16,\u00ff,390\n",
                StandardCharsets.ISO_8859_1);
        of("a,8,400,labelled-work/loop.zip", "a,16,100,nowhere", "b,8,400,first-answers/polling", "b,16,400,lost-events");
        SweepInput input = read(directory);
        assertThat(texts(input, RecordedLevels.LEFT_OUT)).hasSize(4)
                .contains("The recording " + failed + " is left out: its run failed, or what is written of it cannot be read.",
                        "The recording " + noText + " is left out: its run failed, or what is written of it cannot be read.")
                .anyMatch(text -> text.contains("nowhere is left out: it is not there"))
                .anyMatch(text -> text.contains("loop.zip is left out: it does not tell who ran and waited"));
        assertThat(texts(input, RecordedLevels.IN_DOUBT)).hasSize(1)
                .allMatch(text -> text.startsWith("1 recording of runs has caveats of their own (b with 16 clients: "));
        assertThat(texts(of("b,8,400,first-answers/polling"), RecordedLevels.IN_DOUBT)).isEmpty();
    }
}
