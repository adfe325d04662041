/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import org.jspecify.annotations.Nullable;

import org.bowline.report.rows.Rows;
import org.bowline.report.rows.SweepRunRow;
import org.bowline.report.table.CsvText;

/** The one run of a file, as it was written. */
final class SweepRunCsv {
    private SweepRunCsv() {}

    /** Reads; null if it is damaged, so that the run is made again. */
    static @Nullable SweepRunRow read(Path file) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (CsvReader<CsvRecord> csv = CsvReader.builder().ofCsvRecord(Files.newBufferedReader(file, StandardCharsets.UTF_8))) {
            List<CsvRecord> lines = csv.stream().toList();
            if (lines.size() != 2 || lines.get(1).getFieldCount() != lines.get(0).getFieldCount()) {
                return null;
            }
            for (int i = 0; i < lines.get(0).getFieldCount(); i++) {
                fields.put(lines.get(0).getField(i), CsvText.read(lines.get(1).getField(i)));
            }
            return new SweepRunRow(text(fields, "build"), whole(fields, "clients"), text(fields, "run"), number(fields, "throughput"),
                    number(fields, "latency_p50_ns"), number(fields, "latency_p99_ns"), number(fields, "latency_mean_ns"),
                    text(fields, "machine"), text(fields, "problem"), text(fields, "note"), whole(fields, "start_ns"),
                    whole(fields, "load_ns"),
                    text(fields, "kernel"), text(fields, "governor"), number(fields, "load_average"), number(fields, "steal"),
                    text(fields, "build_id"));
        } catch (CsvParseException | NumberFormatException | CharacterCodingException e) {
            return null;
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                return null;
            }
            throw e;
        }
    }

    private static String text(Map<String, String> fields, String column) {
        return fields.getOrDefault(column, "");
    }

    private static long whole(Map<String, String> fields, String column) {
        String text = text(fields, column);
        return text.isEmpty() ? Rows.ABSENT : Long.parseLong(text);
    }

    private static double number(Map<String, String> fields, String column) {
        String text = text(fields, column);
        return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }
}
