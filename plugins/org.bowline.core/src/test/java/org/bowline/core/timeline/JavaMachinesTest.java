/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;

class JavaMachinesTest {
    @Test
    void aThreadIsAServantByItsNameIfItsProcessIsAMachine() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        String[] names = {"java", "VM Thread", "C2 CompilerThre", "GC Thread#0", "handler"};
        for (int i = 0; i < names.length; i++) {
            builder.segment(builder.thread(host, 10 + i, 10, names[i]), 0, 10, ThreadState.RUNNING, -1);
        }
        builder.segment(builder.thread(host, 20, 20, "C2 CompilerThre"), 0, 10, ThreadState.RUNNING, -1); // a program of that name
        Timeline timeline = builder.build();
        assertThat(JavaMachines.servants(timeline, ThreadRoles.of(timeline)).stream().mapToObj(timeline::tid)).containsExactly(12);
    }
}
