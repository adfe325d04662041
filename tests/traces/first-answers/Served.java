/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * java -cp . Served garbage|timed PORT: a server that answers each byte by one, with a thread for each connection.
 *
 * garbage: 600,000 small arrays are kept, and each request replaces 15,000 of them; with a heap that hardly holds them the machine collects garbage for most of the time.
 * timed: each request is computed by one of a pool of two; beside that a pool of three runs three tasks at set times, every 47 to 73 ms, which do nothing.
 */
public class Served {
    private static final Object[] KEPT = new Object[600_000];
    private static volatile double sink;

    private interface Work {
        void once() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        Work work = args[0].equals("garbage") ? garbage() : timed();
        try (ServerSocket server = new ServerSocket(Integer.parseInt(args[1]))) {
            while (true) {
                Socket client = server.accept();
                Thread thread = new Thread(() -> serve(client, work), "handler");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private static void serve(Socket client, Work work) {
        try (client) {
            client.setTcpNoDelay(true);
            while (client.getInputStream().read() >= 0) {
                work.once();
                client.getOutputStream().write(1);
            }
        } catch (IOException e) {
            // the client has gone
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Work garbage() {
        for (int i = 0; i < KEPT.length; i++) {
            KEPT[i] = new int[8];
        }
        ThreadLocal<Random> random = ThreadLocal.withInitial(() -> new Random(1));
        return () -> {
            for (int i = 0; i < 15_000; i++) {
                KEPT[random.get().nextInt(KEPT.length)] = new int[8];
            }
        };
    }

    private static Work timed() {
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(3);
        for (int i = 0; i < 3; i++) {
            timed.scheduleAtFixedRate(() -> sink += 1, 10, 47 + 13 * i, TimeUnit.MILLISECONDS);
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        return () -> pool.submit(() -> {
            double sum = 0;
            for (int i = 0; i < 300_000; i++) {
                sum += Math.sqrt(i);
            }
            sink = sum;
        }).get();
    }
}
