/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;

/** The columns of a {@link Timeline}, filled by {@link TimelineBuilder}. */
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

    LongColumn segmentStart = new LongColumn();
    ByteColumn segmentState = new ByteColumn();
    ByteColumn segmentCause = new ByteColumn();
    IntColumn segmentTarget = new IntColumn();
    IntColumn segmentLink = new IntColumn();
    ShortColumn segmentCpu = new ShortColumn();

    LongColumn packetSent = new LongColumn();
    LongColumn packetReceived = new LongColumn();
    IntColumn packetSender = new IntColumn();

    IntColumn requestDisk = new IntColumn();
    IntColumn requestIssuer = new IntColumn();
    LongColumn requestQueued = new LongColumn();
    LongColumn requestIssued = new LongColumn();
    LongColumn requestCompleted = new LongColumn();
    ByteColumn requestWrites = new ByteColumn();
    IntColumn requestBytes = new IntColumn();

    /** The vertices of the network interfaces, rising; the first frame of each, and the number of frames at the end. */
    int[] nicVertex = {};
    int[] firstFrame = {0};
    LongColumn frameNanos = new LongColumn();
    IntColumn frameBytes = new IntColumn();
    IntColumn frameSender = new IntColumn();
    IntColumn packetFrame = new IntColumn();
    ByteColumn packetOpener = new ByteColumn();
    IntColumn packetConnection = new IntColumn();

    /** The two hosts of each of the last vertices, which are the network between them, rising; see {@link NetworkWays}. Never stored. */
    long[] ways = {};

    LockEvents locks = LockEvents.NONE;

    /** Wake-ups that programs said were false and that no longer end a wait: by thread, then time. */
    int[] falseWakeUpThread = {};
    long[] falseWakeUpNanos = {};

    /** What was sent a second time: by thread, then time. */
    int[] resentThread = {};
    long[] resentBefore = {};
    long[] resentAgain = {};
    /** Whether it asks for a connection, and twice the number of its {@link ResentFate}. */
    byte[] resentWhat = {};

    List<Caveat> caveats = List.of();

    /** The same columns. */
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
        copy.packetConnection = packetConnection;
        copy.ways = ways;
        copy.locks = locks;
        copy.falseWakeUpThread = falseWakeUpThread;
        copy.falseWakeUpNanos = falseWakeUpNanos;
        copy.resentThread = resentThread;
        copy.resentBefore = resentBefore;
        copy.resentAgain = resentAgain;
        copy.resentWhat = resentWhat;
        copy.caveats = caveats;
        copy.startNanos = startNanos;
        copy.endNanos = endNanos;
        return copy;
    }
}
