/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Folders;

/** {@code ./bowline} in a checkout of its own, in which "Maven" copies the jars that this build has made. */
class LauncherTest {
    private static final String ARCHIVED = "org.bowline.cli.Main source: shared objects file";
    /** Two JVMs are run to make the archive. */
    private static final long BUILD_LIMIT_SECONDS = 600;
    private static final String QUICKLY = "-XX:TieredStopAtLevel=1";

    /** Of the checkout that is built with an archive, once for all tests that look at one, and leave it as they found it. */
    @TempDir static Path shared;
    private static boolean built;

    @TempDir Path folder;
    private Path checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        makeCheckout(folder);
    }

    private void makeCheckout(Path folder) throws IOException {
        Path repository = Folders.repository();
        checkout = Files.createDirectories(folder.resolve("checkout"));
        Files.copy(repository.resolve("bowline"), checkout.resolve("bowline"));
        Path releng = Files.createDirectory(checkout.resolve("releng"));
        Files.copy(repository.resolve("releng/lib.sh"), releng.resolve("lib.sh"));
        Files.copy(repository.resolve("releng/setup"), releng.resolve("setup"));
        Files.createFile(checkout.resolve("pom.xml"));
        Path traces = Files.createDirectories(checkout.resolve("tests/traces"));
        Files.createSymbolicLink(traces.resolve("three-tier"), repository.resolve("tests/traces/three-tier"));
        Path made = repository.resolve("plugins/org.bowline.cli/target");
        program(checkout.resolve("maven/bin/mvn"), "[ \"$1\" != -v ] || { echo Apache Maven 3.8.7; exit 0; }",
                "echo built >>'" + folder + "/builds'",
                "mkdir -p '" + checkout + "/.bowline/build/org.bowline.cli'",
                "cp -R '" + made + "/org.bowline.cli.jar' '" + made + "/lib' '" + checkout + "/.bowline/build/org.bowline.cli/'");
    }

    @Test
    void theBuildArchivesTheClassesOfARun() throws IOException {
        buildWithArchive();
        assertThat(classes("analyze", checkout.resolve("tests/traces/three-tier").toString())).contains(ARCHIVED)
                .contains("org.bowline.core.waitfor.CascadeSweep source: shared objects file");
        assertThat(entries(app())).containsExactlyInAnyOrder("built", "classes.jsa", "java", "lib", "org.bowline.cli.jar");
    }

    @Test
    void anArchiveThatCannotBeUsedIsNotHeardOf() throws IOException {
        buildWithArchive();
        String good = bowline("--version").succeed();
        Path archive = app().resolve("classes.jsa");
        Path jar = app().resolve("org.bowline.cli.jar");
        FileTime made = Files.getLastModifiedTime(jar);
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("rw-r--r--"));
        byte[] whole = Files.readAllBytes(archive);
        byte[] overwritten = whole.clone();
        for (int i = 100_000; i < overwritten.length; i += 1000) { // behind the header, which every JVM checks
            overwritten[i] ^= 0x55;
        }
        try {
            for (byte[] damaged : List.of(new byte[0], "no archive".getBytes(UTF_8), Arrays.copyOf(whole, whole.length / 2), overwritten)) {
                Files.write(archive, damaged);
                assertThat(bowline("--version").succeed()).isEqualTo(good);
                assertThat(classes("--version")).contains("org.bowline.cli.Main source:").doesNotContain(ARCHIVED);
            }
            Files.write(archive, whole);
            assertThat(classes("--version")).contains(ARCHIVED);
            Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH)); // another than was archived
            assertThat(bowline("--version").succeed()).isEqualTo(good);
            assertThat(classes("--version")).doesNotContain(ARCHIVED);
        } finally {
            Files.write(archive, whole);
            Files.setLastModifiedTime(jar, made);
        }
    }

    @Test
    void theBuildDoesNotNeedAnArchive() throws IOException {
        Files.delete(checkout.resolve("tests/traces/three-tier"));
        assertThat(build()).startsWith("bowline ");
        assertThat(entries(app())).containsExactlyInAnyOrder("built", "java", "lib", "org.bowline.cli.jar");
    }

    @Test
    void itIsBuiltAgainOnlyAfterASourceHasChanged() throws IOException {
        Files.delete(checkout.resolve("tests/traces/three-tier")); // without an archive, which takes a while
        build();
        Path before = app();
        bowline("--version").succeed();
        assertThat(Files.readAllLines(folder.resolve("builds"))).hasSize(1);
        Files.setLastModifiedTime(checkout.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(1)));
        assertThat(bowline("--version").within(BUILD_LIMIT_SECONDS).succeed()).contains("building (once)");
        assertThat(Files.readAllLines(folder.resolve("builds"))).hasSize(2);
        assertThat(app()).isNotEqualTo(before);
    }

    @Test
    void itRunsThroughALinkAndFromAnyDirectory() throws IOException {
        pretendToBeBuilt();
        Path link = Files.createSymbolicLink(folder.resolve("linked"), checkout.resolve("bowline"));
        Path elsewhere = Files.createDirectories(folder.resolve("else where/checkout")); // CDPATH must not lead there
        for (Command command : List.of(command(link.toString()).in(elsewhere), command("./linked").in(folder),
                command("checkout/bowline").in(folder).with("CDPATH", elsewhere.getParent().toString()),
                Command.of("bash", "bowline").in(checkout), command("../../checkout/bowline").in(elsewhere))) {
            assertThat(command.succeed()).contains("-jar " + checkout + "/.bowline/app.1/org.bowline.cli.jar");
        }
    }

    @Test
    void howItIsCompiledDependsOnTheSizeOfTheInput() throws IOException {
        pretendToBeBuilt();
        Path small = trace("small", "stream", 90_000_000);
        Path middle = trace("middle", "kernel/stream", 110_000_000);
        Path large = trace("large", "kernel/stream", 710_000_000);
        Path zip = trace("zips", "a.zip", 11_000_000).resolve("a.zip");
        assertThat(bowline("--version").succeed()).contains(QUICKLY, "-XX:+UseSerialGC");
        assertThat(bowline("analyze", small.toString(), "-o", "new", "(", "--host").succeed()).contains(QUICKLY, "-XX:+UseSerialGC");
        for (Command command : List.of(bowline("analyze", middle.toString()), bowline("analyze", zip.toString()),
                bowline("analyze", small.toString(), small.toString()), bowline("analyze", "middle").in(folder),
                bowline("analyze", Files.createSymbolicLink(folder.resolve("link"), middle).toString()))) {
            assertThat(command.succeed()).contains("-XX:+UseParallelGC", QUICKLY);
        }
        for (Command command : List.of(bowline("analyze", large.toString()), bowline("analyze", large.toString(), small.toString()))) {
            assertThat(command.succeed()).contains("-XX:+UseParallelGC").doesNotContain(QUICKLY);
        }
        assertThat(bowline("analyze", small.toString()).with("BOWLINE_JAVA_OPTS", "-XX:+UseZGC").succeed()).contains("-XX:+UseZGC")
                .doesNotContain("SerialGC");
    }

    /** A build whose "Java" prints how it was called. */
    private void pretendToBeBuilt() throws IOException {
        Path app = Files.createDirectories(checkout.resolve(".bowline/app.1"));
        Files.writeString(app.resolve("java"), program(folder.resolve("java"), "echo \"$@\"") + "\n");
        Files.writeString(app.resolve("built"), "app.1\n");
        Files.setLastModifiedTime(app.resolve("built"), FileTime.from(Instant.now().plusSeconds(60)));
        Files.createSymbolicLink(checkout.resolve(".bowline/app"), Path.of("app.1"));
    }

    private Path trace(String name, String file, long size) throws IOException {
        Path trace = folder.resolve(name);
        Path stream = trace.resolve(file);
        Files.createDirectories(stream.getParent());
        try (RandomAccessFile sparse = new RandomAccessFile(stream.toFile(), "rw")) {
            sparse.setLength(size);
        }
        return trace;
    }

    private static Path program(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Builds; what a run then prints. */
    private String build() {
        assumeTrue(Files.exists(Folders.repository().resolve("plugins/org.bowline.cli/target/lib")), "the command line is packaged");
        assertThat(bowline("--version").within(BUILD_LIMIT_SECONDS).succeed()).contains("building (once)");
        return bowline("--version").succeed();
    }

    private void buildWithArchive() throws IOException {
        if (built) {
            checkout = shared.resolve("checkout");
        } else {
            makeCheckout(shared);
            build();
            built = true;
        }
    }

    private String classes(String... words) {
        return bowline(words).with("BOWLINE_JAVA_OPTS", "-Xlog:class+load").succeed();
    }

    private Path app() throws IOException {
        return checkout.resolve(".bowline/app").toRealPath();
    }

    private static List<String> entries(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private Command bowline(String... words) {
        return Command.of(Stream.concat(Stream.of(checkout.resolve("bowline").toString()), Stream.of(words)).toList())
                .with("MAVEN_HOME", checkout.resolve("maven").toString()).with("BOWLINE_JAVA_OPTS", "");
    }

    private static Command command(String word) {
        return Command.of(word, "--version").with("BOWLINE_JAVA_OPTS", "");
    }
}
