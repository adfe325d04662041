/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class ThreadArgumentTest {
    private final Timeline timeline = timeline();

    @Test
    void aThreadIsNamedByTidOrNameWithOrWithoutItsHost() {
        assertThat(resolve("B:20")).isEqualTo(find("B", 20));
        assertThat(resolve("B:server")).isEqualTo(find("B", 20));
        assertThat(resolve("server")).isEqualTo(find("B", 20));
        assertThat(resolve("20")).isEqualTo(find("B", 20));
    }

    @Test
    void aThreadIsNamedAsTextsPrintIt() {
        assertThat(resolve("server (B:20)")).isEqualTo(find("B", 20));
        assertThat(resolve(" server (B:20) ")).isEqualTo(find("B", 20));
        assertThatThrownBy(() -> resolve("client (B:20)")).hasMessageContaining("there is no thread 'client (B:20)'");
    }

    @Test
    void aNameMayHaveAColon() {
        assertThat(resolve("kworker/0:1")).isEqualTo(find("A", 7));
        assertThat(resolve("A:kworker/0:1")).isEqualTo(find("A", 7));
        assertThat(resolve("B:x")).as("a name that looks like a host").isEqualTo(find("A", 8));
    }

    @Test
    void aNameThatSeveralHaveIsAmbiguousAndAllAreListed() {
        assertThatThrownBy(() -> resolve("client")).isInstanceOf(Failure.class).hasMessageContaining("ambiguous")
                .hasMessageContaining("A:10 (client)")
                .hasMessageContaining("B:10 (client)").hasMessageContaining("HOST:TID");
        assertThat(resolve("A:client")).isEqualTo(find("A", 10));
    }

    @Test
    void ofSeveralIncarnationsTheOneThatLivesInTheRangeIsMeant() {
        assertThat(new ThreadArgument("A:30").resolve(timeline, 0, 40)).isEqualTo(find("A", 30));
        assertThat(new ThreadArgument("A:30").resolve(timeline, 60, 100)).isEqualTo(find("A", 30) + 1);
        assertThatThrownBy(() -> resolve("A:30")).hasMessageContaining("00:00:00.000000050 to 00:00:00.000000100")
                .hasMessageContaining("--from and --to");
    }

    @Test
    void aThreadThatDoesNotLiveInTheRangeIsRefusedWithItsLife() {
        assertThatThrownBy(() -> new ThreadArgument("A:31").resolve(timeline, 60, 100)).hasMessageContaining("does not live in the range")
                .hasMessageContaining("A:31 (short) from 00:00:00.000000000 to 00:00:00.000000010");
    }

    @Test
    void aThreadThatIsNotThereIsRefusedWithSimilarNames() {
        assertThatThrownBy(() -> resolve("serv")).isInstanceOf(Failure.class).hasMessageContaining("no thread 'serv'")
                .hasMessageContaining("similar names: server");
        assertThatThrownBy(() -> resolve("A:4711")).hasMessageContaining("no thread 'A:4711'");
    }

    @Test
    void aProcessIsAllThreadsOfItsPidAndOfItsName() {
        assertThat(names("server")).containsExactlyInAnyOrder("B:20", "B:21");
        assertThat(names("client")).containsExactlyInAnyOrder("A:10", "B:10");
        assertThat(names("A:client")).containsExactly("A:10");
        assertThatThrownBy(() -> names("nobody")).hasMessageContaining("no process 'nobody'");
    }

    @Test
    void aHostThatIsNotThereIsAnsweredWithTheHosts() {
        assertThatThrownBy(() -> resolve("Z:7")).hasMessageContaining("no thread 'Z:7'").hasMessageContaining("the hosts are A, B.");
        assertThatThrownBy(() -> resolve("A:99")).hasMessageNotContaining("the hosts are").hasMessageNotContaining("similar");
        assertThatThrownBy(() -> names("Z:client")).hasMessageContaining("the hosts are A, B; similar names: A:client, B:client.");
    }

    @Test
    void aSlipOfTheKeyboardIsAnsweredWithWhatWasMeantFirst() {
        assertThatThrownBy(() -> resolve("cleint")).hasMessageContaining("similar names: client.");
        assertThatThrownBy(() -> resolve("workr")).hasMessageContaining("similar names: worker.");
        assertThatThrownBy(() -> resolve("shor")).hasMessageContaining("similar names: short.");
        assertThatThrownBy(() -> resolve("help")).hasMessageContaining("similar names: helper.");
        assertThatThrownBy(() -> resolve("wolter")).hasMessageNotContaining("similar");
    }

    @Test
    void aThreadOfAnotherHostIsNamedWithIt() {
        assertThatThrownBy(() -> resolve("A:server")).hasMessageContaining("similar names: B:server.")
                .hasMessageNotContaining("the hosts are");
        assertThatThrownBy(() -> resolve("kworker/0:2")).hasMessageContaining("similar names: A:kworker/0:1, ");
    }

    private String[] names(String process) {
        IntPredicate chosen = new ThreadArgument(process).resolveProcess(timeline);
        return IntStream.range(0, timeline.threadCount()).filter(chosen)
                .mapToObj(thread -> timeline.hostName(timeline.host(thread)) + ':' + timeline.tid(thread))
                .toArray(String[]::new);
    }

    private int resolve(String text) {
        return new ThreadArgument(text).resolve(timeline, 0, 100);
    }

    private int find(String host, int tid) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) == tid && timeline.hostName(timeline.host(thread)).equals(host)) {
                return thread;
            }
        }
        throw new AssertionError(host + ':' + tid);
    }

    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        int a = builder.host("A");
        int b = builder.host("B");
        thread(builder, a, 7, -1, "kworker/0:1", 0, 100);
        thread(builder, a, 8, -1, "B:x", 0, 100);
        thread(builder, a, 10, -1, "client", 0, 100);
        thread(builder, a, 30, 30, "worker", 0, 50);
        thread(builder, a, 30, 30, "worker", 50, 100);
        thread(builder, a, 31, 31, "short", 0, 10);
        thread(builder, b, 10, 10, "client", 0, 100);
        thread(builder, b, 20, 20, "server", 0, 100);
        thread(builder, b, 21, 20, "helper", 0, 100);
        return builder.build();
    }

    private static void thread(TimelineBuilder builder, int host, int tid, int pid, String name, long start, long end) {
        builder.segment(builder.thread(host, tid, pid, name), start, end, ThreadState.RUNNING, 0);
    }
}
