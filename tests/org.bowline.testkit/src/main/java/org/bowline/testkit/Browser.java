/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/**
 * A real Chromium without a window, driven by the DevTools protocol: one page, its console, its requests. A browser is a process of its own with a
 * profile of its own, and gone after {@link #close}.
 */
public final class Browser implements AutoCloseable {
    /** No measure of speed: what takes so long does not come, however busy the machine is. */
    private static final long SECONDS = 300;
    private static final Gson GSON = new Gson();

    private final Process process;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
    private final List<JsonObject> events = new ArrayList<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private String session = "";
    private boolean scripts = true;

    private Browser(Process process, String address) throws IOException {
        this.process = process;
        socket = wait(HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(address), new Listener()));
        String target = send("Target.createTarget", Map.of("url", "about:blank")).get("targetId").getAsString();
        session = send("Target.attachToTarget", Map.of("targetId", target, "flatten", true)).get("sessionId").getAsString();
        for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
            send(domain + ".enable", Map.of());
        }
    }

    /** The browser of this machine, if it has one: what CHROMIUM names, else {@code chromium} or {@code google-chrome} of the PATH. */
    public static Optional<Path> installed() {
        String named = System.getenv("CHROMIUM");
        if (named != null) {
            return Optional.of(Path.of(named));
        }
        for (String directory : Optional.ofNullable(System.getenv("PATH")).orElse("").split(":")) {
            for (String name : List.of("chromium", "google-chrome")) {
                Path file = Path.of(directory, name);
                if (Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Starts one.
     *
     * @param profile an empty directory for it
     */
    public static Browser start(Path program, Path profile) throws IOException {
        Process process = new ProcessBuilder(program.toString(), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars", "--no-first-run", "--disable-background-networking", "--disable-component-update",
                "--force-color-profile=srgb", "--remote-debugging-port=0", "--user-data-dir=" + profile, "about:blank")
                .redirectErrorStream(true).redirectOutput(profile.resolve("chromium.log").toFile()).start();
        try {
            Path told = profile.resolve("DevToolsActivePort");
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            while (!Files.exists(told) || Files.readAllLines(told).size() < 2) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException(program + " does not start: " + Files.readString(profile.resolve("chromium.log")));
                }
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
            List<String> lines = Files.readAllLines(told);
            return new Browser(process, "ws://127.0.0.1:" + lines.get(0) + lines.get(1));
        } catch (IOException e) {
            end(process);
            throw e;
        } catch (InterruptedException e) {
            end(process);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Opens a page and waits until it is loaded and drawn. */
    public void open(URI page) throws IOException {
        synchronized (events) {
            events.clear();
        }
        send("Page.navigate", Map.of("url", page.toString()));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        String loaded = "document.readyState === 'complete' && location.href !== 'about:blank'";
        while (!evaluate(loaded).getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IOException(page + " does not load");
            }
        }
        settle();
    }

    /** Waits for two frames; where scripts are off, nothing is awaited, as nothing moves. */
    public void settle() throws IOException {
        if (!scripts) {
            return;
        }
        evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }

    /** The value of an expression, promises awaited. */
    public JsonElement evaluate(String expression) throws IOException {
        JsonObject answer = send("Runtime.evaluate", Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
        if (answer.has("exceptionDetails")) {
            throw new IOException("in the page: " + answer.get("exceptionDetails"));
        }
        JsonElement value = answer.getAsJsonObject("result").get("value");
        return value == null ? com.google.gson.JsonNull.INSTANCE : value;
    }

    /** A window of so many CSS pixels. */
    public void resize(int width, int height, boolean phone) throws IOException {
        send("Emulation.setDeviceMetricsOverride", Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", phone));
        settle();
    }

    /** A medium ({@code screen}, {@code print}) and a colour scheme ({@code light}, {@code dark}). */
    public void media(String medium, String scheme) throws IOException {
        send("Emulation.setEmulatedMedia",
                Map.of("media", medium, "features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        settle();
    }

    /** Presses and releases a key, by its name as in {@code KeyboardEvent.key}. */
    public void press(String key) throws IOException {
        int code = switch (key) {
            case "Tab" -> 9;
            case "Enter" -> 13;
            case "Escape" -> 27;
            case "ArrowLeft" -> 37;
            case "ArrowUp" -> 38;
            case "ArrowRight" -> 39;
            case "ArrowDown" -> 40;
            default -> Character.toUpperCase(key.charAt(0));
        };
        String text = key.length() == 1 ? key : key.equals("Enter") ? "\r" : "";
        send("Input.dispatchKeyEvent",
                Map.of("type", text.isEmpty() ? "rawKeyDown" : "keyDown", "key", key, "windowsVirtualKeyCode", code, "text", text));
        send("Input.dispatchKeyEvent", Map.of("type", "keyUp", "key", key, "windowsVirtualKeyCode", code));
        settle();
    }

    /** Clicks at a place of the window. */
    public void click(double x, double y) throws IOException {
        for (String type : List.of("mousePressed", "mouseReleased")) {
            send("Input.dispatchMouseEvent", Map.of("type", type, "x", x, "y", y, "button", "left", "clickCount", 1));
        }
        settle();
    }

    /** Whether scripts run in pages opened from now on. */
    public void scripts(boolean run) throws IOException {
        scripts = run;
        send("Emulation.setScriptExecutionDisabled", Map.of("value", !run));
    }

    /** A picture of the window as PNG. */
    public void screenshot(Path file) throws IOException {
        Files.write(file, Base64.getDecoder().decode(send("Page.captureScreenshot", Map.of("format", "png")).get("data").getAsString()));
    }

    /** The page on paper, as PDF. */
    public byte[] print() throws IOException {
        return Base64.getDecoder().decode(send("Page.printToPDF", Map.of("printBackground", true)).get("data").getAsString());
    }

    /** What the page complained of since it was opened: exceptions, errors and warnings of the console and of the browser. */
    public List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        synchronized (events) {
            for (JsonObject event : events) {
                String method = event.get("method").getAsString();
                String all = event.get("params").toString();
                boolean console = method.equals("Runtime.consoleAPICalled")
                        && (all.contains("\"type\":\"error\"") || all.contains("\"type\":\"warning\""));
                if (console || method.equals("Runtime.exceptionThrown") || method.equals("Log.entryAdded")) {
                    complaints.add(all);
                }
            }
        }
        return complaints;
    }

    /** The addresses that were asked for since the page was opened, itself included. */
    public List<String> requests() {
        synchronized (events) {
            return events.stream().filter(event -> event.get("method").getAsString().equals("Network.requestWillBeSent"))
                    .map(event -> event.getAsJsonObject("params").getAsJsonObject("request").get("url").getAsString()).toList();
        }
    }

    private JsonObject send(String method, Map<String, Object> parameters) throws IOException {
        int number = numbers.incrementAndGet();
        JsonObject message = new JsonObject();
        message.addProperty("id", number);
        message.addProperty("method", method);
        message.add("params", GSON.toJsonTree(parameters));
        if (!session.isEmpty()) {
            message.addProperty("sessionId", session);
        }
        CompletableFuture<JsonObject> answer = new CompletableFuture<>();
        answers.put(number, answer);
        wait(socket.sendText(message.toString(), true));
        JsonObject got = wait(answer);
        if (got.has("error")) {
            throw new IOException(method + ": " + got.get("error"));
        }
        return got.getAsJsonObject("result");
    }

    private static <T> T wait(CompletableFuture<T> future) throws IOException {
        try {
            return future.get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the browser does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    /** Ends it and all that it started. */
    @Override
    public void close() {
        socket.abort();
        end(process);
    }

    private static void end(Process process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process.toHandle());
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> handle.onExit().orTimeout(SECONDS, TimeUnit.SECONDS).exceptionally(late -> handle).join());
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                JsonObject message = JsonParser.parseString(text.toString()).getAsJsonObject();
                text.setLength(0);
                CompletableFuture<JsonObject> waiting = message.has("id") ? answers.remove(message.get("id").getAsInt()) : null;
                if (waiting != null) {
                    waiting.complete(message);
                } else if (message.has("method")) {
                    synchronized (events) {
                        events.add(message);
                    }
                }
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }
}
