/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Damage;
import org.bowline.testkit.Folders;
import org.bowline.testkit.sim.KernelTraceGenerator;

/** Jobs on a cluster of two processors, against the command line in a process of its own. */
final class SparkJobTest {
    private static final boolean ALL = "all".equals(System.getProperty("bowline.spark.recordings"));
    private static final Set<String> FEW = Set.of("w1-ctf2", "w3");

    private static final long SEED = 20261123;

    @TempDir private Path folder;

    @AfterEach
    void theFileSystemIsWell() {
        FlakyFileSystem.FAILURES.clear();
        FlakyFileSystem.OPENED.clear();
    }

    private Map<String, List<String>> single(List<String> words) throws IOException {
        return Expected.single(folder, words);
    }

    private Map<String, List<String>> cluster(String... words) throws IOException {
        Path output = folder.resolve("cluster");
        List<String> all = new ArrayList<>(List.of("analyze"));
        all.addAll(List.of(words));
        all.addAll(List.of("-o", output.toString()));
        Cluster.run(all.toArray(String[]::new));
        assertThat(left()).isEmpty();
        return Expected.files(output);
    }

    /** What is hidden beside the results. */
    private List<String> left() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).filter(name -> name.startsWith(".")).toList();
        }
    }

    private Path generate(int hosts, long events) throws IOException {
        Path traces = folder.resolve("traces");
        KernelTraceGenerator.generate(new KernelTraceGenerator.Options(events, hosts, 2, 2, SEED, true, true, 16 * 1024, 20, 0), traces);
        return traces;
    }

    private static Path kernel(Path traces, String host) {
        return traces.resolve(host).resolve("kernel");
    }

    private static List<Path> streams(Path trace) throws IOException {
        try (Stream<Path> all = Files.list(trace)) {
            return all.filter(path -> Files.isRegularFile(path) && !path.endsWith("metadata")).sorted().toList();
        }
    }

    private static List<String> hosts(Path traces) throws IOException {
        try (Stream<Path> all = Files.list(traces)) {
            return all.filter(Files::isDirectory).map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private void assertProblem(String message, String... words) {
        assertThatExceptionOfType(UsageException.class).isThrownBy(() -> Cluster.run(words)).withMessageContaining(message);
    }

    /** Each takes some ten seconds: one of three hosts and one of one host, unless all are asked for by -Dbowline.spark.recordings=all. */
    @Test
    void recordingsOfTheLabGiveTheFilesOfOneProcess() throws IOException {
        Path lab = Folders.shared("traces/lab").orElse(null);
        Assumptions.assumeTrue(lab != null, "without the recordings of the lab");
        try (Stream<Path> recordings = Files.list(lab)) {
            for (Path recording : recordings.sorted().filter(one -> ALL || FEW.contains(String.valueOf(one.getFileName()))).toList()) {
                assertSame(recording);
            }
        }
    }

    @Test
    void annotatedRequestsGiveTheFilesOfOneProcess() throws IOException {
        assertSame(Folders.unpack(Folders.repository().resolve("tests/traces/three-tier"),
                Files.createDirectory(folder.resolve("three-tier"))));
    }

    private void assertSame(Path recording) throws IOException {
        Path own = Files.createDirectory(folder.resolve("of-" + recording.getFileName()));
        SparkJobTest test = new SparkJobTest();
        test.folder = own;
        Map<String, List<String>> expected = test.single(List.of(recording.toString()));
        assertEqual(test.cluster(recording.toString()), expected, recording.toString());
    }

    private static void assertEqual(Map<String, List<String>> files, Map<String, List<String>> expected, String what) {
        Expected.assertEqual(files, expected, what);
    }

    @Test
    void generatedTracesOfSixtyFourHostsGiveTheFilesOfOneProcessAlsoWhenTheyAreCopied() throws IOException {
        Path traces = generate(64, 200_000);
        Map<String, List<String>> expected = single(List.of(traces.toString(), "--interval", "begin=wl:req_begin,end=wl:req_end,key=req"));
        assertThat(expected.get("interval-path.csv")).hasSizeGreaterThan(10);
        assertEqual(cluster("flaky:" + traces, "--interval", "begin=wl:req_begin,end=wl:req_end,key=req"), expected, "seed " + SEED);
    }

    @Test
    void optionsMeanWhatTheyMeanOnTheCommandLine() throws IOException {
        Path traces = generate(2, 20_000);
        String reference = hosts(traces).get(1);
        Map<String, List<String>> expected = single(
                List.of(traces.toString(), "--range", "all", "--threshold", "5%", "--reference", reference, "--format", "json",
                        "--show-all"));
        assertEqual(
                cluster(traces.toString(), "--range=all", "--threshold", "5%", "--reference", reference, "--format", "json", "--show-all"),
                expected, "seed " + SEED);
    }

    @Test
    void aTaskThatFailsIsRepeatedAndItsHostCountsOnce() throws IOException {
        Path traces = generate(3, 30_000);
        Map<String, List<String>> expected = single(List.of(traces.toString()));
        String stream = streams(kernel(traces, hosts(traces).get(1))).get(0).toString();
        FlakyFileSystem.FAILURES.put(stream, new AtomicInteger(Cluster.TRIES - 1));
        assertEqual(cluster("flaky:" + traces), expected, "seed " + SEED);
        assertThat(FlakyFileSystem.FAILURES.get(stream)).hasValue(0);
    }

    @Test
    void aTaskThatFailsAsOftenAsItIsTriedEndsTheJobAndNothingIsWritten() throws IOException {
        Path traces = generate(2, 5_000);
        FlakyFileSystem.FAILURES.put(streams(kernel(traces, hosts(traces).get(0))).get(0).toString(), new AtomicInteger(100));
        assertProblem("a task failed as often as it was tried: java.io.IOException: the file server does not answer for ", "analyze",
                "flaky:" + traces,
                "-o", folder.resolve("out").toString());
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(left()).isEmpty();
    }

    @Test
    void aHostWithoutAReadableTraceIsACaveatAndTheOthersAreThere() throws IOException {
        Path traces = generate(3, 30_000);
        String host = hosts(traces).get(2);
        Path kernel = kernel(traces, host);
        // all its packets are of another trace
        for (Path stream : streams(kernel)) {
            Files.copy(streams(kernel(traces, hosts(traces).get(0))).get(0), stream, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        }
        try (Stream<Path> ust = Files.walk(traces.resolve(host).resolve("ust"))) {
            for (Path file : ust.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        Map<String, List<String>> expected = single(List.of(traces.toString()));
        assertThat(expected.get("caveats.csv")).anyMatch(line -> line.contains("unreadable-trace") && line.contains(host + "/kernel"));
        assertEqual(cluster(traces.toString()), expected, "seed " + SEED);
    }

    @Test
    void damagedTracesGiveTheCaveatsOfOneProcess() throws IOException {
        Path traces = generate(3, 30_000);
        SplittableRandom random = new SplittableRandom(SEED);
        String damage = Damage.damage(kernel(traces, hosts(traces).get(1)), random);
        Map<String, List<String>> expected = single(List.of(traces.toString()));
        assertEqual(cluster(traces.toString()), expected, "seed " + SEED + ": " + damage);
    }

    @Test
    void aTraceThatGrowsIsReadAsItWasAndACaveatSaysSo() throws IOException {
        Path traces = generate(2, 10_000);
        String host = hosts(traces).get(0);
        Path stream = streams(kernel(traces, host)).get(0);
        List<String> expected = single(List.of(traces.toString())).get("threads.csv");
        FlakyFileSystem.OPENED.put(stream.toString(), () -> {
            try {
                Files.writeString(stream, "more", StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Map<String, List<String>> files = cluster("flaky:" + traces);
        assertThat(files.get("threads.csv")).isEqualTo(expected);
        assertThat(files.get("caveats.csv")).anyMatch(line -> line.contains("trace-changed") && line.contains("1 file of " + host
                + "/kernel changed while the job read them (" + stream.getFileName()
                + " for one); what was written since it began is left out"));
    }

    @Test
    void aTraceBelowFileThatIsNotOnTheMachineThatReadsItEndsTheJob() throws IOException {
        Path traces = generate(2, 5_000);
        String host = hosts(traces).get(0);
        Path here = folder.resolve("here");
        Files.createDirectories(here.resolve(host));
        Files.move(kernel(traces, host), kernel(here, host));
        // it is gone when the second URI is looked at
        FlakyFileSystem.OPENED.put("metadata", () -> {
            try {
                Files.deleteIfExists(kernel(here, host).resolve("metadata"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertProblem("file:" + kernel(here, host) + ": it was there where the job began, and is not on the machine that is to read it",
                "analyze",
                here.toString(), "flaky:" + traces, "-o", folder.resolve("out").toString());
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(left()).isEmpty();
    }

    @Test
    void aFileThatIsRemovedWhileItIsReadIsACaveat() throws IOException {
        Path traces = generate(2, 10_000);
        String host = hosts(traces).get(0);
        List<Path> streams = streams(kernel(traces, host));
        FlakyFileSystem.OPENED.put(streams.get(1).toString(), () -> {
            try {
                Files.deleteIfExists(streams.get(0));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(cluster("flaky:" + traces).get("caveats.csv"))
                .anyMatch(line -> line.contains("trace-changed")
                        && line.contains("1 file of " + host + "/kernel changed while the job read them"));
    }

    @Test
    void parquetHasTheRowsOfTheFiles() throws IOException {
        Path traces = generate(2, 20_000);
        Map<String, List<String>> files = cluster(traces.toString());
        Path parquet = folder.resolve("cluster/parquet");
        try (Stream<Path> all = Files.list(parquet)) {
            assertThat(all.map(path -> path.getFileName().toString().replace(".parquet", ".csv")).sorted().toList())
                    .isEqualTo(files.keySet().stream().filter(name -> name.endsWith(".csv")).toList());
        }
        Dataset<Row> threads = Cluster.session().read().parquet(parquet.resolve("threads.parquet").toString());
        assertThat(threads.count()).isEqualTo(files.get("threads.csv").size() - 1);
        List<String> names = List.of(Files.readAllLines(folder.resolve("cluster/threads.csv")).get(0).split(","));
        assertThat(List.of(threads.columns())).isEqualTo(names);
        List<String> first = threads.select("host", "tid", "name", "blocked_ns").toJavaRDD().map(row -> row.mkString(",")).collect();
        List<String> lines = Files.readAllLines(folder.resolve("cluster/threads.csv")).stream().skip(1).map(line -> {
            String[] fields = line.split(",", -1);
            return Stream.of("host", "tid", "name", "blocked_ns").map(name -> fields[names.indexOf(name)]).collect(Collectors.joining(","));
        }).toList();
        assertThat(first).containsExactlyInAnyOrderElementsOf(lines);
    }

    @Test
    void whatIsThereAlreadyIsNotTouched() throws IOException {
        Path traces = generate(1, 2_000);
        Path output = Files.createDirectory(folder.resolve("out"));
        Files.writeString(output.resolve("mine.txt"), "mine");
        assertProblem("out: it is there already; give the URI of a folder that is not with -o, or remove it", "analyze", traces.toString(),
                "-o",
                output.toString());
        assertThat(output.resolve("mine.txt")).hasContent("mine");
        assertThat(left()).isEmpty();
    }

    @Test
    void ofTwoJobsIntoOneFolderTheSecondStops() throws IOException {
        Path traces = generate(2, 5_000);
        Path output = folder.resolve("out");
        List<String> second = new ArrayList<>();
        FlakyFileSystem.OPENED.put("metadata", () -> {
            try {
                if (second.isEmpty()) {
                    second.add("");
                    second.set(0, Cluster.run("analyze", traces.toString(), "-o", output.toString()));
                }
            } catch (UsageException e) {
                second.set(0, e.getMessage());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Cluster.run("analyze", "flaky:" + traces, "-o", output.toString());
        assertThat(second.get(0)).contains("out: another job writes its results there, as file:" + folder + "/.out.bowline-claim says");
        assertThat(output.resolve("threads.csv")).exists();
        assertThat(left()).isEmpty();
    }

    @Test
    void aTaskCopiesNoMoreThanItMay() throws IOException {
        Path traces = generate(2, 20_000);
        assertProblem("does not fit: a task may copy 0 MiB to the disk of its machine, and its traces are larger", "analyze",
                "flaky:" + traces, "-o",
                folder.resolve("out").toString(), "--scratch", "10k");
        assertThat(folder.resolve("out")).doesNotExist();
        // what is on the machine itself is not copied
        Cluster.run("analyze", traces.toString(), "-o", folder.resolve("out").toString(), "--scratch", "10m");
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        String out = folder.resolve("out").toString();
        Files.createDirectories(folder.resolve("empty"));
        Files.writeString(folder.resolve("file"), "");
        assertProblem("/no/such: there is no such folder; check the URI", "analyze", "/no/such", "-o", out);
        assertProblem("empty: there is no CTF trace below", "analyze", folder.resolve("empty").toString(), "-o", out);
        assertProblem("file: it is a file, not a folder with traces", "analyze", folder.resolve("file").toString(), "-o", out);
        assertProblem("nosuch:///x: this Spark has no file system for nosuch:; give it one with --packages", "analyze", "nosuch:///x", "-o",
                out);
        // Hadoop knows the name of its class, and has not got it
        assertProblem(
                "s3a://bucket/x: this Spark has no file system for s3a: (Class org.apache.hadoop.fs.s3a.S3AFileSystem not found); give it one with"
                        + " --packages (for s3a: org.apache.hadoop:hadoop-aws",
                "analyze", "s3a://bucket/x", "-o", out);
        assertProblem("hdfs://no-such-host.invalid:8020/x: nobody knows a host no-such-host.invalid:8020", "analyze",
                "hdfs://no-such-host.invalid:8020/x", "-o", out);
        assertProblem("'' is not a URI of a folder", "analyze", "", "-o", out);
        assertProblem("'a:b:c' is not a URI of a folder", "analyze", "/x", "-o", "a:b:c");
        assertProblem("nosuch:///out: this Spark has no file system for nosuch:", "analyze", "/x", "-o", "nosuch:///out");
        Path traces = generate(1, 2_000);
        assertProblem("--reference Z: there is no such host; the hosts are " + hosts(traces).get(0), "analyze", traces.toString(), "-o",
                out, "--reference",
                "Z");
        assertProblem("--interval", "analyze", traces.toString(), "-o", out, "--interval", "begin=no:such,end=no:such");
        assertThat(left()).isEmpty();
    }

    @Test
    void wrongWordsAreExplainedBeforeAnythingIsRead() {
        assertProblem("there is nothing to do; write: analyze URI... -o URI");
        assertProblem("'info' is not a command; write: analyze URI... -o URI", "info", "/x");
        assertProblem("no URI of a folder with traces is given", "analyze", "-o", "/out");
        assertProblem("it is not said where the results go", "analyze", "/x");
        assertProblem("'--from' is not an option here", "analyze", "/x", "--from", "1");
        assertProblem("--format 'xml' is neither csv nor json", "analyze", "/x", "-o", "/out", "--format", "xml");
        assertProblem("--scratch 'much' is not a size; write bytes, or 500m, 64g, 2t", "analyze", "/x", "-o", "/out", "--scratch", "much");
        assertProblem("-o needs a value".replace("-o", "--output"), "analyze", "/x", "-o");
        assertProblem("--output is given 2 times; give it once", "analyze", "/x", "-o", "/a", "-o", "/b");
        assertProblem("'some' is none of work, all and intervals", "analyze", "/x", "-o", "/out", "--range", "some");
        assertThat(JobOptions.parse(List.of("analyze", "/x", "-o", "/out", "--scratch", "2g")).scratchBytes()).isEqualTo(2L << 30);
        assertThat(JobOptions.parse(List.of("analyze", "/x", "-o", "/out", "--scratch=100")).scratchBytes()).isEqualTo(100);
    }

    @Test
    void archivesAndStreamsWithoutMetadataAreCaveats() throws IOException {
        Path traces = generate(2, 5_000);
        Files.write(traces.resolve("more.zip"), "no archive".getBytes(StandardCharsets.UTF_8));
        Path index = Files.createDirectories(traces.resolve("lost/index"));
        Files.writeString(index.resolve("channel_0.idx"), "");
        Files.writeString(index.resolve("channel_1.idx"), "");
        List<String> caveats = cluster(traces.toString()).get("caveats.csv");
        assertThat(caveats).anyMatch(
                line -> line.contains("archive-left-out") && line.contains("Left out more.zip. Archives are not unpacked on a cluster"));
        assertThat(caveats.stream().filter(line -> line.contains("missing-metadata")).toList()).singleElement().asString()
                .contains("Left out lost. It has data streams, but no file");
    }

    @Test
    void nothingIsLeftOnTheDisksOfTheCluster() throws IOException {
        cluster("flaky:" + generate(2, 5_000));
        File[] left = org.apache.spark.SparkEnv.get().blockManager().diskBlockManager().localDirs()[0]
                .listFiles((dir, name) -> name.startsWith("bowline-"));
        assertThat(left).isEmpty();
    }
}
