/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.helpgen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HelpPagesTest {
    @TempDir Path folder;
    private Path docs;
    private Path html;

    @BeforeEach
    void aFewPages() throws IOException {
        docs = Files.createDirectories(folder.resolve("docs"));
        html = folder.resolve("html");
        Files.createDirectories(docs.resolve("how-to"));
        Files.createDirectories(docs.resolve("adr"));
        Files.createDirectories(docs.resolve("images"));
        Files.write(docs.resolve("images/path.png"), new byte[] {1, 2, 3});
        Files.writeString(docs.resolve("README.md"), "# Index\n");
        Files.writeString(docs.resolve("adr/0001-why.md"), "# Why\n");
        Files.writeString(docs.resolve("glossary.md"), "# Words & 1 < 2\n\n## A knot\n");
        Files.writeString(docs.resolve("how-to/look.md"), """
                # Look

                A [knot](../glossary.md#a-knot), [why *so*](../adr/0001-why.md), [here](#look), [news](../../CHANGELOG.md).

                ![the path](../images/path.png)

                | a | b |
                |---|---|
                | 1 | 2 |
                """);
        Files.writeString(folder.resolve("CHANGELOG.md"), "# News\n");
        HelpPages.main(new String[] {docs.toString(), html.toString(), folder.resolve("CHANGELOG.md").toString()});
    }

    @Test
    void linksAmongThePagesLeadOnAndOthersBecomeText() throws IOException {
        assertThat(Files.readString(html.resolve("how-to/look.html"))).contains("<a href=\"../glossary.html#a-knot\">knot</a>",
                "why <em>so</em>", "<a href=\"#look\">here</a>", "<a href=\"../CHANGELOG.html\">news</a>").doesNotContain("adr");
    }

    @Test
    void imagesAndTablesComeAlong() throws IOException {
        assertThat(html.resolve("images/path.png")).hasBinaryContent(new byte[] {1, 2, 3});
        assertThat(Files.readString(html.resolve("how-to/look.html"))).contains("<img src=\"../images/path.png\" alt=\"the path\"",
                "<td>2</td>",
                "href=\"../help.css\"");
    }

    @Test
    void headingsCanBeLinkedToAndTheFirstIsTheTitle() throws IOException {
        assertThat(Files.readString(html.resolve("glossary.html"))).contains("<title>Words &amp; 1 &lt; 2</title>",
                "<h2 id=\"a-knot\">A knot</h2>", "href=\"help.css\"");
    }

    @Test
    void whatIsForBuildersStaysAtHome() {
        assertThat(html.resolve("adr")).doesNotExist();
        assertThat(html.resolve("README.html")).doesNotExist();
        assertThat(html.resolve("CHANGELOG.html")).exists();
    }
}
