package io.github.dynamolock.verification.interop;

import io.github.dynamolock.LockClient;
import io.github.dynamolock.LockClientBuilder;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Our client and a Go library contend. */
final class GoFleet {

    private static final int PROCESSES = 2;

    private GoFleet() {}

    static Sections.Summary run(String client, URI endpoint, String table, Supplier<LockClientBuilder> ours)
            throws Exception {
        GoPeer.program();
        Fleet fleet = new Fleet(Fleet.TIME);
        List<LockClient> clients = new ArrayList<>();
        try (SectionServer server = new SectionServer(fleet.sections)) {
            for (int i = 0; i < PROCESSES; i++) {
                LockClient locks = Fleet.ours(ours.get(), i);
                clients.add(locks);
                for (int worker = 0; worker < Fleet.WORKERS; worker++) {
                    fleet.addOurs(locks, 100 * i + worker);
                }
                GoPeer.addTo(
                        fleet,
                        server,
                        name -> GoPeer.command("contend", client, endpoint, table, Fleet.LEASE, name),
                        i);
            }
            return fleet.await();
        } finally {
            clients.forEach(LockClient::close);
        }
    }
}
