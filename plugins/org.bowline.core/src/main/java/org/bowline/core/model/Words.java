/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

import java.util.List;
import java.util.Locale;

/** Numbers as they are written in sentences, the same in every text. */
public final class Words {
    private Words() {}

    /** A plain number with one digit behind the point. */
    public static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** {@code 1 wait}, {@code 2 waits}. */
    public static String count(long number, String thing) {
        return count(number, thing, thing + 's');
    }

    /** {@code 1 latency}, {@code 2 latencies}: words of which the plural is not just one with an s. */
    public static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** How often something happened: {@code once}, {@code 2 times}. */
    public static String times(long number) {
        return number == 1 ? "once" : count(number, "time");
    }

    /** A thread's name without what the kernel changes at will: which of its workers does a piece of work is chance. */
    public static String stable(String name) {
        return name.startsWith("kworker/") ? "kworker" : name;
    }

    /** A name without the number of the thread at its end: {@code http-worker-12} is a {@code http-worker}. */
    public static String stem(String name) {
        int end = name.length();
        while (end > 0 && (Character.isDigit(name.charAt(end - 1)) || "-_#:. ".indexOf(name.charAt(end - 1)) >= 0)) {
            end--;
        }
        return end == 0 ? name : name.substring(0, end);
    }

    /** {@code a, b or c}. */
    public static String list(List<String> words, String last) {
        int count = words.size();
        return count < 2 ? String.join("", words)
                : String.join(", ", words.subList(0, count - 1)) + ' ' + last + ' ' + words.get(count - 1);
    }
}
