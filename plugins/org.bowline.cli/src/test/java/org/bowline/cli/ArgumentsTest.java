/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

import org.bowline.cli.RangeOptions.Range;
import org.bowline.core.trace.IntervalSpec;

class ArgumentsTest {
    @Test
    void anIntervalHasItsPartsInAnyOrder() {
        IntervalArgument all = IntervalArgument.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type");
        assertThat(all).isEqualTo(new IntervalArgument(new IntervalSpec("wl:req_begin", "wl:req_end", "req", "type")));
        assertThat(IntervalArgument.parse("label=type,key=req,end=wl:req_end,begin=wl:req_begin")).isEqualTo(all);
        assertThat(IntervalArgument.parse(all.toString())).isEqualTo(all);
        assertThat(IntervalArgument.parse("begin=a,end=b")).isEqualTo(new IntervalArgument(new IntervalSpec("a", "b", "", "")))
                .hasToString("begin=a,end=b");
    }

    @Test
    void systemCallsMakeIntervalsOfWhoAnswersOrOfWhoAsks() {
        assertThat(IntervalArgument.parse("syscalls=recv..send").spec()).isSameAs(IntervalSpec.ANSWERS);
        assertThat(IntervalArgument.parse("syscalls=send..recv").spec()).isSameAs(IntervalSpec.ASKS);
        assertThat(IntervalArgument.parse("syscalls=send..recv")).hasToString("syscalls=send..recv");
    }

    @Test
    void packetsMakeIntervalsOfWhoAnswersOrOfWhoAsks() {
        assertThat(IntervalArgument.parse("packets=recv..send").spec()).isSameAs(IntervalSpec.ANSWERED_PACKETS);
        assertThat(IntervalArgument.parse("packets=send..recv").spec()).isSameAs(IntervalSpec.ASKED_PACKETS);
        assertThat(IntervalArgument.parse("packets=send..recv")).hasToString("packets=send..recv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"syscalls=", "syscalls=recv", "syscalls=read..write", "syscalls=recv..send,label=x", "packets=recv",
        "packets=send..recv,key=x"})
    void anyOtherPairOfSystemCallsOrPacketsIsRefusedWithThoseThatThereAre(String text) {
        assertThatThrownBy(() -> IntervalArgument.parse(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("recv..send (of who answers) or send..recv (of who asks)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "begin=a", "end=b", "begin=a,end=", "begin=a,end=b,end=c", "begin=a,end=b,kye=c", "begin,end=b",
        "begin=a,end=b,"})
    void anyOtherIntervalIsRefused(String text) {
        assertThatThrownBy(() -> IntervalArgument.parse(text)).isInstanceOf(TypeConversionException.class)
                .hasMessageContaining("write begin=EVENT");
    }

    @Test
    void aRangeIsCutToTheTrace() {
        assertThat(range(null, null)).isEqualTo(new Range(1000, 2000));
        assertThat(range("500", "1500")).isEqualTo(new Range(1000, 1500));
        assertThat(range("1500", "99999")).isEqualTo(new Range(1500, 2000));
    }

    @Test
    void aRangeThatIsEmptyOrOutsideIsRefusedWithThatOfTheTrace() {
        assertThatThrownBy(() -> range("1500", "1500")).hasMessageContaining("is empty").hasMessageContaining("(1000)");
        assertThatThrownBy(() -> range("1600", "1500")).hasMessageContaining("is empty");
        assertThatThrownBy(() -> range("2000", "3000")).hasMessageContaining("outside");
        assertThatThrownBy(() -> range("10", "1000")).hasMessageContaining("outside");
    }

    @Test
    void aTimeOfDayThatTheTraceDoesNotHaveIsNotSaidToBeLaterThanALaterOne() {
        assertThatThrownBy(() -> range("10:00:00", null)).hasMessageStartingWith("--from 10:00:00.000000000 lies outside of the trace.");
        assertThatThrownBy(() -> range(null, "00:00:00.0000005"))
                .hasMessageStartingWith("--to 00:00:00.000000500 lies outside of the trace.");
        long begin = TimeArgument.parse("23:13:00").nanos();
        assertThatThrownBy(() -> options("10:00:00", "23:13:05").resolve(begin, begin + 10_000_000_000L))
                .hasMessageStartingWith(
                        "the range is empty: --from 1970-01-02 10:00:00.000000000 is not before --to 1970-01-01 23:13:05.000000000.");
    }

    private static Range range(String from, String to) {
        return options(from, to).resolve(1000, 2000);
    }

    private static RangeOptions options(String from, String to) {
        RangeOptions options = new RangeOptions();
        options.from = from == null ? null : TimeArgument.parse(from);
        options.to = to == null ? null : TimeArgument.parse(to);
        return options;
    }
}
