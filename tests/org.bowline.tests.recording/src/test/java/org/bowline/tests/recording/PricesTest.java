/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What a profile costs is published in four tables, of which one is measured: the others say the same. */
final class PricesTest {
    private static final Path ROOT = Recorder.profiles().getParent();
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");

    private static final List<String> UNMEASURED = List.of("samples", "syscalls");
    /** Its price is told by the event, in a paragraph of its own. */
    private static final String BY_EVENT = "counters";
    /** The columns of a measured table. */
    private static final int MEDIAN = 3;
    private static final int EVENTS_PER_SECOND = 6;
    private static final int MEGABYTES_PER_SECOND = 7;

    @Test
    void everyProfileHasItsPriceInEveryTable() throws IOException {
        List<String> profiles;
        try (Stream<Path> files = Files.list(Recorder.profiles())) {
            profiles = files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".lttng"))
                    .map(name -> name.replace(".lttng", "")).sorted().toList();
        }
        assertThat(profiles).hasSize(10).contains(BY_EVENT).containsAll(UNMEASURED);
        List<String> priced = profiles.stream().filter(name -> !UNMEASURED.contains(name) && !name.equals(BY_EVENT)).toList();
        assertThat(measured("app").keySet()).containsAll(priced);
        assertThat(measured("rpc").keySet()).containsAll(priced);
        assertThat(rows(ROOT.resolve("lttng-profiles/README.md"), 0, 7).keySet()).containsAll(priced);
        assertThat(rows(reference(), 1, 5).keySet()).containsAll(priced);
    }

    /** They were added when there was no quiet machine to measure on; the tables say so, rather than nothing. */
    @Test
    void aProfileWithoutAPriceSaysSo() throws IOException {
        for (Path page : List.of(reference(), ROOT.resolve("lttng-profiles/README.md"))) {
            for (String profile : UNMEASURED) {
                assertThat(Files.readString(page).lines().filter(line -> line.contains("`" + profile + "`") && line.startsWith("| ")))
                        .anySatisfy(line -> assertThat(line).contains("not measured yet"));
            }
        }
    }

    @Test
    void theOverviewBesideTheProfilesHasWhatWasMeasured() throws IOException {
        Map<String, List<String>> app = measured("app");
        Map<String, List<String>> rpc = measured("rpc");
        rows(ROOT.resolve("lttng-profiles/README.md"), 0, 7).forEach((profile, row) -> assertThat(row.subList(3, 7)).as(profile)
                .containsExactly(app.get(profile).get(MEDIAN), rpc.get(profile).get(MEDIAN), rates(app.get(profile)),
                        rates(rpc.get(profile))));
    }

    private static String rates(List<String> row) {
        return row.get(EVENTS_PER_SECOND) + ", " + row.get(MEGABYTES_PER_SECOND);
    }

    @Test
    void theBenchmarksHaveWhatWasMeasured() throws IOException {
        Map<String, List<String>> rows = rows(ROOT.resolve("docs/benchmarks.md"), 0, 4);
        for (String profile : List.of("nothing", "requests", "functions", "locks")) {
            assertThat(rows.get(profile).get(1)).as(profile).isEqualTo(measured("app").get(profile).get(MEDIAN));
            assertThat(rows.get(profile).get(3)).as(profile).isEqualTo(measured("rpc").get(profile).get(MEDIAN));
        }
    }

    @Test
    void theAdviceHasWhatWasMeasuredInWholePercents() throws IOException {
        Map<String, List<String>> app = measured("app");
        Map<String, List<String>> rpc = measured("rpc");
        Map<String, List<String>> goes = rows(ROOT.resolve("docs/benchmarks.md"), 0, 4);
        rows(reference(), 1, 5).forEach((profile, row) -> {
            List<Integer> works = whole(app.get(profile).get(MEDIAN));
            if (goes.containsKey(profile)) { // of user space: the ends of two intervals
                List<Integer> both = whole(goes.get(profile).get(2));
                works = List.of(works.get(0), Math.min(both.get(1), both.get(4)), Math.max(both.get(2), both.get(5)));
            }
            assertThat(whole(row.get(2))).as(profile).isEqualTo(works);
            if (!profile.equals("locks")) { // which has nothing to record there
                assertThat(whole(row.get(3))).as(profile).isEqualTo(whole(rpc.get(profile).get(MEDIAN)));
            }
            String most = Stream.of(app, rpc).map(rows -> new BigDecimal(rows.get(profile).get(MEGABYTES_PER_SECOND)))
                    .max(BigDecimal::compareTo).orElseThrow().setScale(0, RoundingMode.HALF_UP).toString();
            assertThat(row.get(4)).as(profile).isEqualTo(most);
        });
    }

    /** The numbers of a text, halves rounded away from zero. */
    private static List<Integer> whole(String text) {
        List<Integer> numbers = new ArrayList<>();
        Matcher number = NUMBER.matcher(text);
        while (number.find()) {
            numbers.add(new BigDecimal(number.group()).setScale(0, RoundingMode.HALF_UP).intValueExact());
        }
        return numbers;
    }

    private static Path reference() {
        return ROOT.resolve("docs/reference/profiles.md");
    }

    /** The measured rows, kernel and user space, of a program: its tables come after the line that names it. */
    private static Map<String, List<String>> measured(String program) throws IOException {
        String text = Files.readString(reference());
        Map<String, List<String>> rows = new TreeMap<>();
        for (String part : text.substring(text.indexOf("### Kernel")).split("\n### ", -1)) {
            int app = part.indexOf("\n`app`,");
            if (app >= 0) {
                rows.putAll(rows(program.equals("app") ? part.substring(app) : part.substring(0, app), 0, 8));
            }
        }
        return rows;
    }

    private static Map<String, List<String>> rows(Path page, int key, int columns) throws IOException {
        return rows(Files.readString(page), key, columns);
    }

    /** The rows, with so many columns, that have a profile, or "nothing", in the column "key". */
    private static Map<String, List<String>> rows(String text, int key, int columns) {
        return text.lines().filter(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1, line.lastIndexOf('|')).split("\\|", -1)).map(String::strip).toList())
                .filter(row -> row.size() == columns && row.get(key).matches("`(waits-\\w+|requests|functions|locks)`|nothing"))
                .collect(Collectors.toMap(row -> row.get(key).replace("`", ""), row -> row, (first, second) -> first, TreeMap::new));
    }
}
