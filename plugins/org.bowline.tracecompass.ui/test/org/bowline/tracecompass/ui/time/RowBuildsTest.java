/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.provider.AnalysisAccess.Phase;

/** Which build of a time graph's rows counts. */
final class RowBuildsTest {
    private final RowBuilds builds = new RowBuilds();
    private final List<String> ended = new ArrayList<>();

    @Test
    void theTracesAreReadBeforeTheRowsAreBuiltAndWithoutAResultThereAreNone() {
        assertThat(RowBuilds.step(Phase.RUNNING)).isEqualTo(RowBuilds.Step.READ);
        assertThat(RowBuilds.step(Phase.DONE)).isEqualTo(RowBuilds.Step.BUILD);
        assertThat(RowBuilds.step(Phase.FAILED)).isEqualTo(RowBuilds.Step.NOTHING);
        assertThat(RowBuilds.step(Phase.CANCELLED)).isEqualTo(RowBuilds.Step.NOTHING);
        assertThat(RowBuilds.step(null)).isEqualTo(RowBuilds.Step.NOTHING);
    }

    @Test
    void aBuildThatAnotherOneOvertookIsNotTheLast() {
        NullProgressMonitor first = new NullProgressMonitor();
        NullProgressMonitor second = new NullProgressMonitor();
        builds.run(first, () -> {
            builds.run(second, () -> {
                builds.cancel();
                assertThat(builds.isRunning()).isTrue();
            }, last -> ended.add("second " + last));
            assertThat(builds.isRunning()).isFalse();
        }, last -> ended.add("first " + last));
        assertThat(ended).containsExactly("second true", "first false");
        assertThat(second.isCanceled()).as("the newest is stopped").isTrue();
        assertThat(first.isCanceled()).isFalse();
    }

    /** On a busy machine the job of the first begins, and is stopped, before it comes here. */
    @Test
    void aBuildThatWasStoppedBeforeItBeganDoesNotOvertakeTheOneThatWasAskedForAfterIt() {
        NullProgressMonitor first = new NullProgressMonitor();
        NullProgressMonitor second = new NullProgressMonitor();
        first.setCanceled(true);
        builds.run(second, () -> builds.run(first, () -> {
            assertThat(builds.isRunning()).isTrue();
        }, last -> ended.add("first " + last)), last -> ended.add("second " + last));
        assertThat(ended).containsExactly("first false", "second true");
        assertThat(builds.isRunning()).isFalse();
    }

    /** Else the view would wait for ever after a person stopped it. */
    @Test
    void aBuildThatIsStoppedAndAloneEndsAsTheLast() {
        NullProgressMonitor stopped = new NullProgressMonitor();
        stopped.setCanceled(true);
        builds.run(stopped, () -> assertThat(builds.isRunning()).isTrue(), last -> ended.add("it " + last));
        assertThat(ended).containsExactly("it true");
        assertThat(builds.isRunning()).isFalse();
    }

    @Test
    void aBuildThatFailsHasEnded() {
        assertThatThrownBy(() -> builds.run(new NullProgressMonitor(), () -> {
            throw new IllegalStateException("closed");
        }, last -> ended.add("it " + last))).hasMessage("closed");
        assertThat(ended).containsExactly("it true");
        assertThat(builds.isRunning()).isFalse();
        builds.cancel();
    }
}
