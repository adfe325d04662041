/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

/** How long a target runs. */
final class FuzzTime {
    /** In {@code releng/verify}: enough to notice a parser that any byte breaks, short enough to run every time; releng/fuzz looks longer. */
    static final String IN_VERIFY = "5s";

    private FuzzTime() {}
}
