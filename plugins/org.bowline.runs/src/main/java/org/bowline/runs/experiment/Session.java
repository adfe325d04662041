/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.bowline.core.progress.Progress;

/**
 * All that one sweep starts. Each command is a session of its own (setsid), so that Ctrl-C at a terminal does not reach it before its server is ended in order,
 * and all that it starts can be found and ended. Nothing is left after {@link #end}, also of what hangs, goes into the background, or ignores SIGTERM.
 */
final class Session implements AutoCloseable {
    private static final long POLL_MILLIS = 10;
    /** For this long what is killed may take to be gone. */
    private static final double KILL_SECONDS = 5;
    /** A shell's background jobs ignore these signals, and so would servers that such a job starts, which end on them. */
    private static final List<String> HEARING = hearing();

    private final String mark;
    private final File directory;
    private final Set<Long> leaders = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * A new one.
     *
     * @param mark tells its processes from all others
     * @param directory in which commands run
     */
    Session(String mark, Path directory) {
        this.mark = mark;
        this.directory = directory.toFile();
    }

    /** Lets SIGINT and SIGQUIT through, where that can be done. */
    private static List<String> hearing() {
        List<String> words = List.of("env", "--default-signal=INT,QUIT");
        List<String> trial = new ArrayList<>(words);
        trial.add("true");
        try {
            return new ProcessBuilder(trial).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectInput(new File("/dev/null")).start().waitFor() == 0 ? words : List.of();
        } catch (IOException e) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /**
     * Starts a command of a shell.
     *
     * @param cpus which processors it may use; empty for all
     * @param output what it writes goes there, after what is there already
     * @param marked whether its processes are ended even if they leave the session
     */
    Process start(String command, String cpus, Path output, boolean marked) throws IOException {
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(HEARING);
        if (!cpus.isEmpty()) {
            words.addAll(List.of("taskset", "-c", cpus));
        }
        words.addAll(List.of("sh", "-c", command));
        ProcessBuilder builder = new ProcessBuilder(words).directory(directory).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile())).redirectInput(new File("/dev/null"));
        if (marked) {
            builder.environment().put(ProcessTable.MARK, mark);
        }
        synchronized (leaders) {
            if (closed) {
                throw new IOException("the sweep is ending");
            }
            Process process = builder.start();
            leaders.add(process.pid());
            return process;
        }
    }

    /** The mark, for what is started by what is not marked. */
    String mark() {
        return ProcessTable.MARK + '=' + mark;
    }

    /** Waits for the end of a process; whether it ended in time. */
    static boolean await(Process process, double seconds, Progress progress) {
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        while (!ended(process)) {
            progress.check();
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Runs a command to its end, at most for so many seconds. Its exit code; −1 if it did not end in time, and was ended. */
    int run(String command, double seconds, Path output, Progress progress) throws IOException {
        Process process = start(command, "", output, true);
        try {
            return await(process, seconds, progress) ? process.exitValue() : -1;
        } finally {
            process.destroyForcibly();
            // its number may be given to a process that is none of ours
            if (ended(process) && ProcessTable.of(Set.of(process.pid()), null).isEmpty()) {
                leaders.remove(process.pid());
            }
        }
    }

    /** Whether a process has ended, after a moment in which it may. */
    static boolean ended(Process process) {
        try {
            return process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Ends a process and all others: this one is asked to first, so that a server can end its own; after a while all are, and at last they are killed.
     *
     * @return how many had to be killed
     */
    int end(Process first, double seconds) {
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        stop(first, seconds);
        return end(Math.max(0, (deadline - System.nanoTime()) / 1e9));
    }

    /** Asks a process to end, and waits for so many seconds at most. */
    static void stop(Process process, double seconds) {
        process.destroy();
        await(process, seconds, Progress.NONE);
    }

    /** Ends all: after so many seconds what is still there is killed. How many had to be. */
    int end(double seconds) {
        List<Long> left = left();
        left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
        long deadline = System.nanoTime() + (long) (seconds * 1e9);
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            pause();
            left = left();
        }
        int killed = left.size();
        long last = System.nanoTime() + (long) (KILL_SECONDS * 1e9);
        while (!left.isEmpty() && System.nanoTime() - last < 0) {
            left.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            pause();
            left = left();
        }
        if (left.isEmpty()) {
            leaders.clear(); // their numbers may be given to others now
        }
        return killed;
    }

    /** The processes that are there. */
    List<Long> left() {
        return ProcessTable.of(Set.copyOf(leaders), mark);
    }

    /** Waits for a moment. Most of what is waited for is no child of this process, so that Java has nothing better either: what it offers for the end of such a process asks for it every 300 ms. */
    static void pause() {
        try {
            Thread.sleep(POLL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills all, and starts nothing any more. */
    @Override
    public void close() {
        synchronized (leaders) {
            closed = true;
        }
        end(0);
    }
}
