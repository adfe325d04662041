/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Findings;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.runs.Baseline;
import org.bowline.runs.RunFacts;
import org.bowline.testkit.HangingRequests;

/** A build that is gated as docs/how-to/gate-a-pull-request.md shows. */
final class GateUserBuild extends MavenUser {
    /** What the how-to accepts: all there is. */
    private static Analysis accepted;

    @BeforeAll
    static void accept() throws IOException {
        accepted = Analysis.of(List.of(ROOT.resolve("tests/traces/three-tier")), OpenOptions.DEFAULT, Question.ALL.about(
                List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type")), Question.Part.INTERVALS),
                Progress.NONE);
    }

    @BeforeEach
    void sample() throws IOException {
        project(snippet());
        trace();
        Baseline.of(RunFacts.findings(Findings.of(accepted)), RunFacts.knots(accepted),
                RunFacts.of("accepted", accepted, List.of()).lengths().keySet(), RunFacts.hosts(accepted))
                .write(project.resolve("bowline-baseline.json"));
    }

    /** Of a project where nothing is accepted yet. */
    private void emptyBaseline() throws IOException {
        Files.writeString(project.resolve("bowline-baseline.json"), "{\"bowline-baseline\": 1, \"findings\": [], \"knots\": []}");
    }

    /** The plug-in's configuration from the page, as it stands there. */
    private static String snippet() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/how-to/gate-a-pull-request.md"));
        int begin = page.indexOf("```xml\n<plugin>") + 7;
        return page.substring(begin, page.indexOf("```", begin));
    }

    @Test
    void theConfigurationOfTheHowToPassesOnTheSampleRecording() throws IOException, InterruptedException {
        Build build = process("verify");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("Bowline checks passed").doesNotContain("BUILD FAILURE");
        assertThat(project.resolve("target/bowline/threads.csv")).isNotEmptyFile();
        assertThat(project.resolve("target/bowline/interval-path.csv")).isNotEmptyFile();
        assertThat(junit()).contains("failures=\"0\"").contains("errors=\"0\"").contains("<testcase name=\"maxP99 0\"");
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void aKnotOfTheRequestsThatNobodyAcceptedFailsTheBuildAndInTheWholeRecordingThoseOfTheTracerDo() throws IOException {
        emptyBaseline();
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("from the first interval to the last (parameter range).").contains("FAILED  noNewKnots")
                .contains("w1-server");
        Build whole = maven("bowline:check@gate", "-Dbowline.range=all");
        assertThat(whole.code()).as(whole.log()).isEqualTo(1);
        assertThat(build.log()).doesNotContain("lttng-consumerd");
        assertThat(whole.log()).contains("lttng-consumerd");
        Build wrong = maven("bowline:check@gate", "-Dbowline.range=some");
        assertThat(wrong.code()).as(wrong.log()).isEqualTo(1);
        assertThat(wrong.log()).contains("Parameter range: 'some' is none of work, all and intervals");
    }

    @Test
    void limitsThatAreExceededAndNamesThatDoNotExistFailTheBuildWithOneTestCaseEach() throws IOException {
        project(snippet().replace("0=20ms", "0=1ms").replace("*=50ms", "checkout=50ms").replace("C:disk=60%", "D:disk=60%"));
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("the limit is 1.00 ms").contains("there is no interval of the label 'checkout'")
                .contains("there is no host 'D'; the hosts are A, B, C").contains("3 of 12 Bowline checks failed");
        assertThat(junit()).contains("failures=\"1\"").contains("errors=\"2\"");
        assertThat(leftovers()).isEmpty();
    }

    /** Makes requests of the recording hang. */
    private void hang(int type, java.util.function.IntPredicate which, int expected) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(project.resolve("target/bowline-trace/A.zip"))) {
            assertThat(HangingRequests.make(zip.getPath("/A/ust"), type, which)).isEqualTo(expected);
        }
    }

    @Test
    void requestsThatHangFailTheBuildWhetherAllOfALabelDoOrHalf() throws IOException {
        String only = "<maxShare>" + snippet().split("<maxShare>", 2)[1].split("</maxShare>", 2)[0] + "</maxShare>";
        project(snippet().replace("<limit>0=20ms</limit>", "").replace("*=50ms", "*=24ms").replace(only, ""));
        assertThat(maven("bowline:check@gate").code()).isZero();
        hang(0, request -> true, 10);
        Build all = maven("bowline:check@gate");
        assertThat(all.code()).as(all.log()).isEqualTo(1);
        assertThat(all.log()).contains("FAILED  labels 0: the baseline has the label, and no interval of it ended of 10 that began")
                .contains("FAILED  maxP99 0: p99 of '0' is at least ")
                .contains("FAILED  maxUnfinished 0: of 10 intervals of '0' 10 had not ended")
                .contains("3 of 15 Bowline checks failed");
        assertThat(junit()).contains("failures=\"3\"").contains("<testcase name=\"maxUnfinished 0\"");
        hang(3, request -> request % 12 == 3, 5);
        Build half = maven("bowline:check@gate");
        assertThat(half.log()).contains("FAILED  maxUnfinished 3: of 10 intervals of '3' 5 had not ended")
                .contains("FAILED  maxP99 3: p99 of '3' is at least ");
    }

    @Test
    void aGoalThatIsLeftOutLeavesNoVerdictOfAnEarlierBuild() throws IOException {
        for (String goal : List.of("check", "analyze", "record-start")) {
            stale();
            Build build = maven("bowline:" + goal, "-Dbowline.skip");
            assertThat(build.code()).as(build.log()).isZero();
            assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).as(goal).doesNotExist();
        }
    }

    @Test
    void ofUserSpaceAloneLatenciesAreJudgedAndTheRestIsSkipped() throws IOException {
        Files.delete(project.resolve("target/bowline-trace/B.zip"));
        Files.delete(project.resolve("target/bowline-trace/C.zip"));
        try (FileSystem zip = FileSystems.newFileSystem(project.resolve("target/bowline-trace/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath("/A/kernel"))) {
            for (Path file : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("SKIPPED maxShare C:disk: not judged: there is no kernel trace").contains("SKIPPED noNewKnots")
                .contains("SKIPPED failOn").contains("13 Bowline checks passed, 3 skipped.");
        assertThat(junit()).contains("skipped=\"3\"").contains("<testcase name=\"maxP99 0\"");
        assertThat(project.resolve("target/bowline/interval-path.csv")).isNotEmptyFile();
        assertThat(project.resolve("target/bowline/report.html")).isNotEmptyFile();
        Build none = maven("bowline:check", "-Dbowline.failOn=info");
        assertThat(none.code()).as(none.log()).isEqualTo(1);
        assertThat(none.log()).contains("none of the limits can be judged");
    }

    @Test
    void aTraceThatIsCutOffFailsTheBuildAndLeavesNothingHalfWritten() throws IOException {
        Path archive = project.resolve("target/bowline-trace/B.zip");
        byte[] bytes = Files.readAllBytes(archive);
        Files.write(archive, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("B.zip").contains("BUILD FAILURE");
        assertThat(project.resolve("target/bowline")).doesNotExist();
        assertThat(leftovers()).isEmpty();
        Build check = maven("bowline:check@gate");
        assertThat(check.code()).isEqualTo(1);
        assertThat(junit()).contains("errors=\"1\"").contains("B.zip");
    }

    @Test
    void entriesThatAreLeftEmptyAreRefused() throws IOException {
        project(snippet().replace("<limit>*=50ms</limit>", "<limit/>").replace("<limit>C:disk=60%</limit>", "<limit></limit>"));
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("Parameter maxP99: an element is empty.").doesNotContain("NullPointerException");
        assertThat(junit()).contains("errors=\"1\"");
        project(snippet().replace("<trace>${project.build.directory}/bowline-trace</trace>", "<trace/>"));
        Build none = maven("bowline:check@gate");
        assertThat(none.code()).as(none.log()).isEqualTo(1);
        assertThat(none.log()).doesNotContain("NullPointerException");
        assertThat(junit()).contains("errors=\"1\"");
    }

    @Test
    void whatIsWrittenMayBeReadByWhoeverMayReadTheBuild() throws IOException {
        Build build = maven("bowline:check@gate", "bowline:report");
        assertThat(build.code()).as(build.log()).isZero();
        for (String file : List.of("target/bowline-reports/TEST-bowline.xml", "target/site/bowline/findings.txt",
                "target/site/bowline/report.html", "bowline-baseline.json")) {
            assertThat(Files.getPosixFilePermissions(project.resolve(file))).as(file)
                    .isEqualTo(Files.getPosixFilePermissions(project.resolve("pom.xml")));
        }
    }

    @Test
    void ctrlCLeavesNothingHalfWritten() throws IOException, InterruptedException {
        Path log = project.resolve("maven.log");
        Path site = Files.createDirectories(project.resolve("target/site"));
        Path temporary = Files.createDirectories(project.resolve("tmp"));
        Process process = start(log, List.of("env", "MAVEN_OPTS=-Djava.io.tmpdir=" + temporary), "bowline:report");
        while (process.isAlive() && isEmpty(site)) {
            Thread.onSpinWait(); // the hidden directory is made before the traces are read
        }
        assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        ProcessHandle java = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .filter(one -> one.info().commandLine().orElse("").contains("classworlds")).findFirst().orElseThrow();
        assertThat(new ProcessBuilder("kill", "-INT", Long.toString(java.pid())).start().waitFor()).isZero();
        Build build = end(process, log);
        assertThat(build.code()).as(build.log()).isEqualTo(130);
        assertThat(leftovers()).isEmpty();
        assertThat(isEmpty(site)).isTrue();
        try (Stream<Path> unpacked = Files.list(temporary)) {
            assertThat(unpacked.filter(file -> file.getFileName().toString().startsWith("bowline"))).isEmpty();
        }
    }

    @Test
    void aTraceOfWhichOnlyAPartIsReadPassesOnlyIfThatIsAllowed() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(project.resolve("target/bowline-trace/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath("/"))) {
            Path stream = all.filter(path -> path.toString().contains("ust") && path.toString().endsWith("_1")).findFirst().orElseThrow();
            byte[] bytes = Files.readAllBytes(stream);
            Files.write(stream, java.util.Arrays.copyOf(bytes, bytes.length - 100));
        }
        Build build = maven("bowline:check@gate", "-Dbowline.strict=false");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("ERROR   trace A: ").contains("What is missing may be what is looked for");
        Build allowed = maven("bowline:check@gate", "-Dbowline.strict=false", "-Dbowline.allowLostEvents");
        assertThat(allowed.log()).contains("maxP99").doesNotContain("ERROR   trace");
    }

    @Test
    void hostsOfWhichNoneHasToDoWithAnotherOneAreAWarningAndNoError() throws IOException {
        String apart = "exchanged no packet with another recorded host";
        Files.delete(project.resolve("target/bowline-trace/B.zip"));
        assertThat(maven("bowline:check@gate").log()).containsPattern("WARNING\\S* [AC]: .*" + apart).doesNotContain("ERROR   clock");
        Files.delete(project.resolve("target/bowline-trace/C.zip"));
        assertThat(maven("bowline:check@gate").log()).contains("maxP99").doesNotContain(apart);
    }

    @Test
    void aBaselineOfAnotherVersionFailsTheBuild() throws IOException {
        Files.writeString(project.resolve("bowline-baseline.json"), "{\"bowline-baseline\": 7, \"findings\": [], \"knots\": []}");
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("is of version 7, this Bowline knows version 1");
    }

    @Test
    void aParameterThatDoesNotExistFailsEveryGoalInsteadOfLimitingNothing() throws IOException {
        project(snippet().replace("maxP99", "maxp99"));
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("There is no parameter 'maxp99', so <maxp99> would do nothing").contains("maxP99, maxShare");
        assertThat(junit()).contains("errors=\"1\"").contains("maxp99");
        assertThat(maven("bowline:analyze@gate").log()).contains("There is no parameter 'maxp99'").contains("BUILD FAILURE");
        project(snippet().replace("<intervals>", "<intervalls>").replace("</intervals>", "</intervalls>"));
        assertThat(maven("bowline:report").log()).contains("There is no parameter 'intervalls'").contains("BUILD FAILURE");
    }

    @Test
    void aLimitWhoseValueNobodyGaveFailsTheBuild() throws IOException {
        project(snippet().replace("<failOn>critical</failOn>", "<failOn>${worst}</failOn>"));
        Build build = maven("bowline:check@gate");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("Parameter failOn: nothing defines '${worst}'");
        Build given = maven("bowline:check@gate", "-Dworst=critical");
        assertThat(given.code()).as(given.log()).isZero();
        assertThat(given.log()).contains("passed  failOn: ");
        project(snippet().replace("<limit>C:disk=60%</limit>", "<limit/>"));
        assertThat(maven("bowline:check@gate").log()).contains("Parameter maxShare: an element is empty.").contains("BUILD FAILURE");
        assertThat(junit()).contains("errors=\"1\"").contains("maxShare");
    }

    @Test
    void theReportGoesToTheSiteAndHelpKnowsEveryGoal() throws IOException {
        Build build = maven("bowline:report", "bowline:help");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(project.resolve("target/site/bowline/findings.txt")).isNotEmptyFile();
        assertThat(project.resolve("target/site/bowline/knots.json")).isNotEmptyFile();
        assertThat(project.resolve("target/site/bowline/report.html")).content().contains("<!DOCTYPE html>", "w1-backend");
        assertThat(build.log()).contains("bowline:record").contains("bowline:analyze").contains("bowline:check").contains("bowline:report");
    }

    @Test
    void theVerdictOfAnEarlierBuildDoesNotOutliveAnAnalysisThatFails() throws IOException {
        stale();
        Files.write(project.resolve("target/bowline-trace/B.zip"), new byte[] {1, 2, 3});
        Build build = maven("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("analyze").contains("B.zip");
        assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).doesNotExist();
    }
}
