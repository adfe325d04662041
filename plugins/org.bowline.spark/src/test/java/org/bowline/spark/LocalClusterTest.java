/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.sim.KernelTraceGenerator;

/** A job whose tasks run in other processes than the program that starts it, and that loses some of them: Spark's {@code local-cluster} of two executors. */
@Tag("slow")
final class LocalClusterTest {
    private static final long SEED = 20261125;

    @TempDir private Path folder;

    /** What {@code spark-submit} does: a process that starts the job, here with the test's classes in place of the jar. */
    private int submit(Path told, String executorClassPath, List<String> settings, String... words) throws IOException {
        Path home = folder.resolve("spark");
        Files.createDirectories(home.resolve("jars")); // what would be there is on the class path below
        List<String> command = new ArrayList<>(List.of(Expected.java()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(word -> word.startsWith("--add-opens"))
                .forEach(command::add);
        command.addAll(List.of("-Dspark.master=local-cluster[2,1,1024]", "-Dspark.ui.enabled=false", "-Dspark.driver.host=localhost",
                "-Dspark.driver.bindAddress=127.0.0.1", "-Dspark.local.dir=" + Files.createDirectories(folder.resolve("disk")),
                "-Dspark.executor.extraClassPath=" + executorClassPath,
                "-Dspark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "-Dspark.hadoop.fs.flaky.impl=" + FlakyFileSystem.class.getName()));
        settings.forEach(setting -> command.add("-Dspark." + setting));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", Expected.classPath(), SparkMain.class.getName()));
        command.addAll(List.of(words));
        return Expected.ended(command, Map.of("SPARK_HOME", home.toString(), "SPARK_SCALA_VERSION", "2.13"), told);
    }

    /** What is hidden beside the results. */
    private List<String> left() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).filter(name -> name.startsWith(".")).toList();
        }
    }

    @Test
    void machinesThatDieWhileTheyReadAndWhileTheyJoinChangeNothing() throws IOException {
        Path traces = folder.resolve("traces");
        KernelTraceGenerator.generate(new KernelTraceGenerator.Options(40_000, 4, 2, 2, SEED, true, true, 16 * 1024, 20, 0), traces);
        Map<String, List<String>> expected = Expected.single(folder, List.of(traces.toString()));
        Path deaths = Files.createDirectory(folder.resolve("deaths"));
        List<Path> hosts;
        try (Stream<Path> all = Files.list(traces)) {
            hosts = all.filter(Files::isDirectory).sorted().toList();
        }
        // a kernel's stream is read once, by the task of its host; a program's once more, when hosts are joined
        Path first = FlakyFileSystem.dieAt(deaths, hosts.get(1).resolve("kernel/c0_0"), 1);
        Path second = FlakyFileSystem.dieAt(deaths, hosts.get(2).resolve("ust/u0_0"), 2);
        Path told = folder.resolve("told.txt");
        int code = submit(told, Expected.classPath(), List.of("hadoop." + FlakyFileSystem.DEATHS + '=' + deaths), "analyze",
                "flaky:" + traces, "-o",
                folder.resolve("cluster").toString());
        assertThat(code).as(Files.readString(told)).isZero();
        assertThat(first).as("the death while it was read").doesNotExist();
        assertThat(second).as("the death while it was joined").doesNotExist();
        Expected.assertEqual(Expected.files(folder.resolve("cluster")), expected, "seed " + SEED);
        assertThat(left()).isEmpty();
    }

    @Test
    void aFileSystemThatTheExecutorsDoNotHaveIsNamed() throws IOException {
        Path traces = folder.resolve("traces");
        KernelTraceGenerator.generate(new KernelTraceGenerator.Options(2_000, 1, 1, 1, SEED, false, true, 16 * 1024, 0, 0), traces);
        Path told = folder.resolve("told.txt");
        // a file system of this test's classes: the program that starts the job has it
        String without = Stream.of(Expected.classPath().split(File.pathSeparator)).filter(path -> !path.endsWith("test-classes"))
                .collect(Collectors.joining(File.pathSeparator));
        int code = submit(told, without, List.of(), "analyze", "flaky:" + traces, "-o", folder.resolve("out").toString());
        assertThat(code).as(Files.readString(told)).isEqualTo(2);
        assertThat(Files.readAllLines(told)).anyMatch(line -> line.startsWith("bowline: flaky:" + traces) && line.contains(
                ": the machine that is to read it has no file system for flaky: (Class org.bowline.spark.FlakyFileSystem not found); give it one with --packages"));
        assertThat(folder.resolve("out")).doesNotExist();
        assertThat(left()).isEmpty();
    }
}
