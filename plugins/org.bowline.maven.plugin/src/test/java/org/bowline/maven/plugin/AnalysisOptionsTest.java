/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.waitfor.Blame;
import org.bowline.testkit.Folders;

/** What the command line can be told, a project's pom can say as well. */
class AnalysisOptionsTest {
    /** Options of the commands that are parameters of goals. */
    private static final Map<String, String> PARAMETERS = Map.ofEntries(Map.entry("range", "range"), Map.entry("interval", "intervals"),
            Map.entry("tags", "tags"), Map.entry("spin", "spins"), Map.entry("rule", "rules"), Map.entry("strict", "strict"),
            Map.entry("threshold", "threshold"), Map.entry("process", "processes"), Map.entry("format", "format"),
            Map.entry("output", "outputDirectory"), Map.entry("fail-on", "failOn"), Map.entry("baseline", "baseline"),
            Map.entry("write-baseline", "writeBaseline"));

    /** Options of the commands that no goal has, with the reason. */
    private static final Map<String, String> NOT_IN_A_BUILD = Map.ofEntries(
            Map.entry("from", "a time of day that a recording made by the build cannot have before it is made"),
            Map.entry("to", "likewise"), Map.entry("thread", "goals are about intervals, which have paths of their own"),
            Map.entry("top", "length of a text that no goal prints"),
            Map.entry("knots", "choice of what one command prints"), Map.entry("code", "choice of what one command prints"),
            Map.entry("all", "choice of what one command prints"), Map.entry("evidence", "choice of what one command prints"),
            Map.entry("export", "the page has the picture; other programs are started by hand"),
            Map.entry("host", "how traces are read"), Map.entry("reference", "how traces are read"),
            Map.entry("no-coarse", "how traces are read"), Map.entry("coarse-slope", "how traces are read"));

    @TempDir Path directory;

    @Test
    void everyOptionOfTheGraphThatTheCommandLineHasAGoalHas() throws IOException {
        Set<String> options = AnalysisOptions.all().stream().map(Parameter::name).collect(Collectors.toCollection(TreeSet::new));
        Map<String, String> missing = new TreeMap<>();
        for (String command : List.of("wait-for", "findings", "analyze")) {
            Set<String> ofCommand = options(command);
            assertThat(ofCommand).as(command).contains("threshold", "process", "blame");
            for (String option : ofCommand) {
                if (!options.contains(option) && !PARAMETERS.containsKey(option) && !NOT_IN_A_BUILD.containsKey(option)) {
                    missing.put(option, command);
                }
            }
        }
        assertThat(missing).as("options that no goal has").isEmpty();
    }

    @Test
    void whatIsSaidToBeAParameterIsOne() {
        List<Class<?>> goals = List.of(AnalyzeMojo.class, CheckMojo.class, TraceMojo.class);
        Set<String> fields = goals.stream().flatMap(goal -> Stream.of(goal.getDeclaredFields())).map(Field::getName)
                .collect(Collectors.toSet());
        assertThat(fields).containsAll(PARAMETERS.values()).containsAll(AnalysisOptions.ELSEWHERE.values()).contains("options");
    }

    /** The long options of a command, as its reference page lists them, which is compared with the command where that is built. */
    private static Set<String> options(String command) throws IOException {
        String page = Files.readString(Folders.repository().resolve("docs/reference/cli.md"));
        int begin = page.indexOf("\n## bowline " + command + "\n");
        int end = page.indexOf("\n## ", begin + 1);
        Set<String> options = new TreeSet<>();
        for (String line : page.substring(begin, end).lines().filter(one -> one.startsWith("- ")).toList()) {
            Matcher option = Pattern.compile("`--([a-z][a-z-]*)").matcher(line.contains(":") ? line.substring(0, line.indexOf(':')) : line);
            while (option.find()) {
                options.add(option.group(1));
            }
        }
        return options;
    }

    @Test
    void whatIsNamedIsAskedAndWhatTakesSeveralValuesTakesThem() throws Exception {
        Question question = AnalysisOptions.in(Question.WORK,
                List.of("merge=similar", "worker=nginx", "show-all", "nic-capacity=A:eth0=1Gbit", "worker = B:my*", "blame=holder"));
        assertThat(question.get(Merging.MERGE)).isEqualTo(Merging.Level.SIMILAR);
        assertThat(question.get(Workers.WORKER)).containsExactly("nginx", "B:my*");
        assertThat(question.get(FirstLook.SHOW_ALL)).isTrue();
        assertThat(question.get(Locks.BLAME)).isEqualTo(Blame.HOLDER);
        assertThat(question.get(Devices.NIC_CAPACITY)).isNotEqualTo(Devices.NIC_CAPACITY.usual());
        Question none = AnalysisOptions.in(Question.WORK, List.of());
        assertThat(none.get(Merging.MERGE)).isEqualTo(Merging.Level.USUAL);
        assertThat(AnalysisOptions.all()).allMatch(none::has);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "merg=short         | there is no option 'merg'; there are background, blame,",
        "merge              | the option needs a value, write merge=usual|none|short|similar",
        "merge=             | merge: : is not usual, none, short or similar",
        "merge=all          | merge: all: is not usual, none, short or similar",
        "show-all=true      | the option show-all has no value, write show-all",
        "nic-capacity=eth0  | nic-capacity: eth0: ",
        "rule=lost-events=off | this is said by the parameter rules",
        "tags=event=a,path=b  | this is said by the parameter tags",
        "knots              | there is no option 'knots'"})
    void whatCannotBeAskedFailsWithWhatThereIs(String text, String said) {
        assertThatThrownBy(() -> AnalysisOptions.in(Question.WORK, List.of(text))).isInstanceOf(MojoExecutionException.class)
                .hasMessageStartingWith("Parameter options").hasMessageContaining(said);
    }

    @Test
    void theGoalAnalyzeWritesTheFilesThatTheCommandWrites() throws Exception {
        Path trace = Folders.repository().resolve("tests/traces/lock-contention");
        Path ofGoal = directory.resolve("goal");
        goal(trace, ofGoal, "options", List.of("merge=similar", "blame=waker", "worker=lock*"), "threshold", "5%").run();
        Path ofCommand = directory.resolve("command");
        bowline("analyze", trace.toString(), "-o", ofCommand.toString(), "--merge", "similar", "--blame", "waker", "--worker", "lock*",
                "--threshold", "5%");
        assertThat(files(ofGoal)).isEqualTo(files(ofCommand)).containsKey("wait-for.csv");
        Path plain = directory.resolve("plain");
        goal(trace, plain).run();
        assertThat(files(plain).get("wait-for.csv")).isNotEqualTo(files(ofGoal).get("wait-for.csv"));
    }

    @Test
    void whatOnlySomeRecordingsHaveTheGoalReadsAsTheCommandDoes() throws Exception {
        Path trace = Folders.repository().resolve("tests/traces/journal-stacks");
        Path ofGoal = directory.resolve("goal");
        goal(trace, ofGoal).run();
        Path ofCommand = directory.resolve("command");
        bowline("analyze", trace.toString(), "-o", ofCommand.toString());
        assertThat(files(ofGoal)).isEqualTo(files(ofCommand)).containsKeys("off-cpu.csv", "wait-for-code.csv");
    }

    @Test
    void aProcessThatIsNotThereFailsWithThoseThatAreSimilar() throws Exception {
        Path trace = Folders.repository().resolve("tests/traces/wperf-example");
        AnalyzeMojo goal = goal(trace, directory.resolve("out"), "processes", List.of("w2-a"));
        assertThatThrownBy(goal::run).isInstanceOf(MojoExecutionException.class)
                .hasMessageStartingWith("Parameter processes: there is no process 'w2-a' in the trace; similar names: w2-A");
        AnalyzeMojo heavy = goal(trace, directory.resolve("out"), "threshold", "heavy");
        assertThatThrownBy(heavy::run).isInstanceOf(MojoExecutionException.class).hasMessageStartingWith("Parameter threshold: ")
                .hasMessageContaining("heavy");
        assertThat(directory.resolve("out")).doesNotExist();
    }

    /** The goal as Maven makes it, with the values of parameters: a name and a value, in turn. */
    private AnalyzeMojo goal(Path trace, Path output, Object... parameters) throws ReflectiveOperationException {
        AnalyzeMojo goal = new AnalyzeMojo();
        Goals.set(goal, "traces", List.of(trace.toFile()));
        Goals.set(goal, "strict", true);
        Goals.set(goal, "outputDirectory", output.toFile());
        Goals.set(goal, "format", "csv");
        Goals.set(goal, "junitFile", new File(directory.toFile(), "junit.xml"));
        for (int i = 0; i < parameters.length; i += 2) {
            Goals.set(goal, (String) parameters[i], parameters[i + 1]);
        }
        return goal;
    }

    private static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(folder)) {
            for (Path file : all.filter(one -> one.toString().endsWith(".csv")).toList()) {
                files.put(file.getFileName().toString(), Files.readString(file));
            }
        }
        return files;
    }

    private void bowline(String... arguments) throws IOException, InterruptedException {
        List<String> command = Stream.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "org.bowline.cli.Main"), Stream.of(arguments))
                .toList();
        Path log = directory.resolve("log.txt");
        int code = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        assertThat(code).as(() -> log.toString()).isZero();
    }
}
