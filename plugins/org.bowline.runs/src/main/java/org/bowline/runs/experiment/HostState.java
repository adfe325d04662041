/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What this machine is and does at a moment; what it does not tell is empty, or not a number.
 *
 * @param machine the model of its processor
 * @param kernel its release
 * @param governor who sets the clock of the processors; several with a slash between
 * @param load how many threads wanted to run, on average of the last minute
 * @param ticks of all processors since boot
 * @param stolen those of them in which the hypervisor ran somebody else
 */
record HostState(String machine, String kernel, String governor, double load, long ticks, long stolen) {
    private static final int STEAL = 8;
    /** A tick is a hundredth of a second of one processor; of fewer a share of 1 % cannot be told. */
    private static final int FEWEST_TICKS = 100;
    private static final List<String> MODELS = List.of("model name", "cpu model", "Processor", "CPU part");

    /** This machine now. */
    static HostState now() {
        return now(Path.of("/"));
    }

    /** The machine whose /proc and /sys lie below a directory. */
    static HostState now(Path root) {
        String[] cpu = line(root, "proc/stat").split(" +", -1);
        long ticks = 0;
        long stolen = 0;
        // guests' ticks, from the ninth on, are among those of users already
        for (int i = 1; i < Math.min(cpu.length, STEAL + 1); i++) {
            long some = (long) number(cpu[i]);
            ticks += some;
            stolen = i == STEAL ? some : stolen;
        }
        return new HostState(machine(root), line(root, "proc/sys/kernel/osrelease"), governor(root),
                number(line(root, "proc/loadavg").split(" ", -1)[0]), ticks, stolen);
    }

    /** The share of time that was stolen since another moment, 0 to 1; not a number if that is not told, or was too short. */
    double stealSince(HostState before) {
        long all = ticks - before.ticks;
        return all < FEWEST_TICKS ? Double.NaN : Math.max(0, Math.min(1, (double) (stolen - before.stolen) / all));
    }

    private static String machine(Path root) {
        List<String> lines = lines(root.resolve("proc/cpuinfo"));
        for (String model : MODELS) {
            for (String line : lines) {
                int colon = line.indexOf(':');
                if (colon > 0 && line.substring(0, colon).strip().equals(model)) {
                    return (model.equals("CPU part") ? System.getProperty("os.arch") + " part " : "") + line.substring(colon + 1).strip();
                }
            }
        }
        return System.getProperty("os.arch", "");
    }

    private static String governor(Path root) {
        Set<String> governors = new TreeSet<>();
        try (Stream<Path> cpus = Files.list(root.resolve("sys/devices/system/cpu"))) {
            cpus.map(cpu -> line(cpu, "cpufreq/scaling_governor")).filter(name -> !name.isEmpty()).forEach(governors::add);
        } catch (IOException e) {
            return "";
        }
        return String.join("/", governors);
    }

    private static String line(Path root, String file) {
        List<String> lines = lines(root.resolve(file));
        return lines.isEmpty() ? "" : lines.get(0).strip();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // not all machines tell
        }
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
