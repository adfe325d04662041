/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.helpgen;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Makes a page of HTML of every page of a folder of Markdown, with their images. Links among the pages lead on; links out of the folder
 * become their text, because what they lead to is not shipped.
 */
public final class HelpPages {
    /** For those who build Bowline, not for those who use it. */
    private static final Set<String> LEFT_OUT = Set.of("adr", "README.md");

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    private final Path source;
    private final Path target;
    private final List<Path> pages;
    private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
    private final HtmlRenderer renderer = HtmlRenderer.builder().extensions(EXTENSIONS).build();

    private HelpPages(Path source, Path target, List<Path> pages) {
        this.source = source;
        this.target = target;
        this.pages = pages;
    }

    /**
     * @param arguments the folder of Markdown, the folder to write to, and more pages (outside of the folder) to put at its top
     */
    public static void main(String[] arguments) throws IOException {
        Path source = Path.of(arguments[0]).toRealPath();
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> files = Files.walk(source)) {
            files.filter(file -> file.toString().endsWith(".md") && !LEFT_OUT.contains(source.relativize(file).getName(0).toString()))
                    .sorted()
                    .forEach(pages::add);
        }
        for (String more : List.of(arguments).subList(2, arguments.length)) {
            pages.add(Path.of(more).toRealPath());
        }
        new HelpPages(source, Path.of(arguments[1]), pages).write();
    }

    private void write() throws IOException {
        Files.createDirectories(target);
        try (InputStream style = HelpPages.class.getResourceAsStream("help.css")) {
            Files.copy(style, target.resolve("help.css"), StandardCopyOption.REPLACE_EXISTING);
        }
        for (Path page : pages) {
            Path html = target.resolve(nameOf(page));
            Files.createDirectories(html.resolveSibling(""));
            Files.writeString(html, page(page), StandardCharsets.UTF_8);
        }
    }

    /** Where a page goes, below the target. */
    private String nameOf(Path page) {
        String name = page.startsWith(source) ? source.relativize(page).toString() : page.getFileName().toString();
        return name.substring(0, name.length() - ".md".length()) + ".html";
    }

    private String page(Path page) throws IOException {
        Node document = parser.parse(Files.readString(page, StandardCharsets.UTF_8));
        Links links = new Links(page);
        document.accept(links);
        String up = "../".repeat(nameOf(page).split("/").length - 1);
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <title>%s</title>
                <link rel="stylesheet" href="%shelp.css">
                </head>
                <body>
                %s</body>
                </html>
                """.formatted(escaped(links.title), up, renderer.render(document));
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Turns the links of a page to what is shipped, and copies its images. */
    private final class Links extends AbstractVisitor {
        private final Path page;
        private String title = "Bowline";
        private boolean titled;

        Links(Path page) {
            this.page = page;
        }

        @Override
        public void visit(Heading heading) {
            if (!titled) {
                StringBuilder text = new StringBuilder();
                heading.accept(new AbstractVisitor() {
                    @Override
                    public void visit(Text part) {
                        text.append(part.getLiteral());
                    }
                });
                title = text.toString();
                titled = true;
            }
            visitChildren(heading);
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            String[] parts = link.getDestination().split("#", 2);
            if (parts[0].isEmpty() || parts[0].contains(":")) {
                return;
            }
            Path aim = page.resolveSibling(parts[0]).normalize();
            if (pages.contains(aim)) {
                Path here = Path.of(nameOf(page)).resolveSibling("");
                link.setDestination(here.relativize(Path.of(nameOf(aim))) + (parts.length > 1 ? "#" + parts[1] : ""));
            } else {
                unlink(link);
            }
        }

        /** Leaves the text of a link in its place. */
        private void unlink(Link link) {
            for (Node child = link.getFirstChild(); child != null; child = link.getFirstChild()) {
                link.insertBefore(child);
            }
            link.unlink();
        }

        @Override
        public void visit(Image image) {
            Path file = page.resolveSibling(image.getDestination()).normalize();
            if (!file.startsWith(source)) {
                return;
            }
            try {
                Path copy = target.resolve(source.relativize(file).toString());
                Files.createDirectories(copy.resolveSibling(""));
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException("the image " + file + " of " + page + " cannot be copied", e);
            }
        }
    }
}
