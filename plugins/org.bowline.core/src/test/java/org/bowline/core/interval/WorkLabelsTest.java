/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkLabelsTest {
    private static NamedInterval interval(String key, long begin, long end) {
        return new NamedInterval("x", key, 0, 1, begin, end);
    }

    @Test
    void inAPoolTheTimeFromHandOverToPickUpIsQueueing() {
        WorkLabels labels = new WorkLabels();
        labels.begun(10, 1, "a");
        labels.switched(13, 1, null); // put into the queue
        labels.switched(20, 2, "a"); // picked up by a worker
        labels.ended(28, 2, "a");
        assertThat(labels.finish().of(interval("a", 10, 28))).isEqualTo(new WorkLabels.Work(11, 7, 2));
    }

    @Test
    void aThreadThatWorksForManyInTurnWorksForOneAtATime() {
        WorkLabels labels = new WorkLabels();
        labels.begun(0, 1, "a");
        labels.begun(5, 1, "b");
        labels.switched(8, 1, "a");
        labels.switched(9, 1, "b");
        labels.ended(12, 1, "b");
        labels.switched(13, 1, "a");
        labels.ended(20, 1, "a");
        labels.finish();
        assertThat(labels.of(interval("a", 0, 20))).isEqualTo(new WorkLabels.Work(5 + 1 + 7, 7, 3));
        assertThat(labels.of(interval("b", 5, 12))).isEqualTo(new WorkLabels.Work(6, 1, 2));
    }

    @Test
    void twoThreadsThatWorkForItAtOnceAreNotCountedTwice() {
        WorkLabels labels = new WorkLabels();
        labels.switched(0, 1, "a");
        labels.switched(4, 2, "a");
        labels.switched(6, 1, null);
        labels.switched(9, 2, null);
        assertThat(labels.finish().of(interval("a", 0, 10))).isEqualTo(new WorkLabels.Work(9, 1, 2));
    }

    @Test
    void ofIntervalsThatNobodySwitchedToOrFromNothingIsTold() {
        WorkLabels labels = new WorkLabels();
        labels.begun(0, 1, "a");
        labels.ended(9, 2, "a");
        labels.finish();
        assertThat(labels.isEmpty()).isTrue();
        assertThat(labels.of(interval("a", 0, 9))).isNull();
        assertThat(labels.of(interval("unknown", 0, 9))).isNull();
    }

    @Test
    void whereEventsWereLostNothingIsTold() {
        WorkLabels labels = new WorkLabels();
        labels.switched(0, 1, "a");
        labels.lost(10, 20);
        labels.switched(30, 1, "a");
        labels.switched(40, 1, "b");
        labels.switched(50, 1, null);
        labels.finish();
        assertThat(labels.of(interval("a", 0, 10))).isEqualTo(new WorkLabels.Work(10, 0, 1));
        assertThat(labels.of(interval("a", 5, 11))).isNull();
        assertThat(labels.of(interval("a", 19, 40))).isNull();
        assertThat(labels.of(interval("a", 20, 40))).isEqualTo(new WorkLabels.Work(10, 10, 1));
        assertThat(labels.of(interval("b", 40, 50))).isEqualTo(new WorkLabels.Work(10, 0, 1));
    }

    /** The label of each thread is kept for each nanosecond. */
    @Test
    void randomLabelsGiveWhatCountingNanosecondsGives() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String[] names = {"a", "b", "c", "d"};
        for (int round = 0; round < 500; round++) {
            WorkLabels labels = new WorkLabels();
            int end = 60;
            @Nullable String[][] of = new String[3][end];
            boolean[] switched = new boolean[names.length];
            for (int thread = 0; thread < of.length; thread++) {
                @Nullable String now = null;
                for (int time = 0; time < end; time++) {
                    int dice = random.nextInt(12);
                    if (dice < names.length) {
                        switched[dice] = true;
                        mark(names, switched, now);
                        now = names[dice];
                        labels.switched(time, thread, now);
                    } else if (dice == 4) {
                        mark(names, switched, now);
                        now = null;
                        labels.switched(time, thread, null);
                    } else if (dice == 5) {
                        now = names[random.nextInt(names.length)];
                        labels.begun(time, thread, now);
                    } else if (dice == 6) {
                        String ended = names[random.nextInt(names.length)];
                        labels.ended(time, thread, ended);
                        now = ended.equals(now) ? null : now;
                    }
                    of[thread][time] = now;
                }
            }
            labels.finish();
            for (int i = 0; i < names.length; i++) {
                int from = random.nextInt(end - 1);
                int to = from + 1 + random.nextInt(end - from - 1);
                String name = names[i];
                long service = 0;
                for (int time = from; time < to; time++) {
                    int at = time;
                    service += Arrays.stream(of).anyMatch(one -> name.equals(one[at])) ? 1 : 0;
                }
                WorkLabels.Work work = labels.of(interval(name, from, to));
                if (!switched[i]) {
                    assertThat(work).as("seed %d, round %d, %s", seed, round, name).isNull();
                } else {
                    assertThat(work).isNotNull();
                    assertThat(new long[] {work.serviceNanos(), work.queueNanos()}).as("seed %d, round %d, %s", seed, round, name)
                            .containsExactly(service, to - from - service);
                }
            }
        }
    }

    private static void mark(String[] names, boolean[] switched, @Nullable String left) {
        if (left != null) {
            switched[Arrays.asList(names).indexOf(left)] = true;
        }
    }
}
