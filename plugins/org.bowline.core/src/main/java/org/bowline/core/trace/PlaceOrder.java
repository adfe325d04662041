/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order of traces, folder by folder, and a number at the end of a name by its value: A, A-2, A-10. Hosts of one name are numbered in this order, so it
 * must be the same where their traces lie in folders of those very names; as plain text A-2/kernel comes before A/kernel.
 */
final class PlaceOrder implements Comparator<Path> {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)0*(\\d*)");

    @Override
    public int compare(Path a, Path b) {
        Iterator<Path> others = b.iterator();
        for (Path one : a) {
            if (!others.hasNext()) {
                return 1;
            }
            int different = compareNames(one.toString(), others.next().toString());
            if (different != 0) {
                return different;
            }
        }
        return others.hasNext() ? -1 : a.compareTo(b);
    }

    private static int compareNames(String one, String other) {
        Matcher first = NUMBERED.matcher(one);
        Matcher second = NUMBERED.matcher(other);
        if (first.matches() && second.matches() && first.group(1).equals(second.group(1))
                && first.group(2).length() != second.group(2).length()) {
            return Integer.compare(first.group(2).length(), second.group(2).length());
        }
        return one.compareTo(other);
    }
}
