/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutexes of real programs are told by the names of their variables: wherever they are in memory, and of the build that was recorded. */
final class NamedLocksTest {
    private static final String PROGRAM = """
            #include <pthread.h>
            #include <stdlib.h>
            #include <unistd.h>
            void pool_work(void);
            void other_work(void);
            pthread_mutex_t JOBS = PTHREAD_MUTEX_INITIALIZER;
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static struct { long key; pthread_mutex_t lock; } table[4];
            static _Thread_local pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
            static void use(pthread_mutex_t *one) { pthread_mutex_lock(one); pthread_mutex_unlock(one); }
            int main(int count, char **words) {
              pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
              use(&JOBS); use(&lock); use(&table[2].lock); use(&own); use(&local); use(calloc(1, sizeof local));
              pool_work(); other_work();
              if (count > 1) execv(words[1], words + 1);
              return 0;
            }
            """;
    private static final String OTHER = """
            #include <pthread.h>
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            void other_work(void);
            void other_work(void) { pthread_mutex_lock(&lock); pthread_mutex_unlock(&lock); }
            """;
    private static final String POOL = """
            #include <pthread.h>
            static struct { char name[40]; pthread_mutex_t lock; } pool;
            void pool_work(void);
            void pool_work(void) { pthread_mutex_lock(&pool.lock); pthread_mutex_unlock(&pool.lock); }
            """;

    @TempDir Path directory;

    /** A program of this name with its library in a folder of their own. */
    private Path build(String name, String jobs, String... options) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name));
        Path main = Files.writeString(folder.resolve("main.c"), PROGRAM.replace("JOBS", jobs));
        Path other = Files.writeString(folder.resolve("other.c"), OTHER);
        Path pool = Files.writeString(folder.resolve("pool.c"), POOL);
        Command.of("gcc", "-O1", "-fPIC", "-shared", "-Wl,--build-id", "-o", folder.resolve("libpool.so").toString(), pool.toString())
                .succeed();
        Path program = folder.resolve("server");
        List<String> words = new ArrayList<>(
                List.of("gcc", "-O1", "-Wl,--build-id", "-o", program.toString(), main.toString(), other.toString(),
                        "-L" + folder, "-lpool", "-Wl,-rpath,$ORIGIN"));
        words.addAll(List.of(options));
        Command.of(words).succeed();
        return program;
    }

    private Path record(String name, Path program, Path... more) throws Exception {
        Path output = directory.resolve(name);
        List<String> words = new ArrayList<>(List.of("start", "--profile", "locks", "-o", output.toString(), "--", program.toString()));
        for (Path one : more) {
            words.add(one.toString());
        }
        assertThat(Recorder.alone(directory, words.toArray(String[]::new)).succeed()).endsWith(Recorder.NOTHING_LEFT);
        ImaginedKernel.write(output, output.resolve("kernel"));
        return output;
    }

    /** What the table says that the locks are: names as they are, and {@code 0x} where there is an address alone. */
    private static List<String> locks(Path recording, String... more) {
        List<String> words = new ArrayList<>(List.of(recording.toString(), "--range", "all", "--format", "csv"));
        words.addAll(List.of(more));
        List<String> lines = SamplesTest.bowline("locks", words.toArray(String[]::new)).lines().toList();
        List<String> columns = lines.stream().filter(line -> line.startsWith("host,process,")).findFirst()
                .map(line -> List.of(line.split(","))).orElseThrow();
        int address = columns.indexOf("address");
        int name = columns.indexOf("name");
        return lines.stream().filter(line -> line.contains(",exact,")).map(line -> line.split(","))
                .peek(line -> assertThat(line[address]).startsWith("0x"))
                .map(line -> line[name].isEmpty() ? "0x" : line[name]).sorted().toList();
    }

    private Path moved(Path program) throws IOException {
        Path folder = directory.resolve("moved-" + program.getParent().getFileName());
        return Files.move(program.getParent(), folder);
    }

    @Test
    void aVariableOfAProgramAtAnyPlaceAndOfALibraryIsNamed() throws Exception {
        Path program = build("any", "jobs_lock");
        Path recording = record("recording", program);
        String[] names = {"jobs_lock of server", "lock (main.c) of server", "lock (other.c) of server", "pool+0x28 of libpool.so",
            "table+0x68 of server"};
        assertThat(locks(recording)).as("at the recorded path").contains(names).filteredOn("0x"::equals).hasSizeGreaterThanOrEqualTo(3);
        Path symbols = moved(program);
        assertThat(locks(recording)).as("without symbols").containsOnly("0x");
        assertThat(locks(recording, "--symbols", symbols.toString())).contains(names);

        Path debug = Files.createDirectories(directory.resolve("debug"));
        Path stripped = Files.createDirectories(directory.resolve("stripped"));
        Command.of("objcopy", "--only-keep-debug", symbols.resolve("server").toString(), debug.resolve("server.debug").toString())
                .succeed();
        Command.of("strip", "-o", stripped.resolve("server").toString(), symbols.resolve("server").toString()).succeed();
        assertThat(locks(recording, "--symbols", stripped.toString())).containsOnly("0x");
        assertThat(locks(recording, "--symbols", stripped.toString(), "--symbols", debug.toString())).contains("jobs_lock of server",
                "table+0x68 of server");

        Path other = build("other", "other_lock");
        assertThat(locks(recording, "--symbols", other.getParent().toString())).as("another build").doesNotContain("other_lock of server",
                "jobs_lock of server").contains("pool+0x28 of libpool.so");
        assertThat(SamplesTest.bowline("locks", recording.toString(), "--symbols", other.getParent().toString()))
                .contains("The file server that is there is of another build than the recorded one");
    }

    /** The second program has the process of the first one. */
    @Test
    void whatAProcessRunsNextHasItsOwnNames() throws Exception {
        Path fixed = build("fixed", "fixed_lock", "-no-pie");
        Path any = build("any", "jobs_lock");
        Path recording = record("recording", any, fixed);
        assertThat(locks(recording)).contains("jobs_lock of server", "fixed_lock of server", "lock (main.c) of server");
        assertThat(locks(recording)).filteredOn("lock (main.c) of server"::equals).hasSize(2);
    }
}
