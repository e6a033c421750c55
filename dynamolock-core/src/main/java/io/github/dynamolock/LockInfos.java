package io.github.dynamolock;

import io.github.dynamolock.table.LockRow;

/** Shows rows to users. */
final class LockInfos {

    private LockInfos() {}

    static LockInfo of(LockKey key, LockRow row, LockInfo.State state) {
        String version = row.version();
        return new LockInfo(
                key.text(),
                row.ownerName(),
                row.lease(),
                version == null ? "" : version,
                row.released(),
                row.fencingToken(),
                row.data(),
                row.attributes(),
                row.released() ? LockInfo.State.FREE : state);
    }
}
