/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Browser;

/** The page in a real Chromium. Pictures of it stay in target/screens. */
class HtmlReportBrowserTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // set before all, or all are skipped
    private static Browser browser;

    @SuppressWarnings("NullAway.Init") private static Path page;

    @SuppressWarnings("NullAway.Init") private static Path hostile;

    @BeforeAll
    static void aPageOfARecording() throws IOException {
        Optional<Path> program = Browser.installed();
        assumeTrue(program.isPresent(), "no Chromium on this machine: releng/setup installs it");
        page = directory.resolve("report.html");
        Files.writeString(page, Pages.html(Pages.recording(Pages.root().resolve("tests/traces/three-tier"), "w1-client", true)));
        hostile = directory.resolve("hostile.html");
        Files.writeString(hostile, Pages.html(Pages.hostile()));
        browser = Browser.start(program.get(), Files.createDirectory(directory.resolve("profile")));
    }

    @AfterAll
    static void noBrowserIsLeft() {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void aDesktopInDaylight() throws IOException {
        browser.scripts(true);
        browser.resize(1280, 900, false);
        browser.media("screen", "light");
        browser.open(page.toUri());
    }

    @AfterEach
    void thePageDidNotComplainNorAskForAnything() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).hasSize(1).allMatch(address -> address.startsWith("file:"));
    }

    private static String text(String expression) throws IOException {
        return browser.evaluate(expression).getAsString();
    }

    private static int number(String expression) throws IOException {
        return browser.evaluate(expression).getAsInt();
    }

    private static void screen(String name) throws IOException {
        browser.screenshot(Files.createDirectories(Path.of("target", "screens")).resolve(name + ".png"));
    }

    private static void show(String selector) throws IOException {
        browser.evaluate(
                "document.documentElement.style.scrollBehavior='auto'; document.querySelector('" + selector + "').scrollIntoView()");
        browser.settle();
    }

    @Test
    void theSliderMovesTheThreshold() throws IOException {
        int before = number("document.querySelectorAll('#graph-view .edge[data-edge]:not(.off)').length");
        browser.evaluate("document.getElementById('graph-slider').focus()");
        String threshold = text("document.getElementById('graph-threshold').textContent");
        for (int i = 0; i < 3; i++) {
            browser.press("ArrowRight");
        }
        assertThat(text("document.getElementById('graph-threshold').textContent")).isNotEqualTo(threshold);
        assertThat(text("document.getElementById('graph-slider').getAttribute('aria-valuetext')")).contains(" of the range)");
        assertThat(number("document.querySelectorAll('#graph-view .edge[data-edge]:not(.off)').length")).isLessThan(before);
        browser.press("ArrowLeft");
        browser.press("ArrowLeft");
        browser.press("ArrowLeft");
        assertThat(text("document.getElementById('graph-threshold').textContent")).isEqualTo(threshold);
        assertThat(number("document.querySelectorAll('#graph-view .edge[data-edge]:not(.off)').length")).isEqualTo(before);
    }

    /** The script's idea of what is seen is the engine's. */
    @Test
    void theFirstThresholdLooksAsTheStaticPicture() throws IOException {
        String classes = "JSON.stringify(Array.from(document.querySelectorAll('#graph-view [data-edge],#graph-view [data-node]'))"
                + ".map(e => (e.dataset.edge || 'n' + e.dataset.node) + ' ' + e.getAttribute('class').replace(' picked','')))";
        String live = text(classes);
        String knots = text("document.getElementById('knots').textContent");
        browser.scripts(false);
        browser.open(page.toUri());
        assertThat(text(classes)).isEqualTo(live);
        assertThat(text("document.getElementById('knots').textContent").strip()).isEqualTo(knots.strip());
    }

    @Test
    void aClickOnAnEdgeTellsItsWaits() throws IOException {
        show("#graph-view");
        String place = text(
                "(() => { for (const p of document.querySelectorAll('#graph-view .edge[data-edge]:not(.off) .line')) if (!/ others /.test(p.closest('.edge').querySelector('title').textContent)) for (const part of [.5, .3, .7, .2, .8]) {"
                        + " const at = p.getPointAtLength(p.getTotalLength() * part).matrixTransform(p.getScreenCTM());"
                        + " const hit = document.elementFromPoint(at.x, at.y);"
                        + " if (hit && hit.closest('.edge') === p.closest('.edge')) return at.x + ' ' + at.y; } return 'none'; })()");
        browser.click(Double.parseDouble(place.split(" ")[0]), Double.parseDouble(place.split(" ")[1]));
        assertThat(text("document.getElementById('graph-details').textContent")).contains(" waits for ", "of the range)",
                "The longest waits",
                "--from ");
        assertThat(number("document.querySelectorAll('#graph-view .picked').length")).isEqualTo(1);
        screen("graph");
    }

    @Test
    void theGraphIsWalkedByKeyboard() throws IOException {
        browser.evaluate("document.getElementById('graph-fit').focus()");
        browser.press("Tab");
        assertThat(text("document.activeElement.getAttribute('class')")).startsWith("node");
        browser.press("ArrowDown");
        assertThat(text("document.activeElement.getAttribute('class')")).startsWith("edge");
        browser.press("Enter");
        assertThat(text("document.getElementById('graph-details').textContent")).contains("of the range)");
        browser.press("Escape");
        assertThat(number("document.querySelectorAll('#graph-view .picked').length")).isZero();
        String box = text("document.querySelector('#graph-view svg').getAttribute('viewBox')");
        browser.press("+");
        assertThat(text("document.querySelector('#graph-view svg').getAttribute('viewBox')")).isNotEqualTo(box);
        browser.press("0");
        assertThat(text("document.querySelector('#graph-view svg').getAttribute('viewBox')")).isEqualTo(box);
    }

    @Test
    void threadsAreFilteredAndSorted() throws IOException {
        browser.evaluate(
                "(() => { const f = document.getElementById('thread-filter'); f.value = 'w1-'; f.dispatchEvent(new Event('input')); })()");
        assertThat(text("document.querySelector('#thread-table tbody tr:not([hidden]) th').textContent")).startsWith("w1-");
        browser.evaluate("document.querySelector('#thread-table thead th:nth-child(5) button').click()");
        JsonArray running = browser.evaluate("Array.from(document.querySelectorAll('#thread-table tbody tr:not([hidden])'))"
                + ".map(row => Number(row.cells[4].dataset.v))").getAsJsonArray();
        assertThat(running.size()).isGreaterThan(3);
        for (int i = 1; i < running.size(); i++) {
            assertThat(running.get(i).getAsLong()).isLessThanOrEqualTo(running.get(i - 1).getAsLong());
        }
        show("#threads");
        screen("threads");
    }

    /** Zoomed paths are drawn by the script; what it draws of the whole is what was drawn without it. */
    @Test
    void theScriptDrawsAPathAsItWasDrawnBefore() throws IOException {
        String bars = "JSON.stringify(Array.from(document.querySelectorAll('#path .legs path[class^=s]')).map(p => p.getAttribute('class') + ' '"
                + " + p.getAttribute('d').replace(/\\.0(?![0-9])/g, '')).sort())";
        String before = text(bars);
        browser.evaluate("document.querySelector('[data-path=path] [data-do=in]').click()");
        assertThat(text(bars)).isNotEqualTo(before);
        browser.evaluate("document.querySelector('[data-path=path] [data-do=whole]').click()");
        assertThat(text(bars)).isEqualTo(before);
    }

    @Test
    void aPathIsZoomedAndRead() throws IOException {
        show("#critical-path");
        String before = text("document.querySelector('#path .axis').textContent");
        browser.evaluate("document.getElementById('path').parentNode.focus()");
        for (int i = 0; i < 6; i++) {
            browser.press("w");
            browser.press("d");
        }
        browser.press("ArrowRight");
        assertThat(text("document.querySelector('#path .axis').textContent")).isNotEqualTo(before);
        assertThat(text("document.querySelector('[data-readout=path]').textContent")).contains(" for ");
        assertThat(number("document.querySelectorAll('#path .legs path').length")).isPositive();
        screen("path");
        browser.press("0");
        assertThat(text("document.querySelector('#path .axis').textContent")).isEqualTo(before);
    }

    /** A message that arrives seems to have taken longer than it did where the sender's clock is behind: it says at least how far the receiver's is ahead of it, or at most. */
    @Test
    void upIsAheadInThePictureOfAClockAsInItsTable() throws IOException {
        assertThat(text("document.querySelector('#clocks table').textContent")).containsIgnoringCase("ahead by");
        assertThat(text("document.querySelector('#clocks figure').textContent")).contains("A → B: it is ahead by more",
                "B → A: it is ahead by less",
                "Up: by how much it is ahead of the clock that is taken.");
        String middle = "(name => { const box = document.querySelector('#clocks figure svg path.' + name).getBBox(); return Math.round(box.y + box.height / 2); })";
        assertThat(number(middle + "('above')")).as("from B to A").isLessThan(number(middle + "('band')"));
        assertThat(number(middle + "('below')")).as("from A to B").isGreaterThan(number(middle + "('band')"));
    }

    @Test
    void aPhoneScrollsOnlyDown() throws IOException {
        browser.resize(390, 844, true);
        browser.open(page.toUri());
        for (String each : List.of("summary", "clocks", "wait-for", "intervals", "threads")) {
            show("#" + each);
            screen("phone-" + each);
        }
        assertThat(number("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
        for (String each : List.of("Heaviest waits", "Latency per label")) {
            assertThat(number("(box => box.scrollWidth - box.clientWidth)(document.querySelector('[aria-label=\"" + each + "\"]'))"))
                    .as("what is to the right of the table " + each).isZero();
        }
    }

    @Test
    void theNumbersOfKnotsAreOnThePaper() throws IOException {
        browser.media("print", "light");
        assertThat(number("document.querySelectorAll('#knots li').length")).isPositive();
        // there is room for a number of two figures and a full stop, which stands left of its line
        assertThat(number("parseFloat(getComputedStyle(document.getElementById('knots')).paddingLeft)"
                + " / parseFloat(getComputedStyle(document.getElementById('knots')).fontSize)")).isGreaterThanOrEqualTo(2);
    }

    @Test
    void everySectionHasItsPictureByDayAndByNight() throws IOException {
        for (String scheme : List.of("light", "dark")) {
            browser.media("screen", scheme);
            for (String each : List.of("summary", "clocks", "graph", "critical-path", "intervals", "threads", "caveats")) {
                show("#" + each);
                screen(scheme + "-" + each);
            }
            assertThat(text("getComputedStyle(document.body).backgroundColor"))
                    .isEqualTo(scheme.equals("dark") ? "rgb(13, 17, 23)" : "rgb(246, 247, 249)");
        }
        browser.evaluate("document.getElementById('theme').click()");
        assertThat(text("getComputedStyle(document.body).backgroundColor")).as("the button wins").isEqualTo("rgb(246, 247, 249)");
    }

    /** The pictures of docs/gallery.md: target/screens/gallery-*.png go to docs/images. */
    @Test
    void theGallerysPicturesAreSmall() throws IOException {
        Path work = directory.resolve("work.html");
        Files.writeString(work, Pages.html(Pages.work(Pages.root().resolve("tests/traces/three-tier"), "w1-client")));
        browser.resize(960, 640, false);
        browser.open(work.toUri());
        assertThat(number("document.querySelectorAll('#findings .finding').length")).isPositive();
        show("#findings");
        screen("gallery-findings");
        show("#graph");
        screen("gallery-graph");
        show("#clocks figure");
        screen("gallery-clocks");
        browser.media("screen", "dark");
        browser.resize(960, 600, false);
        show("#intervals details figure");
        screen("gallery-interval");
        browser.media("screen", "light");
        browser.resize(390, 700, true);
        browser.open(work.toUri());
        screen("gallery-phone");
        for (String each : List.of("findings", "graph", "clocks", "interval", "phone")) {
            assertThat(Files.size(Path.of("target", "screens", "gallery-" + each + ".png"))).as(each).isBetween(5_000L, 150_000L);
        }
    }

    /** The pictures of docs/how-to: target/screens/how-to-*.png go to docs/images. */
    @Test
    void theHowTosPicturesAreSmall() throws IOException {
        Path code = directory.resolve("code.html");
        Files.writeString(code, Pages.html(Pages.code()));
        browser.resize(1100, 640, false);
        browser.open(code.toUri());
        assertThat(number("document.querySelectorAll('#off-cpu .flame .runs').length")).isPositive();
        assertThat(number("document.querySelectorAll('#off-cpu .flame .waits').length")).isPositive();
        show("#off-cpu");
        screen("how-to-flame");
        Path requests = directory.resolve("requests.html");
        Files.writeString(requests, Pages.html(Pages.work(Pages.root().resolve("tests/traces/three-tier"), "w1-client")));
        browser.open(requests.toUri());
        show("#intervals");
        screen("how-to-requests");
        for (String each : List.of("flame", "requests")) {
            assertThat(Files.size(Path.of("target", "screens", "how-to-" + each + ".png"))).as(each).isBetween(5_000L, 150_000L);
        }
    }

    @Test
    void paperHasNoControlsAndAllThatWasFolded() throws IOException {
        browser.media("print", "light");
        assertThat(text("getComputedStyle(document.querySelector('nav')).display")).isEqualTo("none");
        assertThat(text("getComputedStyle(document.querySelector('.controls')).display")).isEqualTo("none");
        byte[] pdf = browser.print();
        assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
        Files.write(Files.createDirectories(Path.of("target", "screens")).resolve("report.pdf"), pdf);
    }

    @Test
    void withoutScriptsEverythingIsThereToRead() throws IOException {
        browser.scripts(false);
        browser.open(page.toUri());
        assertThat(number("document.querySelectorAll('svg').length")).isGreaterThan(5);
        assertThat(number("Array.from(document.querySelectorAll('.script-only')).filter(each => each.offsetParent).length")).isZero();
        assertThat(number("Array.from(document.querySelectorAll('#thread-table tbody tr')).filter(each => each.offsetParent).length"))
                .isGreaterThan(30);
        show("#wait-for");
        screen("static");
    }

    @Test
    void namesDoNothing() throws IOException {
        browser.open(hostile.toUri());
        assertThat(number("document.images.length")).isZero();
        browser.evaluate("document.querySelector('a[data-edge]').click()");
        assertThat(text("document.getElementById('graph-details').textContent")).contains("onerror=alert(1)");
        assertThat(number("document.images.length")).isZero();
    }

    @Test
    void axeFindsNothingSerious() throws IOException {
        for (String scheme : List.of("light", "dark")) {
            browser.media("screen", scheme);
            browser.open(page.toUri());
            browser.evaluate(axe() + "; 0");
            JsonArray violations = browser
                    .evaluate(
                            "axe.run({resultTypes: ['violations']}).then(result => result.violations.map(each => ({id: each.id, impact: each.impact,"
                                    + " where: each.nodes.slice(0, 3).map(node => node.html.slice(0, 160) + ' ' + node.failureSummary)})))")
                    .getAsJsonArray();
            StringBuilder serious = new StringBuilder();
            for (JsonElement violation : violations) {
                String impact = violation.getAsJsonObject().get("impact").getAsString();
                if (impact.equals("serious") || impact.equals("critical")) {
                    serious.append(violation).append('\n');
                }
            }
            assertThat(serious.toString()).as(scheme).isEmpty();
        }
    }

    private static String axe() throws IOException {
        try (InputStream in = HtmlReportBrowserTest.class.getResourceAsStream("/axe.min.js")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
