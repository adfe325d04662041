/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

import org.bowline.core.files.FileTree;
import org.bowline.testkit.sim.KernelTraceGenerator;

/**
 * What a cluster costs and brings: {@code releng/bench --spark [EVENTS-OF-A-HOST [HOSTS...]]}. For each number of hosts a trace is generated and analysed by the command line, on one processor and on two, and by Spark with one and two
 * tasks at a time, each in a process of its own. A line of a Markdown table for each: seconds of the processors, in brackets those on the clock on the wall, which on a machine that others use say little.
 */
public final class MeasureHosts {
    private static final long SEED = 17;

    private MeasureHosts() {}

    /**
     * Measures.
     *
     * @param words events of a host and numbers of hosts; or, in a process that is measured, {@code job MASTER TRACES OUTPUT}
     */
    public static void main(String[] words) throws IOException {
        if (words.length > 0 && words[0].equals("job")) {
            job(words[1], words[2], words[3]);
            return;
        }
        long ofHost = words.length > 0 ? Long.parseLong(words[0]) : 100_000;
        List<Integer> hosts = words.length > 1 ? Arrays.stream(words).skip(1).map(Integer::parseInt).toList()
                : List.of(1, 2, 4, 8, 16, 32, 64);
        System.out.println("| hosts | M events | one process, 1 CPU | 2 CPUs | local[1] | local[2] | reading, M events/s"
                + " | joining and answering | shuffled, bytes per event |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        for (int count : hosts) {
            Path folder = Files.createTempDirectory(Path.of("/var/tmp"), "bowline-hosts-");
            try {
                measure(count, ofHost, folder);
            } finally {
                FileTree.delete(folder);
            }
        }
    }

    private static void measure(int hosts, long ofHost, Path folder) throws IOException {
        Path traces = folder.resolve("traces");
        long events = KernelTraceGenerator
                .generate(new KernelTraceGenerator.Options(ofHost * hosts, hosts, 2, 2, SEED, true, true, 256 * 1024, 0, 0), traces)
                .events();
        String one = seconds(run(folder, List.of("-XX:ActiveProcessorCount=1"), "org.bowline.cli.Main", "analyze", traces.toString(), "-o",
                folder.resolve("one").toString()));
        String two = seconds(
                run(folder, List.of(), "org.bowline.cli.Main", "analyze", traces.toString(), "-o", folder.resolve("two").toString()));
        List<String> first = run(folder, List.of(), MeasureHosts.class.getName(), "job", "local[1]", traces.toString(),
                folder.resolve("local1").toString());
        List<String> second = run(folder, List.of(), MeasureHosts.class.getName(), "job", "local[2]", traces.toString(),
                folder.resolve("local2").toString());
        String[] told = first.get(1).split(" ");
        System.out.printf(Locale.ROOT, "| %d | %.1f | %s | %s | %s | %s | %.2f | %.1f | %.1f |%n", hosts, events / 1e6, one, two,
                seconds(first),
                seconds(second), events * 1e3 / Long.parseLong(told[0]), Long.parseLong(told[1]) / 1e9,
                (double) Long.parseLong(told[2]) / events);
    }

    private static String seconds(List<String> lines) {
        return lines.get(0);
    }

    /** Runs a class in a process of its own: how many seconds it took of the processors, and on the clock on the wall; then what it printed last. */
    private static List<String> run(Path folder, List<String> options, String... words) throws IOException {
        List<String> command = new ArrayList<>(
                List.of("bash", "-c", "\"$@\" && times", "bash", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseParallelGC", "-Xmx4g"));
        command.addAll(Arrays.asList(System.getProperty("bowline.spark.opens", "").split(" ")));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(words));
        File told = folder.resolve("told").toFile();
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told).start();
        try {
            int code = process.waitFor();
            List<String> lines = Files.readAllLines(told.toPath(), StandardCharsets.UTF_8);
            if (code != 0) {
                throw new IOException("the process ended with " + code + ": " + lines);
            }
            double cpu = 0;
            for (String time : lines.get(lines.size() - 1).split(" ")) {
                String[] parts = time.substring(0, time.length() - 1).split("m");
                cpu += 60 * Double.parseDouble(parts[0]) + Double.parseDouble(parts[1]);
            }
            return List.of(String.format(Locale.ROOT, "%.1f (%.1f)", cpu, (System.nanoTime() - begin) / 1e9), lines.get(lines.size() - 3));
        } catch (InterruptedException e) {
            process.destroy();
            throw new IOException(e);
        }
    }

    private static void job(String master, String traces, String output) throws IOException {
        AtomicLong readNanos = new AtomicLong();
        AtomicLong joinNanos = new AtomicLong();
        AtomicLong shuffled = new AtomicLong();
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("measure").setMaster(master)
                .set("spark.ui.enabled", "false").set("spark.driver.host", "localhost"))) {
            spark.sc().addSparkListener(new SparkListener() {
                @Override
                public void onTaskEnd(SparkListenerTaskEnd task) {
                    long written = task.taskMetrics().shuffleWriteMetrics().bytesWritten();
                    shuffled.addAndGet(written);
                    if (written > 0) {
                        readNanos.addAndGet(task.taskMetrics().executorCpuTime());
                    } else {
                        joinNanos.accumulateAndGet(task.taskMetrics().executorCpuTime(), Math::max);
                    }
                }
            });
            new SparkJob(spark, JobOptions.parse(List.of("analyze", traces, "-o", output))).run();
        }
        System.out.println(readNanos + " " + joinNanos + " " + shuffled);
    }
}
