/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.WindowLink.View;

/** Places in the window that were written down. */
final class LinkTargetTest {
    private static String plugin() throws Exception {
        return Files.readString(Path.of(System.getProperty("bowline.root"), "plugins", "org.bowline.tracecompass.ui", "plugin.xml"));
    }

    @Test
    void everyViewOfTheAnalysisHasAWordAndTheOtherWayRound() throws Exception {
        List<String> views = Pattern.compile("<view\\b[^>]*\\bid=\"(org\\.bowline\\.views\\.[a-z]+)\"").matcher(plugin()).results()
                .map(found -> found.group(1)).filter(id -> !id.endsWith(".compare") && !id.endsWith(".category")) // two sets of runs are not a place
                .distinct().toList();
        assertThat(Arrays.stream(View.values()).map(LinkTarget::id)).containsExactlyInAnyOrderElementsOf(views);
    }

    @Test
    void theMenuOfEachOfThemGivesALink() throws Exception {
        String plugin = plugin();
        for (View view : View.values()) {
            String menu = plugin.substring(plugin.indexOf("\"menu:" + LinkTarget.id(view) + "?"));
            assertThat(menu.substring(0, menu.indexOf("</menuContribution>"))).as(view.word()).contains("org.bowline.commands.copyLink");
        }
    }
}
