/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class DiskBeneathTest {
    /** A disk serves requests for 9 ms in every 10, and a disk of another host does for 6 of these: of a thread that the first one's kernel asks, if it asks anybody. */
    public static Stage served(boolean asks) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int far = stage.host("far");
        int writes = stage.thread(host, 11, "writes");
        int sends = stage.thread(host, 2, "kworker/0:1H");
        int server = stage.thread(far, 12, "server");
        int disk = stage.builder.resource(host, VertexKind.DISK, "nbd0");
        int beneath = stage.builder.resource(far, VertexKind.DISK, "vdb");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            int request = stage.builder.request(disk, sends, (t + 1_000) * Stage.US, (t + 1_000) * Stage.US, (t + 10_000) * Stage.US);
            stage.builder.writes(request);
            stage.runs(writes, t + 1_000).waits(writes, Cause.DISK, disk, request, t + 10_000);
            stage.waits(sends, writes, t + 1_000).runs(sends, t + 1_100);
            int asked = asks ? stage.packet(0, sends, Timeline.Opener.SENDER, t + 1_050, t + 1_200) : Timeline.NONE;
            stage.waits(server, Cause.NETWORK, sends, asked, t + 1_200).runs(server, t + 2_000);
            int theirs = stage.builder.request(beneath, server, (t + 2_000) * Stage.US, (t + 2_000) * Stage.US, (t + 8_000) * Stage.US);
            stage.waits(server, Cause.DISK, beneath, theirs, t + 8_000).runs(server, t + 9_000);
            if (asks) {
                stage.packet(0, server, Timeline.Opener.RECEIVER, t + 8_950, t + 9_900);
            }
        }
        return stage;
    }

    @Test
    void ofAFarDiskThatIsAlwaysBusyTheOneBeneathIsKnownByWhoIsAskedForItsRequests() {
        assertThat(served(true).see(new DominantKnot()).findings()).anySatisfy(finding -> assertThat(finding.summary()).contains(
                " Disk nbd0 (h) is served by server (far:103): in 66.7 % of the time for which it serves requests, disk vdb (far), which that program uses, does, too."));
        assertThat(served(false).see(new DominantKnot()).findings())
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("is served by"));
    }

    /** Two threads of a program use the disk in turn, one of which asks a server that uses another disk while the other one waits for this one. */
    public static Stage besideAServer() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int far = stage.host("far");
        int writes = stage.thread(host, 11, "app");
        int asks = stage.thread(host, 11, "asks");
        int server = stage.thread(far, 12, "postgres");
        int disk = stage.builder.resource(host, VertexKind.DISK, "nbd0");
        int beneath = stage.builder.resource(far, VertexKind.DISK, "vdb");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            int request = stage.builder.request(disk, writes, (t + 1_000) * Stage.US, (t + 1_000) * Stage.US, (t + 9_000) * Stage.US);
            stage.builder.writes(request);
            stage.runs(writes, t + 1_000).waits(writes, Cause.DISK, disk, request, t + 9_000).runs(writes, t + 10_000);
            stage.runs(asks, t + 1_100);
            int asked = stage.packet(0, asks, Timeline.Opener.SENDER, t + 1_050, t + 1_200);
            stage.waits(server, Cause.NETWORK, asks, asked, t + 1_200).runs(server, t + 1_300);
            int theirs = stage.builder.request(beneath, server, (t + 1_300) * Stage.US, (t + 1_300) * Stage.US, (t + 7_000) * Stage.US);
            stage.waits(server, Cause.DISK, beneath, theirs, t + 7_000).runs(server, t + 7_100);
            int answer = stage.packet(0, server, Timeline.Opener.RECEIVER, t + 7_050, t + 7_200);
            stage.waits(asks, Cause.NETWORK, server, answer, t + 7_200).runs(asks, t + 9_100);
            int own = stage.builder.request(disk, asks, (t + 9_100) * Stage.US, (t + 9_100) * Stage.US, (t + 9_900) * Stage.US);
            stage.builder.writes(own);
            stage.waits(asks, Cause.DISK, disk, own, t + 9_900).runs(asks, t + 10_000);
        }
        return stage;
    }

    @Test
    void whomAThreadThatUsesItAsksWhileAnotherOneWaitsForItDoesNotServeIt() {
        assertThat(besideAServer().see(new DominantKnot()).findings())
                .anySatisfy(finding -> assertThat(finding.summary()).contains("for disk nbd0 (h)"))
                .allSatisfy(finding -> assertThat(finding.summary()).doesNotContain("is served by postgres"));
    }
}
