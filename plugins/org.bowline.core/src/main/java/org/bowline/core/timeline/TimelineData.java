/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;

/** The arrays of a {@link Timeline}, filled by {@link TimelineBuilder}. */
final class TimelineData {
    String[] hostNames = {};
    long startNanos;
    long endNanos;
    /** First recording of each host, and the number of recordings at the end. */
    int[] firstRecording = {0};
    long[] recordingStart = {};
    long[] recordingEnd = {};

    int[] threadTid = {};
    int[] threadPid = {};
    int[] threadParent = {};
    int[] threadParentPid = {};
    long[] threadEnd = {};
    int[] firstSegment = {0};

    String[] vertexNames = {};
    int[] vertexHost = {};
    VertexKind[] resourceKind = {};

    long[] segmentStart = {};
    byte[] segmentState = {};
    byte[] segmentCause = {};
    int[] segmentTarget = {};
    int[] segmentLink = {};
    short[] segmentCpu = {};

    long[] packetSent = {};
    long[] packetReceived = {};
    int[] packetSender = {};

    int[] requestDisk = {};
    int[] requestIssuer = {};
    long[] requestQueued = {};
    long[] requestIssued = {};
    long[] requestCompleted = {};
    byte[] requestWrites = {};

    List<Caveat> caveats = List.of();
}
