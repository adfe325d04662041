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
    int[] requestBytes = {};

    /** The vertices of the network interfaces, rising; the first frame of each, and the number of frames at the end. */
    int[] nicVertex = {};
    int[] firstFrame = {0};
    long[] frameNanos = {};
    int[] frameBytes = {};
    int[] frameSender = {};
    int[] packetFrame = {};
    byte[] packetOpener = {};

    LockEvents locks = LockEvents.NONE;

    /** Wake-ups that programs said were false and that no longer end a wait: by thread, then time. */
    int[] falseWakeUpThread = {};
    long[] falseWakeUpNanos = {};

    List<Caveat> caveats = List.of();

    /** The same arrays. */
    TimelineData copy() {
        TimelineData copy = new TimelineData();
        copy.hostNames = hostNames;
        copy.firstRecording = firstRecording;
        copy.recordingStart = recordingStart;
        copy.recordingEnd = recordingEnd;
        copy.threadTid = threadTid;
        copy.threadPid = threadPid;
        copy.threadParent = threadParent;
        copy.threadParentPid = threadParentPid;
        copy.threadEnd = threadEnd;
        copy.firstSegment = firstSegment;
        copy.vertexNames = vertexNames;
        copy.vertexHost = vertexHost;
        copy.resourceKind = resourceKind;
        copy.segmentStart = segmentStart;
        copy.segmentState = segmentState;
        copy.segmentCause = segmentCause;
        copy.segmentTarget = segmentTarget;
        copy.segmentLink = segmentLink;
        copy.segmentCpu = segmentCpu;
        copy.packetSent = packetSent;
        copy.packetReceived = packetReceived;
        copy.packetSender = packetSender;
        copy.requestDisk = requestDisk;
        copy.requestIssuer = requestIssuer;
        copy.requestQueued = requestQueued;
        copy.requestIssued = requestIssued;
        copy.requestCompleted = requestCompleted;
        copy.requestWrites = requestWrites;
        copy.requestBytes = requestBytes;
        copy.nicVertex = nicVertex;
        copy.firstFrame = firstFrame;
        copy.frameNanos = frameNanos;
        copy.frameBytes = frameBytes;
        copy.frameSender = frameSender;
        copy.packetFrame = packetFrame;
        copy.packetOpener = packetOpener;
        copy.locks = locks;
        copy.falseWakeUpThread = falseWakeUpThread;
        copy.falseWakeUpNanos = falseWakeUpNanos;
        copy.caveats = caveats;
        copy.startNanos = startNanos;
        copy.endNanos = endNanos;
        return copy;
    }
}
