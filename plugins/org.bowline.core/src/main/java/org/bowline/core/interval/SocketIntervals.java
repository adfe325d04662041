/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.event.SocketVocabulary.Call;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.Words;

/**
 * Makes intervals of the system calls on sockets of one host, told in order of time. An interval is of one descriptor of a process: the one who answers works from the return of
 * a call that received to the return of the next that sent; the one who asks waits from the begin of a call that sent to the return of the next that received. So a call that
 * sends is a part of both, and a call that receives, which is the wait for the other end, of neither.
 *
 * <p>Several calls that receive before an answer are one question, which began with the first; of an answer in parts the first ends the interval. A connection that is
 * accepted begins an interval, too, but the first thing that is received on it begins it anew: what was between was the other end's time. Calls that fail, and
 * calls that receive the end of the stream, change nothing.
 *
 * <p>Which of the two a descriptor is: the one that was connected asks, the one that was accepted answers; of others (opened before the recording, inherited, or datagrams) what was
 * done first on them decides, which is an estimate and is counted. Calls of files and pipes count only on descriptors that a call of sockets was seen on.
 *
 * <p>O(1) per call; memory grows with the number of descriptors. Not for use by several threads at a time.
 */
public final class SocketIntervals {
    /** Whose intervals are made. */
    public enum Side {
        /** The one who receives a question and sends the answer. */
        ANSWERS,
        /** The one who sends a question and receives the answer. */
        ASKS
    }

    private static final int CONNECTING = -115; // EINPROGRESS: the connection is made meanwhile

    private final int host;
    private final String hostName;
    private final Side side;
    private final IntervalMatcher matcher;
    /** By thread of the timeline: the call that it is in. */
    private final Int2ObjectOpenHashMap<Pending> pending = new Int2ObjectOpenHashMap<>();
    /** By process and number. */
    private final Long2ObjectOpenHashMap<Descriptor> descriptors = new Long2ObjectOpenHashMap<>();
    private long guessed;
    private long interrupted;

    /** A call that has not returned. */
    private record Pending(Call call, int process, int number, long time) {}

    /** A descriptor from its creation to its end. */
    private static final class Descriptor {
        private final String key;
        private final String label;
        private boolean socket;
        /** Which of the two it is; null as long as it is not known. */
        private @Nullable Side side;
        private boolean guess;
        private boolean counted;
        private boolean open;
        private boolean byAccept;
        private long begin;
        private int beginThread;
        /** When it was last answered: what began to be sent before was not a question of its own until then. */
        private long answered = Long.MIN_VALUE;

        Descriptor(String key, String label) {
            this.key = key;
            this.label = label;
        }
    }

    /**
     * @param side whose intervals
     * @param matcher is told the begin and the end of each
     */
    public SocketIntervals(int host, String hostName, Side side, IntervalMatcher matcher) {
        this.host = host;
        this.hostName = hostName;
        this.side = side;
        this.matcher = matcher;
    }

    /**
     * A thread calls the kernel.
     *
     * @param process the thread's process
     * @param number of the descriptor
     */
    public void called(long timeNanos, int thread, int process, Call call, int number) {
        pending.put(thread, new Pending(call, process, number, timeNanos));
        if (call == Call.CLOSE) {
            descriptors.remove(key(process, number));
        }
    }

    /**
     * The call returns. Without its begin nothing is known of it.
     *
     * @param processName names the sort of what it belongs to
     */
    public void returned(long timeNanos, int thread, Call call, long result, String processName) {
        Pending of = pending.remove(thread);
        if (of == null || of.call != call) {
            return;
        }
        switch (call) {
            case RECEIVE, READ -> {
                if (result > 0) {
                    received(descriptor(of.process, of.number, call == Call.RECEIVE, processName), timeNanos, thread);
                }
            }
            case SEND, WRITE -> {
                if (result > 0) {
                    sent(descriptor(of.process, of.number, call == Call.SEND, processName), of.time, timeNanos, thread);
                }
            }
            case ACCEPT -> {
                if (result >= 0) {
                    Descriptor made = renewed(of.process, (int) result, processName);
                    made.side = Side.ANSWERS;
                    if (side == Side.ANSWERS) {
                        begin(made, timeNanos, thread, true);
                    }
                }
            }
            case CONNECT -> {
                if (result == 0 || result == CONNECTING) {
                    Descriptor made = descriptor(of.process, of.number, true, processName);
                    made.side = Side.ASKS;
                    made.guess = false;
                }
            }
            case SOCKET -> {
                if (result >= 0) {
                    renewed(of.process, (int) result, processName);
                }
            }
            case CLOSE -> {
                // its begin counts
            }
        }
    }

    private void received(Descriptor of, long time, int thread) {
        decide(of, Side.ANSWERS);
        if (side == Side.ANSWERS) {
            if (!of.open || of.byAccept) {
                begin(of, time, thread, false);
            }
        } else {
            end(of, time, thread);
        }
    }

    private void sent(Descriptor of, long from, long time, int thread) {
        decide(of, Side.ASKS);
        if (side == Side.ANSWERS) {
            end(of, time, thread);
        } else if (!of.open) {
            begin(of, Math.max(from, of.answered), thread, false);
        }
    }

    private static void decide(Descriptor of, Side first) {
        if (of.socket && of.side == null) {
            of.side = first;
            of.guess = true;
        }
    }

    private void begin(Descriptor of, long time, int thread, boolean byAccept) {
        if (of.socket && of.side == side) {
            of.open = true;
            of.byAccept = byAccept;
            of.begin = time;
            of.beginThread = thread;
        }
    }

    private void end(Descriptor of, long time, int thread) {
        of.answered = time;
        if (of.open && of.socket && of.side == side) {
            of.open = false;
            matcher.begin(of.begin, host, of.beginThread, of.key, of.label);
            matcher.end(time, host, thread, of.key, of.label);
            guessed += of.guess && !of.counted ? 1 : 0;
            of.counted = true;
        }
    }

    private Descriptor descriptor(int process, int number, boolean socket, String processName) {
        Descriptor known = descriptors.get(key(process, number));
        if (known == null) {
            known = new Descriptor(keyText(process, number), processName);
            descriptors.put(key(process, number), known);
        }
        known.socket |= socket;
        return known;
    }

    private Descriptor renewed(int process, int number, String processName) {
        Descriptor made = new Descriptor(keyText(process, number), processName);
        made.socket = true;
        descriptors.put(key(process, number), made);
        return made;
    }

    /** Events of the host were lost: a call may have begun, returned, or closed a descriptor meanwhile. Which of the two a descriptor is may still be believed. */
    public void lost() {
        pending.clear();
        for (Descriptor one : descriptors.values()) {
            interrupted += one.open && !one.byAccept ? 1 : 0;
            one.open = false;
        }
    }

    /** The recording ended. What is open on a connection that has had an answer is an interval without an end; of others it is not known whether there is any. */
    public List<Caveat> finish() {
        for (Descriptor one : descriptors.values()) {
            if (one.open && one.counted && one.side == side) {
                matcher.begin(one.begin, host, one.beginThread, one.key, one.label);
            }
        }
        List<Caveat> caveats = new ArrayList<>();
        if (guessed > 0) {
            caveats.add(Caveat.of(Severity.INFO, hostName, "socket-side-concluded", guessed,
                    Words.count(guessed, "socket was", "sockets were")
                            + " neither accepted nor connected in the recording: which end asks is concluded from what it did first."
                            + " Start the recording before the programs to know it."));
        }
        if (interrupted > 0) {
            caveats.add(Caveat.of(Severity.WARNING, hostName, "socket-interval-lost", interrupted,
                    Words.count(interrupted, "interval of a socket is", "intervals of sockets are")
                            + " left out, as events were lost while it was open. Record with larger buffers."));
        }
        return caveats;
    }

    private String keyText(int process, int number) {
        return hostName + "/" + process + "/" + number;
    }

    private static long key(int process, int number) {
        return IntPair.of(process, number);
    }
}
