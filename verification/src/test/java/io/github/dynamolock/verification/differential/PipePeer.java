package io.github.dynamolock.verification.differential;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A peer in a process of its own that reads a request a line and writes an answer a line. */
final class PipePeer implements Peer {
    private final Process process;
    private final Writer requests;
    private final BufferedReader answers;
    private Call sent = new Call("", Json.object(), "");

    PipePeer(String command) throws IOException {
        process = new ProcessBuilder(List.of(command.split(" ")))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        requests = process.outputWriter(StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    @Override
    public void send(Call call) throws IOException {
        sent = call;
        requests.write(call.operation() + "\t" + call.body() + "\n");
        requests.flush();
    }

    @Override
    public Answer receive() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new EOFException("the peer ended on " + sent);
        }
        String[] parts = answer.split("\t", 2);
        return Answer.of(sent, Integer.parseInt(parts[0]), Json.parse(parts[1]));
    }

    @Override
    public void close() throws IOException {
        requests.close();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("the peer did not end");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
