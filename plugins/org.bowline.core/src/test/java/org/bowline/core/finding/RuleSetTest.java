/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AwaitedException;
import org.bowline.core.analysis.Needs;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.progress.SideBySide;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

public class RuleSetTest {
    private static final Setting<Double> SHARE = Setting.share("min-share", 0.2, "a share");
    private static final Setting<Long> TIME = Setting.duration("max-hold", 10_000_000, "a time");
    private static final Setting<Long> COUNT = Setting.count("min-waits", 3, 2, "a count");

    /** More than this is not read to its end. */
    private static final int MOST_OF_A_LINE = 500;
    /** A sentence of more words has to be read twice. */
    private static final int MOST_OF_A_SENTENCE = 45;

    /** A rule of a test. */
    private record Told(String id, RuleOutcome outcome, RuntimeException failure) implements Rule {
        @Override
        public RuleInfo info() {
            return new RuleInfo(id, "Title", "nothing", "always", "because", "nothing", List.of(SHARE, TIME, COUNT));
        }

        @Override
        public RuleOutcome evaluate(Analysis context, RuleSettings settings) {
            if (failure != null) {
                throw failure;
            }
            return outcome.findings().isEmpty() ? outcome
                    : RuleOutcome.of(
                            List.of(Finding.of(info(), settings.get(SHARE) > 0.5 ? Severity.CRITICAL : Severity.INFO, settings.get(SHARE))
                                    .subject("x").summary("It is " + settings.get(TIME) + " and " + settings.get(COUNT) + ".").build()),
                            "");
        }
    }

    /** A rule's own thresholds but one. */
    @Test
    void aScoreThatIsNoNumberIsAFaultOfTheRuleAndNotOfTheReport() {
        for (double score : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            Finding.Builder finding = Finding.of(RuleSet.installed().infos().get(0), Severity.INFO, score).summary("Something.");
            assertThatThrownBy(finding::build).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a finite score");
        }
    }

    public static RuleSettings settings(Rule rule, String name, String value) {
        Setting<?> setting = rule.info().settings().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
        return RuleSettings.STANDARD.withText(setting, value);
    }

    private static Rule fires(String id) {
        RuleInfo info = new Told(id, RuleOutcome.of(List.of(), ""), null).info();
        return new Told(id, RuleOutcome.of(List.of(Finding.of(info, Severity.INFO, 0).subject("x").summary("1.").build()), ""), null);
    }

    private static Rule breaks(String id, RuntimeException failure) {
        return new Told(id, RuleOutcome.notApplicable(""), failure);
    }

    private static Analysis context(Progress progress) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        builder.segment(builder.thread(0, 1, 1, "a"), 0, 10, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        return Analysis.of(timeline).progress(progress).build();
    }

    @Test
    void theBuiltInRulesAreFoundAndCompletelyDescribed() {
        List<RuleInfo> infos = RuleSet.installed().infos();
        assertThat(infos).extracting(RuleInfo::id).containsExactly("background-ahead", "clock-quality", "computing", "crowded-out",
                "deadlock",
                "disk-bound-sync-writes",
                "dominant-knot",
                "full-link",
                "full-processors", "garbage-collection", "hanging-requests",
                "held-back", "interrupt-time",
                "load-imbalance", "lock-convoy", "lock-order", "lock-waits",
                "lost-events", "missing-events", "one-after-another", "one-at-a-time", "one-connection", "one-processor",
                "overdue-requests", "own-pace",
                "own-work",
                "polled-turns", "questions-in-series", "round-trips-in-series",
                "runnable-pressure",
                "serial-work",
                "sleep-while-awaited", "slower-with-time", "small-sends", "stopped",
                "tag-on-wrong-cpu",
                "throttled",
                "too-few-connections", "too-few-workers",
                "tracer-cost", "unanswered", "unrecorded-host", "withheld-requests", "writes-held-back");
        for (RuleInfo info : infos) {
            assertThat(List.of(info.title(), info.needs(), info.definition(), info.why(), info.advice())).as(info.id())
                    .noneMatch(String::isBlank);
            assertThat(info.definition().lines()).as(info.id()).allMatch(line -> line.length() <= MOST_OF_A_LINE);
            for (Setting<?> setting : info.settings()) {
                assertThat(setting.parse(setting.standardText())).as(info.id() + '.' + setting.name()).isEqualTo(setting.standard());
                assertThat(info.definition()).as(info.id() + '.' + setting.name()).satisfiesAnyOf(
                        text -> assertThat(text).contains(setting.name()), text -> assertThat(setting.name()).startsWith("critical"),
                        text -> assertThat(setting.name()).isIn("burst", "most-intervals", "most-waits"));
            }
        }
    }

    @Test
    void noSentenceOfARuleHasToBeReadTwice() {
        assertThat(RuleSet.installed().infos().stream().flatMap(info -> Stream
                .concat(Stream.of(info.needs(), info.definition(), info.why(), info.advice()),
                        info.settings().stream().map(Setting::meaning))
                .flatMap(RuleSetTest::sentences).filter(sentence -> sentence.split(" ").length > MOST_OF_A_SENTENCE)
                .map(sentence -> info.id() + ": " + sentence))).isEmpty();
    }

    private static Stream<String> sentences(String text) {
        return Stream.of(text.split("(?<=[.!?])\\s+|\n"));
    }

    @Test
    void aRuleIsToldWhatToLookAtInOneWordOrInSeveral() {
        RuleSet declared = RuleSet.installed().with("tag-on-wrong-cpu=maintenance:0,2").with("tag-on-wrong-cpu.cpus=net:1");
        assertThat(declared.needs(Needs.What.TAGS)).isTrue();
        assertThat(declared.needs(Needs.What.PRIORITIES)).isFalse();
        assertThat(declared.with("background-ahead=maintenance").needs(Needs.What.PRIORITIES)).isTrue();
        assertThat(declared.with("tag-on-wrong-cpu=off").needs(Needs.What.TAGS)).isFalse();
        assertThat(RuleSet.installed().needs(Needs.What.TAGS)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> declared.with("tag-on-wrong-cpu=net:3"))
                .withMessageContaining("declared twice");
        assertThatIllegalArgumentException().isThrownBy(() -> declared.with("tag-on-wrong-cpu=maintenance"))
                .withMessageContaining("'maintenance' has no processor; write PATH:CPUS");
        assertThatIllegalArgumentException().isThrownBy(() -> declared.with("background-ahead="))
                .withMessageContaining("there is no value");
        assertThatIllegalArgumentException().isThrownBy(() -> declared.with("lock-order=x"))
                .withMessageContaining("can only be switched off");
    }

    @Test
    void whereNothingIsKnownOfThreadsNoRuleSaysThatTheyDoNothing() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        Findings findings = RuleSet.installed().compute(Analysis.of(builder.build()).build());
        assertThat(findings.rules().stream().filter(status -> status.state() == Findings.State.QUIET)).extracting(Findings.Status::rule)
                .containsExactly("lost-events");
        assertThat(findings.rules()).filteredOn(status -> status.rule().equals("one-processor")).extracting(Findings.Status::reason)
                .containsExactly("there are no scheduling events");
    }

    @Test
    void aRuleThatBreaksIsACriticalFindingAndTheOthersRunOn() {
        Findings findings = RuleSet.of(List.of(breaks("a-broken", new IllegalStateException("oops")), fires("b-fine")))
                .compute(context(Progress.NONE));
        assertThat(findings.findings()).hasSize(2);
        Finding first = findings.findings().get(0);
        assertThat(first.rule()).isEqualTo("a-broken");
        assertThat(first.failed()).isTrue();
        assertThat(first.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(first.summary()).contains("a-broken", "oops", "RuleSetTest");
        assertThat(findings.atLeast(Severity.CRITICAL)).containsExactly(first);
        assertThat(findings.rules()).extracting(Findings.Status::state).containsExactly(Findings.State.FAILED, Findings.State.FIRED);
    }

    /** Two threads share them out from both ends. */
    @Test
    void everyRuleIsAskedOnceAndAnswersInItsPlace() {
        for (int count : new int[] {0, 1, 2, 7, 100}) {
            List<String> asked = Collections.synchronizedList(new ArrayList<>());
            List<Rule> rules = IntStream.range(0, count).mapToObj(i -> "rule-%02d".formatted(i)).map(id -> (Rule) new Rule() {
                private final Rule told = fires(id);

                @Override
                public RuleInfo info() {
                    return told.info();
                }

                @Override
                public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
                    asked.add(id);
                    return told.evaluate(analysis, settings);
                }
            }).toList();
            Findings findings = RuleSet.of(rules).compute(context(Progress.NONE));
            List<String> ids = rules.stream().map(rule -> rule.info().id()).toList();
            assertThat(asked).containsExactlyInAnyOrderElementsOf(ids);
            assertThat(findings.rules()).extracting(Findings.Status::rule).isEqualTo(ids);
            assertThat(findings.findings()).hasSize(count);
        }
    }

    @Test
    void aRuleThatCannotBeLoadedIsACriticalFinding() {
        Iterator<Rule> providers = new Iterator<>() {
            private int asked;

            @Override
            public boolean hasNext() {
                return asked < 2;
            }

            @Override
            public Rule next() {
                if (asked++ == 0) {
                    throw new ServiceConfigurationError("Provider com.example.Gone not found");
                }
                return fires("fine");
            }
        };
        Findings findings = RuleSet.load(providers).compute(context(Progress.NONE));
        assertThat(findings.findings()).extracting(Finding::rule).containsExactly("rules", "fine");
        assertThat(findings.findings().get(0).summary()).contains("com.example.Gone");
        assertThat(findings.findings().get(0).severity()).isEqualTo(Severity.CRITICAL);
    }

    @Test
    void aListOfProvidersThatBreaksForEverIsNotReadForEver() {
        Iterator<Rule> broken = new Iterator<>() {
            @Override
            public boolean hasNext() {
                throw new ServiceConfigurationError("broken");
            }

            @Override
            public Rule next() {
                throw new ServiceConfigurationError("broken");
            }
        };
        assertThat(RuleSet.load(broken).compute(context(Progress.NONE)).findings()).hasSize(20);
    }

    @Test
    void twoRulesOfOneIdAreTold() {
        Findings findings = RuleSet.of(List.of(fires("same"), fires("same"))).compute(context(Progress.NONE));
        assertThat(findings.findings()).hasSize(2);
        assertThat(findings.findings().get(0).summary()).contains("Two rules have the id same");
    }

    @Test
    void aRuleThatSpeaksInAnothersNameHasFailed() {
        Rule liar = new Rule() {
            @Override
            public RuleInfo info() {
                return fires("liar").info();
            }

            @Override
            public RuleOutcome evaluate(Analysis context, RuleSettings settings) {
                return fires("honest").evaluate(context, settings);
            }
        };
        assertThat(RuleSet.of(List.of(liar)).compute(context(Progress.NONE)).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.failed()).isTrue());
    }

    @Test
    void cancellingStopsTheRun() {
        Progress stopped = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> RuleSet.of(List.of(fires("a"))).compute(context(stopped))).isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> RuleSet.of(List.of(breaks("a", new CancelledException()))).compute(context(Progress.NONE)))
                .isInstanceOf(CancelledException.class);
    }

    @Test
    void thresholdsCanBeGivenAndRulesSwitchedOff() {
        RuleSet rules = RuleSet.of(List.of(fires("a"), fires("b"))).with("a.min-share=75%").with("a.max-hold=5ms").with("a.min-waits=7")
                .with("b=off");
        Findings findings = rules.compute(context(Progress.NONE));
        assertThat(findings.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).isEqualTo("It is 5000000 and 7.");
        });
        assertThat(findings.rules()).extracting(Findings.Status::state).containsExactly(Findings.State.FIRED, Findings.State.OFF);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "a                  | not of the form",
        "=off               | not of the form",
        "c.min-share=1%     | no rule 'c'; the rules are a, b",
        "a.share=1%         | no setting 'share'; its settings are min-share, max-hold, min-waits",
        "a=on               | can only be switched off",
        "a.min-share=20     | a share like 20%",
        "a.min-share=x%     | a share like 20%",
        "a.min-share=-1%    | a share like 20%",
        "a.max-hold=5       | a time like 18s",
        "a.max-hold=5min    | a time like 18s",
        "a.min-waits=1.5    | a whole number",
        "a.min-waits=1      | at least 2",
    })
    void whatNamesNothingIsRefusedWithWhatThereIs(String override, String message) {
        RuleSet rules = RuleSet.of(List.of(fires("a"), fires("b")));
        assertThatThrownBy(() -> rules.with(override)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void findingsAreOrderedBySeverityThenScore() {
        RuleSet rules = RuleSet.of(List.of(fires("a"), fires("b"), fires("c"))).with("a.min-share=10%").with("b.min-share=60%")
                .with("c.min-share=30%");
        assertThat(rules.compute(context(Progress.NONE)).findings()).extracting(Finding::rule).containsExactly("b", "c", "a");
    }

    @Test
    void evidenceIsCappedAndTheRestCounted() {
        Finding.Builder builder = Finding.of(fires("a").info(), Severity.INFO, 0).subject("x").summary("1.");
        for (int i = 0; i < 100; i++) {
            builder.evidence(new Evidence.OfHost(0, ""));
        }
        assertThat(builder.build().evidence()).hasSize(Finding.MOST_EVIDENCE);
        assertThat(builder.build().evidenceLeftOut()).isEqualTo(100L - Finding.MOST_EVIDENCE);
    }

    @Test
    void aRuleThatAsksForTheFindingsFailsAloneInsteadOfWaitingForItself() {
        RuleSet[] itself = new RuleSet[1];
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rules.add(i % 2 == 0 ? asks("rule-" + i, itself) : fires("rule-" + i));
        }
        itself[0] = RuleSet.of(rules);
        Findings findings = context(Progress.NONE).get(itself[0]);
        assertThat(findings.findings()).hasSize(20);
        assertThat(findings.findings().stream().filter(Finding::failed)).hasSize(10)
                .allSatisfy(finding -> assertThat(finding.summary()).contains("asks for itself"));
        assertThat(findings.rules()).extracting(Findings.Status::rule)
                .isEqualTo(RuleSet.of(rules).infos().stream().map(RuleInfo::id).toList());
    }

    @Test
    void whileOneThreadComputesAResultTheOtherGoesOnWithRulesThatCanDoWithout() {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "skipped: rules run one after the other on one processor");
        CountDownLatch others = new CountDownLatch(2);
        Result<Boolean> wanted = Result.of(analysis -> {
            await(others);
            return true;
        });
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        Consumer<Analysis> wants = analysis -> {
            asked.incrementAndGet();
            try {
                assertThat(analysis.get(wanted)).isTrue();
            } catch (AwaitedException e) {
                refused.incrementAndGet();
                throw e;
            }
        };
        RuleSet rules = RuleSet.of(List.of(does("a", wants), does("b", analysis -> others.countDown()), does("c", wants),
                does("d", analysis -> others.countDown()), does("e", wants)));
        Findings findings = context(Progress.NONE).get(rules);
        assertThat(findings.findings()).isEmpty();
        assertThat(findings.rules()).extracting(Findings.Status::state).containsOnly(Findings.State.QUIET);
        assertThat(asked).hasValueBetween(4, 5).hasValue(3 + refused.get()); // what would have had to wait was begun once more, and not again and again
    }

    /** All but the first and the last of four rules want what the first is computing; each that is put off was begun. */
    @Test
    void whatIsShownNeverGoesBackWhileRulesArePutOff() {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "skipped: rules run one after the other on one processor");
        CountDownLatch other = new CountDownLatch(1);
        Result<Boolean> wanted = Result.of(analysis -> {
            await(other);
            return true;
        });
        Consumer<Analysis> wants = analysis -> assertThat(analysis.get(wanted)).isTrue();
        List<Double> shown = Collections.synchronizedList(new ArrayList<>());
        Progress progress = new Progress() {
            @Override
            public void report(String task, double fraction) {
                if (task.equals("Looking for findings")) {
                    shown.add(fraction);
                }
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
        context(progress).get(RuleSet.of(List.of(does("a", wants), does("b", analysis -> other.countDown()), does("c", wants),
                does("d", wants))));
        assertThat(shown).hasSizeGreaterThan(4).isSorted().endsWith(1.0);
    }

    @Test
    void whatWaitsWhileOneBreaksIsNotBegunOnceMore() {
        Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "skipped: rules run one after the other on one processor");
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        AtomicReference<Thread> breaks = new AtomicReference<>();
        Result<Boolean> wanted = Result.of(analysis -> {
            computing.countDown();
            await(refused);
            throw new OutOfMemoryError("of a test");
        });
        AtomicInteger asked = new AtomicInteger();
        Rule first = does("a", analysis -> {
            breaks.set(Thread.currentThread());
            analysis.get(wanted);
        });
        Rule last = does("b", analysis -> {
            asked.incrementAndGet();
            await(computing);
            try {
                analysis.get(wanted);
            } finally {
                refused.countDown();
                untilItHasBroken(breaks.get());
            }
        });
        assertThatThrownBy(() -> context(Progress.NONE).get(RuleSet.of(List.of(first, last)))).isInstanceOf(OutOfMemoryError.class);
        assertThat(asked).hasValue(1);
    }

    /** The first thread of those that share out rules waits for the others once it does nothing more. */
    private static void untilItHasBroken(Thread thread) {
        while (Stream.of(thread.getStackTrace()).noneMatch(
                frame -> frame.getClassName().equals(SideBySide.class.getName()) && frame.getMethodName().equals("join"))) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Rule does(String id, Consumer<Analysis> work) {
        return says(id, analysis -> {
            work.accept(analysis);
            return List.of();
        });
    }

    private static Rule asks(String id, RuleSet[] wanted) {
        return says(id, analysis -> analysis.get(wanted[0]).findings());
    }

    private static Rule says(String id, Function<Analysis, List<Finding>> work) {
        return new Rule() {
            @Override
            public RuleInfo info() {
                return new Told(id, RuleOutcome.of(List.of(), ""), null).info();
            }

            @Override
            public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
                return RuleOutcome.of(work.apply(analysis), "");
            }
        };
    }
}
