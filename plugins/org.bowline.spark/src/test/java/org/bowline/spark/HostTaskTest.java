/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.trace.TracePlace;
import org.bowline.ctf.TraceReadException;

/** What a task says of a host that it could not read. */
class HostTaskTest {
    private static final Path COPY = Path.of("/scratch/17");
    private static final TracePlace PLACE = new TracePlace(COPY, COPY, "s3a://traces/db/kernel", "db");

    private static TraceReadException gone(Path file) {
        return TraceReadException.of(file, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, "it is gone", "", null);
    }

    @Test
    void aHostThatCannotBeReadIsNamedAndItsTraceAsTheUserDid() {
        Caveat caveat = HostTask.leftOut("db", List.of(PLACE), gone(COPY.resolve("channel0_0")));
        assertThat(caveat.kind()).isEqualTo("unreadable-host");
        assertThat(caveat.severity()).isEqualTo(Caveat.Severity.ERROR);
        assertThat(caveat.text()).isEqualTo("Left out host db. Cannot read s3a://traces/db/kernel/channel0_0: it is gone.");
    }

    @Test
    void whatIsNotAboutAPlaceStaysAsItIs() {
        assertThat(HostTask.leftOut("db", List.of(PLACE), gone(Path.of("/elsewhere/index"))).text())
                .isEqualTo("Left out host db. Cannot read /elsewhere/index: it is gone.");
    }
}
