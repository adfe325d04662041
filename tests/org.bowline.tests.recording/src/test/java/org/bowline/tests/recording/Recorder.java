/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;

import org.bowline.core.progress.Progress;
import org.bowline.core.trace.EventCount;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;

/**
 * {@code bowline-record} where no session daemon runs: as root in a {@code /run} of its own, where what is left running can be counted.
 *
 * <p>The output ends with a line {@code LEFT: …} that names LTTng's processes which outlive it; it should be empty.
 */
final class Recorder {
    /** The end of what is said where nothing that recorded is left. */
    static final String NOTHING_LEFT = "LEFT:\n";
    /** Before what a recorded command runs: without it each process of that would wait for the session daemon, too. */
    static final String NOT_RECORDED = "env -u LD_PRELOAD ";
    /** Runs the rest of its words; as root everything of this name space is ours, else what has its LTTNG_HOME below TMPDIR. */
    private static final String SCRIPT = """
            [ -z "$1" ] || mount -t tmpfs tmpfs /run || exit 99
            apart=$1 setup=$2; shift 2
            eval "$setup" || exit 98
            "$@"; code=$?
            left=
            for process in /proc/[0-9]*; do
              name=; { read -r name < $process/comm; } 2>/dev/null # no process for each that is looked at
              case $name in lttng*) ;; *) continue ;; esac
              grep -q '^State:.*zombie' $process/status 2>/dev/null && continue
              if [ -n "$apart" ]; then [ "$(readlink $process/ns/mnt)" = "$(readlink /proc/self/ns/mnt)" ] || continue
              else tr '\\0' '\\n' 2>/dev/null < $process/environ | grep -q "^LTTNG_HOME=$TMPDIR" || continue; fi
              left="$left $name:${process#/proc/}"
            done
            echo "LEFT:$left"
            exit $code
            """;

    /** For env(1): not for what runs it, as nsenter. */
    static final String LOCKS_PRELOADED = "LD_PRELOAD=liblttng-ust-pthread-wrapper.so.1";

    private Recorder() {}

    static Path script() {
        return profiles().resolve("bowline-record");
    }

    static Path profiles() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("no directory with .mvn above " + Path.of("").toAbsolutePath());
        }
        return directory.resolve("lttng-profiles");
    }

    static boolean root() {
        return Command.of("id", "-u").succeed().strip().equals("0");
    }

    static void needLttng() {
        Assumptions.assumeTrue(Command.exists("lttng") && Command.exists("lttng-sessiond"),
                "no lttng-tools here (apt-get install lttng-tools): recording is not tested");
    }

    /** {@code bowline-record} with these words, and no session daemon. */
    static Command alone(Path temporary, String... words) {
        return prepared(temporary, "", words);
    }

    /**
     * The same, after some shell commands.
     *
     * @param setup shell commands; as root they may mount things, which only the command sees
     */
    static Command prepared(Path temporary, String setup, String... words) {
        needLttng();
        boolean root = root();
        List<String> line = new ArrayList<>();
        if (root) {
            List<String> apart = List.of("unshare", "--mount", "--propagation", "private");
            List<String> probe = new ArrayList<>(apart);
            probe.add("true");
            Assumptions.assumeTrue(Command.of(probe).run().exitCode() == 0,
                    "root cannot have a /run of its own here (unshare --mount): recording is not tested");
            line.addAll(apart);
        }
        // what a shell starts in the background ignores SIGINT for good, and so does all that it starts
        line.addAll(List.of("env", "--default-signal=INT", "sh", "-c", SCRIPT, "sh", root ? "apart" : "", setup, script().toString()));
        line.addAll(List.of(words));
        return Command.of(line).with("TMPDIR", temporary.toString()).with("LTTNG_HOME", temporary.toString());
    }

    /** How often each event of user space was recorded, by name. */
    static Map<String, Long> events(Path recording) {
        try (Experiment experiment = Experiment.open(List.of(recording), OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.countEvents(Progress.NONE).stream()
                    .collect(Collectors.toMap(EventCount::event, EventCount::count, Long::sum, TreeMap::new));
        } catch (TraceReadException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How often a lock was released. */
    static long unlocks(Path recording) {
        return events(recording).getOrDefault("lttng_ust_pthread:pthread_mutex_unlock", 0L);
    }

    /** Fails if anything below could be changed by everybody. */
    static void assertPrivate(Path directory) {
        assertThat(below(directory)).isNotEmpty().noneMatch(file -> {
            try {
                return !Files.isSymbolicLink(file) && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_WRITE);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    static List<Path> below(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path executable(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program with two threads and a lock, whose functions announce themselves; 200 rounds of work(). */
    static Path sample(Path directory) {
        Assumptions.assumeTrue(Command.exists("gcc"), "no gcc here: a program of functions and locks cannot be made");
        Path source = directory.resolve("rounds.c");
        Path program = directory.resolve("rounds");
        try {
            Files.writeString(source, """
                    #include <pthread.h>
                    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
                    static volatile int rounds;
                    __attribute__((noinline)) static void work(void) { pthread_mutex_lock(&lock); rounds++; pthread_mutex_unlock(&lock); }
                    static void *run(void *unused) { for (int i = 0; i < 100; i++) work(); return unused; }
                    int main(void) {
                      pthread_t a, b;
                      pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0);
                      pthread_join(a, 0); pthread_join(b, 0);
                      return rounds == 200 ? 0 : 1;
                    }
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Command.of("gcc", "-g", "-finstrument-functions", "-o", program.toString(), source.toString(), "-lpthread").succeed();
        return program;
    }
}
