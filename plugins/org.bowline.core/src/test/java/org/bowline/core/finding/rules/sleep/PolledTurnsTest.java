/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.recording.MissingEventsTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class PolledTurnsTest extends SentenceTable {
    /** Whose words are in the table of this class. */
    public static final Set<String> FILES = Set.of("PolledTurns", "TakenInTurn");
    private static final PolledTurns RULE = new PolledTurns();
    private static final String NONE = "no threads of one name or process look by the clock, for 20.0 % of the range, whether they may have what another one of them has";

    /** What threads do that sleep again and again. */
    public enum How {
        /** They try a lock, hold it for 6 ms of work, and sleep for 8 ms where another one has it. */
        LOCK,
        /** The same, and sleep for 5 ms while they hold it. */
        SLEEPING_HOLDER,
        /** The same as LOCK; each sleep is twice as long as the one before, up to 16 ms. */
        BACK_OFF,
        /** The same as LOCK; a look takes 2 ms, as it asks a server. */
        SERVER,
        /** The same as LOCK, by threads of one process that have other names. */
        OTHER_NAMES,
        /** The same as LOCK, by processes that are started for each sleep. */
        SCRIPT,
        /** They look for jobs, of which one comes every 3 ms and takes 6 ms. */
        JOBS,
        /** The same, and one comes every 40 ms. */
        FEW_JOBS,
        /** The same, at any times, so many a second as chance decides. */
        RANDOM_JOBS,
        /** Each works for 3 ms every 20 ms, 5 ms after the one before. */
        TICKS
    }

    /** Threads in simulated time, and what they really do. */
    private static final class Simulation {
        private final Stage stage = new Stage();
        private final How how;
        private final Random random;
        private final int[] threads;
        private final int[] timers = new int[2];
        private final long[] awake;
        private final long[] wantsSince;
        private final int[] failures;
        private final int[] rounds;
        private int holder = -1;
        private long freeAt;
        private long freeSince;
        private long inVain;
        private long lost;
        private int jobs;
        private long nextJob = 1_000;
        private final long betweenJobs;

        Simulation(How how, int threads, int hosts, long seed) {
            this.how = how;
            this.random = new Random(seed);
            betweenJobs = how == How.JOBS ? 3_000 : how == How.FEW_JOBS ? 40_000 : 2_000 + random.nextInt(30_000);
            this.threads = new int[threads];
            awake = new long[threads];
            wantsSince = new long[threads];
            failures = new int[threads];
            rounds = new int[threads];
            for (int host = 0; host < hosts; host++) {
                stage.host(String.valueOf((char) ('A' + host)));
                timers[host] = stage.builder.resource(host, VertexKind.TIMER, "timer");
            }
            for (int i = 0; i < threads; i++) {
                this.threads[i] = stage.thread(i % hosts, how == How.SCRIPT ? 10 + i : 5 + i % hosts,
                        how == How.OTHER_NAMES ? List.of("reads", "writes", "sweeps", "copies", "counts").get(i) : "taker-" + i);
                awake[i] = 1_000 + 5_000L * i;
                wantsSince[i] = -1;
                sleeps(i, awake[i]);
            }
        }

        private void sleeps(int i, long until) {
            if (how == How.SCRIPT && stage.told(threads[i]) > 0) {
                long from = stage.told(threads[i]);
                int child = stage.thread(0, 100 + stage.count(), "sleep", from);
                stage.builder.parent(child, threads[i]);
                stage.runs(child, from + 100).waits(child, Cause.TIMER, timers[0], Timeline.NONE, until - 100).runs(child, until);
                stage.waits(threads[i], child, until);
            } else {
                stage.waits(threads[i], Cause.TIMER, timers[i % timersUsed()], Timeline.NONE, until);
            }
            awake[i] = until;
        }

        private int timersUsed() {
            return timers[1] == 0 ? 1 : 2;
        }

        private long around(long micros) {
            return micros + random.nextInt((int) (micros / 20) + 1);
        }

        /** Lets the thread that wakes first do what it does, until each has done that so often. */
        Simulation run(int times) {
            while (Arrays.stream(rounds).anyMatch(done -> done < times)) {
                int i = 0;
                for (int other = 1; other < threads.length; other++) {
                    i = awake[other] < awake[i] ? other : i;
                }
                wakes(i);
            }
            return this;
        }

        private void wakes(int i) {
            long now = awake[i];
            if (how == How.TICKS) {
                stage.runs(threads[i], now + around(3_000));
                sleeps(i, now + 20_000);
                rounds[i]++;
                return;
            }
            for (; nextJob <= now; nextJob += how == How.RANDOM_JOBS ? 1 + random.nextInt((int) betweenJobs * 2) : betweenJobs) {
                jobs++;
            }
            boolean forJobs = how == How.JOBS || how == How.FEW_JOBS || how == How.RANDOM_JOBS;
            if (forJobs ? jobs > 0 : now >= freeAt) {
                turn(i, now);
                jobs--;
            } else {
                long look = how == How.SERVER ? around(2_000) : how == How.SCRIPT ? 200 : 30;
                stage.runs(threads[i], now + look);
                inVain++;
                wantsSince[i] = wantsSince[i] < 0 ? now : wantsSince[i];
                failures[i] = Math.min(4, failures[i] + 1);
                rounds[i] += forJobs ? 1 : 0;
                sleeps(i, stage.told(threads[i]) + around(how == How.BACK_OFF ? 1_000L << failures[i] : 8_000));
            }
        }

        private void turn(int i, long now) {
            if (holder >= 0) {
                long since = Arrays.stream(wantsSince).filter(wants -> wants >= 0).min().orElse(now);
                lost += Math.max(0, now - Math.max(freeSince, since));
            }
            long held = around(how == How.SERVER ? 12_000 : 6_000);
            if (how == How.SLEEPING_HOLDER) {
                stage.runs(threads[i], now + 300);
                stage.waits(threads[i], Cause.TIMER, timers[i % timersUsed()], Timeline.NONE, now + held - 200);
            }
            stage.runs(threads[i], now + held);
            holder = i;
            freeAt = now + held;
            freeSince = freeAt;
            wantsSince[i] = -1;
            failures[i] = 0;
            rounds[i]++;
            sleeps(i, freeAt + around(3_000));
        }
    }

    /** Threads that do so, on so many hosts. */
    public static Stage takers(How how, int threads, int hosts, int times) {
        return new Simulation(how, threads, hosts, 1).run(times).stage;
    }

    @Override
    protected Set<String> files() {
        return FILES;
    }

    @Override
    protected List<Row> rows() {
        Analysis lock = of(takers(How.LOCK, 4, 1, 30));
        Analysis jobs = of(takers(How.JOBS, 4, 1, 30));
        Analysis hosts = of(takers(How.SERVER, 4, 2, 30));
        Analysis guess = Analysis.of(lock.timeline()).recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS))).build();
        return List.of(
                new Row(RULE, " take turns at something that only one of them has at a time, and look by the clock whether it is free: ",
                        lock, jobs),
                new Row(RULE, " times another one had it, and who looked slept again, for 8.", lock, jobs),
                new Row(RULE, " of the range, at least one of them waits for its turn like that, and in ", hosts, jobs),
                new Row(RULE, " none of them has it meanwhile. During a turn ", hosts,
                        jobs),
                new Row(RULE, " During a turn whoever has it is at work for 100 % of that time.", lock,
                        of(takers(How.SLEEPING_HOLDER, 4, 1, 30))),
                new Row(RULE, " If each were woken when it is free, the work would be at most ", hosts, jobs),
                new Row(RULE, Rule.NO_WAKERS, guess, lock), new Row(RULE, NONE, jobs, lock));
    }

    @RepeatedTest(12)
    void whatIsToldIsWhatASimulationDid(RepetitionInfo info) {
        for (How how : new How[] {How.LOCK, How.SLEEPING_HOLDER, How.BACK_OFF, How.SERVER, How.OTHER_NAMES, How.SCRIPT}) {
            int threads = 3 + info.getCurrentRepetition() % 3;
            Simulation simulation = new Simulation(how, threads, how == How.SERVER ? 2 : 1, info.getCurrentRepetition()).run(30);
            Analysis analysis = of(simulation.stage);
            RuleOutcome outcome = Stage.see(RULE, analysis, RuleSettings.STANDARD);
            assertThat(outcome.findings()).as("%s, seed %d", how, info.getCurrentRepetition()).singleElement().satisfies(finding -> {
                assertThat(told(finding, "free: ([0-9]+) times")).isBetween(0.9 * simulation.inVain, 1.02 * simulation.inVain);
                double lost = told(finding, "at most ([0-9.]+) %");
                assertThat(lost).isCloseTo(100.0 * simulation.lost * Stage.US / analysis.rangeNanos(),
                        offset(how == How.SERVER ? 6.0 : 3.0));
            });
        }
    }

    @Test
    void allOfTheTimeIsToldThoughSomeOfItIsLookedAtFirst() {
        for (How how : new How[] {How.LOCK, How.SCRIPT}) {
            Simulation simulation = new Simulation(how, 4, 1, 1).run(600);
            assertThat(simulation.inVain).isGreaterThan(TakenInTurn.MOST_SLEEPS);
            assertThat(simulation.stage.see(RULE).findings()).singleElement()
                    .satisfies(finding -> assertThat(told(finding, "free: ([0-9]+) times")).isBetween(0.9 * simulation.inVain,
                            1.02 * simulation.inVain));
        }
    }

    private static double told(Finding finding, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(finding.summary());
        assertThat(matcher.find()).as(finding.summary()).isTrue();
        return Double.parseDouble(matcher.group(1));
    }

    @RepeatedTest(12)
    void whoTakesWhatIsThereForSeveralIsNotTold(RepetitionInfo info) {
        for (How how : new How[] {How.JOBS, How.FEW_JOBS, How.TICKS}) {
            Simulation simulation = new Simulation(how, 3 + info.getCurrentRepetition() % 3, 1, info.getCurrentRepetition()).run(60);
            assertThat(simulation.stage.see(RULE).findings()).as("%s, seed %d", how, info.getCurrentRepetition()).isEmpty();
        }
    }

    @Test
    void whoTakesJobsThatComeAtAnyTimeIsNotTold() {
        for (int seed = 0; seed < 300; seed++) {
            Simulation simulation = new Simulation(How.RANDOM_JOBS, 2 + seed % 5, 1, seed).run(60);
            assertThat(simulation.stage.see(RULE).findings()).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    void aLockThatIsTriedIsTold() {
        assertThat(takers(How.LOCK, 4, 1, 30).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("A:taker-0");
            assertThat(finding.evidence()).hasSize(4);
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void oneThreadHasNobodyToWaitFor() {
        assertThat(takers(How.LOCK, 1, 1, 30).see(RULE).reason()).isEqualTo(NONE);
    }
}
