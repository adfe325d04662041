/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

import org.junit.jupiter.api.Assumptions;

import org.bowline.annotation.Annotations;
import org.bowline.testkit.Folders;

/** The annotation libraries and programs, made once for all tests. */
final class Annotated {
    static final Path SOURCES = Folders.repository().resolve("lttng-profiles/annotations");
    private static final Path MADE = Path.of("target", "annotations").toAbsolutePath();

    private Annotated() {}

    /** Makes all; where they are. Skips the test without a compiler; with one, what does not compile is a failure. */
    static Path make() {
        return make("gcc");
    }

    /** The same with another compiler of C, in a folder of its own. */
    static synchronized Path make(String compiler) {
        Assumptions.assumeTrue(Command.exists(compiler) && Command.exists("make"), "no " + compiler + " or make here (apt-get install "
                + compiler + " libc6-dev make): the annotation libraries are not tested with it");
        Path made = compiler.equals("gcc") ? MADE : MADE.resolve(compiler);
        Command.of("make", "-C", SOURCES.resolve("c").toString(), "CC=" + compiler, "OUT=" + made,
                "JAVA_HOME=" + System.getProperty("java.home")).succeed();
        return made;
    }

    /** The same with the library; skips the test without LTTng-UST's headers. */
    static Path makeWithLibrary() {
        return makeWithLibrary("gcc");
    }

    /** The same with another compiler of C. */
    static Path makeWithLibrary(String compiler) {
        Path made = make(compiler);
        Assumptions.assumeTrue(Files.exists(made.resolve("libbowline-annotation.so.0")),
                "no LTTng-UST headers here (apt-get install liblttng-ust-dev): the annotation libraries are not tested");
        return made;
    }

    /** The classes of the annotations for Java, wherever this build has them. */
    static String classes() {
        try {
            return Path.of(Annotations.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A Java program of a single file, with the native library. */
    static String[] java(Path made, Path source) {
        return new String[] {Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dbowline.annotation.library=" + made.resolve("libbowline-annotation-jni.so"), "-cp", classes(), source.toString()};
    }

    /** Writes a file that lasts as long as the session daemon. */
    static Path write(LttngDaemon daemon, String name, String text) {
        try {
            return Files.writeString(daemon.home().resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is recorded of our events while a command runs to its end, which must be a good one. */
    static List<RecordedEvent> record(LttngDaemon daemon, String... command) {
        return record(daemon, line -> line, command);
    }

    static List<RecordedEvent> record(LttngDaemon daemon, Function<Command, Command> change, String... command) {
        Path traces = daemon.record("annotations", "bowline:*");
        change.apply(daemon.command(command)).succeed();
        daemon.stop("annotations");
        return RecordedEvent.read(traces);
    }
}
