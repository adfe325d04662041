/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every annotation of every language, as a real session daemon records it: names, fields, types, values, order, threads. */
final class AnnotationsTest {
    /** What header-check.c, and the same calls in Java and Python, tell. */
    private static final List<String> ALL = List.of("bowline:interval_begin id:u64=NEW label:text=GET size:s64=-1",
            "bowline:interval_begin id:u64=18364758544493064720 label:text=checkout size:s64=-1", "bowline:interval_switch id:u64=NEW",
            "bowline:tag_push path:text=engine/storage", "bowline:tag_push path:text=engine/storage/crc",
            "bowline:tag_pop path:text=engine/storage/crc", "bowline:tag_switch path:text=net/ä", "bowline:tag_switch path:text=",
            "bowline:spin_begin object:u64=0xffffffffffff0001 owner:s32=4711",
            "bowline:spin_end object:u64=0xffffffffffff0001 acquired:u8=1",
            "bowline:spin_begin object:u64=0x2 owner:s32=0", "bowline:spin_end object:u64=0x2 acquired:u8=0",
            "bowline:false_wakeup object:u64=0x3", "bowline:interval_switch id:u64=0",
            "bowline:interval_end id:u64=18364758544493064720", "bowline:interval_end id:u64=NEW",
            "bowline:interval_begin id:u64=5 label:text=PUT size:s64=4096",
            "bowline:interval_begin id:u64=6 label:text=PUT size:s64=9223372036854775807",
            "bowline:interval_begin id:u64=NEXT label:text=PUT size:s64=0", "bowline:interval_end id:u64=NEXT");

    private static final Pattern FIRST_ID = Pattern.compile("bowline:interval_begin id:u64=(\\d+) label:text=GET size:s64=-1");

    @ParameterizedTest
    @CsvSource({"gcc, g++", "clang, clang++"})
    void everythingCompilesWithoutAWarningInEveryStandard(String c, String cpp) {
        Path made = Annotated.make(c);
        assumeCpp(cpp);
        Command.of("make", "-C", Annotated.SOURCES.resolve("c").toString(), "CC=" + c, "CXX=" + cpp, "OUT=" + made,
                "JAVA_HOME=" + System.getProperty("java.home"), "check-header").with("LC_ALL", "C").succeed();
        for (String off : List.of("header-c99-off", "header-c17-off", "header-c++11-off", "header-c-c++20-off")) {
            assertThat(Command.of(made.resolve(off).toString()).succeed()).isEmpty();
            assertThat(Command.of("nm", made.resolve(off).toString()).succeed()).doesNotContain("dlopen", "bowline__");
        }
        // what is on, and finds no library
        assertThat(Command.of("nm", made.resolve("header-c99").toString()).succeed()).contains("dlopen", "bowline__load");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gcc", "clang"})
    void everyAnnotationOfCIsRecorded(String compiler) {
        Path made = Annotated.makeWithLibrary(compiler);
        Path program = headerCheck(made, compiler);
        try (LttngDaemon daemon = LttngDaemon.start()) {
            assertAll(Annotated.record(daemon, program.toString()));
        }
    }

    private static Path headerCheck(Path made, String compiler) {
        Path program = made.resolve("header-check");
        Command.of("make", "-C", Annotated.SOURCES.resolve("c").toString(), "CC=" + compiler, "OUT=" + made, program.toString()).succeed();
        return program;
    }

    private static void assumeCpp(String compiler) {
        Assumptions.assumeTrue(Command.exists(compiler),
                "no " + compiler + " here (apt-get install " + compiler.replace("clang++", "clang") + "): C++ is not tested with it");
    }

    @ParameterizedTest
    @CsvSource({"gcc, g++, c++11", "gcc, g++, c++20", "clang, clang++, c++11", "clang, clang++, c++20"})
    void theScopesOfCppTellTheirBeginAndEnd(String c, String cpp, String standard) {
        Path made = Annotated.makeWithLibrary(c);
        assumeCpp(cpp);
        Path program = made.resolve("scopes");
        Path sources = Annotated.SOURCES.resolve("c");
        Command.of(cpp, "-std=" + standard, "-O2", "-I" + sources, "-pthread", "-Wl,-rpath," + made, "-o", program.toString(),
                sources.resolve("header-check.cpp").toString(), "-ldl").succeed();
        try (LttngDaemon daemon = LttngDaemon.start()) {
            List<RecordedEvent> events = Annotated.record(daemon, program.toString());
            assertThat(texts(events).stream().map(text -> text.replaceAll("object:u64=0x[1-9a-f][0-9a-f]*", "object=LOCK")))
                    .containsExactly(
                            "bowline:interval_begin id:u64=NEW label:text=GET size:s64=-1", "bowline:tag_push path:text=engine/storage",
                            "bowline:tag_push path:text=engine/storage/crc", "bowline:spin_begin object=LOCK owner:s32=0",
                            "bowline:spin_end object=LOCK acquired:u8=1", "bowline:spin_begin object=LOCK owner:s32=4711",
                            "bowline:spin_end object=LOCK acquired:u8=0", "bowline:tag_pop path:text=engine/storage/crc",
                            "bowline:tag_pop path:text=engine/storage", "bowline:interval_switch id:u64=NEW",
                            "bowline:interval_end id:u64=NEW",
                            "bowline:interval_begin id:u64=7 label:text=checkout size:s64=-1",
                            "bowline:interval_begin id:u64=8 label:text=checkout size:s64=-1", "bowline:interval_end id:u64=7",
                            "bowline:interval_begin id:u64=9 label:text=PUT size:s64=4096",
                            "bowline:interval_begin id:u64=NEXT label:text=PUT size:s64=17", "bowline:interval_end id:u64=NEXT",
                            "bowline:interval_end id:u64=9", "bowline:interval_end id:u64=8");
            long main = events.get(0).tid();
            assertThat(events).filteredOn(event -> event.tid() != main).extracting(RecordedEvent::name)
                    .containsExactly("bowline:interval_switch", "bowline:interval_end");
        }
    }

    @Test
    void everyAnnotationOfJavaIsRecorded() {
        Path made = Annotated.makeWithLibrary();
        assumeJni(made);
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Path program = Annotated.write(daemon, "Calls.java", """
                    import org.bowline.annotation.*;
                    class Calls {
                        public static void main(String[] words) {
                            Interval started = Interval.start(Label.of("GET"));
                            Interval given = Interval.start(0xfedcba9876543210L, Label.of("checkout"));
                            started.enter();
                            Tag storage = Tag.push(Label.of("engine/storage"));
                            try (Tag crc = Tag.push(Label.of("engine/storage/crc"))) {
                            }
                            Tag.switchTo(Label.of("net/\\u00e4"));
                            Tag.switchTo(Label.of(""));
                            Waits.spinBegin(0xffffffffffff0001L, 4711);
                            Waits.spinEnd(0xffffffffffff0001L, true);
                            Waits.spinBegin(2, 0);
                            Waits.spinEnd(2, false);
                            Waits.falseWakeup(3);
                            Interval.leave();
                            given.close();
                            given.close();
                            started.close();
                            started.close();
                            Interval.start(5, Label.of("PUT"), 4096);
                            Interval.start(6, Label.of("PUT"), Long.MAX_VALUE);
                            Interval.start(Label.of("PUT"), 0).close();
                            if (!Annotations.isRecording() || Waits.threadId() <= 0) {
                                throw new AssertionError(Annotations.absence());
                            }
                        }
                    }
                    """);
            assertAll(Annotated.record(daemon, Annotated.java(made, program)));
        }
    }

    @Test
    void everyAnnotationOfPythonIsRecorded() {
        Path made = Annotated.makeWithLibrary();
        Assumptions.assumeTrue(Command.exists("python3"), "no python3 here: its annotations are not tested");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Path program = Annotated.write(daemon, "calls.py", """
                    import bowline
                    assert bowline.available()
                    started = bowline.interval("GET")
                    given = bowline.interval("checkout", 0xfedcba9876543210)
                    started.enter()
                    bowline.tag("engine/storage").__enter__()
                    with bowline.tag("engine/storage/crc"):
                        pass
                    bowline.tag_switch("net/\\u00e4")
                    bowline.tag_switch("")
                    bowline.spin_begin(0xffffffffffff0001, 4711)
                    bowline.spin_end(0xffffffffffff0001, True)
                    bowline.spin_begin(2)
                    bowline.spin_end(2, False)
                    bowline.false_wakeup(3)
                    bowline.switch(0)
                    given.end()
                    given.end()
                    started.end()
                    kept = [bowline.interval("PUT", 5, 4096), bowline.interval("PUT", 6, size=(1 << 64) - 1)]
                    with bowline.interval("PUT", size=0): pass
                    """);
            assertAll(Annotated.record(daemon, line -> line.with("PYTHONPATH", Annotated.SOURCES.resolve("python").toString())
                    .with("PYTHONDONTWRITEBYTECODE", "1").with("LD_LIBRARY_PATH", made.toString()), "python3", program.toString()));
        }
    }

    @Test
    void onlyWhatIsEnabledIsRecorded() {
        Path made = Annotated.makeWithLibrary();
        Path program = headerCheck(made, "gcc");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Path traces = daemon.record("tags", "bowline:tag_p*");
            assertThat(daemon.command(program.toString()).run().exitCode()).isZero();
            daemon.stop("tags");
            assertThat(texts(RecordedEvent.read(traces))).containsExactly("bowline:tag_push path:text=engine/storage",
                    "bowline:tag_push path:text=engine/storage/crc", "bowline:tag_pop path:text=engine/storage/crc");
        }
    }

    @Test
    void aChildGoesOnWithIdsOfItsOwn() {
        Path made = Annotated.makeWithLibrary();
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Path source = Annotated.write(daemon, "forks.c", """
                    #include <bowline.h>
                    #include <stdio.h>
                    #include <sys/wait.h>
                    #include <unistd.h>
                    int main(void) {
                        const struct bowline__provider *library = bowline__library;
                        if (library == NULL) return 1;
                        for (int i = 0; i < 3; i++) printf("%llu\\n", (unsigned long long) library->new_id());
                        fflush(stdout);
                        if (fork() == 0) {
                            for (int i = 0; i < 3; i++) printf("%llu\\n", (unsigned long long) library->new_id());
                            return 0;
                        }
                        wait(NULL);
                        for (int i = 0; i < 3; i++) printf("%llu\\n", (unsigned long long) library->new_id());
                        return 0;
                    }
                    """);
            Path program = daemon.home().resolve("forks");
            Command.of("gcc", "-I" + Annotated.SOURCES.resolve("c"), "-Wl,-rpath," + made, "-o", program.toString(), source.toString(),
                    "-ldl")
                    .succeed();
            assertThat(daemon.command(program.toString()).succeed().lines().toList()).hasSize(9).doesNotHaveDuplicates()
                    .doesNotContain("0");
        }
    }

    @Test
    void withoutTheLibraryEveryCallDoesNothing() throws Exception {
        Path made = Annotated.make();
        Path alone = Files.createTempDirectory("bwl");
        try {
            Path program = Files.copy(made.resolve("sample"), alone.resolve("sample"));
            assertThat(Command.of(program.toString()).succeed()).startsWith("150 GET and 50 PUT served");
            assertThat(Command.of("ldd", program.toString()).succeed()).doesNotContain("lttng", "bowline");
            String[] java = Annotated.java(alone, Annotated.SOURCES.resolve("java/sample/Sample.java"));
            assertThat(Command.of(java).succeed()).contains("not annotated: no native library", "150 GET and 50 PUT served");
            if (Command.exists("python3")) {
                assertThat(Command
                        .of("python3", "-c", "import bowline\nwith bowline.interval('x'), bowline.tag('y'): print(bowline.available())")
                        .with("PYTHONPATH", Annotated.SOURCES.resolve("python").toString()).with("PYTHONDONTWRITEBYTECODE", "1").succeed())
                        .isEqualTo("False\n");
            }
        } finally {
            Files.deleteIfExists(alone.resolve("sample"));
            Files.delete(alone);
        }
    }

    @Test
    void aSetuidProgramTakesNoLibraryFromTheEnvironment() throws Exception {
        Path made = Annotated.makeWithLibrary();
        Assumptions.assumeTrue(Command.of("id", "-u").succeed().strip().equals("0") && Command.exists("setpriv"),
                "only root can make a program of another user: not tested");
        Assumptions.assumeTrue(Command.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "true").run().exitCode() == 0,
                "no other user can run a program here, as where / is closed to them: not tested");
        Path folder = Files.createTempDirectory("bwl");
        try {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
            Path library = Files.copy(made.resolve("libbowline-annotation.so.0"), folder.resolve("libbowline-annotation.so.0"));
            Path source = Files.writeString(folder.resolve("found.c"), """
                    #include <bowline.h>
                    #include <stdio.h>
                    #include <sys/auxv.h>
                    int main(void) {
                        printf("%s, %s\\n", getauxval(AT_SECURE) ? "setuid" : "ordinary", bowline__library != NULL ? "found" : "not found");
                        return 0;
                    }
                    """);
            Path program = folder.resolve("found");
            Command.of("gcc", "-I" + Annotated.SOURCES.resolve("c"), "-o", program.toString(), source.toString(), "-ldl").succeed();
            Command asNobody = Command.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program.toString())
                    .with("LD_LIBRARY_PATH", folder.toString());
            assertThat(asNobody.succeed()).isEqualTo("ordinary, found\n");
            Command.of("chmod", "u+s", program.toString()).succeed();
            assertThat(library).exists();
            String answer = asNobody.succeed();
            Assumptions.assumeTrue(answer.startsWith("setuid"), "programs in " + folder + " cannot be setuid (nosuid): not tested");
            assertThat(answer).isEqualTo("setuid, not found\n");
        } finally {
            for (String name : List.of("found", "found.c", "libbowline-annotation.so.0")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
    }

    private static void assumeJni(Path made) {
        Assumptions.assumeTrue(Files.exists(made.resolve("libbowline-annotation-jni.so")),
                "this Java has no jni.h: its annotations are not tested");
    }

    private static void assertAll(List<RecordedEvent> events) {
        assertThat(texts(events)).containsExactlyElementsOf(ALL);
        assertThat(events).extracting(RecordedEvent::tid).allMatch(tid -> tid > 0).containsOnly(events.get(0).tid());
    }

    /** The events as text, with NEW for the id that the first interval was given. */
    private static List<String> texts(List<RecordedEvent> events) {
        String id = "none";
        for (RecordedEvent event : events) {
            Matcher matcher = FIRST_ID.matcher(event.toString());
            if (matcher.matches()) {
                id = matcher.group(1);
                break;
            }
        }
        String found = id;
        return events.stream().map(event -> event.toString().replace("id:u64=" + found, "id:u64=NEW")
                .replaceAll("id:u64=(?!18364758544493064720)\\d{9,}", "id:u64=NEXT")).toList();
    }
}
