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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Browser;

/** The page of a comparison in a real Chromium. Pictures of it stay in target/screens. */
class ComparePageBrowserTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // set before all, or all are skipped
    private static Browser browser;

    @BeforeAll
    static void pages() throws IOException {
        Optional<Path> program = Browser.installed();
        assumeTrue(program.isPresent(), "no Chromium on this machine: releng/setup installs it");
        Files.writeString(directory.resolve("usual.html"), Comparisons.html(Comparisons.usual()));
        Files.writeString(directory.resolve("one.html"), Comparisons.html(Comparisons.oneRunEach()));
        Files.writeString(directory.resolve("hostile.html"), Comparisons.html(Comparisons.hostile()));
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
        browser.resize(1280, 900, false);
        browser.media("screen", "light");
    }

    @AfterEach
    void thePageDidNotComplainNorAskForAnything() {
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.requests()).hasSize(1).allMatch(address -> address.startsWith("file:"));
    }

    private static void open(String name) throws IOException {
        browser.open(directory.resolve(name + ".html").toUri());
    }

    private static int number(String expression) throws IOException {
        return browser.evaluate(expression).getAsInt();
    }

    private static void screen(String name, String selector) throws IOException {
        browser.evaluate(
                "document.documentElement.style.scrollBehavior='auto'; document.querySelector('" + selector + "').scrollIntoView()");
        browser.settle();
        browser.screenshot(Files.createDirectories(Path.of("target", "screens")).resolve("compare-" + name + ".png"));
    }

    @Test
    void aPhoneScrollsOnlyDown() throws IOException {
        browser.resize(390, 844, true);
        for (String name : List.of("usual", "one", "hostile")) {
            open(name);
            screen("phone-" + name, "#outcomes");
            assertThat(number("document.documentElement.scrollWidth")).as(name).isLessThanOrEqualTo(390);
            screen("phone-percentiles-" + name, ".pooled table");
            screen("phone-verdicts-" + name, ".scroll[aria-label^=Verdicts]");
        }
    }

    /** The percentiles are what most people come for: on a phone they are seen whole. */
    @Test
    void thePercentilesFitAPhone() throws IOException {
        browser.resize(390, 844, true);
        for (String name : List.of("usual", "one", "hostile")) {
            open(name);
            assertThat(number("document.querySelectorAll('.pooled .scroll').length")).as(name).isPositive();
            assertThat(browser
                    .evaluate("Array.from(document.querySelectorAll('.pooled .scroll')).map(one => one.scrollWidth - one.clientWidth)"
                            + ".filter(rest => rest > 0)")
                    .getAsJsonArray()).as(name).isEmpty();
        }
    }

    /** Text of an image that sticks out of it is cut off. */
    @Test
    void noTextLeavesItsFigure() throws IOException {
        for (String name : List.of("usual", "one", "hostile")) {
            open(name);
            assertThat(browser.evaluate("Array.from(document.querySelectorAll('svg.boxes text')).filter(text => {"
                    + " const a = text.getBoundingClientRect(), b = text.ownerSVGElement.getBoundingClientRect();"
                    + " return a.left < b.left - 1 || a.right > b.right + 1 || a.bottom > b.bottom + 1; }).map(text => text.textContent)")
                    .getAsJsonArray()).as(name).isEmpty();
        }
    }

    @Test
    void itIsSeenByDayAndByNight() throws IOException {
        for (String scheme : List.of("light", "dark")) {
            browser.media("screen", scheme);
            open("usual");
            screen(scheme + "-summary", "body");
            screen(scheme + "-outcomes", "#outcomes");
            screen(scheme + "-paths", "#causes");
            assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor").getAsString())
                    .isEqualTo(scheme.equals("dark") ? "rgb(13, 17, 23)" : "rgb(246, 247, 249)");
        }
    }

    /** The picture of docs/gallery.md: target/screens/compare-gallery.png is docs/images/compare.png. */
    @Test
    void theGallerysPictureIsSmall() throws IOException {
        browser.resize(1100, 1010, false);
        open("usual");
        screen("gallery", "#outcomes");
        assertThat(Files.size(Path.of("target", "screens", "compare-gallery.png"))).isBetween(5_000L, 150_000L);
    }

    @Test
    void paperHasNoControls() throws IOException {
        open("usual");
        browser.media("print", "light");
        assertThat(browser.evaluate("getComputedStyle(document.querySelector('nav')).display").getAsString()).isEqualTo("none");
        assertThat(new String(browser.print(), 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");
        browser.resize(720, 1020, false);
        screen("paper", "#outcomes");
        screen("paper-tables", "#causes");
        assertThat(number("document.documentElement.scrollWidth")).as("nothing is cut off at the edge of a sheet").isLessThanOrEqualTo(720);
    }

    /** All that can be opened, scrolled or followed is reached by Tab, and the first of it leads to the summary. */
    @Test
    void theKeyboardReachesEverything() throws IOException {
        open("usual");
        assertThat(browser.evaluate("document.querySelector('a, button, summary, [tabindex]').getAttribute('href')").getAsString())
                .isEqualTo("#summary");
        assertThat(number("Array.from(document.querySelectorAll('a, summary, .scroll')).filter(one => one.tabIndex !== 0).length"))
                .isZero();
        browser.resize(390, 844, true);
        assertThat(browser.evaluate("Array.from(document.querySelectorAll('main *')).filter(one => one.scrollWidth > one.clientWidth + 1"
                + " && ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.tabIndex !== 0).map(one => one.outerHTML.slice(0, 80))")
                .getAsJsonArray()).as("what scrolls has a stop").isEmpty();
    }

    @Test
    void namesDoNothing() throws IOException {
        open("hostile");
        assertThat(number("document.images.length + document.scripts.length")).isZero();
    }

    @Test
    void axeFindsNothingSerious() throws IOException {
        for (String scheme : List.of("light", "dark")) {
            for (String name : List.of("usual", "one", "hostile")) {
                browser.media("screen", scheme);
                open(name);
                browser.evaluate(axe() + "; 0");
                JsonArray serious = browser
                        .evaluate(
                                "axe.run({resultTypes: ['violations']}).then(result => result.violations.filter(each => ['serious', 'critical'].includes(each.impact))"
                                        + ".map(each => each.id + ' ' + each.nodes.slice(0, 3).map(node => node.html.slice(0, 160) + ' '"
                                        + " + node.failureSummary)))")
                        .getAsJsonArray();
                assertThat(serious).as(scheme + ' ' + name).isEmpty();
            }
        }
    }

    private static String axe() throws IOException {
        try (InputStream in = ComparePageBrowserTest.class.getResourceAsStream("/axe.min.js")) {
            assertThat(in).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
