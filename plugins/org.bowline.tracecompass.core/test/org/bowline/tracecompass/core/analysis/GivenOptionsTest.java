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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.model.Caveat;
import org.bowline.core.waitfor.Blame;
import org.bowline.report.analyses.Descriptors;

/** What a person told the analyses of an experiment. */
final class GivenOptionsTest {
    @TempDir private Path folder;

    private Path file() {
        return folder.resolve(GivenOptions.FILE);
    }

    @Test
    void everyOptionOfAnAnalysisCanBeToldHereOrItIsKnownWhereElse() {
        List<Parameter<?>> all = Descriptors.installed().parameters();
        assertThat(GivenOptions.all()).hasSizeGreaterThan(10).isSubsetOf(all).doesNotContainAnyElementsOf(GivenOptions.ELSEWHERE.keySet());
        assertThat(all).containsAll(GivenOptions.ELSEWHERE.keySet());
        assertThat(GivenOptions.all().size() + GivenOptions.ELSEWHERE.size()).isEqualTo(all.size());
    }

    @Test
    void aQuestionHasWhatWasToldAndNothingElse() {
        GivenOptions told = GivenOptions.of(List.of("blame=waker", "", " worker = w1* ", "# a comment", "worker=A:7", "blame=waker"));
        assertThat(told.texts()).containsExactly("blame=waker", "worker = w1*", "worker=A:7");
        Question asked = told.in(Question.ALL);
        assertThat(asked.get(Locks.BLAME)).isEqualTo(Blame.WAKER);
        assertThat(asked.get(Workers.WORKER)).containsExactly("w1*", "A:7");
        assertThat(asked.has(Workers.BACKGROUND)).isFalse();
        assertThat(told.says(Locks.BLAME)).isTrue();
        assertThat(told.says(Workers.BACKGROUND)).isFalse();
        assertThat(told.words()).containsExactly("--blame", "waker", "--worker", "w1*", "--worker", "A:7");
        assertThat(GivenOptions.NONE.in(Question.ALL)).isSameAs(Question.ALL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            blame=nobody           | blame: nobody:
            no-such=1              | 'no-such=1': there is no option 'no-such'; there are background, blame,
            blame                  | 'blame': the option needs a value, write blame=auto|
            merge=similar          | 'merge=similar': this is said in the menu of the view Wait-For Graph
            cpu=A:0                | 'cpu=A:0': this is said in the view Tags
            show-all               | 'show-all': this is said by the chip that tells who is set aside
            size=field=bytes       | 'size=field=bytes': this is said on the command line alone, as sizes
            rule=no-such=1         | rule: no-such=1: there is no rule 'no-such'; the rules are
            nic-capacity=eth0=fast | nic-capacity: eth0=fast:
            """)
    void whatIsWrongIsSaidAsTheCommandLineSaysIt(String line, String why) {
        assertThatThrownBy(() -> GivenOptions.of(List.of("disk-share=bytes", line))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(why);
    }

    @Test
    void whatWasToldIsKeptAndALineThatHoldsNoMoreIsACaveat() throws IOException {
        List<Caveat> caveats = new ArrayList<>();
        assertThat(GivenOptions.kept(file(), caveats)).as("nothing was kept").isEqualTo(GivenOptions.NONE);
        assertThat(GivenOptions.kept(null, caveats)).isEqualTo(GivenOptions.NONE);
        GivenOptions told = GivenOptions.of(List.of("disk-share=bytes", "nic-capacity=eth0=1Gbit"));
        told.keep(file());
        assertThat(Files.readString(file())).startsWith("# ").endsWith("\ndisk-share=bytes\nnic-capacity=eth0=1Gbit\n");
        assertThat(GivenOptions.kept(file(), caveats)).isEqualTo(told);
        assertThat(caveats).isEmpty();
        Files.writeString(file(), "disk-share=bytes\nold-option=7\n");
        assertThat(GivenOptions.kept(file(), caveats).texts()).containsExactly("disk-share=bytes");
        assertThat(caveats).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("options-not-read");
            assertThat(caveat.text()).contains("'old-option=7': there is no option 'old-option'").endsWith("in the menu of a view.");
        });
        Files.write(file(), new byte[] {(byte) 0xff, (byte) 0xfe});
        caveats.clear();
        assertThat(GivenOptions.kept(file(), caveats)).isEqualTo(GivenOptions.NONE);
        assertThat(caveats).hasSize(1);
    }
}
