/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.table;

import org.bowline.core.model.PlainText;

/**
 * Texts in CSV. A spreadsheet runs what begins like a formula, and a trace may come from anybody: such a text gets an apostrophe in front,
 * which {@link #read} takes away again. Texts that begin with apostrophes before such a character get one more, so that nothing is lost.
 */
public final class CsvText {
    private static final char APOSTROPHE = '\'';

    private CsvText() {}

    /** A text as it is written. */
    static String write(String text) {
        String plain = PlainText.visible(text);
        return isFormula(plain) ? APOSTROPHE + plain : plain;
    }

    /** The same where the text may be a number: a negative one stays as it is. */
    static String writeValue(String text) {
        return isNegative(text) ? text : write(text);
    }

    /** What was written. */
    public static String read(String field) {
        return !field.isEmpty() && field.charAt(0) == APOSTROPHE && isFormula(field) ? field.substring(1) : field;
    }

    private static boolean isFormula(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) == APOSTROPHE) {
            at++;
        }
        // the wide forms, too: spreadsheets of East Asia take them for the others
        return at < text.length() && "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20".indexOf(text.charAt(at)) >= 0;
    }

    private static boolean isNegative(String text) {
        return text.length() > 1 && text.charAt(0) == '-' && text.chars().skip(1).allMatch(c -> c >= '0' && c <= '9');
    }
}
