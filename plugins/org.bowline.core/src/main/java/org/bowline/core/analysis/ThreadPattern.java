/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.function.IntPredicate;
import java.util.regex.Pattern;

import org.bowline.core.timeline.Timeline;

/**
 * Threads, as users name them: {@code NAME}, {@code TID}, {@code HOST:NAME} or {@code HOST:TID}; in a name {@code *} stands for any characters. A name may have colons itself
 * ({@code kworker/0:1}); only what stands before the first one and is the name of a host of the recording is taken as that.
 *
 * @param text as given; not blank
 */
record ThreadPattern(String text) {
    ThreadPattern {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a thread is needed: NAME, TID, HOST:NAME or HOST:TID");
        }
    }

    /** Which threads these are; by number for threads of the timeline alone. O(1) for each thread that is asked for. */
    IntPredicate in(Timeline timeline) {
        int colon = text.indexOf(':');
        for (int host = 0; colon > 0 && host < timeline.hostCount(); host++) {
            if (timeline.hostName(host).equals(text.substring(0, colon))) {
                IntPredicate named = in(timeline, text.substring(colon + 1));
                int only = host;
                return thread -> timeline.host(thread) == only && named.test(thread);
            }
        }
        return in(timeline, text);
    }

    private static IntPredicate in(Timeline timeline, String selector) {
        if (selector.matches("\\d{1,9}")) {
            int tid = Integer.parseInt(selector);
            return thread -> timeline.tid(thread) == tid || timeline.name(thread).equals(selector);
        }
        if (selector.indexOf('*') < 0) {
            return thread -> timeline.name(thread).equals(selector);
        }
        // one * after another would let the search try every way to share the characters among them
        String literal = Pattern.quote(selector.replaceAll("\\*+", "*")).replace("*", "\\E.*\\Q");
        Pattern pattern = Pattern.compile(literal, Pattern.DOTALL);
        return thread -> pattern.matcher(timeline.name(thread)).matches();
    }
}
