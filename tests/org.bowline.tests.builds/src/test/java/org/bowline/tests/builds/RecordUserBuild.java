/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Builds that record a command, or their tests. */
final class RecordUserBuild extends MavenUser {
    /** Of an earlier build: none of these may be taken for the new one. */
    @BeforeEach
    void earlier() throws IOException {
        trace();
    }

    @Test
    void aCommandIsRecordedAndAFailedOneLeavesNoTraceThatCouldBeTakenForIt() throws IOException, InterruptedException {
        assumeLttng();
        project("""
                <plugin><groupId>org.bowline</groupId><artifactId>bowline-maven-plugin</artifactId><version>0.1.0-SNAPSHOT</version>
                  <configuration>
                    <profiles><profile>requests</profile></profiles>
                    <events><event>lttng_ust_libc:*</event></events>
                    <command><word>sh</word><word>-c</word><word>echo under load; LD_PRELOAD=${wrapper} ls; exit ${code}</word></command>
                  </configuration>
                </plugin>
                """);
        Build good = process("bowline:record", "-Dcode=0", "-Dwrapper=liblttng-ust-libc-wrapper.so");
        assertThat(good.code()).as(good.log()).isZero();
        assertThat(good.log()).contains("under load").contains("Recorded to ").contains("bowline-record: ").doesNotContain("next: ");
        assertThat(project.resolve("target/bowline-trace/recording.txt")).isNotEmptyFile();
        assertThat(project.resolve("target/bowline-trace/A.zip")).doesNotExist();
        Build check = maven("bowline:check", "-Dbowline.failOn=info");
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.log()).contains("there is no ");
        Build none = process("bowline:record", "-Dcode=0", "-Dwrapper=libc.so.6");
        assertThat(none.code()).as(none.log()).isEqualTo(1);
        assertThat(none.log()).contains("nothing was recorded");
        assertThat(leftovers()).isEmpty();
        Build bad = process("bowline:record", "-Dcode=3", "-Dwrapper=liblttng-ust-libc-wrapper.so");
        assertThat(bad.code()).as(bad.log()).isEqualTo(1);
        assertThat(bad.log()).contains("ended with exit code 3").contains(" No trace was kept").doesNotContain("next: bowline info");
        assertThat(project.resolve("target/bowline-trace")).doesNotExist();
        assertThat(leftovers()).isEmpty();
    }

    /** A project with a test, in Java, that is recorded; what it does while it is, is given. */
    private void tested(String bound, String body) throws IOException {
        pom("""
                  <properties>
                    <maven.compiler.release>17</maven.compiler.release>
                    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
                  </properties>
                  <dependencies><dependency>
                    <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>%s</version><scope>test</scope>
                  </dependency></dependencies>
                """.formatted(System.getProperty("bowline.junit.version", "")), bound);
        Path test = Files.createDirectories(project.resolve("src/test/java")).resolve("ShopTest.java");
        Files.writeString(test, """
                import java.nio.file.*;
                import java.util.concurrent.TimeUnit;
                import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
                class ShopTest {
                    @Test void sells() throws Exception {
                        Path work = Path.of("target/.bowline-trace.recording/trace/.recording/local/state");
                        Files.copy(work, Path.of("state.txt"), StandardCopyOption.REPLACE_EXISTING);
                        %s
                    }
                }
                """.formatted(body));
        stale();
    }

    /** The goals that record the tests, from the page, of user-space events that any program has which is started with LTTng's library. */
    private static String recorded() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/how-to/gate-a-pull-request.md"));
        int begin = page.indexOf("```xml\n", page.indexOf("## Record the tests")) + 7;
        String plugin = page.substring(begin, page.indexOf("```", begin));
        String wish = "<profile>requests</profile>";
        assertThat(plugin).contains("record-start").contains("record-stop").contains(wish);
        return plugin.substring(0, plugin.indexOf("<profile>")) + wish + "</profiles><events><event>lttng_ust_libc:*</event></events>"
                + plugin.substring(plugin.indexOf("</profiles>") + 11);
    }

    private static void assumeLttng() {
        assumeTrue(Stream.of(System.getenv("PATH").split(":", -1)).anyMatch(place -> Files.isExecutable(Path.of(place, "lttng"))),
                "there is no lttng here");
    }

    /** No session of the project's is left, and not its daemon, unless others use that by now. */
    private void assertNothingRuns(Build build) throws IOException, InterruptedException {
        assertThat(leftovers()).isEmpty();
        String session = "";
        long daemon = -1;
        for (String line : Files.readAllLines(project.resolve("state.txt"))) {
            session = line.startsWith("session=") ? line.substring(8) : session;
            daemon = line.startsWith("sessiond=") && line.length() > 9 ? Long.parseLong(line.substring(9)) : daemon;
        }
        assertThat(session).startsWith("bowline-");
        ProcessBuilder list = new ProcessBuilder("lttng", "-n", "list", session).redirectErrorStream(true);
        list.environment().put("LTTNG_HOME", SHARED.resolve("lttng").toString());
        Process process = list.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isNotZero();
        if (daemon > 0 && !build.log().contains("is left running: others record with it")) {
            assertThat(ProcessHandle.of(daemon)).isEmpty();
        }
    }

    @Test
    void theTestsOfTheBuildAreRecordedInTheProcessThatSurefireStarts() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), """
                ProcessBuilder ls = new ProcessBuilder("ls", "/").redirectOutput(ProcessBuilder.Redirect.DISCARD);
                ls.environment().put("LD_PRELOAD", "liblttng-ust-libc-wrapper.so");
                ls.environment().put("LTTNG_UST_REGISTER_TIMEOUT", "-1");
                if (!ls.start().waitFor(10, TimeUnit.MINUTES)) throw new AssertionError("ls does not end");
                """);
        Build build = process("test");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("until record-stop").contains("Tests run: 1").contains("Recorded to ")
                .doesNotContain("stop with:").doesNotContain("The build ended before");
        assertThat(project.resolve("target/bowline-trace/recording.txt")).content().contains("lttng_ust_libc:*");
        assertThat(project.resolve("target/bowline-trace/A.zip")).doesNotExist();
        try (Stream<Path> files = Files.walk(project.resolve("target/bowline-trace"))) {
            long bytes = files.filter(file -> file.getFileName().toString().startsWith("bowline-events_"))
                    .mapToLong(f -> f.toFile().length())
                    .sum();
            assertThat(bytes).as("bytes of events of ls").isPositive();
        }
        assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).doesNotExist();
        assertNothingRuns(build);
    }

    /** The page's own pom and a test that tells its requests: needs LTTng, no root. */
    @Test
    void inAContainerTheTestsOfTheBuildAreGatedByTheirLatencies() throws IOException, InterruptedException {
        assumeLttng();
        Path library = SHARED.resolve("c");
        ProcessBuilder make = new ProcessBuilder("make", "-s", "-C", ROOT.resolve("lttng-profiles/annotations/c").toString(),
                "OUT=" + library)
                .redirectErrorStream(true).redirectOutput(SHARED.resolve("make.log").toFile());
        make.environment().put("JAVA_HOME", System.getProperty("java.home"));
        assumeTrue(make.start().waitFor() == 0 && Files.exists(library.resolve("libbowline-annotation-jni.so")),
                "no LTTng-UST headers here");
        String page = Files.readString(ROOT.resolve("docs/how-to/gate-a-pull-request.md"));
        String[] blocks = page.substring(page.indexOf("## Without root, as in a container")).split("```xml\n");
        List<String> xml = Stream.of(blocks).skip(1).map(block -> block.substring(0, block.indexOf("```"))).toList();
        assertThat(xml.get(0)).contains("<artifactId>org.bowline.annotation</artifactId>");
        assertThat(xml.get(1)).contains("<argLine>");
        assertThat(xml.get(2)).contains("<profile>requests</profile>").contains("maxP99").contains("*=50ms");
        String patient = xml.get(2).replace("*=50ms", "*=60s"); // a busy machine wakes up late
        tested(xml.get(1).replace("/usr/local/lib", library.toString()) + patient, """
                org.bowline.annotation.Label get = org.bowline.annotation.Label.of("GET");
                for (int i = 0; i < 12; i++) {
                    try (org.bowline.annotation.Interval request = org.bowline.annotation.Interval.start(get)) {
                        Thread.sleep(1);
                    }
                }
                """);
        Path pom = project.resolve("pom.xml");
        Files.writeString(pom,
                Files.readString(pom).replace("</dependencies>", xml.get(0).replace("0.1.0-SNAPSHOT", VERSION) + "</dependencies>"));
        Build build = process("test", "bowline:analyze@gate", "bowline:check@gate");
        assertThat(build.code()).as(build.log()).isZero();
        assertThat(build.log()).contains("passed  maxP99 GET: p99 of 'GET' is ")
                .contains("passed  minCount GET: 12 intervals of 'GET' ended");
        assertThat(junit()).contains("<testcase name=\"maxUnfinished GET\"");
        assertNothingRuns(build);
    }

    @Test
    void testsThatFailEndTheRecordingAndLeaveNoTrace() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), "throw new AssertionError(\"sold out\");");
        Build build = process("verify");
        assertThat(build.code()).as(build.log()).isEqualTo(1);
        assertThat(build.log()).contains("sold out").contains("The build ended before its recording did").doesNotContain("Recorded to ")
                .doesNotContain("next: bowline info");
        assertThat(project.resolve("target/bowline-trace")).doesNotExist();
        assertThat(project.resolve("target/bowline-reports/TEST-bowline.xml")).doesNotExist();
        assertNothingRuns(build);
    }

    @Test
    void aBuildThatIsStoppedByASignalEndsTheRecordingAndOneThatIsKilledLeavesItToTheNext() throws IOException, InterruptedException {
        assumeLttng();
        String self = "ProcessHandle.current().parent().get()";
        String maven = "ProcessHandle one = " + self + "; while (!one.info().commandLine().orElse(\"\").contains(\"classworlds\"))"
                + " one = one.parent().get();\n";
        tested(recorded(), maven + "one.destroyForcibly(); one.onExit().get();");
        process("test");
        assertThat(project.resolve("target/.bowline-trace.recording/trace")).isDirectory();
        Files.copy(project.resolve("state.txt"), project.resolve("killed.txt"));
        tested(recorded(), maven + "one.destroy(); Thread.sleep(100_000);");
        Build stopped = process("test");
        assertThat(stopped.code()).as(stopped.log()).isEqualTo(143);
        assertThat(stopped.log()).contains("A build that was killed left a recording").contains("The build ended before its recording did");
        assertNothingRuns(stopped);
        Files.move(project.resolve("killed.txt"), project.resolve("state.txt"), StandardCopyOption.REPLACE_EXISTING);
        assertNothingRuns(stopped);
    }

    @Test
    void ctrlCEndsTheRecordingThoughEveryProcessOfTheTerminalGetsIt() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), """
                ProcessHandle one = ProcessHandle.current().parent().get();
                while (!one.info().commandLine().orElse("").contains("classworlds")) one = one.parent().get();
                new ProcessBuilder("sh", "-c", "kill -INT -" + one.pid()).start();
                Thread.sleep(100_000);
                """);
        Build build = process(List.of("setsid", "--wait"), "test"); // a group of processes of its own, as a shell makes
        assertThat(build.code()).as(build.log()).isEqualTo(130);
        assertThat(build.log()).contains("The build ended before its recording did").doesNotContain("could not be ended");
        assertThat(project.resolve("target/bowline-trace")).doesNotExist();
        assertNothingRuns(build);
    }

    @Test
    void aSecondStartAndAStopWithoutOneSayWhatIsWrong() throws IOException, InterruptedException {
        assumeLttng();
        tested(recorded(), "");
        Files.createDirectories(project.resolve("elsewhere"));
        Build stop = maven("bowline:record-stop");
        assertThat(stop.code()).as(stop.log()).isEqualTo(1);
        assertThat(stop.log()).contains("record-stop needs record-start in an earlier phase of the same build");
        Build twice = process("bowline:record-start", "bowline:record-start@default-cli", "-Dbowline.trace=elsewhere/trace");
        assertThat(twice.code()).as(twice.log()).isEqualTo(1);
        assertThat(twice.log()).contains("This build records already, into ").contains("elsewhere/trace. Stop that first")
                .contains("The build ended before its recording did");
        assertThat(project.resolve("elsewhere")).isEmptyDirectory();
        assertThat(leftovers()).isEmpty();
    }
}
