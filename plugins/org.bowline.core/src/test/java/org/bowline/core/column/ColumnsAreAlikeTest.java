/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** The columns of int, long, short and byte are written out for each, as one for all would box its elements or widen them: what is mended in one of them has to be in all. */
class ColumnsAreAlikeTest {
    private static final Pattern MEMBER = Pattern.compile("(?m)^    (?! |/|\\*|@|\\})(.*) \\{$\\n((?:.*\\n)*?)    \\}$");

    /** The methods of a column by their first lines, with no type of elements in them. */
    private static Map<String, String> methods(String type) throws IOException {
        String source = Files.readString(
                Path.of("src/main/java/org/bowline/core/column", type + "Column.java"))
                .replaceAll("\\((?:short|byte)\\) ", "").replaceAll("\\b(?:int|long|short|byte)\\b", "T")
                .replaceAll("\\b(?:Int|Long|Short|Byte)(Column|Buffer)\\b", "Of$1").replaceAll("\\.as(?:Int|Long|Short)Buffer\\(\\)", "")
                .replaceAll("\\b(?:Integer|Long|Short|Byte)\\.BYTES\\b", "SIZE").replaceAll("List<\\w*Buffer>", "List<OfBuffer>")
                .replaceAll(" \\* SIZE", "");
        Map<String, String> methods = new LinkedHashMap<>();
        MEMBER.matcher(source).results().forEach(member -> methods.put(member.group(1), member.group(2)));
        return methods;
    }

    @Test
    void whatTheyHaveInCommonIsTheSame() throws IOException {
        Map<String, String> ofInt = methods("Int");
        for (String type : new String[] {"Long", "Short", "Byte"}) {
            Map<String, String> other = methods(type);
            other.keySet().retainAll(ofInt.keySet());
            assertThat(other).as(type).hasSizeGreaterThan(10);
            other.forEach((head, body) -> assertThat(body).as("%s: %s", type, head).isEqualTo(ofInt.get(head)));
        }
    }
}
