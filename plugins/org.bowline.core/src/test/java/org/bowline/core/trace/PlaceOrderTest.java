/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

final class PlaceOrderTest {
    private static final PlaceOrder ORDER = new PlaceOrder();

    private static List<String> sorted(String... places) {
        return Stream.of(places).map(Path::of).sorted(ORDER).map(Path::toString).toList();
    }

    @Test
    void hostsOfOneNameComeInTheOrderOfTheirNumbers() {
        assertThat(sorted("t/A-10/kernel", "t/A-2/ust", "t/A-2/kernel", "t/A/kernel")).containsExactly("t/A/kernel", "t/A-2/kernel",
                "t/A-2/ust", "t/A-10/kernel");
    }

    @Test
    void otherNamesComeAsTextAndAFolderBeforeWhatIsInIt() {
        assertThat(sorted("t/b", "t/B", "t/a/x", "t/a", "s/9", "s/10", "s/x9y", "s/x10y")).containsExactly("s/9", "s/10", "s/x10y",
                "s/x9y", "t/B", "t/a", "t/a/x", "t/b");
    }

    @Test
    void onlyThePlaceItselfIsEqual() {
        assertThat(ORDER.compare(Path.of("t/A-2"), Path.of("t/A-2"))).isZero();
        assertThat(ORDER.compare(Path.of("t/A-02"), Path.of("t/A-2"))).isNegative();
        assertThat(ORDER.compare(Path.of("t/A-2"), Path.of("t/A-02"))).isPositive();
        assertThat(ORDER.compare(Path.of("/t"), Path.of("t"))).isNotZero();
    }

    @Test
    void ofAnyThreePlacesTheOrderIsOne() {
        List<Path> places = Stream
                .of("a", "a1", "a2", "a02", "a10", "a1b", "a9b", "a-2", "a-10", "ab", "b", "0", "00", "7", "x/a2", "x/a10", "x/a1b", "a\n2")
                .map(Path::of).toList();
        for (Path one : places) {
            for (Path two : places) {
                assertThat(Integer.signum(ORDER.compare(one, two))).isEqualTo(-Integer.signum(ORDER.compare(two, one)));
                for (Path three : places) {
                    if (ORDER.compare(one, two) < 0 && ORDER.compare(two, three) < 0) {
                        assertThat(ORDER.compare(one, three)).as(one + " before " + two + " before " + three).isNegative();
                    }
                }
            }
        }
    }
}
