/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

class RecordedProfilesTest {
    /** Those of Java and Python come by way of an agent: a recorder that is told to record {@code lttng_python:*} records nothing of it. */
    @Test
    void whatTheTracersOwnProvidersTellIsNotAskedForByTheirNames() {
        assertThat(RecordedProfiles.of(List.of(),
                Set.of("lttng_ust_tracef:", "lttng_jul:", "lttng_log4j:", "lttng_log4j2:", "lttng_python:", "wl:")).programs())
                .containsExactly("--event", "wl:*");
    }
}
