/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.assertj.core.data.Offset;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.figures.Quantile;
import org.bowline.core.function.CallGraph;
import org.bowline.core.function.CallLog;
import org.bowline.core.function.FunctionChoice;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.CalledFunctions;
import org.bowline.core.symbol.ElfFile;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.variance.FunctionVariance;
import org.bowline.core.variance.NextFunctions;
import org.bowline.core.variance.PathVariance;

/** Functions of a recorded program: who calls whom is as in its source, and they take as long as they are meant to. */
class FunctionsTest {
    private Analysis analysis;
    private CallLog calls;
    private FunctionNames names;

    @BeforeEach
    void read() throws IOException {
        analysis = Analysis.of(List.of(Recording.shared("lab/w1-functions")), OpenOptions.DEFAULT,
                Question.ALL.about(List.of(Recording.REQUESTS), Question.Part.ALL), Progress.NONE);
        RecordedCalls recorded = Objects.requireNonNull(analysis.calls());
        calls = recorded.calls();
        names = new FunctionNames(calls, new SymbolFiles(recorded.beside()));
    }

    private String path(int node) {
        List<String> path = new ArrayList<>();
        for (int at = node; at != CallLog.OUTSIDE; at = calls.parent(at)) {
            path.add(names.name(calls.function(at)));
        }
        Collections.reverse(path);
        return String.join(";", path);
    }

    private int thread(String host, String name) {
        return Recording.thread(analysis.timeline(), host, name);
    }

    private List<String> paths(String host, String name) {
        TreeSet<String> paths = new TreeSet<>();
        calls.slices(thread(host, name), Long.MIN_VALUE / 2, Long.MAX_VALUE / 2, (node, nanos) -> paths.add(path(node)));
        paths.remove("");
        return List.copyOf(paths);
    }

    @Test
    void theCallPathsAreThoseOfTheSource() {
        assertThat(names.caveats()).as("every function has its name").isEmpty();
        assertThat(calls.caveats()).as("everything fits").isEmpty();
        assertThat(paths("A", "w1-client")).containsExactly("main", "main;client", "main;client;client_request",
                "main;client;client_request;rcv",
                "main;client;client_request;rcv;all", "main;client;client_request;snd", "main;client;client_request;snd;all",
                "main;client;connect_to",
                "main;client;connect_to;__bswap_16",
                "main;client;pause_us", "main;client;role", "main;client;snd", "main;client;snd;all");
        assertThat(paths("B", "w1-server")).containsExactly("main", "main;server", "main;server;connect_to",
                "main;server;connect_to;__bswap_16",
                "main;server;listen_on", "main;server;listen_on;__bswap_16", "main;server;rcv",
                "main;server;rcv;all", "main;server;role", "main;server;server_handle", "main;server;server_handle;rcv",
                "main;server;server_handle;rcv;all", "main;server;server_handle;server_compute",
                "main;server;server_handle;server_compute;burn",
                "main;server;server_handle;slot_start", "main;server;server_handle;slot_wait", "main;server;server_handle;snd",
                "main;server;server_handle;snd;all", "main;server;snd", "main;server;snd;all");
        assertThat(paths("B", "w1-helper")).containsExactly("slot_thread", "slot_thread;role", "slot_thread;slot_work",
                "slot_thread;slot_work;burn");
        assertThat(paths("C", "w1-backend")).contains("main;backend;backend_handle;backend_disk", "main;backend;backend_handle;pause_us",
                "main;backend;backend_handle;slot_start", "main;backend;backend_handle;slot_wait")
                .doesNotContain("main;backend;backend_handle;burn");
        assertThat(paths("C", "w1-pool")).contains("slot_thread;slot_work;burn");
    }

    /** As server_handle in w1.c: compute, perhaps start the helper, perhaps ask the backend, perhaps wait for the helper. */
    @Test
    void theCalleesOfAFunctionComeInTheOrderOfItsSource() {
        StringBuilder order = new StringBuilder();
        calls.slices(thread("B", "w1-server"), Long.MIN_VALUE / 2, Long.MAX_VALUE / 2, (node, nanos) -> {
            String path = path(node);
            String last = path.substring(path.lastIndexOf(';') + 1);
            if (path.equals("main;server")) {
                order.append('\n');
            } else if (path.contains("server_handle;") && !last.equals("all") && !last.equals("burn")) {
                String word = last + ' ';
                order.append(order.toString().endsWith(word) ? "" : word);
            }
        });
        TreeMap<String, Integer> sequences = new TreeMap<>();
        order.toString().lines().filter(line -> !line.isBlank()).forEach(line -> sequences.merge(line.strip(), 1, Integer::sum));
        assertThat(sequences).containsOnly(java.util.Map.entry("server_compute", 25), java.util.Map.entry("server_compute snd rcv", 75),
                java.util.Map.entry("server_compute slot_start snd rcv slot_wait", 50));
    }

    /** What burn ran for, by nominal time: it counts no more than 40 µs of a step that an interrupt or the machine stretched, so it runs so long at least. */
    @Test
    void burnRunsForItsNominalTime() {
        long[] server = burns("B", "w1-server");
        assertThat(server).hasSize(150);
        near(java.util.Arrays.stream(server).filter(nanos -> nanos < 800_000).sorted().toArray(), 50, 500_000);
        near(java.util.Arrays.stream(server).filter(nanos -> nanos >= 800_000 && nanos < 1_700_000).sorted().toArray(), 25, 1_000_000);
        near(java.util.Arrays.stream(server).filter(nanos -> nanos >= 1_700_000).sorted().toArray(), 75, 2_000_000);
        // on the other threads the machine has stretched most calls: the README of the recording calls nominal times lower bounds
        long[] helper = burns("B", "w1-helper");
        shortest(helper, 2_000_000);
        shortest(java.util.Arrays.stream(helper).filter(nanos -> nanos >= 5_000_000).toArray(), 9_000_000);
        shortest(burns("C", "w1-pool"), 3_000_000);
    }

    private static void shortest(long[] ascending, long nominal) {
        assertThat(ascending[0]).as("of " + nominal + " ns").isCloseTo(nominal, Percentage.withPercentage(5));
    }

    private static void near(long[] ascending, int count, long nominal) {
        // the machine has stretched one or the other so far that it seems to be of another kind
        assertThat(ascending.length).isBetween(count - 2, count + 2);
        assertThat(Quantile.of(ascending, 50)).as("of " + nominal + " ns").isCloseTo(nominal, Percentage.withPercentage(5));
    }

    /** How long the thread ran in each call of burn, ascending. */
    private long[] burns(String host, String name) {
        Timeline timeline = analysis.timeline();
        int thread = thread(host, name);
        List<Long> burns = new ArrayList<>();
        long[] sum = {-1};
        for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
            boolean runs = timeline.state(segment) == ThreadState.RUNNING;
            calls.slices(thread, timeline.start(segment), timeline.end(thread, segment), (node, nanos) -> {
                if (path(node).endsWith("burn")) {
                    sum[0] = Math.max(0, sum[0]) + (runs ? nanos : 0);
                } else if (sum[0] >= 0) {
                    burns.add(sum[0]);
                    sum[0] = -1;
                }
            });
        }
        return burns.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    @Test
    void theWaitForTheDiskIsInsideBackendDiskAndTheHelpersWorkInsideBurn() {
        FunctionVariance variance = FunctionVariance.of(PathNames.stable(analysis.timeline()), analysis.matched().intervals(), calls, names,
                IntervalSizes.NONE, Progress.NONE);
        assertThat(variance.caveats()).extracting(Caveat::kind).isEmpty();
        assertThat(variance.paths()).extracting(PathVariance::label).containsExactly("0", "1", "2", "3", "4", "5");
        PathVariance disk = variance.paths().get(2);
        assertThat(disk.nodes()).anySatisfy(node -> {
            assertThat(node.cause()).isEqualTo(Cause.DISK);
            assertThat(node.target()).isEqualTo("vdd");
            assertThat(node.functions()).isEqualTo("main;backend;backend_handle;backend_disk");
            assertThat(disk.tree().meanNanos(disk.nodes().indexOf(node))).isGreaterThan(5e6);
        });
        PathVariance pool = variance.paths().get(3);
        PathVariance.Node first = pool.nodes().get(pool.tree().factors().get(0).first());
        assertThat(first.thread() + ' ' + first.functions()).isEqualTo("w1-pool slot_thread;slot_work;burn");
        PathVariance helper = variance.paths().get(5);
        assertThat(helper.nodes()).anySatisfy(node -> {
            assertThat(node.thread() + ' ' + node.functions() + ' ' + node.state())
                    .isEqualTo("w1-helper slot_thread;slot_work;burn RUNNING");
            assertThat(helper.tree().meanNanos(helper.nodes().indexOf(node))).isGreaterThan(7e6);
        });
    }

    /** GNU's disassembler decodes instruction by instruction; what it says of calls is what the bytes say here. */
    @Test
    void whomFunctionsCallIsWhatADisassemblerSays() throws IOException, InterruptedException {
        Path file = Recording.shared("lab/w1-functions").resolve("bin/w1f");
        CalledFunctions code = new CalledFunctions(new SymbolFiles.Found(file, Objects.requireNonNull(ElfFile.read(file, true))));
        Map<String, Set<String>> expected = disassembled(file);
        int calls = 0;
        for (SymbolTable.Symbol symbol : code.symbols().all()) {
            Set<String> callees = new TreeSet<>(expected.getOrDefault(symbol.name(), Set.of()));
            calls += callees.size();
            assertThat(code.of(symbol).isInstrumented()).as(symbol.name()).isEqualTo(callees.contains("__cyg_profile_func_enter"));
            callees.removeIf(name -> name.startsWith("__cyg_profile_func_") || name.equals(symbol.name()));
            assertThat(code.of(symbol).callees().stream().filter(callee -> callee.how() == CalledFunctions.How.CALL)
                    .map(CalledFunctions.Callee::name)).as(symbol.name()).containsExactlyInAnyOrderElementsOf(callees);
        }
        assertThat(calls).isGreaterThan(150);
    }

    /** By function: the beginnings of functions that its calls and jumps lead to. */
    private static Map<String, Set<String>> disassembled(Path file) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/objdump")), "no objdump here, which comes with gcc");
        Process process = new ProcessBuilder("/usr/bin/objdump", "-d", "--no-show-raw-insn", file.toString()).redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        Map<String, Set<String>> calls = new TreeMap<>();
        String function = "";
        Pattern begin = Pattern.compile("[0-9a-f]+ <([^>]+)>:");
        Pattern call = Pattern.compile("(call|jmp|bnd jmp|notrack jmp) +(\\*0x[0-9a-f]+\\(%rip\\) +# )?[0-9a-f]+ <([^>+]+)>");
        for (String line : new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
            Matcher matcher = begin.matcher(line);
            if (matcher.matches()) {
                function = matcher.group(1);
                continue;
            }
            matcher = call.matcher(line);
            if (matcher.find() && !matcher.group(3).startsWith("_GLOBAL_OFFSET_TABLE_")) {
                calls.computeIfAbsent(function, key -> new TreeSet<>()).add(matcher.group(3).replaceAll("@.*", ""));
            }
        }
        assertThat(process.waitFor()).isZero();
        return calls;
    }

    /** Of the recording of all functions none is left; of one that had a list, the callees of the factors in the source. */
    @Test
    void whatToRecordNextIsWhatTheSourceCalls() {
        CallGraph graph = new CallGraph(calls, names, new SymbolFiles(Objects.requireNonNull(analysis.calls()).beside()));
        FunctionVariance variance = FunctionVariance.of(PathNames.stable(analysis.timeline()), analysis.matched().intervals(), calls, names,
                IntervalSizes.NONE,
                Progress.NONE);
        NextFunctions all = NextFunctions.of(variance, graph, FunctionChoice.ALL, 5, Progress.NONE);
        assertThat(all.left()).isEmpty();
        assertThat(all.labels()).hasSize(6).allSatisfy(label -> {
            assertThat(label.open()).isZero();
            assertThat(label.unknown()).isZero();
            assertThat(label.open() + label.closed() + label.outside()).isCloseTo(1, Offset.offset(1e-9));
            assertThat(label.candidates()).isNotEmpty().allMatch(one -> one.state() == NextFunctions.State.CLOSED);
        });
        assertThat(graph.callees("server_handle")).filteredOn(CallGraph.Callee::isInstrumented).extracting(CallGraph.Callee::name)
                .containsExactlyInAnyOrder("server_compute", "slot_start", "snd", "rcv", "slot_wait");
        assertThat(graph.callees("backend_disk")).extracting(CallGraph.Callee::name).contains("fdatasync");
        assertThat(graph.callees("backend_disk")).filteredOn(CallGraph.Callee::isInstrumented).isEmpty();
        assertThat(graph.reachable(Progress.NONE)).containsAll(graph.recorded());
    }
}
