/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;

import org.bowline.annotation.Annotations;
import org.bowline.annotation.Interval;
import org.bowline.annotation.Label;
import org.bowline.annotation.Tag;
import org.bowline.annotation.Waits;

/**
 * A small event-driven server that uses every annotation; try
 * {@code bowline-record start --profile requests -- java -Dbowline.annotation.library=LIBRARY -cp org.bowline.annotation.jar Sample.java [REQUESTS]}.
 *
 * <p>A loop takes requests from a queue, one event at a time, and tells with tags what it does, as its stack would say nothing; three workers serve
 * them; they count in statistics behind a spin lock, and wait on one condition, so that those who were woken for nothing tell that, too.
 */
public final class Sample {
    private static final int WORKERS = 3;
    private static final int MOST_REQUESTS = 1_000_000;
    private static final int BLOCK = 4096;
    private static final int STOP = -1;
    private static final Label GET = Label.of("GET");
    private static final Label PUT = Label.of("PUT");
    private static final Label POLL = Label.of("server/poll");
    private static final Label PARSE = Label.of("server/parse");
    private static final Label DISPATCH = Label.of("server/dispatch");
    private static final Label NOTHING = Label.of("");
    private static final Label READ = Label.of("engine/read");
    private static final Label WRITE = Label.of("engine/write");
    private static final Label CHECKSUM = Label.of("engine/storage/crc");

    private record Request(Interval interval, boolean put, int seed) {}

    private final BlockingQueue<Integer> events = new LinkedBlockingQueue<>();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition(); // something to do, or to stop for
    private final Condition waited = lock.newCondition(); // a worker waits
    private final Queue<Request> work = new ArrayDeque<>();
    private int workersWaiting;
    private int wakeUpsDue;
    private boolean stopping;

    private final AtomicInteger statisticsOwner = new AtomicInteger(); // thread id of the one that holds the spin lock; 0: free
    private final long statisticsObject = Waits.object(statisticsOwner);
    private int gets;
    private int puts;
    private long checksum;

    public static void main(String[] words) throws InterruptedException {
        int requests = words.length == 0 ? 200 : words[0].matches("[0-9]{1,7}") ? Integer.parseInt(words[0]) : MOST_REQUESTS + 1;
        if (words.length > 1 || requests > MOST_REQUESTS) {
            System.err.println("usage: Sample [REQUESTS], at most " + MOST_REQUESTS);
            System.exit(2);
        }
        if (!Annotations.isAvailable()) {
            System.err.println("not annotated: " + Annotations.absence());
        }
        new Sample().run(requests);
    }

    private void run(int requests) throws InterruptedException {
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(new Thread(this::work, "worker-" + i));
        }
        Thread client = new Thread(() -> send(requests), "client");
        workers.forEach(Thread::start);
        client.start();
        loop();
        client.join();
        wakeForNothing();
        lock.lock();
        try {
            stopping = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.printf("%d GET and %d PUT served, checksum %08x%n", gets, puts, checksum);
    }

    private void send(int requests) {
        for (int i = 0; i < requests; i++) {
            events.add(i);
        }
        events.add(STOP);
    }

    /** The event loop: what it does is known by its tags, not by its stack. */
    private void loop() throws InterruptedException {
        while (true) {
            Tag.switchTo(POLL);
            int seed = events.take();
            if (seed == STOP) {
                break;
            }
            Tag.switchTo(PARSE);
            boolean put = seed % 4 == 0;
            Request request = new Request(Interval.start(put ? PUT : GET), put, seed);
            Tag.switchTo(DISPATCH);
            lock.lock();
            try {
                work.add(request);
                changed.signalAll(); // wakes all for one: the fault that false wake-ups show
            } finally {
                lock.unlock();
            }
            Interval.leave();
        }
        Tag.switchTo(NOTHING);
    }

    private void work() {
        for (Request request = next(); request != null; request = next()) {
            serve(request);
        }
    }

    private Request next() {
        lock.lock();
        try {
            for (boolean woken = false; work.isEmpty() && !stopping; woken = true) {
                if (woken) {
                    Waits.falseWakeup(Waits.object(changed));
                    wakeUpsDue = Math.max(0, wakeUpsDue - 1);
                }
                workersWaiting++;
                waited.signal();
                changed.awaitUninterruptibly();
                workersWaiting--;
            }
            waited.signal();
            return work.poll();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the workers when all wait and there is nothing to do; returns when as many false wake-ups were told. */
    private void wakeForNothing() {
        lock.lock();
        try {
            while (workersWaiting < WORKERS || !work.isEmpty()) {
                waited.awaitUninterruptibly();
            }
            wakeUpsDue = WORKERS;
            changed.signalAll();
            while (wakeUpsDue > 0) {
                waited.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void serve(Request request) {
        try (Interval interval = request.interval(); Tag kind = Tag.push(request.put() ? WRITE : READ)) {
            interval.enter();
            long sum = checksum(request.seed());
            enterStatistics();
            if (request.put()) {
                puts++;
            } else {
                gets++;
            }
            checksum ^= sum;
            if ((gets + puts) % 16 == 0) {
                Thread.yield(); // now and then the lock is held for long
            }
            statisticsOwner.set(0);
        }
    }

    private static long checksum(int seed) {
        try (Tag tag = Tag.push(CHECKSUM)) {
            CRC32 sum = new CRC32();
            for (int i = 0; i < BLOCK; i++) {
                sum.update(seed + i);
            }
            return sum.getValue();
        }
    }

    private void enterStatistics() {
        int self = Math.max(1, Waits.threadId());
        int owner = statisticsOwner.compareAndExchange(0, self);
        if (owner == 0) {
            return; // nobody waited: nothing to tell
        }
        Waits.spinBegin(statisticsObject, owner);
        while (!statisticsOwner.compareAndSet(0, self)) {
            Thread.yield();
        }
        Waits.spinEnd(statisticsObject, true);
    }
}
