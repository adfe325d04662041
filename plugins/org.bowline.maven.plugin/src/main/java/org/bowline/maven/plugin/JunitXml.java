/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import org.bowline.core.files.WholeFile;
import org.bowline.maven.plugin.Verdict.State;

/** Verdicts as the file that CI systems read of test runs; its form is that of surefire-test-report-3.0.xsd. */
final class JunitXml {
    /** Of the class that the checks seem to be of. */
    static final String SUITE = "bowline";

    private JunitXml() {}

    /** Writes the file, whole or not at all, with its directory. */
    static void write(Path file, List<Verdict> verdicts, long nanos) throws IOException {
        String text = xml(file, verdicts, nanos);
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("cannot write " + file + ": it is in no directory");
        }
        Files.createDirectories(directory);
        try (WholeFile whole = WholeFile.prepare(file)) {
            whole.commit(out -> out.write(text));
        }
    }

    private static String xml(Path file, List<Verdict> verdicts, long nanos) throws IOException {
        try {
            return text(verdicts, nanos);
        } catch (XMLStreamException e) {
            throw new IOException("cannot make " + file + ": " + e.getMessage(), e);
        }
    }

    static String text(List<Verdict> verdicts, long nanos) throws XMLStreamException {
        StringWriter text = new StringWriter();
        XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", SUITE);
        xml.writeAttribute("time", BigDecimal.valueOf(nanos / 1_000_000, 3).toPlainString());
        xml.writeAttribute("tests", Integer.toString(verdicts.size()));
        xml.writeAttribute("errors", count(verdicts, State.ERROR));
        xml.writeAttribute("skipped", count(verdicts, State.SKIPPED));
        xml.writeAttribute("failures", count(verdicts, State.FAILED));
        Map<String, Integer> seen = new HashMap<>();
        for (Verdict verdict : verdicts) {
            String name = clean(verdict.check() + (verdict.subject().isEmpty() ? "" : ' ' + verdict.subject()));
            int times = seen.merge(name, 1, Integer::sum);
            xml.writeCharacters("\n  ");
            xml.writeStartElement("testcase");
            // of cases of one name CI systems keep one: two traces of a host that lost events are two cases
            xml.writeAttribute("name", times == 1 ? name : name + " (" + times + ')');
            xml.writeAttribute("classname", SUITE);
            xml.writeAttribute("time", "0");
            if (verdict.state() == State.PASSED) {
                xml.writeStartElement("system-out");
                xml.writeCharacters(clean(verdict.message()));
            } else if (verdict.state() == State.SKIPPED) {
                xml.writeStartElement("skipped");
                xml.writeAttribute("message", clean(verdict.message()));
            } else {
                xml.writeStartElement(verdict.state() == State.FAILED ? "failure" : "error");
                xml.writeAttribute("message", clean(verdict.message()));
                xml.writeAttribute("type", verdict.check().split(" ", 2)[0]);
                xml.writeCharacters(clean(verdict.line()));
            }
            xml.writeEndElement();
            xml.writeEndElement();
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.close();
        return text.append('\n').toString();
    }

    private static String count(List<Verdict> verdicts, State state) {
        return Long.toString(verdicts.stream().filter(verdict -> verdict.state() == state).count());
    }

    /** What XML 1.0 cannot hold, as names of threads may, is shown by its number. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (c == '\t' || c == '\n' || (c >= 0x20 && c < 0xd800) || (c >= 0xe000 && c <= 0xfffd) || c >= 0x10000) {
                clean.appendCodePoint(c);
            } else {
                clean.append(String.format(Locale.ROOT, "\\u%04x", c));
            }
        });
        return clean.toString();
    }
}
