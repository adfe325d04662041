/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Who shares a sleep in made-up sums of waits, against the definition: round by round, until nobody is taken out any more. */
class SharedSleepTest {
    /** One thread waits for another one for so long in all. */
    private record Pair(int waiter, int target, long nanos) {}

    /** Threads of two processes and two names, with what they wait for. */
    private static final class Case {
        private final Timeline timeline;
        private final long[] slept;
        private final long[] waited;
        private final List<Pair> pairs = new ArrayList<>();

        Case(Random random) {
            TimelineBuilder builder = new TimelineBuilder();
            int host = builder.host("A");
            int threads = 2 + random.nextInt(8);
            slept = new long[threads];
            waited = new long[threads];
            for (int i = 0; i < threads; i++) {
                int thread = builder.thread(host, 100 + i, 10 + random.nextInt(2), random.nextInt(4) == 0 ? "other" : "pool-" + i);
                builder.segment(thread, 0, 10, ThreadState.RUNNING, -1);
                slept[i] = random.nextInt(2_000);
                waited[i] = slept[i];
            }
            for (int waiter = 0; waiter < threads; waiter++) {
                for (int target = 0; target < threads; target++) {
                    if (waiter != target && random.nextInt(3) == 0) {
                        Pair pair = new Pair(waiter, target, random.nextInt(random.nextInt(3) == 0 ? 600 : 30));
                        pairs.add(pair);
                        waited[waiter] += pair.nanos;
                    }
                }
                waited[waiter] = random.nextInt(6) == 0 ? 0 : waited[waiter]; // busy: it is none of them
            }
            timeline = builder.build();
        }

        private boolean isOfOnePool(Pair pair) {
            return timeline.pid(pair.waiter) == timeline.pid(pair.target)
                    && timeline.name(pair.waiter).startsWith("pool") == timeline.name(pair.target).startsWith("pool");
        }

        List<Boolean> found() {
            SharedSleep shared = new SharedSleep(timeline, new Alike(timeline));
            pairs.forEach(pair -> shared.add(pair.waiter, pair.target, pair.nanos));
            shared.find(thread -> waited[thread], thread -> slept[thread]);
            List<Boolean> all = new ArrayList<>();
            for (int thread = 0; thread < slept.length; thread++) {
                all.add(shared.has(thread));
            }
            return all;
        }

        private String pool(int thread) {
            return timeline.pid(thread) + " " + timeline.name(thread).startsWith("pool");
        }

        private boolean[] withoutAwaitedPools(boolean[] in, long[] outside) {
            boolean[] rest = new boolean[in.length];
            for (int thread = 0; thread < in.length; thread++) {
                long sum = 0;
                long longest = 0;
                for (int other = 0; other < in.length; other++) {
                    if (in[other] && pool(other).equals(pool(thread))) {
                        sum += outside[other];
                        longest = Math.max(longest, waited[other]);
                    }
                }
                rest[thread] = in[thread] && sum * 20 < longest;
            }
            return rest;
        }

        List<Boolean> defined() {
            boolean[] in = new boolean[slept.length];
            for (Pair pair : pairs) {
                if (isOfOnePool(pair)) {
                    in[pair.waiter] = waited[pair.waiter] > 0;
                    in[pair.target] = waited[pair.target] > 0;
                }
            }
            boolean changed = true;
            long[] lastOutside = new long[slept.length];
            while (changed) {
                boolean[] next = in.clone();
                long[] inside = slept.clone();
                long[] outside = new long[slept.length];
                for (Pair pair : pairs) {
                    if (in[pair.waiter] && in[pair.target] && isOfOnePool(pair)) {
                        inside[pair.waiter] += pair.nanos;
                    } else {
                        outside[pair.target] += pair.nanos;
                    }
                }
                changed = false;
                for (int thread = 0; thread < in.length; thread++) {
                    next[thread] &= inside[thread] >= waited[thread] / 10 * 8 && outside[thread] * 20 < waited[thread];
                    changed |= next[thread] != in[thread];
                }
                in = next;
                lastOutside = outside;
            }
            in = withoutAwaitedPools(in, lastOutside);
            List<Boolean> all = new ArrayList<>();
            for (int thread = 0; thread < in.length; thread++) {
                int one = thread;
                boolean[] last = in;
                all.add(in[thread] && pairs.stream().anyMatch(
                        pair -> (pair.waiter == one || pair.target == one) && last[pair.waiter] && last[pair.target] && isOfOnePool(pair)));
            }
            return all;
        }
    }

    @Test
    void theSameAreFoundAsByTheDefinition() {
        int shared = 0;
        for (int i = 0; i < 20_000; i++) {
            long seed = Seeds.of(i);
            Case one = new Case(new Random(seed));
            List<Boolean> found = one.found();
            assertThat(found).as(Seeds.name(seed)).isEqualTo(one.defined());
            shared += found.contains(true) ? 1 : 0;
        }
        assertThat(shared).as("cases in which some share a sleep").isBetween(1_000, 19_000);
    }
}
