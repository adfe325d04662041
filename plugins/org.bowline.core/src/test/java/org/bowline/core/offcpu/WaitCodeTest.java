/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import org.bowline.core.offcpu.WaitCode.Chain;
import org.bowline.core.offcpu.WaitCode.Heaviest;
import org.bowline.core.offcpu.WaitCode.Total;

class WaitCodeTest {
    private static Chain chain(String call, String... functions) {
        return new Chain(List.of(functions), call, List.of());
    }

    @Test
    void whatHasNoNameIsLeftOutAndItsPlaceIsMarkedUnlessItIsOutermost() {
        assertThat(chain("fdatasync", "libc.so.6+0x891f5", "writer_main", "[write_batch]", "fdatasync").shortened())
                .containsExactly("writer_main", "[write_batch]", "fdatasync");
        assertThat(chain("futex", "…", "main", "libc.so.6+0x85f16", "0x7f17448e82ad").shortened()).containsExactly("main", "…", "futex");
        assertThat(chain("", "main", "libc.so.6+0x85f16").shortened()).containsExactly("main", "…");
    }

    @Test
    void theInnermostFunctionsSayMost() {
        assertThat(chain("write", "a", "b", "c", "d", "e").shortened()).containsExactly("c", "d", "e", "write");
        assertThat(chain("write", "a", "b", "0x1", "c", "d").shortened()).containsExactly("b", "…", "c", "d", "write");
    }

    @Test
    void aFunctionWithItsLineHasAName() {
        assertThat(chain("fdatasync", "writer_main (journal.c:94)", "[write_batch (journal.c:81)]", "fdatasync (x.c:1)").shortened())
                .containsExactly("writer_main (journal.c:94)", "[write_batch (journal.c:81)]", "fdatasync (x.c:1)");
        assertThat(chain("futex", "libc.so.6+0x85f16 (a.c:1)").namesFunction()).isFalse();
    }

    @Test
    void aSystemCallAloneIsCodeButNotAFunction() {
        assertThat(chain("futex", "…", "libc.so.6+0x85f16").shortened()).containsExactly("futex");
        assertThat(chain("futex", "…", "libc.so.6+0x85f16").namesFunction()).isFalse();
        assertThat(chain("futex", "…", "wait_until_written").namesFunction()).isTrue();
        assertThat(chain("").isEmpty()).isTrue();
        assertThat(chain("", "…").shortened()).isEmpty();
    }

    @Test
    void alikeChainsAreOneAndTheHeaviestCountsOfAll() {
        Heaviest heaviest = Objects.requireNonNull(Heaviest.of(List.of(new Total(chain("read", "main"), 50, 1),
                new Total(chain("futex", "libc+0x1"), 30, 2), new Total(chain("futex", "libc+0x2"), 30, 3), new Total(chain(""), 90, 9))));
        assertThat(heaviest).isEqualTo(new Heaviest(List.of("futex"), 60, 5, 60 / 200.0, false));
        assertThat(Heaviest.of(List.of(new Total(chain("", "0x1"), 90, 9)))).as("nothing has a name").isNull();
        assertThat(Heaviest.of(List.of())).isNull();
    }

    @Test
    void partsOfAWaitAreOneWaitAndTheKernelDoesNotCount() {
        WaitCode.Sums sums = new WaitCode.Sums();
        sums.add(new Chain(List.of("main"), "read", List.of("io_schedule")), 7, 10);
        sums.add(new Chain(List.of("main"), "read", List.of("schedule")), 7, 5);
        sums.add(chain("read", "main"), 8, 1);
        sums.add(chain("write", "main"), 9, 20);
        assertThat(sums.totals()).containsExactly(new Total(chain("write", "main"), 20, 1), new Total(chain("read", "main"), 16, 2));
        WaitCode.Sums both = new WaitCode.Sums();
        both.add(sums.totals());
        both.add(sums.totals());
        assertThat(both.totals()).containsExactly(new Total(chain("write", "main"), 40, 2), new Total(chain("read", "main"), 32, 4));
    }
}
