/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The comments and strings of a Java source. */
final class JavaText {
    /** What is repeated is never given back, so that a string of any length takes no more of the stack than an empty one. */
    private static final Pattern COMMENT_OR_STRING = Pattern.compile("//.*+|/\\*[\\s\\S]*?\\*/|\"(?:[^\"\\\\\n]|\\\\.)*+\"");

    private JavaText() {}

    static List<String> commentsAndStrings(String source) {
        return COMMENT_OR_STRING.matcher(source).results().map(MatchResult::group).toList();
    }

    static String withoutCommentsAndStrings(String source) {
        return COMMENT_OR_STRING.matcher(source).replaceAll("");
    }
}
