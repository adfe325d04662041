/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.NetworkWays;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ClockErrors;
import org.bowline.core.waitfor.DeviceRules;
import org.bowline.core.waitfor.DiskCapacities;
import org.bowline.core.waitfor.DiskShare;
import org.bowline.core.waitfor.NicCapacities;

/** What is asked of devices. */
public final class Devices {
    /** What network interfaces can send. */
    public static final Parameter<NicCapacities> NIC_CAPACITY = new Parameter<>("nic-capacity", "[HOST:]NAME=RATE",
            "What a network interface can send, as eth0=1Gbit; A:eth0=100Mbit for that of host A. Several may be given. Of others the highest rate that was seen is taken,"
                    + " and 1 Gbit/s if that is lower.",
            () -> NicCapacities.NONE, NicCapacities::with);

    /** By what the idle time of disks is shared out. */
    public static final Parameter<DiskShare> DISK_SHARE = Parameter.once("disk-share", "requests|bytes",
            "By what the idle time of a disk is shared out to those who give it work: requests (the usual), by their number; bytes, by how much they read and write, for a"
                    + " disk that is limited by its bandwidth.",
            () -> DiskShare.REQUESTS, DiskShare::of);

    /** What disks can do. */
    public static final Parameter<DiskCapacities> DISK_CAPACITY = new Parameter<>("disk-capacity", "[HOST:]NAME=RATE",
            "What a disk can do in a second, as sda=200MB, or sda=500iops (requests); A:sda=200MB for that of host A. Several may be given, of one disk both: then it is as busy as the"
                    + " one says that says more. The rest of the time counts as idle, also while it has a request. Default: it is busy while it has a request.",
            () -> DiskCapacities.NONE, DiskCapacities::with);

    /** Whether the network between two hosts is a vertex. */
    public static final Parameter<Boolean> NETWORK = Parameter.flag("network",
            "Of a wait that a packet from another host ended, count the time from when the packet was queued there for the network between the two hosts, 'network A-B', with how much of it may be due"
                    + " to the clocks' error. Default: all of the wait counts for who sent the packet.");

    private Devices() {}

    /** The rules that a question asks for. */
    static DeviceRules rules(Analysis analysis) {
        Question question = analysis.question();
        SyncResult sync = analysis.sync();
        ClockErrors clocks = sync == null ? ClockErrors.UNKNOWN : sync.clocks()::errorNanos;
        return new DeviceRules(question.get(NIC_CAPACITY), question.get(DISK_SHARE), question.get(DISK_CAPACITY),
                question.get(NETWORK) ? clocks : null);
    }

    /** The timeline that a question is asked of: with the network's vertices, if it asks for them. */
    static Timeline vertices(Timeline timeline, Question question, Progress progress) {
        return question.get(NETWORK) ? NetworkWays.in(timeline, progress) : timeline;
    }
}
