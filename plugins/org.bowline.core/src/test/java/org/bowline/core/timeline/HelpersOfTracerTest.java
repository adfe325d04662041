/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;

/** What the recorder starts beside the command that it records: the time of these is the tracer's. */
class HelpersOfTracerTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("a");
    private final int other = builder.host("b");

    private int process(int host, int pid, int parent, String name) {
        int thread = builder.thread(host, pid, pid, name);
        builder.parentProcess(thread, parent);
        builder.segment(thread, 0, 100, ThreadState.RUNNING, thread);
        return thread;
    }

    @Test
    void whatLooksForRoomWhileItIsRecordedWorksForTheTracer() {
        process(host, 20, 1, "bowline-record");
        int guards = process(host, 21, 20, "stat");
        int somebodys = process(host, 22, 1, "stat");
        int elsewhere = process(other, 23, 20, "stat");
        int command = process(host, 24, 20, "server");
        ThreadRoles roles = ThreadRoles.of(builder.build());
        assertThat(roles.isOfTracer(guards)).isTrue();
        assertThat(roles.isProgram(somebodys)).isTrue();
        assertThat(roles.isProgram(elsewhere)).isTrue();
        assertThat(roles.isProgram(command)).isTrue();
    }
}
