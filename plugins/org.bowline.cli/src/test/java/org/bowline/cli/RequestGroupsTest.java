/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests by the thread and the process that ended them, and by connection, counted again from the single requests. */
class RequestGroupsTest {
    private final String sample = Checkout.root().resolve("tests/traces/three-tier").toString();

    @TempDir Path directory;

    @BeforeEach
    void theSampleIsThere() {
        assumeTrue(Files.isDirectory(Path.of(sample)), "the sample tests/traces/three-tier is not there");
    }

    private List<NamedCsvRecord> table(String name, String key) throws IOException {
        Path output = directory.resolve(key);
        Captured run = Captured.run("analyze", sample, "-o", output.toString(), "--interval",
                "begin=wl:req_begin,end=wl:req_end,key=" + key + ",label=type");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(output.resolve(name + ".csv"))) {
            return reader.stream().toList();
        }
    }

    @Test
    void theRequestsOfAThreadAreThoseThatItEndedAndThoseOfItsProcessAllTogether() throws IOException {
        Map<String, List<NamedCsvRecord>> requests = table("requests", "req").stream()
                .collect(Collectors.groupingBy(row -> row.getField("label") + ' ' + row.getField("host") + ' ' + row.getField("tid")));
        List<NamedCsvRecord> groups = table("request-groups", "req");
        List<NamedCsvRecord> threads = groups.stream().filter(row -> row.getField("by").equals("thread")).toList();
        assertThat(threads).hasSameSizeAs(requests.keySet());
        for (NamedCsvRecord row : threads) {
            List<NamedCsvRecord> own = requests.get(row.getField("label") + ' ' + row.getField("host") + ' ' + row.getField("id"));
            assertThat(row.getField("ended")).isEqualTo(Integer.toString(own.size()));
            assertThat(row.getField("name")).isEqualTo(own.get(0).getField("name"));
            double mean = own.stream().mapToLong(one -> Long.parseLong(one.getField("ns"))).average().orElseThrow();
            assertThat(Double.parseDouble(row.getField("mean_ns"))).isCloseTo(mean, within(mean / 1e6));
        }
        for (String by : List.of("thread", "process")) {
            assertThat(groups.stream().filter(row -> row.getField("by").equals(by)).mapToLong(row -> Long.parseLong(row.getField("ended")))
                    .sum()).as(by).isEqualTo(requests.values().stream().mapToLong(List::size).sum());
        }
        assertThat(groups).as("each request has a key of its own").noneMatch(row -> row.getField("by").equals("connection"));
    }

    @Test
    void requestsWithOneKeyCameOverOneConnection() throws IOException {
        List<NamedCsvRecord> connections = table("request-groups", "type").stream().filter(row -> row.getField("by").equals("connection"))
                .toList();
        Map<String, Long> byKey = table("requests", "type").stream()
                .collect(Collectors.groupingBy(row -> row.getField("label") + ' ' + row.getField("key"), Collectors.counting()));
        assertThat(connections).hasSameSizeAs(byKey.keySet()).allSatisfy(row -> {
            assertThat(row.getField("id")).isEmpty();
            assertThat(Long.parseLong(row.getField("ended")) + Long.parseLong(row.getField("unfinished")))
                    .isEqualTo(byKey.get(row.getField("label") + ' ' + row.getField("name")));
        });
    }

    @Test
    void theTextGroupsThemOnRequestAndSaysWhereThereIsNothingToGroup() {
        String interval = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";
        assertThat(Captured.run("requests", sample, "--interval", interval, "--by", "process").out())
                .contains("By the process that ended them", "w1-client (A:");
        assertThat(Captured.run("requests", sample, "--interval", interval).out()).doesNotContain("that ended them");
        assertThat(Captured.run("requests", sample, "--interval", interval, "--by", "connection").out())
                .contains("No two requests have one key, so the keys tell single requests apart, and no connections.");
        Captured wrong = Captured.run("requests", sample, "--interval", interval, "--by", "colour");
        assertThat(wrong.code()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.error()).contains("requests are grouped by thread, process or connection");
    }
}
