/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

/**
 * A vertex of the wait-for graph, as reports name it.
 *
 * @param host its host's name
 * @param tid thread id, 0 for an idle thread; {@link Column#ABSENT} unless it is a thread
 * @param name a thread's last name, a resource's name
 * @param kind thread, disk, nic, network, timer, device, ipi, kernel or unknown
 */
public record Vertex(String host, long tid, String name, String kind) {
    /** No vertex: all fields empty. */
    public static final Vertex NONE = new Vertex("", Column.ABSENT, "", "");
}
