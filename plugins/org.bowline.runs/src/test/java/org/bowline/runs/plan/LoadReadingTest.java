/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.runs.plan.LoadReading.Figures;

/** Outputs of the tools, as their versions of Debian 12 print them, shortened. */
class LoadReadingTest {
    private static Figures read(String tool, String output) throws Exception {
        return LoadReading.of(tool).read(output);
    }

    @Test
    void pgbench() throws Exception {
        assertThat(read("pgbench", """
                pgbench (15.10 (Debian 15.10-0+deb12u1))
                transaction type: <builtin: TPC-B (sort of)>
                number of transactions actually processed: 5025
                number of failed transactions: 0 (0.000%)
                latency average = 3.979 ms
                initial connection time = 5.104 ms
                tps = 1005.123456 (without initial connection time)
                """)).isEqualTo(new Figures(1005.123456, Double.NaN, Double.NaN, 3_979_000));
        assertThat(read("pgbench", "tps = 10.0 (including connections establishing)\ntps = 12.5 (excluding connections establishing)\n")
                .throughput()).isEqualTo(12.5);
    }

    @Test
    void sysbench() throws Exception {
        assertThat(read("sysbench", """
                SQL statistics:
                    queries performed:
                        read:                            14000
                    transactions:                        1000   (99.87 per sec.)
                    queries:                             20000  (1997.42 per sec.)
                Latency (ms):
                         min:                                    5.10
                         avg:                                   10.01
                         max:                                   50.20
                         99th percentile:                       21.50
                         sum:                                10012.00
                """)).isEqualTo(new Figures(99.87, Double.NaN, 21_500_000, 10_010_000));
        assertThat(read("sysbench", "CPU speed:\n    events per second:  1234.56\n").throughput()).isEqualTo(1234.56);
    }

    @Test
    void wrk() throws Exception {
        assertThat(read("wrk", """
                Running 5s test @ http://127.0.0.1:8080/
                  2 threads and 16 connections
                  Thread Stats   Avg      Stdev     Max   +/- Stdev
                    Latency   635.91us    0.89ms  12.92ms   93.69%
                    Req/Sec    56.20k     8.07k   62.00k    86.54%
                  Latency Distribution
                     50%  250.00us
                     75%  491.00us
                     90%  700.00us
                     99%    5.80ms
                  559412 requests in 5.00s, 1.08GB read
                Requests/sec: 111882.40
                Transfer/sec:    221.00MB
                """)).isEqualTo(new Figures(111882.40, 250_000, 5_800_000, 635_910));
    }

    @Test
    void redisBenchmark() throws Exception {
        Figures expected = new Figures(120481.93, 215_000, 423_000, 225_000);
        assertThat(read("redis-benchmark", """
                ====== SET ======
                  100000 requests completed in 0.83 seconds
                  50 parallel clients
                Latency by percentile distribution:
                50.000% <= 0.215 milliseconds (cumulative count 53260)
                Summary:
                  throughput summary: 120481.93 requests per second
                  latency summary (msec):
                          avg       min       p50       p95       p99       max
                        0.225     0.080     0.215     0.303     0.423     1.007
                """)).isEqualTo(expected);
        assertThat(read("redis-benchmark", """
                "test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms","max_latency_ms"
                "SET","120481.93","0.225","0.080","0.215","0.303","0.423","1.007"
                """)).isEqualTo(expected);
        assertThat(read("redis-benchmark", "SET: rps=0.0 (overall: 0.0)\rSET: 120481.93 requests per second, p50=0.215 msec\n"))
                .isEqualTo(new Figures(120481.93, 215_000, Double.NaN, Double.NaN));
        assertThatThrownBy(
                () -> read("redis-benchmark", "SET: 1.0 requests per second, p50=1 msec\nGET: 2.0 requests per second, p50=1 msec\n"))
                .hasMessageContaining("2 different values for throughput; have it run one test");
    }

    @Test
    void memtier() throws Exception {
        String output = """
                Type         Ops/sec     Hits/sec   Misses/sec    Avg. Latency     p50 Latency     p99 Latency   p99.9 Latency       KB/sec
                ---------------------------------------------------------------------------------------------------------------------------
                Sets         1234.09          ---          ---         1.47000         1.39000         2.90000         4.70000       100.00
                Totals      13574.97         0.00     12340.88         1.48000         1.40000         2.91000         4.80000       500.00
                """;
        assertThat(read("memtier", output)).isEqualTo(new Figures(13574.97, 1_400_000, 2_910_000, 1_480_000));
        assertThat(read("memtier", "Type Ops/sec Hits/sec Misses/sec Latency KB/sec\nTotals 10.00 0.00 1.00 1.47000 99.00\n"))
                .as("an older one has no percentiles").isEqualTo(new Figures(10, Double.NaN, Double.NaN, Double.NaN));
    }

    @Test
    void whatIsNotThereOrNotOneNumberIsTold() {
        assertThatThrownBy(() -> read("wrk", "unable to connect\n")).hasMessage(
                "the output of the load tool has no throughput as wrk tells it: another tool ran, or nothing was done in its time");
        assertThatThrownBy(() -> read("wrk", "Requests/sec:      0.00\n")).hasMessage("the load tool tells a throughput of 0");
        assertThatThrownBy(() -> read("wrk", "Requests/sec:      1.2.3\n")).hasMessageContaining("'1.2.3' for throughput");
        LoadReading own = new LoadReading(List.of("rate (\\S+)"), Map.of("p99", List.of("p99 (\\S+)")), "us", true);
        assertThatThrownBy(() -> own.read("rate 5\n")).as("the user has said that it is there").hasMessageContaining("no p99");
        assertThatThrownBy(() -> own.read("rate nan\n")).hasMessageContaining("'nan' for throughput");
    }

    @Test
    void theUnitIsTheOneOfThePlanIfTheOutputHasNone() throws Exception {
        LoadReading own = new LoadReading(List.of("rate (\\S+)"), Map.of("p99", List.of("p99 ([0-9]+)(ms)?")), "us", true);
        assertThat(own.read("rate 5 p99 7").p99Nanos()).isEqualTo(7_000);
        assertThat(own.read("rate 5 p99 7ms").p99Nanos()).isEqualTo(7_000_000);
    }
}
