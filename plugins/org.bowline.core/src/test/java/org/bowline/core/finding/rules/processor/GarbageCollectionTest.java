/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.lock.LockConvoy;
import org.bowline.core.finding.rules.lock.LockConvoyTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

public class GarbageCollectionTest {
    private static final GarbageCollection RULE = new GarbageCollection();

    /** A program of Java whose handler has memory until 30 ms of 100, and then waits until 70 ms while two threads work at that from 35 to 65 ms. */
    public static Stage program() {
        return program("VM Thread", "handler", "GC Thread#0", "GC Thread#1");
    }

    /** The same with other names, for the thread that the handler waits for, the handler, and those that help. */
    public static Stage program(String coordinator, String handler, String... helpers) {
        return program(coordinator, handler, true, helpers);
    }

    /** The same, but perhaps the handler does not wait. */
    public static Stage program(String coordinator, String handler, boolean waits, String... helpers) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int main = stage.thread(host, 101, "java");
        int vm = stage.thread(host, 101, coordinator);
        int user = stage.thread(host, 101, handler);
        stage.runs(main, 1).runs(vm, 35_000);
        int last = vm;
        for (String helper : helpers) {
            last = stage.thread(host, 101, helper);
            stage.waits(last, vm, 35_000).runs(last, 65_000);
        }
        if (helpers.length > 0) {
            stage.waits(vm, last, 65_000);
        }
        stage.runs(vm, 70_000);
        stage.runs(user, 30_000);
        if (waits) {
            stage.waits(user, vm, 70_000);
        }
        return stage.runs(user, 100_000);
    }

    /** Two handlers wait, and nobody helps the thread that they wait for. */
    public static Stage two() {
        Stage stage = program("VM Thread", "handler");
        int other = stage.thread(0, 101, "handler");
        return stage.runs(other, 50_000).waits(other, 1, 70_000).runs(other, 100_000);
    }

    @Test
    void whoWaitsWhileGarbageIsCollectedIsTold() {
        Finding finding = program().see(RULE).findings().get(0);
        assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(finding.score()).isEqualTo(0.4); // from 30 to 70 ms: the machine's own work in the pause, too
        assertThat(finding.subject()).isEqualTo("h:VM Thread");
        assertThat(finding.estimate()).isTrue();
        assertThat(finding.evidence()).hasSize(3);
    }

    @Test
    void whereNobodyHelpsTheThreadCollectsForWhomAllWait() {
        assertThat(program("VM Thread", "handler").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.score()).isEqualTo(0.4));
    }

    @Test
    void whatIsCollectedWhileNobodyWaitsHarmsNobody() {
        assertThat(program("VM Thread", "handler", false, "GC Thread#0").see(RULE).findings()).isEmpty();
    }

    @Test
    void aProgramWithoutSuchAThreadIsNoneOfJava() {
        assertThat(program("scheduler", "handler", "GC Thread#0").see(RULE).findings()).isEmpty();
    }

    @Test
    void whatTheMachineHasThreadsForItselfMayWait() {
        assertThat(program("VM Thread", "Reference Handl", "GC Thread#0").see(RULE).findings()).isEmpty();
    }

    @Test
    void whatThreadsOfTheMachineHandOnIsNoLock() {
        assertThat(LockConvoyTest.lock(4, 40, 500, true, "thread").see(new LockConvoy()).findings()).isNotEmpty();
        Stage machine = LockConvoyTest.lock(4, 40, 500, true, "GC Thread#");
        machine.runs(machine.thread(0, 1, "VM Thread"), 1);
        assertThat(machine.see(new LockConvoy()).findings()).isEmpty();
    }

    @Test
    void processorsThatAreFullOfGarbageAreAWarningOnly() {
        assertThat(FullProcessorsTest.workers(2, 9_200, "worker", "worker").see(new FullProcessors()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
        assertThat(FullProcessorsTest.workers(2, 9_200, "GC Thread#0", "GC Thread#1").see(new FullProcessors()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL)); // of no machine
        Stage garbage = FullProcessorsTest.workers(2, 9_200, "GC Thread#0", "GC Thread#0");
        int vm = garbage.builder.thread(1, 301, 10, "VM Thread");
        int user = garbage.builder.thread(1, 302, 10, "user");
        garbage.builder.segment(vm, 0, 1_000, ThreadState.RUNNING, 3);
        garbage.builder.blocked(user, 0, 390_000 * Stage.US, Cause.THREAD, vm, Timeline.NONE, 3);
        assertThat(garbage.see(new FullProcessors()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    @Test
    void threadsOfSuchNamesInOtherProgramsAreNoneOfAMachine() {
        assertThat(LockConvoyTest.lock(4, 40, 500, true, "Finalizer").see(new LockConvoy()).findings()).isNotEmpty();
    }

    @Test
    void whatTheMachineDoesItselfInThePauseIsAPartOfIt() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int main = stage.thread(host, 101, "java");
        int vm = stage.thread(host, 101, "VM Thread");
        int user = stage.thread(host, 101, "handler");
        int gc = stage.thread(host, 101, "GC Thread#0");
        stage.runs(main, 1);
        for (int i = 0; i < 10; i++) {
            long t = 10_000L * i;
            stage.runs(user, t + 1_000).waits(user, vm, t + 9_000).runs(user, t + 10_000);
            stage.waits(vm, user, t + 1_000).runs(vm, t + 3_000).waits(gc, vm, t + 3_000).runs(gc, t + 7_000).waits(vm, gc, t + 7_000)
                    .runs(vm, t + 9_000);
        }
        assertThat(stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.score()).isEqualTo(0.8));
    }
}
