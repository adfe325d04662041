/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

/**
 * A session daemon of the test's own, without the kernel, and commands that see it and no other.
 *
 * <p>For an ordinary user LTTng keeps its sockets below {@code LTTNG_HOME}; for root they have fixed names below {@code /run}, so there the
 * daemon gets a {@code /run} of its own (a mount name space), which the commands enter.
 */
final class LttngDaemon implements AutoCloseable {
    private final Path home;
    private final Process daemon;
    private final boolean apart;

    private LttngDaemon(Path home, Process daemon, boolean apart) {
        this.home = home;
        this.daemon = daemon;
        this.apart = apart;
    }

    /** Starts one, or skips the test where that is not possible. */
    static LttngDaemon start() {
        Assumptions.assumeTrue(Command.exists("lttng") && Command.exists("lttng-sessiond"),
                "no lttng-tools here (apt-get install lttng-tools): what needs a session daemon is not tested");
        boolean root = Command.of("id", "-u").succeed().strip().equals("0");
        if (root) {
            Assumptions.assumeTrue(Command.of(apart("true")).run().exitCode() == 0,
                    "root cannot have a /run of its own here (unshare --mount): what needs a session daemon is not tested");
        }
        try {
            Path home = Files.createTempDirectory("bwl"); // short: a socket's path has at most 107 characters
            List<String> line = List.of("lttng-sessiond", "--no-kernel", "--quiet");
            Process process = Command.of(root ? apart(line.toArray(String[]::new)) : line).with("LTTNG_HOME", home.toString())
                    .start(home.resolve("sessiond.log"));
            LttngDaemon daemon = new LttngDaemon(home, process, root);
            daemon.awaitAnswer();
            return daemon;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> apart(String... command) {
        List<String> line = new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private", "sh", "-c",
                "mount -t tmpfs tmpfs /run && exec \"$@\"", "sh"));
        line.addAll(List.of(command));
        return line;
    }

    private void awaitAnswer() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Command.LIMIT_SECONDS);
        while (!answers()) {
            if (System.nanoTime() > end || !daemon.isAlive()) {
                String log = Command.text(home.resolve("sessiond.log"));
                close();
                throw new IllegalStateException("the session daemon does not answer: " + log);
            }
        }
    }

    /** Not the machine's own daemon, which the command reaches until this one has its {@code /run}. */
    private boolean answers() {
        return command("lttng", "--no-sessiond", "list").run().exitCode() == 0
                && (!apart || command("cat", "/run/lttng/lttng-sessiond.pid").run().output().strip().equals(Long.toString(daemon.pid())));
    }

    /** Where LTTng's and the test's files of this run are; removed at the end. */
    Path home() {
        return home;
    }

    /** The daemon, and what it started. */
    List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(daemon.toHandle()), daemon.descendants()).toList();
    }

    /** A command that sees this session daemon only. */
    Command command(String... words) {
        List<String> line = new ArrayList<>();
        if (apart) {
            line.addAll(List.of("nsenter", "--mount=/proc/" + daemon.pid() + "/ns/mnt", "--wdns=" + Path.of("").toAbsolutePath()));
        }
        line.addAll(List.of(words));
        return Command.of(line).with("LTTNG_HOME", home.toString()).with("LTTNG_UST_REGISTER_TIMEOUT", "10000");
    }

    /** Runs {@code lttng} with these words; an error if it fails. */
    String lttng(String... words) {
        List<String> line = new ArrayList<>(List.of("lttng", "--no-sessiond"));
        line.addAll(List.of(words));
        return command(line.toArray(String[]::new)).succeed();
    }

    /** Starts to record events of user space with their thread ids. */
    Path record(String session, String events) {
        Path output = home.resolve("traces-" + session);
        lttng("create", session, "--output=" + output);
        lttng("enable-channel", "--userspace", "--session=" + session, "--subbuf-size=256K", "--num-subbuf=8", "all");
        lttng("enable-event", "--userspace", "--session=" + session, "--channel=all", events);
        lttng("add-context", "--userspace", "--session=" + session, "--channel=all", "--type=vtid", "--type=vpid");
        lttng("start", session);
        return output;
    }

    /** Ends a recording; its trace is complete then. */
    void stop(String session) {
        lttng("stop", session);
        lttng("destroy", session);
    }

    @Override
    public void close() {
        Command.end(daemon);
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
