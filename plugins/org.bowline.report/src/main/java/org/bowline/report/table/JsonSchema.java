/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import java.io.IOException;
import java.io.StringWriter;

import com.google.gson.stream.JsonWriter;

/** The JSON form of a report as a JSON Schema (draft 2020-12), made from the report's columns so that the two cannot differ. */
public final class JsonSchema {
    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

    private JsonSchema() {}

    /** Name of the file that docs/reference/schema holds. */
    public static String fileName(Report<?> report) {
        return report.name() + ".schema.json";
    }

    /** The schema of a report, as text that ends with a line break. */
    public static String of(Report<?> report) {
        StringWriter text = new StringWriter();
        try {
            JsonWriter json = new JsonWriter(text);
            json.setIndent("  ");
            json.beginObject();
            json.name("$schema").value(DRAFT);
            json.name("$id").value("urn:bowline:report:" + report.name());
            json.name("title").value("Bowline report " + report.name());
            json.name("type").value("object");
            json.name("required").beginArray().value("report").value("rows").endArray();
            json.name("properties").beginObject();
            json.name("report").beginObject().name("const").value(report.name()).endObject();
            rows(json, "rows", report);
            rows(json, "caveats", Reports.CAVEATS);
            json.endObject();
            json.endObject();
        } catch (IOException e) {
            throw new AssertionError("a text in memory can be written", e);
        }
        return text.append('\n').toString();
    }

    private static void rows(JsonWriter json, String name, Report<?> report) throws IOException {
        json.name(name).beginObject();
        json.name("type").value("array");
        json.name("items").beginObject();
        json.name("type").value("object");
        json.name("required").beginArray();
        for (String column : report.columnNames()) {
            json.value(column);
        }
        json.endArray();
        json.name("properties").beginObject();
        for (Column<?> column : report.columns()) {
            json.name(column.name()).beginObject();
            type(json, column);
            json.endObject();
        }
        json.endObject().endObject().endObject();
    }

    private static void type(JsonWriter json, Column<?> column) throws IOException {
        if (column instanceof Column.Text<?>) {
            json.name("type").value("string");
        } else if (column instanceof Column.Whole<?> whole) {
            json.name("type").beginArray().value("integer").value("null").endArray();
            switch (whole.unit()) {
                case NUMBER -> json.name("description").value("an id, a count or a level");
                case DURATION -> json.name("description").value("ns");
                case INSTANT -> json.name("description").value("ns since 1970-01-01T00:00:00Z, 64 bits");
            }
        } else if (column instanceof Column.Perhaps<?>) {
            json.name("type").beginArray().value("number").value("null").endArray();
        } else {
            json.name("type").value("number");
        }
    }
}
