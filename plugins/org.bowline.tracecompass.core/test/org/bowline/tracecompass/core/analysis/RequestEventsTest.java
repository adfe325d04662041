/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.tracecompass.core.ThreeTier;

/** What is kept of the choice of requests, and what an experiment opens with. */
final class RequestEventsTest {
    private static final IntervalSpec PAIR = IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type");
    @TempDir Path folder;

    private Path file() {
        return folder.resolve(RequestEvents.FILE);
    }

    private RequestEvents.Taken take() {
        return RequestEvents.take(List.of(ThreeTier.folder()), file(), ThreeTier.result(), Progress.NONE);
    }

    @Test
    void whatWasChosenIsTakenAgainAndReadable() throws IOException {
        RequestEvents.keep(file(), List.of(PAIR));
        assertThat(Files.readString(file())).startsWith("# ").endsWith("\n" + PAIR.text() + "\n");
        RequestEvents.Taken taken = take();
        RecordedIntervals read = taken.intervals();
        assertThat(read).isNotNull();
        assertThat(read.specs()).containsExactly(PAIR);
        assertThat(read.count()).isEqualTo(60);
        assertThat(taken.chosen()).isTrue();
        assertThat(taken.caveats()).isEmpty();
    }

    @Test
    void thatThereAreNoRequestsIsAChoiceToo() {
        RequestEvents.keep(file(), List.of());
        RequestEvents.Taken taken = take();
        assertThat(taken.intervals()).isNull();
        assertThat(taken.chosen()).isTrue();
    }

    @Test
    void whereNobodyChoseAndNothingIsAnnotatedThereAreNone() {
        RequestEvents.Taken taken = take();
        assertThat(taken.intervals()).isNull();
        assertThat(taken.chosen()).isFalse();
        assertThat(taken.caveats()).isEmpty();
    }

    @Test
    void aDamagedFileIsToldAndTakesNothing() throws IOException {
        Files.writeString(file(), "begin=a,start=b\n");
        List<Caveat> caveats = new ArrayList<>();
        assertThat(RequestEvents.kept(file(), caveats)).isEmpty();
        assertThat(caveats).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("requests-not-read");
            assertThat(caveat.text()).contains("'start' is not known in an interval").contains("Choose them again in the view Requests");
        });
    }

    @Test
    void linesAreReadAsTheCommandLineReadsThem() {
        assertThat(RequestEvents.specs(List.of("", "# a note", "  " + PAIR.text() + " ", PAIR.text(), "begin=a,end=b")))
                .containsExactly(PAIR, IntervalSpec.parse("begin=a,end=b"));
        assertThatThrownBy(() -> RequestEvents.specs(List.of("begin=a"))).hasMessageContaining("'end' is missing");
    }

    @Test
    void whatTheTracesHaveIsProposedAndRemembered() throws IOException {
        RequestEvents.Proposals proposals = RequestEvents.proposals(List.of(ThreeTier.folder()), ThreeTier.result(), Progress.NONE);
        assertThat(proposals.pairs()).extracting(IntervalProposal::spec).contains(PAIR);
        assertThat(proposals.calls()).as("system calls and packets were recorded")
                .containsExactly(IntervalSpec.ANSWERS, IntervalSpec.ASKS, IntervalSpec.ANSWERED_PACKETS, IntervalSpec.ASKED_PACKETS);
        assertThat(RequestEvents.proposals(List.of(), ThreeTier.result(), Progress.NONE)).isSameAs(proposals);
    }
}
