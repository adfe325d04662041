/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.function.CallGraph;
import org.bowline.core.function.CallLog;
import org.bowline.core.function.CallRecorder;
import org.bowline.core.function.FunctionChoice;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.testing.Seeds;
import org.bowline.core.testing.SmallElf;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.variance.NextFunctions.Candidate;
import org.bowline.core.variance.NextFunctions.OfLabel;
import org.bowline.core.variance.NextFunctions.State;

/** Which functions to record next: the callees, in the code, of those whose own time varies. */
class NextFunctionsTest {
    private static final String ID = "12ab";
    private static final int FUNCTIONS = 10;

    @TempDir private Path directory;

    /** A recording of one thread that runs all the time. */
    private static final class Run {
        private final SmallElf elf;
        private final FunctionChoice chosen;
        private final CallRecorder calls = new CallRecorder(1);
        private final TimelineBuilder builder = new TimelineBuilder();
        private final List<NamedInterval> intervals = new ArrayList<>();
        private long now;

        Run(SmallElf elf, FunctionChoice chosen) {
            this.elf = elf;
            this.chosen = chosen;
            builder.thread(builder.host("h"), 10, 10, "t");
            calls.module(0, 1, new Module("/usr/bin/server", SmallElf.BASE, 1 << 20, false, ID));
        }

        void enter(String name) {
            if (chosen.has(name)) {
                calls.enter(0, 0, 1, elf.address(name), now);
            }
        }

        void exit(String name) {
            if (chosen.has(name)) {
                calls.exit(0, 0, 1, elf.address(name), now);
            }
        }

        void run(long nanos) {
            now += nanos;
        }

        void interval(long begin) {
            intervals.add(new NamedInterval("x", "k" + intervals.size(), 0, 0, begin, now));
        }

        NextFunctions next(Path folder) throws IOException {
            builder.segment(0, 0, now, ThreadState.RUNNING, 0);
            elf.write(folder.resolve("server"), ID);
            CallLog log = calls.finish();
            SymbolFiles files = new SymbolFiles(List.of(folder));
            FunctionNames names = new FunctionNames(log, files);
            FunctionVariance variance = FunctionVariance.of(PathNames.stable(builder.build()), intervals, log, names, IntervalSizes.NONE,
                    Progress.NONE);
            return NextFunctions.of(variance, new CallGraph(log, names, files), chosen, 5, Progress.NONE);
        }
    }

    private static List<String> names(Collection<CallGraph.Callee> callees) {
        return callees.stream().map(CallGraph.Callee::name).toList();
    }

    @Test
    void theCalleesOfTheFunctionWhoseOwnTimeVariesComeNext() throws IOException {
        Run run = new Run(new SmallElf().function("handle", "parse", "commit", "log").function("parse").function("commit", "sync", "parse")
                .plain("log").function("sync").function("unused", "handle"), new FunctionChoice(List.of("handle", "never")));
        for (int long_ : new int[] {10, 50, 20}) {
            long begin = run.now;
            run.enter("handle");
            run.run(long_);
            run.exit("handle");
            run.interval(begin);
        }
        NextFunctions next = run.next(directory);
        OfLabel label = next.labels().get(0);
        assertThat(label.candidates()).hasSize(1);
        Candidate handle = label.candidates().get(0);
        assertThat(handle.state()).isEqualTo(State.OPEN);
        assertThat(names(handle.next())).containsExactly("parse", "commit");
        assertThat(names(handle.notBuilt())).containsExactly("log");
        assertThat(next.left()).as("also those below").containsExactly("commit", "parse", "sync");
        assertThat(next.neverCalled()).containsExactly("never");
        assertThat(next.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("functions-not-entered");
            assertThat(caveat.text())
                    .isEqualTo("1 function of the list was not entered: never. Nobody called it, or no file has it that was in"
                            + " memory when the program began.");
        });
        assertThat(next.recorded()).isOne();
        assertThat(label.open()).isEqualTo(1);
    }

    @Test
    void ofTwoFunctionsThatWereNotEnteredTheCaveatSpeaksOfThem() {
        assertThat(new NextFunctions(List.of(), 1, List.of(), List.of("a", "b")).caveats()).singleElement()
                .satisfies(caveat -> assertThat(caveat.text())
                        .isEqualTo("2 functions of the list were not entered: a, b. Nobody called them, or"
                                + " no file has them that was in memory when the program began."));
        assertThat(NextFunctions.NONE.caveats()).isEmpty();
    }

    @Test
    void whereAllFunctionsAreRecordedNoneIsLeft() throws IOException {
        Run run = new Run(new SmallElf().function("handle", "parse", "rare").function("parse").function("rare"), FunctionChoice.ALL);
        for (int long_ : new int[] {10, 50}) {
            long begin = run.now;
            run.enter("handle");
            run.enter("parse");
            run.run(long_);
            run.exit("parse");
            run.exit("handle");
            run.interval(begin);
        }
        NextFunctions next = run.next(directory);
        assertThat(next.labels().get(0).candidates()).extracting(Candidate::name, Candidate::state)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("parse", State.CLOSED));
        assertThat(next.labels().get(0).candidates().get(0).next()).isEmpty();
        assertThat(next.caveats()).isEmpty();
        assertThat(next.left()).isEmpty();
        assertThat(next.labels().get(0).closed()).isEqualTo(1);
    }

    @Test
    void aFunctionWithoutCodeHasCalleesThatNobodyKnows() throws IOException {
        Run run = new Run(new SmallElf().function("handle"), FunctionChoice.ALL);
        for (int long_ : new int[] {10, 50}) {
            long begin = run.now;
            run.calls.enter(0, 0, 1, 0x10, run.now);
            run.run(long_);
            run.calls.exit(0, 0, 1, 0x10, run.now);
            run.interval(begin);
        }
        NextFunctions next = run.next(directory);
        assertThat(next.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("callees-not-known");
            assertThat(caveat.severity()).as("figures are right without it").isEqualTo(Caveat.Severity.INFO);
            assertThat(caveat.text()).startsWith("Whom 1 function calls is not known: ")
                    .endsWith(
                            ". Their code was not found, or is not of x86-64. Give the folder with the same builds of their files as --symbols DIR.");
        });
        OfLabel label = next.labels().get(0);
        assertThat(label.candidates().get(0).state()).isEqualTo(State.UNKNOWN);
        assertThat(label.unknown()).isEqualTo(1);
    }

    @Test
    void whatDoesNotVaryHasNoCandidates() throws IOException {
        Run run = new Run(new SmallElf().function("handle", "parse").function("parse"), new FunctionChoice(List.of("handle")));
        for (int i = 0; i < 2; i++) {
            long begin = run.now;
            run.enter("handle");
            run.run(10);
            run.exit("handle");
            run.interval(begin);
        }
        OfLabel label = run.next(directory).labels().get(0);
        assertThat(label.candidates()).isEmpty();
        assertThat(label.open()).isNaN();
    }

    /** Random programs, of which random functions are recorded; own times, callees and shares are kept beside by the simplest means. */
    @Test
    void theSharesAreThoseOfACountByHand() throws IOException {
        for (int round = 0; round < 200; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            List<List<Integer>> callees = new ArrayList<>();
            SmallElf elf = new SmallElf();
            boolean[] plain = new boolean[FUNCTIONS];
            TreeSet<String> list = new TreeSet<>(List.of("f0"));
            for (int function = 0; function < FUNCTIONS; function++) {
                List<Integer> of = new ArrayList<>();
                for (int other = function + 1; other < FUNCTIONS; other++) {
                    if (random.nextInt(3) == 0) {
                        of.add(other);
                    }
                }
                callees.add(of);
                plain[function] = function > 0 && random.nextInt(5) == 0;
                String[] names = of.stream().map(other -> "f" + other).toArray(String[]::new);
                if (plain[function]) {
                    elf.plain("f" + function, names);
                } else {
                    elf.function("f" + function, names);
                    if (random.nextInt(2) == 0) {
                        list.add("f" + function);
                    }
                }
            }
            Oracle oracle = new Oracle(new Run(elf, new FunctionChoice(List.copyOf(list))), random, callees);
            int intervals = 2 + random.nextInt(20);
            for (int i = 0; i < intervals; i++) {
                oracle.request();
            }
            OfLabel label = oracle.run.next(directory).labels().get(0);
            double open = 0;
            double closed = 0;
            for (int function = 0; function < FUNCTIONS; function++) {
                boolean isOpen = callees.get(function).stream().anyMatch(callee -> !plain[callee] && !list.contains("f" + callee));
                double share = oracle.share("f" + function);
                open += isOpen ? share : 0;
                closed += isOpen ? 0 : share;
            }
            if (oracle.varies()) {
                assertThat(label.open()).as(Seeds.name(seed)).isCloseTo(open, Offset.offset(1e-9));
                assertThat(label.closed()).as(Seeds.name(seed)).isCloseTo(closed, Offset.offset(1e-9));
                assertThat(label.outside()).as(Seeds.name(seed)).isCloseTo(oracle.share(""), Offset.offset(1e-9));
                assertThat(label.open() + label.closed() + label.outside() + label.unknown()).as(Seeds.name(seed)).isCloseTo(1,
                        Offset.offset(1e-9));
            }
            for (Candidate candidate : label.candidates()) {
                int number = Integer.parseInt(candidate.name().substring(1));
                assertThat(names(candidate.next())).as(Seeds.name(seed)).containsExactlyElementsOf(callees.get(number).stream()
                        .filter(callee -> !plain[callee] && !list.contains("f" + callee)).map(callee -> "f" + callee).toList());
            }
            assertThat(label.candidates()).as(Seeds.name(seed)).extracting(one -> one.factor().score())
                    .isSortedAccordingTo(java.util.Comparator.reverseOrder());
            assertThat(label.candidates()).extracting(Candidate::path).doesNotHaveDuplicates();
        }
    }

    /** Runs a program, and counts. */
    private static final class Oracle {
        private final Run run;
        private final Random random;
        private final List<List<Integer>> callees;
        private final List<Long> lengths = new ArrayList<>();
        private final Map<String, List<Long>> own = new HashMap<>();

        Oracle(Run run, Random random, List<List<Integer>> callees) {
            this.run = run;
            this.random = random;
            this.callees = callees;
        }

        void request() {
            long begin = run.now;
            Map<String, Long> times = new HashMap<>();
            spend(times, "");
            call(0, "", times);
            run.interval(begin);
            lengths.add(run.now - begin);
            times.forEach((name, nanos) -> {
                List<Long> of = own.computeIfAbsent(name, key -> new ArrayList<>());
                while (of.size() < lengths.size() - 1) {
                    of.add(0L);
                }
                of.add(nanos);
            });
        }

        private void spend(Map<String, Long> times, String recorded) {
            long nanos = 1L + random.nextInt(1000);
            run.run(nanos);
            times.merge(recorded, nanos, Long::sum);
        }

        private void call(int function, String caller, Map<String, Long> times) {
            String name = "f" + function;
            String recorded = run.chosen.has(name) ? name : caller;
            run.enter(name);
            spend(times, recorded);
            for (int callee : callees.get(function)) {
                if (random.nextInt(2) == 0) {
                    call(callee, recorded, times);
                    spend(times, recorded);
                }
            }
            run.exit(name);
        }

        boolean varies() {
            return lengths.stream().distinct().count() > 1;
        }

        double share(String name) {
            List<Long> times = new ArrayList<>(own.getOrDefault(name, List.of()));
            while (times.size() < lengths.size()) {
                times.add(0L);
            }
            return covariance(times, lengths) / covariance(lengths, lengths);
        }

        private static double covariance(List<Long> x, List<Long> y) {
            double meanX = x.stream().mapToLong(Long::longValue).average().orElseThrow();
            double meanY = y.stream().mapToLong(Long::longValue).average().orElseThrow();
            double sum = 0;
            for (int i = 0; i < x.size(); i++) {
                sum += (x.get(i) - meanX) * (y.get(i) - meanY);
            }
            return sum / x.size();
        }
    }
}
