/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalProposals;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** Which pairs of events are proposed as units of work. */
class IntervalProposalsTest {
    @TempDir private Path directory;
    private final CtfDeclaration declaration = new CtfDeclaration().clock(new UUID(1, 2), 1_000_000_000L, 1_700_000_000L, 0)
            .env("hostname", "h").env("domain", "ust").env("kernel_release", "6.1.0");

    private List<IntervalProposal> proposed() throws IOException {
        try (Experiment experiment = Recording.open(directory)) {
            return IntervalProposals.of(experiment, Progress.NONE);
        }
    }

    /** Writes events with their values, a microsecond apart. */
    private final class Writer implements AutoCloseable {
        private final CtfWriter writer;
        private final CtfStreamWriter out;
        private long time = 1000;

        Writer(CtfDeclaration of) throws IOException {
            writer = new CtfWriter(directory.resolve("trace"), of, CtfWriter.Metadata.TEXT, 4096, false);
            out = writer.stream("chan_0", 0);
        }

        void write(Event event, Object... values) throws IOException {
            out.begin(event, time += 1000);
            for (Object value : values) {
                if (value instanceof String text) {
                    out.text(text);
                } else {
                    out.integer(((Number) value).longValue());
                }
            }
            out.end();
        }

        @Override
        public void close() throws IOException {
            writer.close();
        }
    }

    @Test
    void theRequestsOfTheSampleAreProposedWithTheirNumberAsTheKeyAndAsManyAsThereAre() throws IOException {
        try (Experiment experiment = Recording.open(Recording.own("three-tier"))) {
            List<IntervalProposal> proposed = IntervalProposals.of(experiment, Progress.NONE);
            IntervalProposal requests = proposed.stream().filter(one -> one.spec().beginEvent().equals("wl:req_begin")).findFirst()
                    .orElseThrow();
            assertThat(requests.spec().endEvent()).isEqualTo("wl:req_end");
            assertThat(requests.spec().keyField()).isEqualTo("req");
            MatchedIntervals matched = experiment.read(Progress.NONE).intervals(requests.spec(), Progress.NONE);
            assertThat(requests.pairs()).isEqualTo(matched.intervals().size());
            assertThat(requests.repeated()).isZero();
            assertThat(proposed).extracting(one -> one.spec().beginEvent()).contains("wl:stage_begin")
                    .noneMatch(name -> name.startsWith("lttng"));
        }
    }

    @Test
    void theKeyIsTheFieldThatTellsUnitsApartAndTheLabelTheOneThatSortsThem() throws IOException {
        CtfType.Int number = CtfType.unsigned(32);
        Event begin = declaration.event("app:job_start", "type", number, "cpu", number, "job", number);
        Event end = declaration.event("app:job_done", "job", number, "type", number);
        try (Writer writer = new Writer(declaration)) {
            for (int job = 0; job < 20; job++) {
                writer.write(begin, job % 3, 0, 100 + job);
                if (job != 7) {
                    writer.write(end, 100 + job, job % 3);
                }
            }
        }
        assertThat(proposed()).containsExactly(
                new IntervalProposal(new IntervalSpec("app:job_start", "app:job_done", "job", "type"), 20, 19, 19, 0));
    }

    @Test
    void aTextIsALabelBeforeANumberUnlessEveryUnitHasItsOwn() throws IOException {
        CtfType.Int number = CtfType.unsigned(32);
        Event begin = declaration.event("app:begin", "id", number, "type", number, "url", CtfType.text(), "method", CtfType.text());
        Event end = declaration.event("app:end", "id", number);
        try (Writer writer = new Writer(declaration)) {
            for (int id = 0; id < 60; id++) {
                writer.write(begin, id, id % 2, "/page/" + id, id % 3 == 0 ? "PUT" : "GET");
                writer.write(end, id);
            }
        }
        assertThat(proposed()).extracting(IntervalProposal::spec).containsExactly(new IntervalSpec("app:begin", "app:end", "id", "method"));
    }

    @Test
    void withoutAFieldThatTellsUnitsApartTheThreadIsTheKey() throws IOException {
        Event begin = declaration.event("app:tickBegin", "depth", CtfType.unsigned(8));
        Event end = declaration.event("app:tickEnd", "depth", CtfType.unsigned(8));
        try (Writer writer = new Writer(declaration)) {
            for (int i = 0; i < 10; i++) {
                writer.write(begin, 1);
                writer.write(end, 1);
            }
        }
        assertThat(proposed())
                .containsExactly(new IntervalProposal(new IntervalSpec("app:tickBegin", "app:tickEnd", "", ""), 10, 10, 10, 0));
    }

    @Test
    void annotationsAreTakenWithoutAskingUnlessNoneWasRecordedOrSomebodyDeclines() throws IOException {
        CtfType.Int number = CtfType.unsigned(64);
        Event begin = declaration.event("bowline:interval_begin", "id", number, "label", CtfType.text());
        Event end = declaration.event("bowline:interval_end", "id", number);
        Event other = declaration.event("app:tick", "id", number);
        try (Writer writer = new Writer(declaration)) {
            writer.write(other, 1);
        }
        assertThat(labels(Question.WORK)).isNull();
        try (Writer writer = new Writer(declaration)) {
            writer.write(begin, 1, "get");
            writer.write(end, 1);
        }
        assertThat(labels(Question.WORK)).containsExactly("get");
        assertThat(labels(Question.WORK.with(Question.ANNOTATIONS, Question.Annotations.NEVER))).isNull();
        IntervalSpec own = IntervalSpec.parse("begin=bowline:interval_begin,end=bowline:interval_end,key=id");
        assertThat(labels(Question.WORK.about(List.of(own), Question.Part.WORK))).as("what is named counts, and nothing else")
                .containsExactly("bowline:interval_begin");
    }

    /** Of the intervals that an analysis has; null if it has none. */
    private @Nullable List<String> labels(Question question) throws IOException {
        try (Experiment experiment = Recording.open(directory)) {
            Analysis analysis = Analysis.of(experiment.read(Progress.NONE), question.orAnnotated(experiment), Progress.NONE);
            return analysis.intervalsWanted() ? analysis.matched().intervals().stream().map(NamedInterval::label).toList() : null;
        }
    }

    @Test
    void annotationsComeFirstAsTheyAreMeantAndSpinsLast() throws IOException {
        CtfType.Int number = CtfType.unsigned(64);
        Event request = declaration.event("bowline:interval_begin", "id", number, "label", CtfType.text());
        Event answered = declaration.event("bowline:interval_end", "id", number);
        Event spin = declaration.event("bowline:spin_begin", "object", number, "owner", CtfType.signed(32));
        Event spun = declaration.event("bowline:spin_end", "object", number, "acquired", CtfType.unsigned(8));
        Event begin = declaration.event("app:begin", "id", number);
        Event end = declaration.event("app:end", "id", number);
        try (Writer writer = new Writer(declaration)) {
            writer.write(request, 1, "GET");
            for (int i = 0; i < 5; i++) {
                writer.write(spin, 7, 0);
                writer.write(begin, i);
                writer.write(end, i);
                writer.write(spun, 7, 1);
            }
            writer.write(answered, 1);
        }
        assertThat(proposed()).extracting(IntervalProposal::spec).containsExactly(
                new IntervalSpec("bowline:interval_begin", "bowline:interval_end", "id", "label"),
                new IntervalSpec("app:begin", "app:end", "id", ""),
                new IntervalSpec("bowline:spin_begin", "bowline:spin_end", "", "object"));
    }

    @Test
    void whatOnlyBeginsOrIsCalledAlikeOrIsOfTheTracerIsNotProposed() throws IOException {
        CtfType.Int number = CtfType.unsigned(32);
        Event never = declaration.event("app:load_begin", "id", number);
        declaration.event("app:load_end", "id", number);
        Event weekend = declaration.event("app:weekend", "id", number);
        Event beginner = declaration.event("app:beginner", "id", number);
        Event dump = declaration.event("lttng_ust_statedump:start");
        Event dumped = declaration.event("lttng_ust_statedump:end");
        try (Writer writer = new Writer(declaration)) {
            writer.write(never, 1);
            writer.write(weekend, 1);
            writer.write(beginner, 1);
            writer.write(dump);
            writer.write(dumped);
        }
        assertThat(proposed()).isEmpty();
    }

    @Test
    void whoCancelsGetsNothing() throws IOException {
        Event begin = declaration.event("app:begin", "id", CtfType.unsigned(32));
        Event end = declaration.event("app:end", "id", CtfType.unsigned(32));
        try (Writer writer = new Writer(declaration)) {
            for (int i = 0; i < 20_000; i++) {
                writer.write(begin, i);
                writer.write(end, i);
            }
        }
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        try (Experiment experiment = Recording.open(directory)) {
            assertThatThrownBy(() -> IntervalProposals.of(experiment, cancelled)).isInstanceOf(CancelledException.class);
        }
    }
}
