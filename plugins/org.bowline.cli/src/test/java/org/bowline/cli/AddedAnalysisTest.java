/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import org.bowline.cli.added.SleepersDescriptor;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.table.JsonSchema;

/** An analysis that is one class of another jar shows up everywhere, without a change elsewhere. */
class AddedAnalysisTest {
    private static final String RECORDING = Checkout.root().resolve("tests/traces/three-tier").toString();

    @TempDir private Path directory;

    private record Ended(int code, String out) {}

    /** What a jar with an analysis has besides the class: its name. */
    @BeforeEach
    void jar() throws IOException {
        Path services = Files.createDirectories(directory.resolve("jar/META-INF/services"));
        Files.writeString(services.resolve(Descriptor.class.getName()), SleepersDescriptor.class.getName() + '\n');
    }

    /** A process of its own, as what is installed is looked for once. */
    private Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                directory.resolve("jar") + File.pathSeparator + System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out);
    }

    @Test
    void itIsACommandWithHelpTextAndTables() throws IOException, InterruptedException {
        assertThat(run("--help").out()).contains("sleepers").contains("Lists the threads that wait for timers");
        assertThat(run("sleepers", "--help").out()).contains("A thread that polls sleeps", "It needs: Scheduling events", "--from=TIME",
                "--format=csv|json", "bowline sleepers tests/traces/three-tier");
        Ended text = run("sleepers", RECORDING, "--top", "2");
        assertThat(text.code()).as(text.out()).isZero();
        assertThat(text.out()).containsPattern("\\d+ threads wait for timers").contains("... and ");
        assertThat(run("sleepers", RECORDING, "--format", "csv").out()).startsWith("host,tid,name,timer_ns\n").contains("w1-");
        assertThat(run("sleepers", RECORDING, "--format", "json").out()).startsWith("{\"report\":\"sleepers\",\"rows\":[{\"host\":");
    }

    @Test
    void itIsAFileAndASectionOfTheRun() throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Ended all = run("analyze", RECORDING, "-o", out.toString());
        assertThat(all.code()).as(all.out()).isZero();
        assertThat(all.out()).containsPattern("\\d+ threads wait for timers").contains("sleepers.csv");
        assertThat(out.resolve("sleepers.csv")).content().startsWith("host,tid,name,timer_ns\n");
        assertThat(out.resolve("report.html")).content().contains("<a href=\"#sleepers\">Sleepers</a>", "id=\"h-sleepers\"",
                "These threads wait for timers.");
        // a run without it takes its file away, as it does with all that an earlier run left
        Path without = Files.createDirectory(directory.resolve("without"));
        assertThat(Captured.run("analyze", RECORDING, "-o", without.toString()).code()).isZero();
        assertThat(without.resolve("sleepers.csv")).doesNotExist();
    }

    @Test
    void oneThatCannotBeLoadedIsACaveatAndTheOthersRun() throws IOException, InterruptedException {
        Path services = directory.resolve("jar/META-INF/services").resolve(Descriptor.class.getName());
        Files.writeString(services, "org.example.Gone\n" + SleepersDescriptor.class.getName() + '\n');
        Path out = directory.resolve("out");
        Ended all = run("analyze", RECORDING, "-o", out.toString());
        assertThat(all.code()).as(all.out()).isZero();
        assertThat(out.resolve("caveats.csv")).content().contains("warning,,analysis-not-loaded,1,", "org.example.Gone");
        assertThat(out.resolve("sleepers.csv")).exists();
        Path without = directory.resolve("without");
        assertThat(Captured.run("analyze", RECORDING, "-o", without.toString()).code()).isZero();
        assertThat(without.resolve("caveats.csv")).content().doesNotContain("analysis-not-loaded");
    }

    @Test
    void itsReferenceAndItsSchemaAreMadeFromIt() {
        SleepersDescriptor sleepers = new SleepersDescriptor();
        assertThat(ReferencePages.report(sleepers.tables().get(0).report())).startsWith("## sleepers\n")
                .contains("| `timer_ns` | waits that a timer ended | ns > 0 |");
        CommandLine command = new CommandLine(new AnalysisCommand(sleepers,
                new Shell(new ByteArrayOutputStream(), new ByteArrayOutputStream(), Terminal.NONE)).spec());
        assertThat(ReferencePages.command(sleepers, command)).startsWith("## bowline sleepers\n").contains("`--from`",
                "[sleepers](csv.md#sleepers)", "bowline sleepers tests/traces/three-tier");
        assertThat(JsonSchema.of(sleepers.tables().get(0).report())).contains("\"urn:bowline:report:sleepers\"", "\"timer_ns\"");
        assertThat(Descriptors.installed().of("sleepers")).as("it is in the tests alone").isNull();
    }

    @Test
    void theHowToHasThisVeryClass() throws IOException {
        String source = Files.readString(Checkout.root().resolve(
                "plugins/org.bowline.cli/src/test/java/org/bowline/cli/added/SleepersDescriptor.java"));
        assertThat(Files.readString(Checkout.root().resolve("docs/how-to/add-an-analysis.md")))
                .contains("```java\n" + source.substring(source.indexOf("/** Who sleeps")) + "```");
    }
}
