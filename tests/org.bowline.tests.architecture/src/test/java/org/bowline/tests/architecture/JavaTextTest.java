/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

final class JavaTextTest {
    @Test
    void commentsAndStringsAreTakenFromOneAnother() {
        String source = "a(\"// \\\"b\\\"\"); // \"c\"\n/* \"d\" */ e(\"\");";
        assertThat(JavaText.commentsAndStrings(source)).containsExactly("\"// \\\"b\\\"\"", "// \"c\"", "/* \"d\" */", "\"\"");
        assertThat(JavaText.withoutCommentsAndStrings(source)).isEqualTo("a(); \n e();");
    }

    @Test
    void aLongOneIsReadWithTheStackOfAShortOne() {
        List<String> parts = Stream.of("\"%s\"", "// %s\n", "/* %s */").map(part -> part.formatted("\\\\x".repeat(1_000_000))).toList();
        assertThat(JavaText.withoutCommentsAndStrings(String.join(";", parts))).isEqualTo(";\n;");
    }
}
