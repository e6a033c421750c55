package io.github.dynamolock.verification.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;

/** A program in a JVM of its own that answers each line with a line. Ends with its input. */
final class Program implements AutoCloseable {
    /** Tells answers from what else a program prints. */
    private static final String ANSWER = "answer ";

    private static final String FAILED = "failed ";

    /** What a program does with a line. */
    interface Answers {
        Object to(String[] words) throws Exception;
    }

    private final String name;
    private final Process process;
    private final Writer questions;
    private final BufferedReader answers;

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
        answers = process.inputReader(StandardCharsets.UTF_8);
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

    synchronized String ask(Object... words) throws IOException {
        String question = List.of(words).stream().map(Object::toString).collect(Collectors.joining(" "));
        questions.write(question + "\n");
        questions.flush();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.startsWith(ANSWER)) {
                return line.substring(ANSWER.length());
            }
            if (line.startsWith(FAILED)) {
                throw new IOException(name + " " + line);
            }
        }
        throw new IOException(name + " ended at '" + question + "'");
    }

    /** The numbers that an answer consists of. */
    double[] numbers(Object... words) throws IOException {
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
