/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.builds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The packed plug-in in a project that is not Bowline: offline, with a local repository of its own that holds the modules of this build;
 * everything else comes from the builder's local repository, which is only read. A build that records, or that a signal ends, is a process, as a user's is; any other runs in this
 * JVM, in the installed Maven's own classes, which are loaded and compiled once for all.
 */
abstract class MavenUser {
    static final Path ROOT = Path.of(System.getProperty("bowline.root", ""));
    static final String VERSION = System.getProperty("bowline.version", "");
    private static final SortedMap<String, String> LIFE_CYCLE = lifeCycle();

    /** Of all classes of these tests, and removed when they have ended: a repository that fills once, and a Maven that is compiled once. */
    static final Path SHARED = stage();
    /** The installed Maven, as its launcher loads it. */
    private static final ClassLoader INSTALLED = load();

    @TempDir Path project;

    /** What Maven printed, and how it ended. */
    record Build(int code, String log) {}

    private static Path stage() {
        try {
            Path folder = Files.createTempDirectory("bowline-user-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
            Path repository = folder.resolve("repository");
            Path log = folder.resolve("publish.log");
            int code = new ProcessBuilder(ROOT.resolve("releng/publish").toString(), "--built", repository.toString())
                    .redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
            assertThat(code).as(Files.readString(log)).isZero();
            Files.writeString(folder.resolve("settings.xml"), """
                    <settings>
                      <localRepository>%s</localRepository>
                      <mirrors><mirror><id>builder</id><mirrorOf>*</mirrorOf><url>%s</url></mirror></mirrors>
                      <pluginGroups><pluginGroup>org.bowline</pluginGroup></pluginGroups>
                    </settings>
                    """.formatted(repository, Path.of(System.getProperty("bowline.local.repository", "")).toUri()));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassLoader load() {
        Path home = Path.of(System.getProperty("bowline.maven.home", ""));
        try {
            List<URL> places = new ArrayList<>(List.of(home.resolve("conf/logging/").toUri().toURL()));
            for (String folder : List.of("boot", "lib")) {
                try (Stream<Path> files = Files.list(home.resolve(folder))) {
                    for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).sorted().toList()) {
                        places.add(jar.toUri().toURL());
                    }
                }
            }
            return new URLClassLoader(places.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final void project(String plugin) throws IOException {
        pom("<packaging>pom</packaging>", plugin);
    }

    /** Every pom of a user's comes from here: it names the version of each plug-in of the life cycle, as Maven's own defaults are not on a new machine. */
    final void pom(String head, String plugin) throws IOException {
        StringBuilder pinned = new StringBuilder();
        LIFE_CYCLE.forEach((artifact, version) -> pinned.append("        <plugin><artifactId>").append(artifact)
                .append("</artifactId><version>").append(version).append("</version></plugin>\n"));
        Files.writeString(project.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>com.example</groupId><artifactId>shop</artifactId><version>1</version>
                %s
                  <build>
                    <pluginManagement><plugins>
                %s    </plugins></pluginManagement>
                    <plugins>
                %s
                    </plugins>
                  </build>
                </project>
                """.formatted(head, pinned, plugin.replace("0.1.0-SNAPSHOT", VERSION)));
    }

    /** The plug-ins of Maven's own that this build pins, and so has resolved before these tests run. */
    private static SortedMap<String, String> lifeCycle() {
        SortedMap<String, String> versions = new TreeMap<>();
        try {
            NodeList plugins = (NodeList) XPathFactory.newInstance().newXPath().evaluate(
                    "/project/build/pluginManagement/plugins/plugin[groupId='org.apache.maven.plugins']",
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(ROOT.resolve("pom.xml").toFile()),
                    XPathConstants.NODESET);
            for (int i = 0; i < plugins.getLength(); i++) {
                Element plugin = (Element) plugins.item(i);
                versions.put(plugin.getElementsByTagName("artifactId").item(0).getTextContent(),
                        plugin.getElementsByTagName("version").item(0).getTextContent());
            }
        } catch (XPathExpressionException | ParserConfigurationException | SAXException | IOException e) {
            throw new IllegalStateException(ROOT.resolve("pom.xml") + " cannot be read", e);
        }
        return versions;
    }

    /** A plug-in that the builder's repository has by chance is not on a new machine; there the user's build would not even start. */
    private static void assertOnlyWhatTheReactorPins() throws IOException {
        Path plugins = SHARED.resolve("repository/org/apache/maven/plugins");
        if (Files.isDirectory(plugins)) {
            try (Stream<Path> files = Files.walk(plugins)) {
                assertThat(
                        files.filter(file -> file.toString().endsWith(".jar")).map(file -> plugins.relativize(file.getParent()).toString()))
                        .as("plug-ins (name/version) that a user's build has taken; pom.xml pins others, so a new machine lacks them")
                        .isSubsetOf(LIFE_CYCLE.entrySet().stream().map(one -> one.getKey() + '/' + one.getValue()).toList());
            }
        }
    }

    /** In this JVM. */
    final Build maven(String... arguments) throws IOException {
        Properties before = (Properties) System.getProperties().clone();
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        try (PrintStream print = new PrintStream(log, true, StandardCharsets.UTF_8)) {
            System.setProperty("maven.home", System.getProperty("bowline.maven.home"));
            System.setProperty("maven.multiModuleProjectDirectory", project.toString());
            Thread.currentThread().setContextClassLoader(INSTALLED);
            Class<?> cli = INSTALLED.loadClass("org.apache.maven.cli.MavenCli");
            Object code = cli.getMethod("doMain", String[].class, String.class, PrintStream.class, PrintStream.class).invoke(
                    cli.getConstructor().newInstance(), words(arguments).toArray(String[]::new), project.toString(), print, print);
            assertOnlyWhatTheReactorPins();
            return new Build((int) code, log.toString(StandardCharsets.UTF_8));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the installed Maven cannot be called; it printed:\n" + log.toString(StandardCharsets.UTF_8), e);
        } finally {
            Thread.currentThread().setContextClassLoader(own);
            System.setProperties(before); // Maven makes each -D a property of the system
        }
    }

    private static List<String> words(String... arguments) {
        String settings = SHARED.resolve("settings.xml").toString();
        List<String> words = new ArrayList<>(List.of("-B", "-ntp", "-s", settings, "-gs", settings));
        words.addAll(List.of(arguments));
        return words;
    }

    /** In a process, as a user does. */
    final Build process(String... arguments) throws IOException, InterruptedException {
        return process(List.of(), arguments);
    }

    final Build process(List<String> by, String... arguments) throws IOException, InterruptedException {
        Path log = project.resolve("maven.log");
        return end(start(log, by, arguments), log);
    }

    static Build end(Process process, Path log) throws IOException, InterruptedException {
        if (!process.waitFor(20, TimeUnit.MINUTES)) {
            process.destroy();
            throw new AssertionError("Maven did not end; it printed:\n" + Files.readString(log, StandardCharsets.UTF_8));
        }
        assertOnlyWhatTheReactorPins();
        return new Build(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }

    final Process start(Path log, List<String> by, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(by);
        words.add(System.getProperty("bowline.maven.home") + "/bin/mvn");
        words.addAll(words(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(project.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"); // it lives for seconds
        builder.environment().remove("MAVEN_ARGS");
        builder.environment().put("LTTNG_HOME", Files.createDirectories(SHARED.resolve("lttng")).toString());
        return builder.start();
    }

    final String junit() throws IOException {
        return Files.readString(project.resolve("target/bowline-reports/TEST-bowline.xml"));
    }

    /** The sample recording, where goals look for one. */
    final void trace() throws IOException {
        Path trace = Files.createDirectories(project.resolve("target/bowline-trace"));
        for (String host : List.of("A", "B", "C")) {
            Files.copy(ROOT.resolve("tests/traces/three-tier/" + host + ".zip"), trace.resolve(host + ".zip"));
        }
    }

    /** The verdict of an earlier build, which was green. */
    final void stale() throws IOException {
        Files.writeString(Files.createDirectories(project.resolve("target/bowline-reports")).resolve("TEST-bowline.xml"), "<testsuite/>");
    }

    static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    final List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.walk(project)) {
            return files.filter(file -> file.toString().contains(".partial") || file.getFileName().toString().startsWith(".bowline"))
                    .toList();
        }
    }
}
