package io.github.dynamolock.verification.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A program in a JVM of its own that answers each line with a line, in three minutes at most. Ends with its input. */
final class Program implements AutoCloseable {
    /** Tells answers from what else a program prints. */
    private static final String ANSWER = "answer ";

    private static final String FAILED = "failed ";

    private static final String ENDED = "ended";

    private static final long ANSWER_SECONDS = 180;

    /** What a program does with a line. */
    interface Answers {
        Object to(String[] words) throws Exception;
    }

    private final String name;
    private final Process process;
    private final Writer questions;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    Program(Class<?> main, String... arguments) throws IOException {
        name = main.getSimpleName() + " " + String.join(" ", arguments);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        questions = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "output of " + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            output.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add(FAILED + e);
        }
        lines.add(ENDED);
    }

    /** The loop of the other side; does not return, because threads of others may keep the process alive. */
    static void answer(Answers answers) {
        Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
        while (lines.hasNextLine()) {
            String question = lines.nextLine();
            try {
                System.out.println(ANSWER + answers.to(question.split(" ", -1)));
            } catch (Exception e) {
                e.printStackTrace();
                System.out.println(FAILED + question + ": " + e);
            }
            System.out.flush();
        }
        System.exit(0);
    }

    synchronized String ask(Object... words) throws IOException, InterruptedException {
        String question = List.of(words).stream().map(Object::toString).collect(Collectors.joining(" "));
        questions.write(question + "\n");
        questions.flush();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
        while (true) {
            String line = lines.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IOException("no answer to '" + question + "' in " + ANSWER_SECONDS + " s");
            }
            if (line.startsWith(ANSWER)) {
                return line.substring(ANSWER.length());
            }
            if (line.startsWith(FAILED) || line.equals(ENDED)) {
                throw new IOException(name + " " + line);
            }
        }
    }

    /** The numbers that an answer consists of. */
    double[] numbers(Object... words) throws IOException, InterruptedException {
        String answer = ask(words);
        return answer.isEmpty()
                ? new double[0]
                : List.of(answer.split(" ", -1)).stream()
                        .mapToDouble(Double::parseDouble)
                        .toArray();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
