/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;

/** All of a result but the timeline's columns, as bytes. */
final class ResultCodec {
    private ResultCodec() {}

    static byte[] encode(AnalysisResult result) {
        FieldWriter out = new FieldWriter();
        out.list(result.timeline().caveats(), ResultCodec::write);
        out.list(result.caveats(), ResultCodec::write);
        int hosts = result.hosts().size();
        for (int host = 0; host < hosts; host++) {
            out.number(result.hostStartNanos(host));
            out.number(result.hostEndNanos(host));
        }
        write(out, result.sync());
        out.list(result.files().stays(), ResultCodec::write);
        return out.bytes();
    }

    private static void write(FieldWriter out, Caveat caveat) {
        out.ordinal(caveat.severity());
        out.text(caveat.host());
        out.text(caveat.kind());
        out.number(caveat.count());
        out.number(caveat.fromNanos());
        out.number(caveat.toNanos());
        out.text(caveat.text());
    }

    private static void write(FieldWriter out, ToldFiles.Stay stay) {
        out.number(stay.host());
        out.number(stay.process());
        Module module = stay.module();
        out.text(module.path());
        out.number(module.base());
        out.number(module.length());
        out.flag(module.relative());
        out.text(module.buildId());
        out.number(stay.fromNanos());
        out.number(stay.toNanos());
    }

    private static void write(FieldWriter out, SyncResult sync) {
        out.number(sync.referenceHost());
        out.list(sync.hosts(), ResultCodec::write);
        ClockCodec.write(out, sync.clocks());
        out.list(sync.caveats(), ResultCodec::write);
        SyncResult.Coarse coarse = sync.coarse();
        out.flag(coarse.ran());
        out.flag(coarse.complete());
        out.number(coarse.packetsRead());
        out.list(coarse.offsetNanos(), FieldWriter::number);
        out.number(coarse.peakUnmatched());
        out.number(coarse.horizonNanos());
        out.flag(coarse.repeated());
        out.number(sync.peakUnmatched());
        out.number(sync.peakHeld());
        out.list(sync.evidence(), ResultCodec::write);
    }

    private static void write(FieldWriter out, SyncResult.Host host) {
        out.text(host.name());
        out.ordinal(host.quality());
        out.number(host.neighbour());
        out.list(host.pieces(), ResultCodec::write);
        out.number(host.matchedTo());
        out.number(host.matchedFrom());
        out.number(host.loopback());
        out.number(host.midTraceErrorNanos());
        SyncResult.Packets packets = host.packets();
        out.flag(packets != null);
        if (packets != null) {
            out.number(packets.fromNanos());
            out.number(packets.toNanos());
            out.number(packets.maxErrorNanos());
            out.number(packets.growthNanosPerSecond());
        }
    }

    private static void write(FieldWriter out, SyncResult.Piece piece) {
        out.number(piece.hostBaseNanos());
        out.decimal(piece.referenceBase());
        out.decimal(piece.slope());
        out.number(piece.maxErrorNanos());
        out.number(piece.fromNanos());
        out.number(piece.toNanos());
        out.number(piece.fromReferenceNanos());
        out.number(piece.toReferenceNanos());
    }

    private static void write(FieldWriter out, SyncCaveat caveat) {
        out.ordinal(caveat.kind());
        out.number(caveat.host());
        out.number(caveat.count());
        out.number(caveat.fromNanos());
        out.number(caveat.toNanos());
        out.text(caveat.text());
    }

    private static void write(FieldWriter out, ClockEvidence evidence) {
        out.number(evidence.host());
        out.number(evidence.neighbour());
        out.number(evidence.messages());
        out.list(evidence.points(), (to, point) -> {
            to.number(point.hostNanos());
            to.number(point.offsetNanos());
            to.flag(point.above());
            to.number(point.piece());
        });
        out.list(evidence.hulls(), (to, edge) -> {
            to.flag(edge.above());
            to.number(edge.piece());
            to.number(edge.fromNanos());
            to.number(edge.fromOffsetNanos());
            to.number(edge.toNanos());
            to.number(edge.toOffsetNanos());
        });
        out.list(evidence.band(), (to, point) -> {
            to.number(point.hostNanos());
            to.number(point.lowNanos());
            to.number(point.estimateNanos());
            to.number(point.highNanos());
        });
    }

    /** Reads what {@link #encode} wrote: first the timeline's caveats, then, with the timeline made, the rest. Throws IllegalArgumentException. */
    static final class Decoder {
        private final FieldReader in;

        Decoder(byte[] bytes) {
            in = new FieldReader(bytes);
        }

        List<Caveat> caveats() {
            return in.list(Decoder::caveat);
        }

        AnalysisResult result(Timeline timeline) {
            List<Caveat> caveats = caveats();
            int hosts = timeline.hostCount();
            long[] starts = new long[hosts];
            long[] ends = new long[hosts];
            for (int host = 0; host < hosts; host++) {
                starts[host] = in.number();
                ends[host] = in.number();
            }
            AnalysisResult result = new AnalysisResult(timeline, sync(hosts), caveats, starts, ends,
                    ToldFiles.of(in.list(from -> stay(from, hosts))));
            in.end();
            return result;
        }

        private static ToldFiles.Stay stay(FieldReader in, int hosts) {
            return new ToldFiles.Stay(in.whole(0, hosts), in.whole(Integer.MIN_VALUE, Integer.MAX_VALUE),
                    new Module(in.text(), in.number(), in.number(), in.flag(), in.text()), in.number(), in.number());
        }

        private static Caveat caveat(FieldReader in) {
            Severity severity = in.ordinal(Severity.values());
            return new Caveat(severity, in.text(), in.text(), in.number(), in.number(), in.number(), in.text());
        }

        private SyncResult sync(int hosts) {
            int reference = in.whole(0, hosts);
            List<SyncResult.Host> all = in.list(from -> host(from, hosts));
            ClockMap clocks = ClockCodec.read(in, hosts);
            List<SyncCaveat> caveats = in.list(from -> new SyncCaveat(from.ordinal(SyncCaveat.Kind.values()),
                    from.whole(SyncResult.NONE, hosts), from.number(), from.number(), from.number(), from.text()));
            SyncResult.Coarse coarse = new SyncResult.Coarse(in.flag(), in.flag(), in.number(), in.list(FieldReader::number), in.number(),
                    in.number(), in.flag());
            return new SyncResult(reference, all, clocks, caveats, coarse, in.number(), in.number(), Matches.none(hosts),
                    in.list(from -> evidence(from, hosts)));
        }

        private static SyncResult.Host host(FieldReader in, int hosts) {
            return new SyncResult.Host(in.text(), in.ordinal(SyncQuality.values()), in.whole(SyncResult.NONE, hosts),
                    in.list(Decoder::piece), in.number(), in.number(), in.number(), in.number(),
                    in.flag() ? new SyncResult.Packets(in.number(), in.number(), in.number(), in.number()) : null);
        }

        private static SyncResult.Piece piece(FieldReader in) {
            return new SyncResult.Piece(in.number(), in.decimal(), in.decimal(), in.number(), in.number(), in.number(), in.number(),
                    in.number());
        }

        private static ClockEvidence evidence(FieldReader in, int hosts) {
            int host = in.whole(0, hosts);
            int neighbour = in.whole(0, hosts);
            long messages = in.number();
            List<ClockEvidence.Point> points = in.list(
                    from -> new ClockEvidence.Point(from.number(), from.number(), from.flag(), from.whole(-1, Integer.MAX_VALUE)));
            List<ClockEvidence.Edge> edges = in.list(from -> new ClockEvidence.Edge(from.flag(), from.whole(0, Integer.MAX_VALUE),
                    from.number(), from.number(), from.number(), from.number()));
            return new ClockEvidence(host, neighbour, messages, points, edges,
                    in.list(from -> new ClockEvidence.BandPoint(from.number(), from.number(), from.number(), from.number())));
        }
    }
}
