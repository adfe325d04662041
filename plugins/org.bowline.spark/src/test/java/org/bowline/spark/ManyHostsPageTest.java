/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Folders;

/** The commands and queries of docs/how-to/many-hosts.md. */
final class ManyHostsPageTest {
    private static final String JAR = "plugins/org.bowline.spark/target/bowline-spark.jar";

    @TempDir private Path folder;

    private static String page() throws IOException {
        return Files.readString(Folders.repository().resolve("docs/how-to/many-hosts.md"));
    }

    /** What follows the jar, of each command. */
    private static List<List<String>> jobs() throws IOException {
        List<List<String>> jobs = new ArrayList<>();
        Matcher command = Pattern.compile("(?m)^spark-submit .*?" + Pattern.quote(JAR) + " (.*)$").matcher(page());
        while (command.find()) {
            jobs.add(Arrays.asList(command.group(1).split(" ")));
        }
        return jobs;
    }

    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        Matcher query = Pattern.compile("```sql\\n(.*?)\\n```").matcher(page());
        while (query.find()) {
            queries.add(query.group(1));
        }
        return queries;
    }

    @Test
    void theFirstCommandAndTheQueriesOfItsResultsRun() throws IOException {
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        Folders.unpack(Folders.repository().resolve("tests/traces/three-tier"), recordings);
        List<String> job = jobs().get(0);
        assertThat(job).containsExactly("analyze", "recordings", "-o", "out");
        assertThat(Cluster.run("analyze", recordings.toString(), "-o", folder.resolve("out").toString())).endsWith(" tables of 3 hosts");
        assertThat(folder.resolve("out/report.html")).isNotEmptyFile();
        assertThat(queries()).hasSize(2);
        for (String query : queries()) {
            // DuckDB reads a file whose name is a text, Spark SQL one after its format
            String sql = query.replaceAll("'(out/[^']*)'", "parquet.`$1`").replace("`out/", "`" + folder + "/out/");
            List<Row> rows = Cluster.session().sql(sql).collectAsList();
            assertThat(rows).hasSize(5);
            double first = rows.get(0).getDouble(2);
            assertThat(first).as(query).isPositive().isGreaterThanOrEqualTo(rows.get(1).getDouble(2));
        }
        List<String> caveats = List
                .of(Cluster.session().read().parquet(folder.resolve("out/parquet/caveats.parquet").toString()).columns());
        assertThat(caveats).contains("kind", "severity", "count");
    }

    /** As {@code spark-submit} is: Spark's own program, and a jar, here of nothing but what names Bowline's classes. */
    private static List<String> sparkSubmit(Path jar) throws IOException {
        List<String> sparks = new ArrayList<>();
        StringBuilder bowlines = new StringBuilder();
        for (String path : Expected.classPath().split(File.pathSeparator)) {
            if (path.contains("org.bowline.")) {
                bowlines.append(Path.of(path).toUri()).append(' ');
            } else {
                sparks.add(path);
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, SparkMain.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, bowlines.toString());
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        List<String> command = new ArrayList<>(List.of(Expected.java()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream().filter(word -> word.startsWith("--add-opens"))
                .forEach(command::add);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dspark.ui.enabled=false", "-Dspark.driver.host=localhost",
                "-Dspark.driver.bindAddress=127.0.0.1", "-cp", String.join(File.pathSeparator, sparks),
                "org.apache.spark.deploy.SparkSubmit"));
        return command;
    }

    @Test
    void theFirstCommandRunsAsItStandsOnThePage() throws IOException {
        Folders.unpack(Folders.repository().resolve("tests/traces/three-tier"), Files.createDirectory(folder.resolve("recordings")));
        Matcher line = Pattern.compile("(?m)^spark-submit (.*)$").matcher(page());
        assertThat(line.find()).isTrue();
        List<String> command = sparkSubmit(folder.resolve("bowline-spark.jar"));
        for (String word : line.group(1).split(" ")) {
            command.add(word.equals(JAR) ? "bowline-spark.jar" : word.replace("'", ""));
        }
        Path told = folder.resolve("told.txt");
        int code = Expected.ended(command, Map.of("SPARK_HOME", folder.toString(), "SPARK_SCALA_VERSION", "2.13"), told, folder);
        assertThat(code).as(Files.readString(told)).isZero();
        assertThat(told).content().contains("Wrote out: ", " tables of 3 hosts");
        assertThat(folder.resolve("out/report.html")).isNotEmptyFile();
    }

    @Test
    void theOtherCommandsAreUnderstood() throws IOException {
        assertThat(jobs()).hasSize(3);
        for (List<String> job : jobs()) {
            assertThat(JobOptions.parse(job).uris()).isNotEmpty();
        }
        assertThat(JobOptions.parse(jobs().get(2)).scratchBytes()).isEqualTo(200L << 30);
    }
}
