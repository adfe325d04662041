/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.report.analyses.Descriptors;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.KnotRow;
import org.bowline.report.rows.PathRow;
import org.bowline.report.rows.PooledChange;
import org.bowline.report.rows.Rows;

/** The published schemas are those of the reports, and what is written obeys them. */
class JsonSchemaTest {
    static List<Report<?>> reports() {
        return Descriptors.installed().documented();
    }

    /** The folder of the published schemas: up from the working directory. */
    private static Path folder() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        assertThat(directory).as("the tests run inside a checkout").isNotNull();
        return directory.resolve("docs/reference/schema");
    }

    @ParameterizedTest
    @MethodSource("reports")
    void thePublishedSchemaIsThatOfTheColumns(Report<?> report) throws IOException {
        Path published = folder().resolve(JsonSchema.fileName(report));
        String wanted = JsonSchema.of(report);
        if (Boolean.getBoolean("bowline.update")) {
            Files.createDirectories(published.getParent());
            Files.writeString(published, wanted);
        }
        assertThat(published).as("-Dbowline.update=true writes it").exists();
        assertThat(Files.readString(published)).as("-Dbowline.update=true writes it anew").isEqualTo(wanted);
    }

    @Test
    void noSchemaIsLeftOfAReportThatIsGone() throws IOException {
        try (var files = Files.list(folder())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Descriptors.installed().documented().stream().map(JsonSchema::fileName).toList());
        }
    }

    @Test
    void thePageNamesEverySchema() throws IOException {
        String page = Files.readString(folder().resolveSibling("json.md"));
        for (Report<?> report : Descriptors.installed().documented()) {
            assertThat(page).contains(
                    "| " + report.name() + " | [" + JsonSchema.fileName(report) + "](schema/" + JsonSchema.fileName(report) + ")");
        }
    }

    @Test
    void whatIsWrittenObeysTheSchema() throws IOException {
        assertThat(errors(Reports.SYNC, List.of(Samples.REFERENCE, Samples.DRIFTING, Samples.ABSENT))).isEmpty();
        assertThat(errors(Reports.THREADS, List.of(Samples.THREAD))).isEmpty();
        assertThat(errors(Reports.WAIT_FOR, List.of(Samples.EDGE))).isEmpty();
        assertThat(errors(Reports.KNOTS, List.of(new KnotRow(1, false, 0, 0, Samples.EDGE)))).isEmpty();
        assertThat(errors(Reports.CRITICAL_PATH, List.of(new PathRow(1, 2, "A", Rows.ABSENT, "x", "blocked", "disk", "")))).isEmpty();
        assertThat(errors(Reports.CAVEATS, Samples.CAVEATS)).isEmpty();
        assertThat(errors(Reports.COMPARE, List.of(
                new CompareRow("latency-p50", "a", "", "ns", "noise-unknown", 1, 1, 5, 6, 0.2, Double.NaN, Double.NaN, Double.NaN,
                        Double.NaN,
                        Double.NaN, Double.NaN, Double.NaN, new PooledChange(20, 21, 5, 6, 0.1, 0.3, PooledChange.INTERVALS, 1)),
                new CompareRow("knot", "", "x", "ns per s", "changed", 2, 2, 0, 6, Double.POSITIVE_INFINITY, 0, 1, 1, 1, 0, 0, 0,
                        PooledChange.NONE))))
                .isEmpty();
        assertThat(errors(Reports.TRACES, List.of())).isEmpty();
    }

    @Test
    void whatIsMissingOrOfAnotherTypeBreaksTheSchema() {
        String schema = JsonSchema.of(Reports.CRITICAL_PATH);
        assertThat(errors(schema, "{\"report\": \"critical-path\"}")).isNotEmpty();
        assertThat(errors(schema, "{\"report\": \"wait-for\", \"rows\": []}")).isNotEmpty();
        assertThat(errors(schema, "{\"report\": \"critical-path\", \"rows\": [{}]}")).isNotEmpty();
        assertThat(errors(schema, "{\"report\": \"critical-path\", \"rows\": []}")).isEmpty();
        assertThat(errors(schema,
                "{\"report\": \"critical-path\", \"rows\": [{\"start_ns\": \"1\", \"end_ns\": 2, \"host\": \"A\", \"tid\": 3, "
                        + "\"name\": \"\", \"state\": \"\", \"cause\": \"\", \"detail\": \"\"}]}"))
                .hasSize(1);
    }

    private static <R> Set<ValidationMessage> errors(Report<R> report, List<R> rows) throws IOException {
        StringWriter out = new StringWriter();
        Format.JSON.write(report, rows, Samples.CAVEATS, out);
        return errors(JsonSchema.of(report), out.toString());
    }

    private static Set<ValidationMessage> errors(String schema, String json) {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(schema).validate(json, InputFormat.JSON);
    }
}
