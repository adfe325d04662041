/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.Test;

import org.bowline.core.progress.CancelledException;

final class MonitorProgressTest {
    private static final class Recorder extends NullProgressMonitor {
        private final List<String> tasks = new ArrayList<>();
        private double worked;
        private int total;

        @Override
        public void beginTask(String name, int totalWork) {
            total = totalWork;
        }

        @Override
        public void subTask(String name) {
            tasks.add(name);
        }

        @Override
        public void internalWorked(double work) {
            worked += work;
        }

        @Override
        public void worked(int work) {
            worked += work;
        }

        double part() {
            return worked / total;
        }
    }

    private final Recorder monitor = new Recorder();
    private final MonitorProgress progress = new MonitorProgress(monitor);

    @Test
    void aPhaseFillsItsShareOfTheBar() {
        progress.phase(0, 0.1);
        progress.report("find", 1);
        assertThat(monitor.part()).isEqualTo(0.1);
        progress.phase(0.1, 0.8);
        progress.report("read", 0.5);
        assertThat(monitor.part()).isEqualTo(0.45);
        assertThat(progress.fraction()).isEqualTo(0.45);
        progress.phase(0.8, 1);
        assertThat(progress.fraction()).as("a phase that begins has ended the one before").isEqualTo(0.8);
    }

    @Test
    void theBarNeverGoesBackNorBeyondItsPhase() {
        progress.phase(0, 0.5);
        progress.report("read", 0.6);
        progress.report("read", 0.2);
        assertThat(progress.fraction()).isEqualTo(0.3);
        progress.report("read", 7);
        assertThat(progress.fraction()).isEqualTo(0.5);
        progress.report("read", -1);
        assertThat(monitor.part()).isEqualTo(0.5);
    }

    @Test
    void aTaskIsToldWhenItBeginsAndNotAtEveryReport() {
        progress.report("read", 0.1);
        progress.report("read", 0.2);
        progress.report("match", 0);
        assertThat(monitor.tasks).containsExactly("read", "match");
        assertThat(progress.task()).isEqualTo("match");
    }

    @Test
    void theEngineStopsWhenTheMonitorIsCancelled() {
        progress.check();
        monitor.setCanceled(true);
        assertThatThrownBy(progress::check).isInstanceOf(CancelledException.class);
    }

    @Test
    void cancellingIsSeenThroughWhatWrapsIt() {
        CancelledException cancelled = new CancelledException();
        assertThat(MonitorProgress.cancelled(new RuntimeException(new ExecutionException(cancelled)))).isSameAs(cancelled);
        assertThat(MonitorProgress.cancelled(new RuntimeException("cancelled"))).isNull();
        assertThat(MonitorProgress.cancelled(null)).isNull();
    }
}
