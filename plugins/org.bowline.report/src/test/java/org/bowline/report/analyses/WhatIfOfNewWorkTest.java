/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.rows.WhatIfRow;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** A server has nothing to do for most of the time: that is the longest wait, and not one to make shorter. */
class WhatIfOfNewWorkTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int client = builder.thread(host, 10, 10, "client");
    private final int server = builder.thread(host, 11, 11, "server");

    WhatIfOfNewWorkTest() {
        for (int i = 0; i < 5; i++) {
            long from = i * 100L;
            builder.segment(client, from, from + 80, ThreadState.RUNNING, -1);
            builder.blocked(client, from + 80, from + 100, Cause.THREAD, server, Timeline.NONE, -1);
            builder.blocked(server, from, from + 80, Cause.THREAD, client, Timeline.NONE, -1);
            builder.segment(server, from + 80, from + 100, ThreadState.RUNNING, -1);
        }
    }

    private Analysis analysis(String... newWork) {
        Question question = Question.ALL.within(0, 500).with(NewWork.NEW_WORK, NewWork.NEW_WORK.read(List.of(newWork)));
        return Analysis.of(builder.build(0, 500)).question(question).build();
    }

    private static List<String> rows(Analysis analysis) {
        return new WhatIfDescriptor().tables().get(0).rows().apply(analysis).stream().map(WhatIfRow.class::cast)
                .filter(row -> row.kind().equals("edge")).map(row -> row.source().name() + ' ' + row.newWork()).toList();
    }

    private static String text(Analysis analysis) throws IOException {
        StringBuilder out = new StringBuilder();
        new WhatIfDescriptor().text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10);
        return out.toString();
    }

    @Test
    void waitsForNewWorkComeLastAndAreMarked() throws IOException {
        assertThat(rows(analysis())).containsExactly("server ", "client ");
        assertThat(rows(analysis("server,client"))).containsExactly("client ", "server marked");
        assertThat(text(analysis("server,client"))).contains("waits of server (A:11) for client (A:10), for new work",
                "1 wait is for new work and listed last: such a wait ends when there is something to do, and is not worth making shorter.");
        assertThat(text(analysis())).doesNotContain("new work");
    }
}
