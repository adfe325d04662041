/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BowlineTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"info", "analyze", "sync", "critical-path", "wait-for", "findings", "completion"})
    void everyCommandHasHelpWithExamples(String command) {
        Captured run = Captured.run(command, "--help");
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
        assertThat(run.error()).isEmpty();
        assertThat(run.out()).startsWith("Usage: bowline " + command).contains("Examples:\n  ").contains("bowline " + command)
                .doesNotContain("\u001b").doesNotContain("%n", "%%").doesNotContain("${");
    }

    @Test
    void theHelpListsAllCommandsAndExitCodes() {
        Captured run = Captured.run("--help");
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("info", "analyze", "sync", "critical-path", "wait-for", "findings", "completion")
                .containsPattern("4\\s+cancelled");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Captured.run("help")).isEqualTo(Captured.run("--help"));
        assertThat(Captured.run("help", "sync")).isEqualTo(Captured.run("sync", "--help"));
    }

    @Test
    void helpHasColoursOnlyOnATerminalThatWantsThem() {
        assertThat(Captured.run(new Terminal(true, true, 100, true), "info", "--help").out()).contains("\u001b[");
        assertThat(Captured.run(new Terminal(true, true, 100, false), "info", "--help").out()).doesNotContain("\u001b[");
    }

    @Test
    void whereNoRangeIsGivenTheHelpDoesNotPromiseTheWholeTrace() {
        assertThat(Captured.run("threads", "--help").out().replaceAll("\\s+", " "))
                .contains("Where only --to is given: the start of the trace.")
                .contains("End of the range. Where only --from is given: the end of the trace.");
    }

    @Test
    void anExampleOfTheHelpIsTheSameCommandHoweverNarrowTheTerminal() {
        for (String command : Bowline.commands()) {
            assertThat(examples(command, 80)).as(command).isEqualTo(examples(command, 120));
        }
        assertThat(examples("variance", 80))
                .contains("  bowline variance tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req "
                        + "--size event=wl:req_begin,key=req,field=type");
    }

    /** The examples that have nothing beside them, as a shell reads them. */
    private static List<String> examples(String command, int width) {
        String help = Captured.run(new Terminal(true, true, width, false), command, "--help").out();
        return help.substring(help.indexOf("Examples:")).replaceAll(" \\\\\\R +", " ").lines()
                .filter(line -> line.startsWith("  bowline ") && !line.strip().contains("  ")).toList();
    }

    @Test
    void helpFitsTheTerminal() {
        for (String command : new String[] {"info", "analyze", "sync", "critical-path", "wait-for", "findings"}) {
            String help = Captured.run(new Terminal(true, true, 80, false), command, "--help").out();
            String options = help.substring(0, help.indexOf("Examples:"));
            assertThat(options.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
        }
    }

    @Test
    void theVersionIsPrinted() {
        Captured run = Captured.run("--version");
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).startsWith("bowline ");
    }

    @Test
    void theCompletionKnowsCommandsAndOptions() {
        assertThat(Captured.run("completion").out()).contains("critical-path").contains("--threshold").contains("complete -F");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''                                               | a command is missing",
        "frobnicate                                       | no command 'frobnicate'; the commands are info, analyze",
        "frobnicate --help                                | no command 'frobnicate'; the commands are info, analyze",
        "frobnicate -h                                    | no command 'frobnicate'",
        "--debug frobnicate --help                        | no command 'frobnicate'",
        "help frobnicate                                  | no command 'frobnicate'",
        "--frobnicate                                     | unknown option",
        "analyze . --threshold 20                         | like 20%",
        "info                                             | TRACE",
        "info --evnts .                                   | --events",
        "sync . --format xml                              | write csv or json",
        "analyze . --from noon                            | 'noon' is not a time; write HH:MM:SS",
        "analyze . --from 25:00:00                        | not a time of day",
        "analyze . --top 0                                | --top 0",
        "analyze . --format csv                           | -o DIR is needed",
        "analyze . --threshold much                       | not a threshold",
        "analyze . --host A                               | not of the form NAME=DIR",
        "findings . --fail-on error                       | 'error' is not a severity; write info, warning or critical",
        "findings . --rule lock-convey=off                | no rule 'lock-convey'; did you mean lock-convoy?",
        "findings . --rule noise=off                      | no rule 'noise'; the rules are background-ahead, clock-quality",
        "analyze . --rule lock-convoy.threads=3           | no setting 'threads'; its settings are min-threads",
        "analyze . --rule lock-convoy.max-hold=3          | '3' is not a duration; write a time like 18s",
        "findings . --evidence                            | --format csv or json is needed",
        "critical-path . --thread 1 --interval begin=a,end=b | not both",
        "critical-path . --interval begin=a               | 'end' is missing",
    })
    void wrongUsageIsOneLineThatSaysWhatToDo(String arguments, String message) {
        Captured run = Captured.run(arguments.isEmpty() ? new String[0] : arguments.split(" +"));
        assertThat(run.error()).startsWith("bowline: ").contains(message).hasLineCount(1).doesNotContain("\tat ");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.out()).isEmpty();
    }

    @Test
    void aCommandThatIsUnknownGetsASuggestion() {
        assertThat(Captured.run("anlyse", ".").error())
                .isEqualToIgnoringNewLines("bowline: there is no command 'anlyse'. Did you mean analyze? Try 'bowline --help'.");
        assertThat(Captured.run("wait", ".").error()).contains("Did you mean waits?");
        assertThat(Captured.run("as", ".").error()).contains("the commands are").doesNotContain("mean");
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "analyze", "sync", "wait-for", "findings"})
    void inputThatIsNotThereIsUnreadable(String command) {
        Captured run = Captured.run(command, directory.resolve("nowhere").toString());
        assertThat(run.error()).startsWith("bowline: ").contains("nowhere").hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void aDirectoryWithoutTracesIsUnreadable() throws IOException {
        Files.createDirectories(directory.resolve("a/b"));
        Captured run = Captured.run("analyze", directory.toString(), "-o", directory.resolve("out/deep").toString());
        assertThat(run.error()).startsWith("bowline: ").contains("no CTF trace below").hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(directory.resolve("out")).doesNotExist();
    }

    @Test
    void aDirectoryThatIsAFileIsRefusedBeforeTheInputIsRead() throws IOException {
        Path file = Files.writeString(directory.resolve("out"), "x");
        Captured run = Captured.run("analyze", directory.resolve("nowhere").toString(), "-o", file.toString());
        assertThat(run.error()).startsWith("bowline: cannot write reports to ").contains("not a directory").hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(file).hasContent("x");
    }

    @Test
    void metadataThatIsGarbageIsUnreadable() throws IOException {
        Path trace = Files.createDirectories(directory.resolve("t"));
        Files.writeString(trace.resolve("metadata"), "this is no metadata");
        Captured run = Captured.run("info", directory.toString());
        assertThat(run.error()).startsWith("bowline: ").contains("metadata").hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void debugPrintsTheStackTrace() {
        assertThat(Captured.run("info", "--debug", directory.resolve("nowhere").toString()).error()).contains("\tat org.bowline.");
    }

    @Test
    void aClosedPipeEndsQuietly() {
        Captured run = withOutput("Broken pipe");
        assertThat(run.code()).isEqualTo(ExitCode.BROKEN_PIPE);
        assertThat(run.error()).isEmpty();
    }

    @Test
    void aFullDiskDoesNot() {
        Captured run = withOutput("No space left on device");
        assertThat(run.code()).isEqualTo(ExitCode.OUTPUT);
        assertThat(run.error()).isEqualTo("bowline: cannot write to the standard output: No space left on device.\n");
    }

    private static Captured withOutput(String failure) {
        OutputStream broken = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(failure);
            }
        };
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code = Bowline.run(new Shell(broken, error, Terminal.NONE), "completion");
        return new Captured(code, "", error.toString(StandardCharsets.UTF_8));
    }

}
