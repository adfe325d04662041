/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TagBindingTest {
    private static List<String> read(String text) {
        return TagBinding.parse(text).stream().map(one -> one.path() + '|' + one.host() + '|' + one.cpuText()).toList();
    }

    @Test
    void modulesProcessorsAndHostsAreRead() {
        assertThat(read("maintenance:0")).containsExactly("maintenance||processor 0");
        assertThat(read("net:0,2-3, engine//storage/:1")).containsExactly("net||processors 0,2-3", "engine/storage||processor 1");
        assertThat(read("maintenance@server:0,*:1-3")).containsExactly("maintenance|server|processor 0", "||processors 1-3");
        assertThat(read("maintenance:0,maintenance@b:1")).hasSize(2);
    }

    @Test
    void aPathMayHaveColonsAndSigns() {
        assertThat(read("std::sort:4")).containsExactly("std::sort||processor 4");
        assertThat(read("mail@host/send:1")).containsExactly("mail@host/send||processor 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "maintenance", "maintenance:", ":0", "maintenance:x", "maintenance:3-1", "maintenance:-1",
        "maintenance:99999", "/:0",
        "0,maintenance:1", "a:0,,b:1", "a:0,a:1", "a:0,/a/:1", "a:1-"})
    void whatIsOfAnotherFormIsRefusedWithWhatToWrite(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> TagBinding.parse(text))
                .withMessageContaining("; write PATH:CPUS, as maintenance:0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "a,", "a,a", "a,/a"})
    void backgroundWithoutANameOrTwiceIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> BackgroundAhead.parse(text));
        assertThat(BackgroundAhead.parse("maintenance, engine//compaction/")).containsExactly("maintenance", "engine/compaction");
    }
}
