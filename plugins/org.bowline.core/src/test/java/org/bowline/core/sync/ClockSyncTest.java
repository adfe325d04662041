/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.CancelledException;

final class ClockSyncTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261120L);
    private static final long SECOND = 1_000_000_000L;
    private static final long US = 1_000L;

    @Test
    void theTruthLiesWithinTheBoundForDriftingClocksAndUnlikeDelays() {
        for (int round = 0; round < 20; round++) {
            SimulatedNetwork net = new SimulatedNetwork(SEED + round);
            int a = net.host(0, 0);
            int b = net.host(-539_000_000, 37);
            int c = net.host(7_134_000_000L, -220);
            net.conversation(a, b, 0, 10 * SECOND, 5_000 * US, 120 * US, 180 * US);
            net.conversation(b, c, 1_000, 10 * SECOND, 9_000 * US, 130 * US, 400 * US);
            SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(round % 4 - 1));
            for (int host = 0; host < 3; host++) {
                assertThat(result.hosts().get(host).quality()).isEqualTo(SyncQuality.ACCURATE);
                assertThat(net.worstExcess(result, host)).as("seed %d host %d", SEED + round, host).isLessThanOrEqualTo(0);
                assertThat(result.hosts().get(host).pieces()).hasSize(1);
                assertThat(result.hosts().get(host).midTraceErrorNanos()).isLessThan(600 * US);
            }
            assertThat(net.wrongMatches(result)).as("seed %d", SEED + round).isZero();
            assertThat(result.caveats()).isEmpty();
        }
    }

    @Test
    void theReferenceIsTheHostInTheMiddleUnlessTheUserChooses() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(-539_000_000, 37);
        int c = net.host(7_134_000_000L, -220);
        net.conversation(a, b, 0, SECOND, 5_000 * US, 120 * US, 180 * US);
        net.conversation(b, c, 1_000, SECOND, 9_000 * US, 130 * US, 400 * US);
        assertThat(net.synchronise(ClockSync.Options.DEFAULT).referenceHost()).isEqualTo(b);
        SyncResult chain = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(chain.hosts().get(c).neighbour()).isEqualTo(b);
        assertThat(chain.hosts().get(b).neighbour()).isEqualTo(a);
        // Bounds add up along the chain.
        assertThat(chain.hosts().get(c).midTraceErrorNanos()).isGreaterThan(chain.hosts().get(b).midTraceErrorNanos());
    }

    @Test
    void aClockIsCarriedOverTheBestPathAndNotTheShortest() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000_000, 10);
        int c = net.host(2_000_000, -10);
        net.conversation(a, b, 0, 5 * SECOND, 5_000 * US, 50 * US, 50 * US);
        net.conversation(b, c, 1_000, 5 * SECOND, 5_000 * US, 50 * US, 50 * US);
        // A far link from the first to the last.
        net.conversation(a, c, 2_000, 5 * SECOND, 5_000 * US, 20_000 * US, 20_000 * US);
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(result.hosts().get(c).neighbour()).isEqualTo(b);
        assertThat(net.worstExcess(result, c)).isLessThanOrEqualTo(0);
    }

    @Test
    void aStepOfAClockStartsANewPiece() {
        for (int round = 0; round < 10; round++) {
            SimulatedNetwork net = new SimulatedNetwork(SEED + round);
            long stepAt = 4 * SECOND + 123_456_789L * round;
            int a = net.host(0, 0);
            // The clock jumps forward by 50 ms.
            int b = net.host(t -> SimulatedNetwork.EPOCH + 77_000_000 + t + t / 50_000 + (t >= stepAt ? 50_000_000 : 0));
            net.conversation(a, b, 0, 10 * SECOND, 5_000 * US, 120 * US, 180 * US);
            for (int reference : new int[] {a, b}) {
                SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(reference));
                int other = reference == a ? b : a;
                assertThat(result.hosts().get(other).quality()).isEqualTo(SyncQuality.ACCURATE);
                assertThat(net.worstExcess(result, other)).as("seed %d reference %d", SEED + round, reference).isLessThanOrEqualTo(0);
                assertThat(net.wrongMatches(result)).isZero();
                List<SyncCaveat> changes = result.caveats().stream().filter(c -> c.kind() == SyncCaveat.Kind.CLOCK_CHANGED).toList();
                assertThat(changes).hasSize(1);
                long step = net.clocks.get(other).applyAsLong(stepAt);
                assertThat(changes.get(0).fromNanos()).isLessThanOrEqualTo(step);
                assertThat(changes.get(0).toNanos()).isGreaterThanOrEqualTo(step - 50_000_000);
                assertMonotone(net, result, other);
            }
        }
    }

    private static void assertMonotone(SimulatedNetwork net, SyncResult result, int host) {
        long from = net.clocks.get(host).applyAsLong(net.begin);
        long to = net.clocks.get(host).applyAsLong(net.end);
        long previous = Long.MIN_VALUE;
        for (int i = 0; i <= 10_000; i++) {
            long t = result.clocks().toReference(host, from + (to - from) / 10_000 * i);
            assertThat(t).isGreaterThanOrEqualTo(previous);
            previous = t;
        }
        double steepest = result.hosts().get(host).pieces().stream().mapToDouble(p -> p.slope().doubleValue()).max().orElse(1);
        for (SyncResult.Piece piece : result.hosts().get(host).pieces()) {
            long at = piece.fromNanos();
            assertThat(result.clocks().toReference(host, at) - result.clocks().toReference(host, at - 1)).as("continuous at %d", at)
                    .isBetween(0L, (long) steepest + 2);
        }
    }

    @Test
    void aNewRateOfAClockStartsANewPieceAndTheBoundHolds() {
        for (int round = 0; round < 10; round++) {
            SimulatedNetwork net = new SimulatedNetwork(SEED + round);
            long changeAt = 20 * SECOND;
            int a = net.host(0, 0);
            int b = net.host(t -> SimulatedNetwork.EPOCH + t + (t < changeAt ? t / 20_000 : changeAt / 20_000 - (t - changeAt) / 10_000));
            net.conversation(a, b, 0, 40 * SECOND, 20_000 * US, 120 * US, 180 * US);
            SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
            assertThat(result.hosts().get(b).pieces().size()).isGreaterThan(1);
            assertThat(net.worstExcess(result, b)).as("seed %d", SEED + round).isLessThanOrEqualTo(0);
            assertMonotone(net, result, b);
        }
    }

    @Test
    void packetsOneWayGiveAnOrderButNoBound() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(5_000_000_000L, 0);
        for (int i = 0; i < 100; i++) {
            net.message(a, b, i * 1_000_000L, net.delay(100 * US), i, 0, 0);
        }
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT);
        int other = result.referenceHost() == a ? b : a;
        assertThat(result.hosts().get(other).quality()).isEqualTo(SyncQuality.INCOMPLETE);
        assertThat(result.clocks().errorNanos(other, SimulatedNetwork.EPOCH)).isEqualTo(Long.MAX_VALUE);
        assertThat(result.caveats()).extracting(SyncCaveat::kind).containsExactly(SyncCaveat.Kind.ONE_WAY);
        assertThat(net.wrongMatches(result)).isZero();
        // The estimate is as near as the fastest packet was quick.
        long true0 = net.clocks.get(result.referenceHost()).applyAsLong(0);
        assertThat(Math.abs(result.clocks().toReference(other, net.clocks.get(other).applyAsLong(0)) - true0)).isLessThan(150 * US);
    }

    @Test
    void packetsBothWaysOfWhichAPartGoesOneWayOnlyAreNotSaidToGoOneWay() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        long changeAt = 10 * SECOND;
        int b = net.host(t -> SimulatedNetwork.EPOCH + t + (t < changeAt ? 0 : 3 * SECOND));
        net.conversation(a, b, 0, changeAt, 20_000 * US, 120 * US, 180 * US);
        for (int i = 1; i <= 200; i++) {
            net.message(b, a, changeAt + i * 20_000L * US, net.delay(100 * US), 1_000_000 + i, 0, 0);
        }
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(result.hosts().get(b).quality()).isEqualTo(SyncQuality.INCOMPLETE);
        assertThat(result.caveats()).extracting(SyncCaveat::kind).contains(SyncCaveat.Kind.PARTLY_ONE_WAY)
                .doesNotContain(SyncCaveat.Kind.ONE_WAY);
        assertThat(result.caveats()).extracting(SyncCaveat::text)
                .anySatisfy(text -> assertThat(text)
                        .contains("fit no one line, and in a part of the trace they were matched in one direction only"));
    }

    @Test
    void fewPacketsNeedTheDriftLimitAndSaySo() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(5_000_000_000L, 80);
        net.message(a, b, 0, 100 * US, 1, 0, 0);
        net.message(b, a, 200 * US, 100 * US, 1, 0, 0);
        net.end = 10 * SECOND;
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(result.hosts().get(b).quality()).isEqualTo(SyncQuality.APPROXIMATE);
        assertThat(result.caveats()).extracting(SyncCaveat::kind).containsExactly(SyncCaveat.Kind.DRIFT_ASSUMED);
        assertThat(net.worstExcess(result, b)).isLessThanOrEqualTo(0);
        assertThat(result.hosts().get(b).midTraceErrorNanos()).isLessThan(5 * 1_000_000L);
    }

    @Test
    void aHostWithoutMatchesKeepsItsClockAndTheResultSaysSo() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        int c = net.host(99_000, 5);
        net.conversation(a, b, 0, SECOND, 5_000 * US, 120 * US, 180 * US);
        net.record(c, 500, true, c, 77, 1, 2, 3, 4, 16, 0, 9);
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT);
        assertThat(result.hosts().get(c).quality()).isEqualTo(SyncQuality.ABSENT);
        assertThat(result.clocks().isIdentity(c)).isTrue();
        assertThat(result.hosts().get(c).midTraceErrorNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(result.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo(SyncCaveat.Kind.CLOCK_AS_RECORDED);
            assertThat(caveat.host()).isEqualTo(c);
            assertThat(caveat.count()).isEqualTo(1);
        });
        // The lone host does not spoil the coarse step.
        assertThat(result.coarse().complete()).isTrue();
    }

    /** Two hosts that talk, and a third one with one packet from an address to another; the kind of what is said of its clock. */
    private static SyncCaveat ofThird(boolean whole, boolean sent, int source, int destination) {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        int c = net.host(99_000, 5);
        net.conversation(a, b, 0, SECOND, 5_000 * US, 120 * US, 180 * US);
        net.record(c, 500, sent, source, destination, 1, 2, 3, 4, 16, 0, 9);
        net.whole = whole;
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT);
        assertThat(result.hosts().get(c).quality()).isEqualTo(SyncQuality.ABSENT);
        assertThat(result.caveats()).hasSize(1);
        return result.caveats().get(0);
    }

    @Test
    void aHostWhosePacketsAreOfNoOtherHostIsSaidToBeApart() {
        int own = 2;
        int stranger = 77;
        int home = 0x7f000001 - 0x0a000000; // 127.0.0.1
        for (boolean sent : new boolean[] {true, false}) {
            assertThat(ofThird(true, sent, sent ? own : stranger, sent ? stranger : own)).satisfies(caveat -> {
                assertThat(caveat.kind()).isEqualTo(SyncCaveat.Kind.APART);
                assertThat(caveat.count()).isEqualTo(1);
                assertThat(caveat.text()).doesNotContain("that is not recorded")
                        .contains("exchanged no packet with another recorded host in the 9", "it has 1 packet.");
            });
            assertThat(ofThird(true, sent, home, home + 52).kind()).isEqualTo(SyncCaveat.Kind.APART);
            assertThat(ofThird(false, sent, own, stranger).kind()).as("packets may be missing")
                    .isEqualTo(SyncCaveat.Kind.CLOCK_AS_RECORDED);
            for (int other = 0; other < 2; other++) {
                assertThat(ofThird(true, sent, sent ? own : other, sent ? other : own).kind()).as("with host %d", other)
                        .isEqualTo(SyncCaveat.Kind.CLOCK_AS_RECORDED);
                assertThat(ofThird(true, sent, sent ? other : own, sent ? own : other).kind()).as("with the address of host %d", other)
                        .isEqualTo(SyncCaveat.Kind.CLOCK_AS_RECORDED);
            }
        }
    }

    /** A sends to B and to a third party; B receives so many packets without headers, and so many with them. */
    private static List<SyncCaveat> headerless(int without, int with) {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        for (int i = 0; i < 30; i++) {
            net.record(a, 700 + i, true, a, b, 1, 2, 3 + i, 4, 16, 0, 9);
        }
        for (int i = 0; i < with; i++) {
            net.record(b, 500 + i, false, 77, b, 1, 2, 3 + i, 4, 16, 0, 9);
        }
        net.headerless.put(b, without);
        net.whole = without >= 20 && with == 0; // else it may be apart
        return net.synchronise(ClockSync.Options.DEFAULT).caveats();
    }

    @Test
    void whatAHostReceivedWithoutHeadersIsToldWithWhatToDo() {
        assertThat(headerless(20, 0)).extracting(SyncCaveat::kind).containsExactly(SyncCaveat.Kind.HEADERLESS,
                SyncCaveat.Kind.CLOCK_AS_RECORDED);
        assertThat(headerless(20, 0).get(0)).satisfies(caveat -> {
            assertThat(caveat.host()).isEqualTo(1);
            assertThat(caveat.text())
                    .isEqualTo("20 packets that hostB received were recorded without their headers, so nothing tells who sent them:"
                            + " its network device hands them up one by one (generic receive offload is off). Switch that on there while you record:"
                            + " ethtool -K INTERFACE gro on.");
        });
        assertThat(headerless(20, 0).get(1).text()).isEqualTo(
                "No packet links hostB to the reference host; its clock is as recorded and may be off by any amount.");
    }

    @Test
    void aFewFramesWithoutHeadersOrMorePacketsWithThemAreNoMatter() {
        String record = "any amount. Record net_dev_queue and net_if_receive_skb on all hosts, at one time.";
        for (List<SyncCaveat> caveats : List.of(headerless(19, 0), headerless(20, 20))) {
            assertThat(caveats).singleElement().satisfies(caveat -> {
                assertThat(caveat.kind()).isEqualTo(SyncCaveat.Kind.CLOCK_AS_RECORDED);
                assertThat(caveat.text()).contains(record);
            });
        }
        assertThat(headerless(21, 20)).hasSize(2);
    }

    @Test
    void whereOneOfTwoHostsReceivesWithoutHeadersPacketsGoOneWay() {
        for (int without : new int[] {0, 30}) {
            SimulatedNetwork net = new SimulatedNetwork(SEED);
            int a = net.host(0, 0);
            int b = net.host(1_000, 5);
            for (int i = 0; i < 30; i++) {
                net.message(b, a, SECOND * i / 30, 100 * US, 100 + i, 5, 1);
            }
            net.headerless.put(b, without);
            List<SyncCaveat> caveats = net.synchronise(ClockSync.Options.DEFAULT).caveats();
            assertThat(caveats).extracting(SyncCaveat::kind).containsExactlyElementsOf(without == 0 ? List.of(SyncCaveat.Kind.ONE_WAY)
                    : List.of(SyncCaveat.Kind.HEADERLESS, SyncCaveat.Kind.ONE_WAY));
            assertThat(caveats.get(caveats.size() - 1).text().endsWith("Record the network events of both hosts.")).isEqualTo(without == 0);
        }
    }

    @Test
    void ofAHostWhosePacketsMayBeMissingItIsSaidWhetherItHasToDoWithSomebodyWhoIsNotRecorded() {
        for (boolean isRecorded : new boolean[] {false, true}) {
            SimulatedNetwork net = new SimulatedNetwork(SEED);
            int a = net.host(0, 0);
            int b = net.host(1_000, 5);
            int middle = isRecorded ? a : 77;
            net.record(a, 700, true, a, 77, 1, 2, 3, 4, 16, 0, 9);
            net.record(b, 500, false, middle, b, 1, 2, 3, 4, 16, 0, 9);
            assertThat(net.synchronise(ClockSync.Options.DEFAULT).caveats()).singleElement().satisfies(caveat -> {
                assertThat(caveat.kind()).isEqualTo(SyncCaveat.Kind.CLOCK_AS_RECORDED);
                String says = "at one time. It and another recorded host exchanged packets with a host that is not recorded: if the work goes through that host, as through a balancer of load, record it, too.";
                assertThat(caveat.text().endsWith(says)).isEqualTo(!isRecorded);
            });
        }
    }

    @Test
    void ofAHostThatIsApartItIsSaidThatItHasToDoWithSomebodyWithWhomAnotherOneHas() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        int middle = 77;
        net.record(a, 700, true, a, middle, 1, 2, 3, 4, 16, 0, 9);
        net.record(b, 500, false, middle, b, 1, 2, 3, 4, 16, 0, 9);
        net.whole = true;
        String record = "But it and another recorded host exchanged packets with a host that is not recorded: if the work goes through that host, as through a balancer of load, record it, too.";
        assertThat(net.synchronise(ClockSync.Options.DEFAULT).caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.text()).endsWith(record);
            assertThat(caveat.kind()).isEqualTo(SyncCaveat.Kind.APART);
            assertThat(caveat.text()).contains("But it and another recorded host exchanged packets with a host that is not recorded");
        });
        assertThat(net.synchronise(ClockSync.Options.DEFAULT.withLeftOut(true)).caveats()).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).doesNotContain("record it, too").endsWith("But it and another recorded host"
                        + " exchanged packets with a host of which no packets were read. Traces could not be read, perhaps of that host: copy these again."));
    }

    @Test
    void whoIsBetweenThemMayBeARecordedHostOfWhichNoPacketsWereRecorded() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        int c = net.host(0, 0);
        int middle = 77;
        net.record(a, 700, true, a, middle, 1, 2, 3, 4, 16, 0, 9);
        net.record(b, 500, false, middle, b, 1, 2, 3, 4, 16, 0, 9);
        net.whole = true;
        net.without = c;
        List<SyncCaveat> caveats = net.synchronise(ClockSync.Options.DEFAULT).caveats();
        assertThat(caveats).as("nobody knows that they are").extracting(SyncCaveat::kind).doesNotContain(SyncCaveat.Kind.APART);
        assertThat(caveats).filteredOn(caveat -> caveat.kind() == SyncCaveat.Kind.CLOCK_AS_RECORDED && caveat.host() == b)
                .extracting(SyncCaveat::text).singleElement().asString()
                .isEqualTo("No packet links hostB to the reference host; its clock is as recorded and may be off by any amount."
                        + " It and another recorded host exchanged packets with a host of which none were recorded. That may be hostC: record"
                        + " net_dev_queue and net_if_receive_skb there. If it is another one, record that host, too.");
    }

    @Test
    void whoIsBetweenThemIsNotARecordedHostThatHadNoPackets() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        net.host(0, 0);
        int middle = 77;
        net.record(a, 700, true, a, middle, 1, 2, 3, 4, 16, 0, 9);
        net.record(b, 500, false, middle, b, 1, 2, 3, 4, 16, 0, 9);
        net.whole = true;
        assertThat(net.synchronise(ClockSync.Options.DEFAULT).caveats()).filteredOn(caveat -> caveat.kind() == SyncCaveat.Kind.APART)
                .extracting(SyncCaveat::text).first().asString()
                .startsWith("The host exchanged no packet with another recorded host in the ")
                .contains("with a host that is not recorded: if the work goes through that host");
    }

    @Test
    void aHostToWhichAnotherOneSentIsNotApart() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        int c = net.host(99_000, 5);
        net.conversation(a, b, 0, SECOND, 5_000 * US, 120 * US, 180 * US);
        net.record(a, 700, true, a, 2, 1, 2, 3, 4, 16, 0, 9);
        net.record(c, 500, true, 2, 77, 1, 2, 3, 4, 16, 0, 9);
        net.whole = true;
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT);
        assertThat(result.hosts().get(b).quality()).isEqualTo(SyncQuality.ACCURATE);
        assertThat(result.caveats()).extracting(SyncCaveat::kind).containsExactly(SyncCaveat.Kind.CLOCK_AS_RECORDED);
    }

    @Test
    void oneHostIsItsOwnReference() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        net.host(0, 0);
        net.record(0, 0, true, 0, 0, 1, 2, 3, 4, 16, 0, 9);
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT);
        assertThat(result.clocks().isIdentity(0)).isTrue();
        assertThat(result.clocks().errorNanos(0, 0)).isZero();
        assertThat(result.caveats()).isEmpty();
    }

    @Test
    void hostsTenDaysApartAreSynchronisedWithSmallTablesAndTheSameMatches() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(864_000 * SECOND, 30);
        int c = net.host(-864_000 * SECOND, -30);
        net.conversation(a, b, 0, 60 * SECOND, 3_000 * US, 120 * US, 180 * US);
        net.conversation(c, a, 500, 60 * SECOND, 3_000 * US, 120 * US, 180 * US);
        SyncResult with = net.synchronise(ClockSync.Options.DEFAULT);
        SyncResult without = net.synchronise(ClockSync.Options.DEFAULT.withCoarse(false));
        assertThat(net.wrongMatches(with)).isZero();
        assertThat(net.wrongMatches(without)).isZero();
        assertThat(with.coarse().complete()).isTrue();
        assertThat(with.coarse().repeated()).isFalse();
        assertThat(with.clocks().toString()).isEqualTo(without.clocks().toString());
        assertThat(with.peakUnmatched()).isLessThanOrEqualTo(without.peakUnmatched() / 100);
        for (int host = 0; host < 3; host++) {
            assertThat(net.worstExcess(with, host)).isLessThanOrEqualTo(0);
        }
    }

    @Test
    void theCoarseStepReadsOnUntilTheSlopeIsKnownIfItIsTold() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(864_000 * SECOND, 30);
        int c = net.host(-864_000 * SECOND, -30);
        net.conversation(a, b, 0, 60 * SECOND, 3_000 * US, 120 * US, 180 * US);
        net.conversation(c, a, 500, 60 * SECOND, 3_000 * US, 120 * US, 180 * US);
        SyncResult exchange = net.synchronise(ClockSync.Options.DEFAULT);
        SyncResult percent = net.synchronise(ClockSync.Options.DEFAULT.withCoarseSlope(10_000));
        SyncResult tenth = net.synchronise(ClockSync.Options.DEFAULT.withCoarseSlope(1_000));
        assertThat(percent.coarse().complete()).isTrue();
        assertThat(percent.coarse().packetsRead()).isGreaterThan(exchange.coarse().packetsRead())
                .isLessThan(tenth.coarse().packetsRead());
        assertThat(net.wrongMatches(percent)).isZero();
        assertThat(percent.clocks().toString()).isEqualTo(exchange.clocks().toString());
        assertThat(tenth.clocks().toString()).isEqualTo(exchange.clocks().toString());
    }

    @Test
    void hostsWhoseSlopeIsNeverKnownAreUnitedByTheirExchanges() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(864_000 * SECOND, 30);
        // too short for a slope to a millionth
        net.conversation(a, b, 0, SECOND, 3_000 * US, 120 * US, 180 * US);
        SyncResult exchange = net.synchronise(ClockSync.Options.DEFAULT);
        SyncResult never = net.synchronise(ClockSync.Options.DEFAULT.withCoarseSlope(1));
        assertThat(never.coarse().complete()).isTrue();
        assertThat(never.clocks().toString()).isEqualTo(exchange.clocks().toString());
    }

    @Test
    void aStepBeyondTheHorizonIsNoticedAndMatchedAgain() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(t -> SimulatedNetwork.EPOCH + t + (t >= 5 * SECOND ? 3_600 * SECOND : 0));
        net.conversation(a, b, 0, 10 * SECOND, 3_000 * US, 120 * US, 180 * US);
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(result.coarse().repeated()).isTrue();
        assertThat(net.wrongMatches(result)).isZero();
        assertThat(net.worstExcess(result, b)).isLessThanOrEqualTo(0);
        assertThat(result.hosts().get(b).pieces()).hasSize(3);
    }

    @Test
    void aWrongMatchIsLeftOut() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000_000, 20);
        net.conversation(a, b, 0, 10 * SECOND, 5_000 * US, 120 * US, 180 * US);
        // A packet that came before it was sent, as only an error can make it.
        int send = net.record(a, 5 * SECOND, true, a, b, 7, 8, 1, 1, 16, 0, 1);
        int receive = net.record(b, 5 * SECOND - 3_000_000, false, a, b, 7, 8, 1, 1, 16, 0, 1);
        net.truth.put(receive, send);
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(result.hosts().get(b).quality()).isEqualTo(SyncQuality.ACCURATE);
        assertThat(result.hosts().get(b).pieces()).hasSize(1);
        assertThat(net.worstExcess(result, b)).isLessThanOrEqualTo(0);
        assertThat(result.caveats()).extracting(SyncCaveat::kind).contains(SyncCaveat.Kind.OUTLIERS, SyncCaveat.Kind.ORDER_VIOLATED);
    }

    @Test
    void anyMixOfStepsRatesAndWrongMatchesGivesARisingClockOrNone() {
        for (int round = 0; round < 150; round++) {
            SimulatedNetwork net = new SimulatedNetwork(SEED + round);
            int changes = net.random.nextInt(6);
            long[] at = net.random.longs(changes, 0, 5 * SECOND).sorted().toArray();
            long[] step = net.random.longs(changes, 0, 3).map(i -> i == 0 ? 0 : i == 1 ? 300 * US : 40_000 * US).toArray();
            double[] ppm = net.random.doubles(changes + 1, -300, 300).toArray();
            int a = net.host(0, 0);
            int b = net.host(t -> {
                double time = t;
                long previous = 0;
                for (int i = 0; i < changes && at[i] <= t; i++) {
                    time += step[i] + (at[i] - previous) * ppm[i] / 1e6;
                    previous = at[i];
                }
                int pieces = (int) java.util.Arrays.stream(at).filter(x -> x <= t).count();
                return SimulatedNetwork.EPOCH + Math.round(time + (t - previous) * ppm[pieces] / 1e6);
            });
            net.conversation(a, b, 0, 5 * SECOND, 5_000 * US, (20 + net.random.nextInt(200)) * US, (20 + net.random.nextInt(200)) * US);
            for (int wrong = net.random.nextInt(8) - 4; wrong > 0; wrong--) {
                long t = net.random.nextInt((int) SECOND) * 5L;
                net.record(a, t, true, a, b, 7, 8, wrong, 1, 16, 0, 1);
                net.record(b, t - net.random.nextInt(50_000_000), false, a, b, 7, 8, wrong, 1, 16, 0, 1);
            }
            SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(net.random.nextInt(2)));
            int other = 1 - result.referenceHost();
            long previous = Long.MIN_VALUE;
            for (long t = 0; t <= 5 * SECOND; t += 777_777) {
                long reference = result.clocks().toReference(other, net.clocks.get(other).applyAsLong(t));
                assertThat(reference).as("seed %d at %d", SEED + round, t).isGreaterThanOrEqualTo(previous);
                previous = reference;
            }
            if (changes == 0) {
                assertThat(net.worstExcess(result, other)).as("seed %d", SEED + round).isLessThanOrEqualTo(0);
            }
        }
    }

    @Test
    void matchesOfUnrelatedTracesFail() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(0, 0);
        for (int i = 0; i < 400; i++) {
            boolean forth = i % 2 == 0;
            net.record(forth ? a : b, net.random.nextInt(1_000_000_000), true, 1, 2, 3, 4, i, 0, 16, 0, -1);
            net.record(forth ? b : a, net.random.nextInt(1_000_000_000), false, 1, 2, 3, 4, i, 0, 16, 0, -1);
        }
        SyncResult result = net.synchronise(ClockSync.Options.DEFAULT.withReference(a));
        assertThat(result.hosts().get(b).quality()).isEqualTo(SyncQuality.FAILED);
        assertThat(result.clocks().isIdentity(b)).isTrue();
        assertThat(result.caveats()).extracting(SyncCaveat::kind).contains(SyncCaveat.Kind.SYNC_FAILED);
    }

    @Test
    void thePacketsOfAHostWhoseClockTellsNoPossibleTimeAreLeftOut() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(1_000, 5);
        int c = net.host(0, 3);
        net.clocks.set(a, time -> Long.MAX_VALUE / 2);
        net.conversation(a, b, 0, SECOND, 5_000 * US, 120 * US, 180 * US);
        assertThat(net.synchronise(ClockSync.Options.DEFAULT).caveats()).extracting(SyncCaveat::kind)
                .contains(SyncCaveat.Kind.SYNC_FAILED);
        ClockSync.Options options = ClockSync.Options.DEFAULT.withTimeless(Set.of(a)).withLeftOut(true);
        SyncResult result = net.synchronise(options);
        assertThat(result.referenceHost()).isEqualTo(b);
        assertThat(result.hosts()).extracting(SyncResult.Host::quality).containsExactly(SyncQuality.ABSENT, SyncQuality.ACCURATE,
                SyncQuality.ABSENT);
        assertThat(result.hosts().get(b).matchedTo()).isZero();
        assertThat(result.caveats()).extracting(SyncCaveat::kind, SyncCaveat::host).containsExactly(
                tuple(SyncCaveat.Kind.TIMELESS, a), tuple(SyncCaveat.Kind.CLOCK_AS_RECORDED, c));
        assertThat(result.caveats().get(0).text()).startsWith("The clock of hostA tells no possible time, so")
                .contains(" packets are left out: what other hosts received from it leads to the network.");
        assertThat(result.caveats().get(1).text())
                .endsWith(" The packets of hostA are left out, as its clock tells no possible time: correct that first.");
        assertThat(net.synchronise(options.withTimeless(Set.of(a, b))).caveats()).last().extracting(SyncCaveat::text).asString()
                .startsWith("The clock of hostB tells");
        assertThat(net.synchronise(options.withTimeless(Set.of(a, b, c)).withReference(c)).caveats()).extracting(SyncCaveat::host)
                .containsExactly(a, b);
    }

    @Test
    void itCanBeCancelledAndRefusesNonsense() {
        SimulatedNetwork net = new SimulatedNetwork(SEED);
        int a = net.host(0, 0);
        int b = net.host(0, 0);
        net.conversation(a, b, 0, SECOND, 5_000 * US, 120 * US, 180 * US);
        long[] zero = new long[2];
        assertThatThrownBy(() -> ClockSync.run(net.logs(), net.names(), zero, zero, ClockSync.Options.DEFAULT, () -> true))
                .isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> net.synchronise(new ClockSync.Options(2, true))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no reference host 2");
        assertThatThrownBy(() -> ClockSync.run(net.logs(), net.names(), new long[1], zero, ClockSync.Options.DEFAULT, () -> false))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
