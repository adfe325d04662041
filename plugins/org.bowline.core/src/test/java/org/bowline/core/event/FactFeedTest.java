/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.trace.CtfTrace;

/** A thread that decodes ends whether or not somebody hears what it has to say. */
final class FactFeedTest {
    @Test
    void aFeedThatNobodyHearsEndsWhenItIsStopped() throws IOException {
        try (Experiment experiment = Experiment.open(List.of(Recordings.own("tagged-server")), OpenOptions.DEFAULT, Progress.NONE)) {
            // four times the facts: more than its batches have room for, so it waits for room until it is stopped
            FactFeed feed = new FactFeed(sources(experiment, 4), Coverage.whole(), Progress.NONE);
            feed.stop();
            feed.join();
            assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).doesNotContain("bowline-decoder");
        }
    }

    @Test
    void factsUpToATimeAreToldAndNoneAfterIt() throws IOException {
        try (Experiment experiment = Experiment.open(List.of(Recordings.own("tagged-server")), OpenOptions.DEFAULT, Progress.NONE)) {
            FactFeed feed = new FactFeed(sources(experiment, 1), Coverage.whole(), Progress.NONE);
            List<String> told = new ArrayList<>();
            feed.begin();
            long first = feed.nextNanos();
            while (feed.hasNext() && feed.nextNanos() == first) {
                feed.tell(ToldFacts.sink(told::add), first);
            }
            assertThat(told).isNotEmpty().allMatch(fact -> fact.contains(Long.toString(first)));
            while (feed.hasNext()) {
                assertThat(feed.nextNanos()).isGreaterThan(first);
                feed.tell(ToldFacts.sink(told::add), Long.MAX_VALUE);
            }
            feed.join();
            assertThat(feed.facts()).isPositive();
            assertThat(feed.lastEventNanos()).isGreaterThan(first);
        }
    }

    private static List<KernelSource> sources(Experiment experiment, int times) throws IOException {
        List<CtfTrace> traces = experiment.hosts().get(0).traces().stream().filter(trace -> trace.domain() == OpenTrace.Domain.KERNEL)
                .flatMap(trace -> Collections.nCopies(times, trace.ctf()).stream()).toList();
        return KernelSource.of(traces, new long[traces.size()], Progress.NONE);
    }
}
