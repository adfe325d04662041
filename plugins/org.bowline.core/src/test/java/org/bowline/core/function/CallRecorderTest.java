/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.testing.Seeds;

/** Entries and exits become call paths; what does not fit is counted, and the time in which it happened is not sure. */
class CallRecorderTest {
    private static final int HOST = 0;
    private static final int THREAD = 1;
    private static final int PROCESS = 7;

    private final CallRecorder recorder = new CallRecorder(4);

    private void enter(long address, long time) {
        recorder.enter(HOST, THREAD, PROCESS, address, time);
    }

    private void exit(long address, long time) {
        recorder.exit(HOST, THREAD, PROCESS, address, time);
    }

    /** A call path by addresses, as {@code 1;2}, empty outside of all functions; after a loss it begins with {@code ?}. */
    private static String path(CallLog log, int node) {
        List<String> path = new ArrayList<>();
        for (int at = node; at != CallLog.OUTSIDE; at = log.parent(at)) {
            path.add(log.function(at) < 0 ? "?" : Long.toString(log.address(log.function(at))));
        }
        Collections.reverse(path);
        return String.join(";", path);
    }

    private static List<String> slices(CallLog log, long from, long to) {
        List<String> slices = new ArrayList<>();
        log.slices(THREAD, from, to, (node, nanos) -> slices.add(path(log, node) + '=' + nanos));
        return slices;
    }

    private static List<String> kinds(CallLog log) {
        return log.caveats().stream().map(Caveat::kind).toList();
    }

    @Test
    void aCallIsBelowItsCallerForAsLongAsItLasts() {
        enter(1, 10);
        enter(2, 20);
        exit(2, 25);
        enter(3, 30);
        exit(3, 31);
        exit(1, 40);
        CallLog log = recorder.finish();
        assertThat(slices(log, 0, 50)).containsExactly("=10", "1=10", "1;2=5", "1=5", "1;3=1", "1=9", "=10");
        assertThat(slices(log, 22, 24)).containsExactly("1;2=2");
        assertThat(slices(log, 41, 43)).containsExactly("=2");
        assertThat(log.caveats()).isEmpty();
        assertThat(log.isSure(HOST, THREAD, 0, 50)).isTrue();
    }

    /** It began on a processor on which nothing was lost, and ended on the one on which something was: what is called later is not in it. */
    @Test
    void whatBeganWhileEventsWereLostIsNotOpenWhenTheyAreThereAgain() {
        recorder.lost(HOST, 10, 30);
        enter(1, 15);
        enter(2, 40);
        exit(2, 45);
        CallLog log = recorder.finish();
        assertThat(slices(log, 35, 50)).containsExactly("?=5", "?;2=5", "?=5");
        assertThat(log.isSure(HOST, THREAD, 35, 50)).isTrue();
    }

    @Test
    void whatBeganWhileEventsWereLostIsNotOpenUntilTheThreadEndsOrExecutesEither() {
        recorder.lost(HOST, 10, 30);
        enter(1, 15);
        recorder.ended(HOST, THREAD, 60);
        CallLog log = recorder.finish();
        assertThat(slices(log, 35, 80)).containsExactly("?=25", "=20");
    }

    /** As by pthread_exit, exit or a signal: nothing tells that its functions have ended. */
    @Test
    void aThreadThatHasEndedIsInNoFunction() {
        enter(1, 10);
        enter(2, 20);
        recorder.ended(HOST, THREAD, 30);
        recorder.ended(HOST, 2, 30); // told nothing
        CallLog log = recorder.finish();
        assertThat(slices(log, 0, 100)).containsExactly("=10", "1=10", "1;2=10", "=70");
        assertThat(log.caveats()).isEmpty();
        assertThat(log.isSure(HOST, THREAD, 0, 100)).isTrue();
    }

    /** Its last event may be told later than its end, if the tracers of kernel and program stop one after the other. */
    @Test
    void whatAThreadTellsAfterItsEndCountsForNothing() {
        enter(1, 10);
        enter(2, 40);
        recorder.ended(HOST, THREAD, 30);
        assertThat(slices(recorder.finish(), 0, 100)).containsExactly("=10", "1=30", "=60");
    }

    @Test
    void aThreadWithoutFunctionsIsOutsideOfThem() {
        enter(1, 10);
        CallLog log = recorder.finish();
        List<Long> nanos = new ArrayList<>();
        log.slices(2, 5, 9, (node, length) -> {
            assertThat(node).isEqualTo(CallLog.OUTSIDE);
            nanos.add(length);
        });
        assertThat(nanos).containsExactly(4L);
    }

    @Test
    void theFastFormEndsTheInnermostFunction() {
        enter(1, 10);
        enter(2, 20);
        recorder.exit(HOST, THREAD, 25);
        recorder.exit(HOST, THREAD, 30);
        recorder.exit(HOST, THREAD, 35);
        CallLog log = recorder.finish();
        assertThat(slices(log, 10, 40)).containsExactly("1=10", "1;2=5", "1=5", "=10");
        assertThat(kinds(log)).containsExactly("functions-before");
    }

    @Test
    void callsThatTheirCallersLeaveOpenAreCountedAndTheirTimeIsNotSure() {
        enter(1, 10);
        enter(2, 20);
        enter(3, 25);
        exit(1, 40);
        enter(4, 50);
        exit(4, 60);
        CallLog log = recorder.finish();
        assertThat(slices(log, 10, 60)).containsExactly("1=10", "1;2=5", "1;2;3=15", "=10", "4=10");
        assertThat(log.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("functions-crossed");
            assertThat(caveat.count()).isEqualTo(2);
            assertThat(caveat.text()).contains("2 calls were not closed when their callers ended").doesNotContain("without being open");
        });
        assertThat(log.isSure(HOST, THREAD, 10, 20)).isTrue();
        assertThat(log.isSure(HOST, THREAD, 19, 21)).isFalse();
        assertThat(log.isSure(HOST, THREAD, 40, 60)).isTrue();
        assertThat(log.isSure(HOST, 2, 19, 21)).isTrue();
    }

    @Test
    void anEndOfAFunctionThatIsNotOpenIsIgnoredAndTheTimeBeforeItIsNotSure() {
        enter(1, 10);
        exit(2, 20);
        exit(1, 30);
        CallLog log = recorder.finish();
        assertThat(slices(log, 10, 40)).containsExactly("1=20", "=10");
        assertThat(log.caveats()).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("1 function ended without being open"));
        assertThat(log.isSure(HOST, THREAD, 15, 16)).isFalse();
        assertThat(log.isSure(HOST, THREAD, 20, 30)).isTrue();
    }

    @Test
    void aFunctionThatBeganBeforeTheRecordingIsNoMistake() {
        exit(1, 10);
        enter(2, 20);
        exit(2, 30);
        CallLog log = recorder.finish();
        assertThat(kinds(log)).containsExactly("functions-before");
        assertThat(log.isSure(HOST, THREAD, 0, 30)).isTrue();
    }

    @Test
    void afterALossNobodyKnowsTheCallers() {
        enter(1, 10);
        enter(2, 20);
        recorder.lost(HOST, 22, 28);
        enter(3, 30);
        exit(3, 35);
        exit(1, 40);
        recorder.enter(HOST, 2, PROCESS, 5, 50);
        recorder.enter(1, 3, PROCESS, 5, 50);
        CallLog log = recorder.finish();
        assertThat(slices(log, 10, 40)).containsExactly("1=10", "1;2=2", "?=8", "?;3=5", "?=5");
        assertThat(kinds(log)).containsExactly("functions-before", "functions-lost");
        assertThat(log.isSure(HOST, THREAD, 20, 22)).isTrue();
        assertThat(log.isSure(HOST, THREAD, 25, 26)).isFalse();
        assertThat(log.isSure(1, THREAD, 25, 26)).as("another host").isTrue();
        log.slices(2, 60, 61, (node, nanos) -> assertThat(path(log, node)).isEqualTo("?;5"));
        log.slices(3, 60, 61, (node, nanos) -> assertThat(path(log, node)).isEqualTo("5"));
    }

    @Test
    void eventsOfThreadsThatTheKernelTraceDoesNotHaveAreCounted() {
        recorder.enter(HOST, -1, PROCESS, 1, 10);
        recorder.exit(HOST, -1, PROCESS, 1, 20);
        assertThat(recorder.finish().caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("functions-without-thread");
            assertThat(caveat.text()).startsWith("2 begins or ends of functions are of threads");
        });
    }

    @Test
    void deepRecursionTakesNoStack() {
        for (int i = 0; i < 300_000; i++) {
            enter(1, i);
        }
        for (int i = 0; i < 300_000; i++) {
            exit(1, 300_000L + i);
        }
        CallLog log = recorder.finish();
        assertThat(log.caveats()).isEmpty();
        assertThat(log.nodeCount()).isEqualTo(300_002);
    }

    @Test
    void randomCallsAreThoseOfAStack() {
        for (int round = 0; round < 200; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            CallRecorder calls = new CallRecorder(4);
            Deque<Long> stack = new ArrayDeque<>();
            List<String> expected = new ArrayList<>();
            long time = 0;
            for (int i = 0; i < 1 + random.nextInt(100); i++) {
                long from = time;
                time += 1 + random.nextInt(9);
                List<String> names = new ArrayList<>(stack.stream().map(String::valueOf).toList());
                Collections.reverse(names);
                expected.add(String.join(";", names) + '=' + (time - from));
                if (!stack.isEmpty() && random.nextInt(5) < 2) {
                    calls.exit(HOST, THREAD, PROCESS, stack.pop(), time);
                } else {
                    stack.push((long) random.nextInt(4));
                    calls.enter(HOST, THREAD, PROCESS, stack.element(), time);
                }
            }
            CallLog log = calls.finish();
            assertThat(slices(log, 0, time)).as(Seeds.name(seed)).containsExactlyElementsOf(expected);
            assertThat(log.caveats()).as(Seeds.name(seed)).isEmpty();
        }
    }
}
