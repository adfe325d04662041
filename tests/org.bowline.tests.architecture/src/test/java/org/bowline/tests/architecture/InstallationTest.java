/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.finding.WindowLink;

/**
 * How "./bowline ui" starts a Trace Compass of the user's own: with which Java, which options, which configuration. The installations are imagined: their bundles hold
 * nothing but a manifest, their Javas say how they were called.
 */
final class InstallationTest {
    private static final String BUNDLES = "configuration/org.eclipse.equinox.simpleconfigurator/bundles.info";

    @TempDir private Path folder;
    private Path own;
    private Path ours;
    /** What the Java that built Bowline ends with. */
    private int exit;
    private String options = "-Dours=1";

    @BeforeEach
    void anInstallation() throws IOException {
        own = Files.createDirectories(folder.resolve("trace compass"));
        ours = folder.resolve("app");
        bundle(own.resolve("plugins/org.eclipse.equinox.launcher_1.6.jar"), "");
        bundle(own.resolve("plugins/org.eclipse.tracecompass.tmf.core_11.0.0.jar"), "Bundle-RequiredExecutionEnvironment: JavaSE-17\n");
        bundle(own.resolve("plugins/org.eclipse.help_3.11.jar"),
                "Require-Capability: osgi.ee;filter:=\"(&(osgi.ee=JavaSE)(version=21))\"\n");
        bundle(own.resolve("plugins/old_1.0.0.jar"), "Bundle-RequiredExecutionEnvironment: J2SE-1.4, JavaSE-1.8, JavaSE-24\n");
        write(own.resolve(BUNDLES), """
                #encoding=UTF-8
                org.eclipse.tracecompass.tmf.core,11.0.0,plugins/org.eclipse.tracecompass.tmf.core_11.0.0.jar,4,false
                org.eclipse.help,3.11,plugins/org.eclipse.help_3.11.jar,4,false
                old,1.0.0,plugins/old_1.0.0.jar,4,false
                not.there,1.0.0,plugins/not.there_1.0.0.jar,4,false
                """);
        write(own.resolve("configuration/config.ini"), "eclipse.product=org.eclipse.tracecompass.rcp\n"
                + "org.eclipse.equinox.simpleconfigurator.configUrl=file:org.eclipse.equinox.simpleconfigurator/bundles.info\n");
        bundle(ours.resolve("dropins/bowline/eclipse/plugins/org.bowline.core_0.1.0.jar"), "");
        java("jvms/java-17", "17.0.15");
        java("jvms/java-25", "25.0.1");
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static void bundle(Path file, String header) throws IOException {
        Files.createDirectories(file.getParent());
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!header.isEmpty()) {
            String[] both = header.strip().split(": ", 2);
            manifest.getMainAttributes().putValue(both[0], both[1]);
        }
        try (OutputStream out = Files.newOutputStream(file); JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
    }

    /** A Java that says where it is and with what it was called. */
    private Path java(String name, String version) throws IOException {
        Path home = folder.resolve(name);
        write(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Path program = home.resolve("bin/java");
        write(program, "#!/bin/sh\necho \"started $0\"\nprintf '%s\\n' \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    /** The Java that built Bowline is the one of this test, so that it can look at the bundles; it counts as one of release 17. */
    private String start(String... traces) throws IOException, InterruptedException {
        Path root = Checkout.root();
        Path built = folder.resolve("built");
        write(built.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        write(built.resolve("bin/java"), "#!/bin/sh\ncase $* in *RequiredJava*) exec '" + System.getProperty("java.home")
                + "/bin/java' \"$@\" ;; esac\necho \"started $0\"\nprintf '%s\\n' \"$@\"\n"
                + "for word; do case $word in -XX:ArchiveClassesAtExit=*) : >\"${word#*=}\" ;; esac; done\nexit " + exit + "\n");
        assertThat(built.resolve("bin/java").toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder("bash", "-c",
                "set -uo pipefail; . \"$root/releng/lib.sh\"; . \"$root/releng/tracecompass/start.sh\"",
                "bowline", "ui", "--workspace", folder.resolve("workspace").toString());
        builder.command().addAll(List.of(traces));
        Map<String, String> environment = builder.environment();
        environment.putAll(Map.of("root", root.toString(), "app", ours.toString(), "java", built.resolve("bin/java").toString(),
                "home", folder.toString(), "DISPLAY", ":none", "BOWLINE_TRACECOMPASS", own.toString(), "BOWLINE_JAVA_OPTS", options,
                "BOWLINE_JVMS", folder.resolve("jvms").toString(), "PATH", "/usr/bin:/bin"));
        environment.remove("JAVA_HOME");
        Process process = builder.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private String started(String name) {
        return "started " + folder.resolve(name).resolve("bin/java") + "\n";
    }

    @Test
    void placesInAllViewsStartTheWindow() throws Exception {
        String launcher = Files.readString(Checkout.root().resolve("releng/tracecompass/start.sh"));
        String views = launcher.substring(launcher.indexOf("=~ ^(") + 5);
        assertThat(views.substring(0, views.indexOf(')')).split("\\|"))
                .containsExactlyInAnyOrder(Arrays.stream(WindowLink.View.values()).map(WindowLink.View::word).toArray(String[]::new));
    }

    @Test
    void theJavaIsNewEnoughForAllBundles() throws Exception {
        assertThat(start()).startsWith(started("jvms/java-25"));
        Files.writeString(own.resolve(BUNDLES), "old,1.0.0,file:plugins/old_1.0.0.jar,4,false\n");
        assertThat(start()).as("what built Bowline is new enough").startsWith(started("built"));
    }

    @Test
    void theJavaOfItsOwnSettingsIsTaken() throws Exception {
        java("trace compass/plugins/jre", "21.0.4");
        for (String names : List.of("plugins/jre/bin", "plugins/jre/bin/java", "plugins/jre/lib/server/libjvm.so",
                folder.resolve("trace compass/plugins/jre/bin").toString())) {
            Files.writeString(own.resolve("tracecompass.ini"), "-startup\nplugins/org.eclipse.equinox.launcher_1.6.jar\r\n-vm\r\n" + names
                    + "\r\n-vmargs\r\n-Xmx3g\r\n-Dosgi.requiredJavaVersion=21\r\n");
            assertThat(start()).as(names).startsWith(started("trace compass/plugins/jre"))
                    .contains("\n-Xmx3g\n-Dosgi.requiredJavaVersion=21\n-XX:MaxRAMPercentage=60\n").contains("\n-Dours=1\n-jar\n");
        }
    }

    /** File &gt; Restart ends Java with 23. */
    @Test
    void afterARestartItOpensTheSameAgainAndGoesToNoPlace() throws Exception {
        Path trace = Files.createDirectory(folder.resolve("a trace"));
        Path again = folder.resolve("again");
        Path java = java("trace compass/plugins/jre", "21.0.4");
        Files.writeString(java, Files.readString(java) + "[ -e '" + again + "' ] && exit 7\n: >'" + again + "'\nexit 23\n");
        Files.writeString(own.resolve("eclipse.ini"), "-vm\nplugins/jre/bin\n");
        String[] runs = start("--at", "clocks", trace.toString()).split("(?=started )", -1);
        assertThat(runs).hasSize(2).allSatisfy(run -> assertThat(run).startsWith(started("trace compass/plugins/jre"))
                .contains("\n-data\n" + folder.resolve("workspace") + "\n", "\n-bowline.open\n" + trace + "\n"));
        assertThat(runs[0]).contains("\n-bowline.at\nclocks\n");
        assertThat(runs[1]).doesNotContain("-bowline.at");
    }

    /** Who is told to end while it restarts does not come back. */
    @Test
    void aSignalBetweenTwoStartsEndsIt() throws Exception {
        Path java = java("trace compass/plugins/jre", "21.0.4");
        Files.writeString(java, Files.readString(java) + "kill -TERM $PPID\ntrap '' TERM\nexit 23\n");
        Files.writeString(own.resolve("eclipse.ini"), "-vm\nplugins/jre/bin\n");
        assertThat(start()).containsOnlyOnce("started ");
    }

    @Test
    void theFirstWindowOfABuildKeepsItsClassesForLaterOnes() throws Exception {
        bundle(ours.resolve("plugins/org.eclipse.equinox.launcher_1.6.jar"), "");
        Path archive = ours.resolve("classes.jsa");
        exit = 1;
        assertThat(start()).contains("\n-jar\n" + ours.resolve("plugins/org.eclipse.equinox.launcher_1.6.jar") + "\n")
                .containsOnlyOnce("-XX:ArchiveClassesAtExit=" + archive + ".");
        try (Stream<Path> files = Files.list(ours)) {
            assertThat(files).as("nothing is kept of a window that failed").noneMatch(file -> file.toString().contains(".jsa"));
        }
        exit = 0;
        start();
        assertThat(archive).exists();
        assertThat(start()).contains("-XX:SharedArchiveFile=" + archive + "\n").doesNotContain("ArchiveClassesAtExit");
        options = "-XX:+UseZGC";
        assertThat(start()).as("of another kind of heap").doesNotContain("Archive");
    }

    @Test
    void anInstallationOfSomebodyElseKeepsNoClasses() throws Exception {
        Files.writeString(own.resolve(BUNDLES), "old,1.0.0,file:plugins/old_1.0.0.jar,4,false\n");
        assertThat(start()).startsWith(started("built")).doesNotContain("Archive");
    }

    @Test
    void aJavaThatIsNotThereIsNamed() throws Exception {
        Files.writeString(own.resolve("eclipse.ini"), "-vm\n/gone/bin/java\n");
        assertThat(start()).isEqualTo("Bowline: ui: " + own.resolve("eclipse.ini")
                + " names the Java /gone/bin/java, which is not there. Correct the line after -vm, or remove both.\n");
    }

    @Test
    void whereNoJavaIsNewEnoughThatIsSaid() throws Exception {
        Files.delete(folder.resolve("jvms/java-25/bin/java"));
        assertThat(start())
                .startsWith("Bowline: ui: " + own + " needs Java 21 or newer (its bundle org.eclipse.help says so), and there is none: ")
                .contains(folder.resolve("jvms/java-17") + " is Java 17").contains("JAVA_HOME").contains(own + "/eclipse.ini");
    }

    @Test
    void itsOwnConfigurationIsUsedAndNotTouched() throws Exception {
        String bundles = Files.readString(own.resolve(BUNDLES));
        assertThat(start()).contains("\n-install\n" + own + "\n-configuration\n" + folder.resolve("workspace/.configuration/app") + "\n");
        Path configuration = folder.resolve("workspace/.configuration/app");
        assertThat(configuration.resolve("bundles.info")).content().startsWith(bundles)
                .contains("\norg.bowline.core,0.1.0,file:" + ours.resolve("dropins/bowline/eclipse/plugins/org.bowline.core_0.1.0.jar"));
        assertThat(configuration.resolve("config.ini")).content().contains("eclipse.product=org.eclipse.tracecompass.rcp\n")
                .contains("configUrl=file:" + configuration.resolve("bundles.info")).doesNotContain("file:org.eclipse.equinox");
        assertThat(own.resolve(BUNDLES)).hasContent(bundles);
    }
}
