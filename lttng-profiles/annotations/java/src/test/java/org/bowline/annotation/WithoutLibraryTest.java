/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

/** What a program is promised where nothing can be recorded. With a session daemon: org.bowline.tests.recording. */
final class WithoutLibraryTest {
    private static final Label GET = Label.of("GET");

    @Test
    void whatIsMissingIsSaid() {
        assertThat(Annotations.isAvailable()).isFalse();
        assertThat(Annotations.absence()).contains("bowline-annotation-jni").contains("bowline.annotation.library");
        assertThat(Annotations.isRecording()).isFalse();
    }

    @Test
    void everyCallDoesNothing() {
        try (Interval interval = Interval.start(GET); Tag tag = Tag.push(GET)) {
            interval.enter();
            Interval.leave();
            Tag.switchTo(GET);
            Waits.spinBegin(Waits.object(tag), Waits.threadId());
            Waits.spinEnd(Waits.object(tag), true);
            Waits.falseWakeup(0);
            assertThat(interval.id()).isZero();
        }
    }

    @Test
    void aSizeIsZeroOrMore() {
        try (Interval none = Interval.start(GET, 0); Interval given = Interval.start(7, GET, Long.MAX_VALUE)) {
            assertThat(none.id()).isZero();
            assertThat(given.id()).isEqualTo(7);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.start(GET, -1)).withMessageContaining("size=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.start(7, GET, -1)).withMessageContaining("size=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.start(0, GET, 1)).withMessageContaining("must not be 0");
    }

    @Test
    void anIntervalWithAnIdKeepsItUntilItEnds() {
        Interval interval = Interval.start(-1, GET);
        assertThat(interval.id()).isEqualTo(-1);
        interval.close();
        assertThat(interval.id()).isZero();
        interval.close();
        assertThat(Interval.begunElsewhere(7).id()).isEqualTo(7);
        assertThat(Interval.begunElsewhere(0)).isSameAs(Interval.start(GET));
        assertThatIllegalArgumentException().isThrownBy(() -> Interval.start(0, GET)).withMessageContaining("0");
    }

    @Test
    void aTextHasOneLabelWhoeverAsks() {
        List<Label> labels = IntStream.range(0, 1000).parallel().mapToObj(i -> Label.of("asked " + i % 10)).toList();
        assertThat(labels).doesNotContainNull();
        assertThat(labels.stream().distinct()).hasSize(10);
        assertThat(Label.of("GET")).isSameAs(GET).hasToString("GET");
        assertThatIllegalArgumentException().isThrownBy(() -> Label.of("a\0b")).withMessageContaining("a?b");
    }

    @Test
    @SuppressWarnings("try") // scopes without a use of their object are what tags are for
    void nothingIsAllocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] allocated = new long[3]; // the first rounds load classes
        for (int round = 0; round < allocated.length; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                try (Interval interval = Interval.start(GET); Tag tag = Tag.push(GET)) {
                    interval.enter();
                    Waits.falseWakeup(0);
                }
            }
            allocated[round] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated[2]).isLessThan(10_000);
    }
}
