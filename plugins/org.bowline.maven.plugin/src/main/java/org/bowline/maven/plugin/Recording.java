/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;
import org.jspecify.annotations.Nullable;

/**
 * One recording of bowline-record, which is in the plug-in, by one process of Maven: the trace appears at its place when all is done, or not at all,
 * and whatever happens to the build, nothing goes on recording once the process of Maven has ended in any way that a process can notice.
 *
 * <p>Until it is done it is in a directory beside its place that names the process. One that was left by a process that was killed is ended by the
 * next recording to the same place.
 */
final class Recording implements AutoCloseable {
    private static final int USAGE = 2;
    private static final int UNAVAILABLE = 69;
    private static final int CANNOT_WRITE = 73;
    /** How long the end of Maven waits for bowline-record, which collects a long recording for minutes. */
    private static final long PATIENCE_SECONDS = 900;
    /** For what the log cannot print; never closed, as it is the process's own. */
    private static final PrintStream PLAIN = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

    private final Path target;
    private final Path part;
    private final Path tool;
    private final Log log;
    private final Thread hook;
    private volatile @Nullable Process process;
    /** Whether the process is the one that ends the session, which is let do so. */
    private volatile boolean stopping;
    /** Where bowline-record put the trace and how large it is. */
    private volatile String summary = "";
    /** Whether all is removed; guarded by this, as the goal and the end of the process may meet. */
    private boolean cleaned;

    /**
     * What bowline-record said.
     *
     * @param code its exit code, or that of the command
     * @param last its last line of its own, or nothing
     */
    record Outcome(int code, String last) {
        /** Whether it is the setting or the host that has to be changed, not the software that was recorded. */
        boolean isError() {
            return code == USAGE || code == UNAVAILABLE || code == CANNOT_WRITE;
        }
    }

    private Recording(Path target, Path part, Log log) {
        this.target = target;
        this.part = part;
        this.tool = part.resolve("tool");
        this.log = log;
        this.hook = new Thread(this::endWithMaven, "bowline-record");
    }

    /** Takes the place of a trace, and removes what is there: if this recording fails, no later goal shall take an earlier one for it. */
    static Recording prepare(File traceDirectory, Log log) throws IOException, InterruptedException, MojoExecutionException {
        Path target = traceDirectory.toPath().toAbsolutePath().normalize();
        Path parent = target.getParent();
        Path name = target.getFileName();
        if (parent == null || name == null) {
            throw new MojoExecutionException("Parameter traceDirectory is a root directory.");
        }
        Files.createDirectories(parent);
        Path part = parent.resolve("." + name + ".recording");
        Recording recording = new Recording(target, part, log);
        recording.takePlace();
        try {
            Recorder.into(recording.tool);
            Recorder.delete(target);
            Runtime.getRuntime().addShutdownHook(recording.hook);
            return recording;
        } catch (IOException | RuntimeException e) {
            recording.clean(part);
            throw e;
        }
    }

    private void takePlace() throws IOException, InterruptedException, MojoExecutionException {
        try {
            makePart();
        } catch (FileAlreadyExistsException e) {
            long owner = owner();
            if (owner >= 0) {
                throw new MojoExecutionException(target + " is being recorded into already, by process " + owner
                        + (owner == ProcessHandle.current().pid() ? ", this build: " : ", another build: ")
                        + "stop that first (goal record-stop), or give this recording a traceDirectory of its own.", e);
            }
            say(log::warn, "A build that was killed left a recording to " + target + "; it is ended, and its trace is not kept.");
            if (!abandon()) {
                throw new MojoExecutionException("A recording that a killed build left in " + part + " goes on: end it with"
                        + " \"lttng destroy\", remove the directory, and build again.", e);
            }
            Recorder.delete(part);
            makePart();
        }
    }

    private void makePart() throws IOException {
        // bowline-record refuses, as root, to write where others can
        Files.createDirectory(part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(part.resolve("maven"), identity(ProcessHandle.current()));
    }

    private static String identity(ProcessHandle of) {
        return of.pid() + " " + of.info().startInstant().map(Instant::toString).orElse("");
    }

    /** The process that records into the place now, or -1. A number that was given to another process meanwhile does not count. */
    private long owner() throws IOException {
        Path file = part.resolve("maven");
        String text = Files.exists(file) ? Files.readString(file) : "";
        return ProcessHandle.allProcesses().filter(one -> text.startsWith(one.pid() + " ") && text.equals(identity(one)))
                .mapToLong(ProcessHandle::pid).findAny().orElse(-1);
    }

    /** Where the trace will be. */
    Path target() {
        return target;
    }

    private Path trace() {
        return part.resolve("trace");
    }

    /** The words that start a recording, without a command. */
    static List<String> start(List<String> profiles, @Nullable List<String> events) {
        List<String> words = new ArrayList<>(List.of("start"));
        for (String profile : profiles) {
            words.add("--profile");
            words.add(profile.strip());
        }
        for (String event : events == null ? List.<String>of() : events) {
            words.add("--event");
            words.add(event.strip());
        }
        return words;
    }

    /** The words that record a command of the build. It runs as the build does, also where sudo has made that root: both write to the same places. */
    static List<String> start(List<String> profiles, @Nullable List<String> events, List<String> command, String user) {
        List<String> words = start(profiles, events);
        if (user.equals("root")) {
            words.add("--as-root");
        }
        words.add("--");
        words.addAll(command);
        return words;
    }

    /** Runs bowline-record; what it prints goes to the log. The first word is its command, the others follow the directory. */
    Outcome run(List<String> words, @Nullable File directory) throws IOException, InterruptedException {
        stopping = words.get(0).equals("stop");
        // Not in the terminal's process group when it stops: Ctrl-C must not interrupt the end of the session.
        List<String> all = new ArrayList<>(stopping ? List.of("setsid", "--wait", "bash") : List.of("bash"));
        all.addAll(List.of(tool.resolve("bowline-record").toString(), words.get(0), "-o", trace().toString()));
        all.addAll(words.subList(1, words.size()));
        Process running = new ProcessBuilder(all).directory(directory).redirectErrorStream(true).start();
        process = running;
        boolean over = false;
        try {
            running.getOutputStream().close();
            String last = "";
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(running.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("bowline-record: stop with:")) {
                        continue; // it is Maven that stops it
                    }
                    if (line.startsWith("bowline-record: ") && line.contains("; next: bowline info ")) {
                        summary = line.substring(0, line.indexOf("; next: ")).replace(trace().toString(), target.toString()) + '.'; // true once the trace is kept; what is next Maven knows
                        continue;
                    }
                    say(log::info, line.replace(trace().toString(), target.toString()));
                    last = line.startsWith("bowline-record:") ? line : last;
                }
            }
            int code = running.waitFor();
            over = true;
            return new Outcome(code, last);
        } finally {
            if (!over) {
                running.destroy();
            }
        }
    }

    /** Puts the trace in its place. */
    synchronized void keep() throws IOException, MojoExecutionException {
        if (cleaned) {
            throw new MojoExecutionException("Maven was stopped: no trace was kept.");
        }
        if (!Files.isDirectory(trace())) {
            throw new MojoExecutionException("The recording left nothing in " + trace() + '.');
        }
        Files.move(trace(), target, StandardCopyOption.ATOMIC_MOVE);
        if (!summary.isEmpty()) {
            say(log::info, summary);
        }
        say(log::info, "Recorded to " + target + '.');
    }

    /** Ends the session if it is still there, and removes what is not the trace. */
    @Override
    public void close() {
        cleanUp();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            say(log::debug, "Maven ends: " + e.getMessage());
        }
    }

    /** What the process does at its end, while the recording is not done. */
    void endWithMaven() {
        say(log::warn, "The build ended before its recording did: the recording is stopped, no trace is kept in " + target + '.');
        try {
            Process running = process;
            if (running != null && running.isAlive()) {
                if (!stopping) {
                    running.destroy(); // it ends its session and the command when it is asked to stop
                }
                running.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        cleanUp();
    }

    private synchronized void cleanUp() {
        if (cleaned) {
            return;
        }
        cleaned = true;
        try {
            if (abandon()) {
                clean(part);
            }
        } catch (IOException e) {
            say(log::error, "Cannot end the recording in " + part + ": " + e.getMessage() + ". See \"lttng list\", \"lttng destroy\".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends a session that is still there; what it recorded is of no use. */
    private boolean abandon() throws IOException, InterruptedException {
        if (!Files.isDirectory(trace().resolve(".recording/hosts"))) {
            return true;
        }
        Outcome outcome = run(List.of("stop"), null);
        boolean gone = !Files.isDirectory(trace().resolve(".recording/hosts"));
        if (!gone) {
            say(log::error, "The recording in " + part + " could not be ended (exit code " + outcome.code()
                    + "), see above. End it with \"lttng destroy\"; \"lttng list\" names it.");
        }
        return gone;
    }

    /**
     * Says something in the log. What Maven prints through is not made for several threads, and a process that ends has some: what it then throws may be a complaint
     * about its own colours, and must not keep a recording from its end.
     */
    private static void say(Consumer<CharSequence> how, String text) {
        try {
            how.accept(text);
        } catch (RuntimeException e) {
            PLAIN.println(text);
        }
    }

    private void clean(Path directory) {
        try {
            Recorder.delete(directory);
        } catch (IOException e) {
            say(log::warn, "Cannot remove " + directory + ": " + e.getMessage());
        }
    }
}
