/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that packets tell of, beside those that the programs and their system calls tell of. */
class PacketRequestsTest {
    private static final String THREE = Checkout.root().resolve("tests/traces/three-tier").toString();
    private static final String ALONE = Checkout.root().resolve("tests/traces/lock-contention").toString();

    @TempDir Path directory;

    /** Begin and end of a request, ns. */
    private record Request(String label, long begin, long end) {}

    private List<Request> requests(String interval) throws IOException {
        Path out = directory.resolve(interval.replaceAll("[^a-z]", "-"));
        Captured run = Captured.run("analyze", THREE, "--range", "all", "--interval", interval, "-o", out.toString());
        assertThat(run.code()).as(run.error()).isZero();
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(out.resolve("requests.csv"))) {
            return rows.stream().map(row -> new Request(row.getField("label"), Long.parseLong(row.getField("start_ns")),
                    Long.parseLong(row.getField("end_ns")))).sorted(Comparator.comparingLong(Request::begin)).toList();
        }
    }

    private static List<Request> of(List<Request> all, String label) {
        return all.stream().filter(one -> one.label().equals(label)).toList();
    }

    @Test
    void eachRequestThatTheClientTellsOfIsOneQuestionOfItsPacketsAndLastsLittleLonger() throws IOException {
        List<Request> told = requests("begin=wl:req_begin,end=wl:req_end,key=req");
        List<Request> asked = of(requests("packets=send..recv"), "w1-client");
        assertThat(told).hasSize(60);
        for (Request request : told) {
            List<Request> within = asked.stream().filter(one -> one.begin() >= request.begin() && one.end() <= request.end()).toList();
            assertThat(within).as("in " + request).hasSize(1);
            long around = request.end() - request.begin() - (within.get(0).end() - within.get(0).begin());
            assertThat(around).as("what the client does before and behind the packets").isBetween(0L, 5_000_000L);
        }
    }

    /** A packet waits until a server that is at work on another one reads it, and the answer leaves within the call that sends. */
    @Test
    void whatServersAnswerIsWhatTheirSystemCallsSayAndTheTimeForWhichItWaitsToBeRead() throws IOException {
        List<Request> calls = requests("syscalls=recv..send");
        List<Request> packets = requests("packets=recv..send");
        for (String server : List.of("w1-server", "w1-backend")) {
            List<Request> bySystemCalls = of(calls, server);
            List<Request> byPackets = of(packets, server);
            assertThat(byPackets).hasSameSizeAs(bySystemCalls);
            for (int i = 0; i < byPackets.size(); i++) {
                assertThat(bySystemCalls.get(i).begin() - byPackets.get(i).begin()).as(server + " read it when it had come").isBetween(0L,
                        20_000_000L);
                assertThat(bySystemCalls.get(i).end() - byPackets.get(i).end()).as(server + " ended").isBetween(0L, 10_000_000L);
            }
        }
    }

    @Test
    void keysNameBothEndsAndWhereOneHostWasRecordedItIsSaidThatNobodyIsAsked() {
        assertThat(Captured.run("requests", THREE, "--interval", "packets=send..recv").out())
                .startsWith("Requests: 110 intervals, ").contains("  w1-client ", "  w1-server ", "A:272 to B:273, connection ");
        Captured none = Captured.run("requests", ALONE, "--interval", "packets=send..recv");
        assertThat(none.code()).as(none.error()).isEqualTo(ExitCode.FINE);
        assertThat(none.out()).startsWith("Requests: 0 intervals\n").contains("packet-no-connection: No connection between recorded hosts");
    }
}
