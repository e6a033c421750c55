package io.github.dynamolock.verification;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The network between one process and the endpoint, which can be cut: then nothing comes through in either direction, or in
 * one, and nobody is told, as when a switch fails. New connections are taken and lead nowhere.
 */
final class Cable implements AutoCloseable {

    private static final int BUFFER = 8192;

    /** Which way nothing comes through. */
    enum Way {
        REQUESTS,
        REPLIES,
        BOTH
    }

    private final URI target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Way cut;

    Cable(URI target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getLocalPort());
    }

    void cut() {
        cut(Way.BOTH);
    }

    void cut(Way way) {
        cut = way;
    }

    /** Lets new connections through. Those that were cut are reset: what was lost on them does not come any more. */
    void mend() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        cut = null;
    }

    @SuppressWarnings("resource") // in sockets, which are closed
    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket from = server.accept();
                sockets.add(from);
                Socket to = new Socket(target.getHost(), target.getPort());
                sockets.add(to);
                from.setTcpNoDelay(true);
                to.setTcpNoDelay(true);
                thread(() -> carry(from, to, Way.REQUESTS));
                thread(() -> carry(to, from, Way.REPLIES));
            } catch (IOException e) {
                // The server was closed, or the endpoint has gone: the next one tells.
            }
        }
    }

    private void carry(Socket from, Socket to, Way way) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[BUFFER];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                Way now = cut;
                if (now != Way.BOTH && now != way) {
                    out.write(buffer, 0, read);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // Closed at the other end, or here.
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "cable");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        mend();
    }
}
