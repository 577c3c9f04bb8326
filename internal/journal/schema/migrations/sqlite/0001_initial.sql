CREATE TABLE files (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    version    BIGINT NOT NULL,
    account    TEXT   NOT NULL,
    source     TEXT   NOT NULL,
    sha256     TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    spool      TEXT   NOT NULL,
    result     TEXT   NOT NULL,
    origin     TEXT   NOT NULL,
    mark       TEXT   NOT NULL,
    placed     TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    digest     TEXT   NOT NULL,
    counts     TEXT   NOT NULL, -- rows by status, as JSON
    reason     TEXT   NOT NULL,
    drops      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    UNIQUE (account, source, sha256, name)
);
CREATE INDEX files_by_sha ON files (account, sha256);
CREATE INDEX files_by_result ON files (account, result);
CREATE INDEX files_by_state ON files (account, state);

-- Times are nanoseconds since 1970 in UTC, 0 where there is none.
CREATE TABLE orders (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    version       BIGINT NOT NULL,
    account       TEXT   NOT NULL,
    source        TEXT   NOT NULL,
    external_id   TEXT   NOT NULL,
    file_id       BIGINT NOT NULL REFERENCES files (id),
    hash          TEXT   NOT NULL,
    content       BLOB NOT NULL,
    body          BLOB NOT NULL,
    idem_key      TEXT   NOT NULL,
    round         BIGINT NOT NULL,
    state         TEXT   NOT NULL CHECK (state IN ('ready', 'sending', 'accepted', 'rejected', 'unknown', 'conflict')),
    attempts      BIGINT NOT NULL,
    doubtful      BIGINT NOT NULL,
    owner         TEXT   NOT NULL,
    lease_until   BIGINT NOT NULL,
    sent_at       BIGINT NOT NULL,
    not_before    BIGINT NOT NULL,
    misses        BIGINT NOT NULL,
    first_miss    BIGINT NOT NULL,
    code          TEXT   NOT NULL,
    message       TEXT   NOT NULL,
    remote_id     TEXT   NOT NULL,
    remote_status TEXT   NOT NULL,
    remote_at     BIGINT NOT NULL,
    waybills      TEXT   NOT NULL,
    parcels       TEXT   NOT NULL,
    created_at    BIGINT NOT NULL,
    changed_at    BIGINT NOT NULL,
    UNIQUE (account, source, external_id)
);
CREATE INDEX orders_waiting ON orders (account, state, id) WHERE state IN ('ready', 'sending', 'unknown');
CREATE INDEX orders_open ON orders (account, id)
    WHERE state = 'accepted' AND remote_status NOT IN ('completed', 'cancelled', 'returned');
CREATE INDEX orders_by_remote ON orders (account, remote_id);
CREATE INDEX orders_by_change ON orders (account, changed_at);

CREATE TABLE links (
    file_id  BIGINT NOT NULL REFERENCES files (id),
    order_id BIGINT NOT NULL REFERENCES orders (id),
    position BIGINT NOT NULL,
    file_rows TEXT  NOT NULL,
    relation TEXT   NOT NULL,
    code     TEXT   NOT NULL,
    message  TEXT   NOT NULL,
    PRIMARY KEY (file_id, order_id)
);
CREATE INDEX links_by_order ON links (order_id);

CREATE TABLE notes (
    account TEXT NOT NULL,
    name    TEXT NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (account, name)
);
