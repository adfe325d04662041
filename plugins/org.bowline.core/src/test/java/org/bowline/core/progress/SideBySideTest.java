/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** Work of several threads for one that waits. */
class SideBySideTest {
    private static void met(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void allPartsAreRunAtOnceTheFirstInTheThreadThatAsks() {
        CyclicBarrier all = new CyclicBarrier(4); // nobody gets past it unless all are there
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        SideBySide.run("beside", IntStream.range(0, 4).mapToObj(part -> (Runnable) () -> {
            met(all);
            threads.add(Thread.currentThread());
            assertThat(part == 0).isEqualTo(!Thread.currentThread().getName().equals("beside"));
        }).toList());
        assertThat(threads).hasSize(4).contains(Thread.currentThread());
        assertThat(threads).allMatch(thread -> thread == Thread.currentThread() || !thread.isAlive());
    }

    @Test
    void onePartNeedsNoOtherThread() {
        SideBySide.run("beside", List.of(() -> assertThat(Thread.currentThread().getName()).isNotEqualTo("beside")));
    }

    @Test
    void aPartThatFailsStopsNoneOfTheOthersAndTheFirstFailureIsThrown() {
        CountDownLatch done = new CountDownLatch(2);
        Runnable works = done::countDown;
        Runnable fails = () -> {
            throw new IllegalStateException("first");
        };
        Runnable fallsOver = () -> {
            throw new StackOverflowError("second");
        };
        assertThatThrownBy(() -> SideBySide.run("beside", List.of(works, fails, fallsOver, works))).hasMessage("first");
        assertThat(done.getCount()).isZero();
        assertThatThrownBy(() -> SideBySide.run("beside", List.of(fallsOver, fails))).hasMessage("second");
    }

    @Test
    void whoIsInterruptedWaitsAndIsInterruptedStill() {
        CountDownLatch asked = new CountDownLatch(1);
        Runnable waits = () -> {
            try {
                asked.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        try {
            SideBySide.run("beside", List.of(() -> {
                Thread.currentThread().interrupt();
                asked.countDown();
            }, waits));
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
        } finally {
            Thread.interrupted();
        }
    }
}
