/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.column.LongColumn;
import org.bowline.core.event.FutexCall;
import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;

/** What is joined is not in memory twice: in the timeline and in the logs that it was made of. */
class JoinMemoryTest {
    private static final long MS = 1_000_000;

    /** The number of elements of all columns that an object holds, by reflection: no field is left out, also none that is added later. */
    private static long elements(Object holder) throws ReflectiveOperationException {
        long elements = 0;
        for (Field field : holder.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive() || field.getType().isArray()) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(holder);
            if (value == null) {
                continue;
            }
            Package room = value.getClass().getPackage();
            if (room == LongColumn.class.getPackage()) {
                elements += (Integer) value.getClass().getMethod("size").invoke(value);
            } else if (room.getName().startsWith("org.bowline.core") && !value.getClass().isEnum()) {
                elements += elements(value);
            }
        }
        return elements;
    }

    @Test
    void ofWhatIsJoinedTheLogsKeepNothingThatGrowsWithTheRecording() throws ReflectiveOperationException {
        HostScenario host = new HostScenario("h");
        host.on(0, 1, HostScenario.IDLE, Leave.PREEMPTED, HostScenario.A);
        host.facts.futexCalled(2, 0, FutexCall.WAKE, 64);
        for (int i = 1; i <= 10; i++) {
            host.packet(0, i * MS, true, i);
        }
        for (int i = 1; i <= 10; i++) {
            host.packet(0, i * MS + 200 * MS, true, i);
            host.facts.requestQueued(i * MS + 200 * MS + 1, 0, 8, i, 8, HostScenario.A);
            host.facts.requestIssued(i * MS + 200 * MS + 2, 0, 8, i, 8, HostScenario.A);
            host.facts.requestCompleted(i * MS + 200 * MS + 3, 0, 8, i, 8);
        }
        host.on(0, 300 * MS, HostScenario.A, Leave.BLOCKED, HostScenario.IDLE);
        HostLog log = host.facts.finish(1_000 * MS);
        assertThat(elements(log)).isGreaterThan(300);
        Timeline timeline = TimelineAssembler.assemble(List.of(log), ClockSync.run(List.of(log.packets()), new String[] {"h"}, new long[1],
                new long[] {1_000 * MS}, ClockSync.Options.DEFAULT, () -> false), Progress.NONE);
        assertThat(timeline.requestCount()).isEqualTo(10);
        assertThat(timeline.segmentCount()).isPositive();
        // 20 packets are of one direction of a connection, which is noted once
        assertThat(elements(log)).isLessThanOrEqualTo(8);
    }
}
