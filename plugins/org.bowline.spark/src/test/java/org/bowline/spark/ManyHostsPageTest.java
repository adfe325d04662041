/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    @Test
    void theOtherCommandsAreUnderstood() throws IOException {
        assertThat(jobs()).hasSize(3);
        for (List<String> job : jobs()) {
            assertThat(JobOptions.parse(job).uris()).isNotEmpty();
        }
        assertThat(JobOptions.parse(jobs().get(2)).scratchBytes()).isEqualTo(200L << 30);
    }
}
