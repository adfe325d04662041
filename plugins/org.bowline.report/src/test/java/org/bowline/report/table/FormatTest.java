/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Random;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.report.rows.IntervalPathRow;
import org.bowline.report.rows.KnotRow;
import org.bowline.report.rows.PathRow;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;

class FormatTest {
    @Test
    void aSyncReportHasAllDigitsOfTheSlopeAndNoErrorWhereNothingIsGuaranteed() throws IOException {
        assertThat(text(Format.CSV, Reports.SYNC, List.of(Samples.REFERENCE, Samples.DRIFTING, Samples.ABSENT))).isEqualTo("""
                host,reference,quality,host_base_ns,reference_base_ns,slope,error_ns,from_ns,to_ns,matched_to,matched_from,\
                packets_from_ns,packets_to_ns,packets_error_ns,growth_ns_per_s
                A,A,accurate,1790000000000000000,1790000000000000000,1,0,1790000000000000000,1790000000000000005,0,0,,,,
                C,A,accurate,1790000007000000000,1790000000000000000,0.999780017430000000123,20011,\
                1790000000000000000,1790000009000000000,605,606,1790000000000000001,1790000008000000000,10011,3003
                D,A,absent,1790000000000000000,1790000000000000000,1,,1790000000000000000,1790000009000000000,0,0,,,,
                """);
    }

    @Test
    void aThreadReportHasAColumnPerCauseAndQuotesAwkwardNames() throws IOException {
        assertThat(text(Format.CSV, Reports.THREADS, List.of(Samples.THREAD))).isEqualTo("""
                host,tid,pid,name,start_ns,end_ns,running_ns,runnable_ns,preempted_ns,blocked_ns,unknown_ns,\
                blocked_thread_ns,blocked_timer_ns,blocked_disk_ns,blocked_network_ns,blocked_device_ns,blocked_ipi_ns,blocked_kernel_ns,\
                blocked_unknown_ns,waits,interrupted_ns
                B,244,,"a,""b""
                c",1790000000000000000,1790000000000000100,10,20,30,36,4,1,2,3,4,5,6,7,8,9,0
                """);
    }

    @Test
    void aDiskHasNoTidAndASinkNoTarget() throws IOException {
        assertThat(text(Format.CSV, Reports.WAIT_FOR, List.of(Samples.EDGE))).isEqualTo("""
                source_host,source_tid,source_name,source_kind,target_host,target_tid,target_name,target_kind,weight_ns,direct_ns,waits,\
                blame,waker_ns,holder_ns,new_work,source_threads,source_merged,target_threads,target_merged
                B,244,w1-server,thread,B,,vdd,disk,10,5,2,waker,5,5,,1,,0,
                """);
        List<KnotRow> knots = List.of(new KnotRow(1, false, 0, 7, Samples.EDGE),
                KnotRow.sink(2, 1, 8, new WaitForRow(Samples.DISK, Vertex.NONE, 30, 20, 3)));
        assertThat(text(Format.CSV, Reports.KNOTS, knots)).isEqualTo("""
                knot,kind,level,threshold_ns,source_host,source_tid,source_name,source_kind,target_host,target_tid,target_name,target_kind,\
                weight_ns,direct_ns,waits,background,round
                1,knot,0,7,B,244,w1-server,thread,B,,vdd,disk,10,5,2,no,0
                2,sink,1,8,B,,vdd,disk,,,,,30,20,3,,0
                """);
    }

    @Test
    void pathsHaveTheColumnsOfTheirLaw() throws IOException {
        PathRow path = new PathRow(1, 3, "A", 243, "w1-client", "blocked", "network", "from B:w1-server (244)");
        assertThat(text(Format.CSV, Reports.CRITICAL_PATH, List.of(path))).isEqualTo("""
                start_ns,end_ns,host,tid,name,state,cause,detail
                1,3,A,243,w1-client,blocked,network,from B:w1-server (244)
                """);
        IntervalPathRow interval = new IntervalPathRow("disk", "17", 1, 9, true, "C", Rows.ABSENT, "vdd", "running", "disk",
                "vdd service", 5);
        assertThat(text(Format.CSV, Reports.INTERVAL_PATH, List.of(interval))).isEqualTo("""
                label,key,start_ns,end_ns,host,tid,name,state,cause,detail,ns,ended
                disk,17,1,9,C,,vdd,running,disk,vdd service,5,yes
                """);
    }

    @Test
    void aCaveatWithoutTimeOrCountHasEmptyFields() throws IOException {
        assertThat(text(Format.CSV, Reports.CAVEATS, Samples.CAVEATS)).isEqualTo("""
                severity,host,kind,count,from_ns,to_ns,text
                warning,A,lost-events,,,,Events were lost.
                info,,open-wait,3,1790000000000000000,1790000000000000001,Waits were open at the end.
                """);
    }

    @Test
    void tracesAndEventsHaveTheColumnsOfTheirLaw() throws IOException {
        assertThat(Reports.EVENTS.columnNames()).containsExactly("trace", "host", "domain", "event", "count");
        assertThat(Reports.TRACES.columnNames()).containsExactly("trace", "host", "domain", "format", "tracer", "clock", "streams",
                "start_ns",
                "duration_ns", "events", "discarded");
    }

    @Test
    void jsonHasATypedValuePerColumnAndNullForNone() throws IOException {
        assertThat(text(Format.JSON, Reports.WAIT_FOR, List.of(Samples.EDGE))).isEqualTo("""
                {"report":"wait-for","rows":[{"source_host":"B","source_tid":244,"source_name":"w1-server","source_kind":"thread",\
                "target_host":"B","target_tid":null,"target_name":"vdd","target_kind":"disk","weight_ns":10,"direct_ns":5,"waits":2,\
                "blame":"waker","waker_ns":5,"holder_ns":5,"new_work":"",\
                "source_threads":1,"source_merged":"","target_threads":0,"target_merged":""}]}
                """);
    }

    @Test
    void jsonForAReaderCarriesTheCaveats() throws IOException {
        StringWriter out = new StringWriter();
        Format.JSON.write(Reports.EVENTS, List.of(), Samples.CAVEATS, out);
        assertThat(out.toString()).isEqualTo("""
                {"report":"events","rows":[],"caveats":[\
                {"severity":"warning","host":"A","kind":"lost-events","count":null,"from_ns":null,"to_ns":null,"text":"Events were lost."},\
                {"severity":"info","host":"","kind":"open-wait","count":3,"from_ns":1790000000000000000,"to_ns":1790000000000000001,\
                "text":"Waits were open at the end."}]}
                """);
    }

    /** Whatever a thread is called, both formats give the name back, and the same one. */
    @Test
    void csvAndJsonGiveBackTheSameValues() throws IOException {
        long seed = Long.getLong("bowline.seed", 20261120L);
        Random random = new Random(seed);
        List<Caveat> rows = new java.util.ArrayList<>();
        for (int i = 0; i < 500; i++) {
            rows.add(new Caveat(Caveat.Severity.values()[random.nextInt(3)], awkward(random), awkward(random), random.nextLong(),
                    random.nextLong(),
                    random.nextLong(), awkward(random)));
        }
        JsonArray json = JsonParser.parseString(text(Format.JSON, Reports.CAVEATS, rows)).getAsJsonObject().getAsJsonArray("rows");
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(text(Format.CSV, Reports.CAVEATS, rows))) {
            int i = 0;
            for (NamedCsvRecord record : csv) {
                JsonObject object = json.get(i).getAsJsonObject();
                for (Map.Entry<String, String> field : record.getFieldsAsMap().entrySet()) {
                    JsonElement value = object.get(field.getKey());
                    assertThat(value.isJsonNull() ? "" : PlainText.visible(value.getAsString()))
                            .as("seed %d, row %d, %s", seed, i, field.getKey()).isEqualTo(CsvText.read(field.getValue()));
                }
                String text = record.getField("text");
                assertThat(CsvText.read(text)).as("seed %d, row %d", seed, i).isEqualTo(PlainText.visible(rows.get(i).text()));
                assertThat(text).as("seed %d, row %d", seed, i).doesNotContainPattern("^[=+@\\t\\r\\n-]").doesNotContain("\u0001", "\r");
                i++;
            }
            assertThat(i).isEqualTo(rows.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+2", "+1", "-1", "@x", "\tx", "\nx", "-bash", "=cmd|' /C calc'!A0", "\uff1d1", "'=x", "''=x"})
    void aSpreadsheetTakesNoNameForAFormula(String name) throws IOException {
        Vertex evil = new Vertex(name, 1, name, "thread");
        List<WaitForRow> rows = List.of(new WaitForRow(evil, Samples.DISK, 1, 1, 1));
        try (CsvReader<NamedCsvRecord> csv = CsvReader.builder().ofNamedCsvRecord(text(Format.CSV, Reports.WAIT_FOR, rows))) {
            NamedCsvRecord record = csv.iterator().next();
            assertThat(record.getField("source_name")).isEqualTo(record.getField("source_host")).startsWith("'");
            assertThat(CsvText.read(record.getField("source_name"))).isEqualTo(name);
        }
        assertThat(JsonParser.parseString(text(Format.JSON, Reports.WAIT_FOR, rows)).getAsJsonObject().getAsJsonArray("rows").get(0)
                .getAsJsonObject().get("source_name").getAsString()).isEqualTo(name);
    }

    @Test
    void numbersStayNumbers() throws IOException {
        List<IntervalPathRow> rows = List.of(new IntervalPathRow("-1", "-17", -5, -3, true, "A", 1, "'tis", "running", "", "", 2));
        assertThat(text(Format.CSV, Reports.INTERVAL_PATH, rows).lines().skip(1)).containsExactly("'-1,-17,-5,-3,A,1,'tis,running,,,2,yes");
    }

    private static String awkward(Random random) {
        String alphabet = "ab,\"\n\r\t;' \\\u0001äß漢😀=+-@\u2028\ufffd";
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    alphabet.codePoints().skip(random.nextInt(alphabet.codePointCount(0, alphabet.length()))).findFirst().orElseThrow());
        }
        return text.toString();
    }

    private static <R> String text(Format format, Report<R> report, List<R> rows) throws IOException {
        StringWriter out = new StringWriter();
        format.write(report, rows, out);
        return out.toString();
    }
}
