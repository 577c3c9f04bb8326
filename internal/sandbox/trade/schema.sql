-- Times are microseconds since 1970 in UTC, money is decimal text.
CREATE TABLE IF NOT EXISTS setting (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS category (
    id        TEXT PRIMARY KEY,
    parent_id TEXT NOT NULL, -- '' at a root
    name      TEXT NOT NULL
) WITHOUT ROWID;

-- ord is dense from 0 in the list's order (created_at, id): page n of any size
-- is a range of it, and no page has to count its way past the ones before.
CREATE TABLE IF NOT EXISTS product (
    ord        INTEGER PRIMARY KEY,
    sku        TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    version    INTEGER NOT NULL -- rises with every change of any product
);
CREATE INDEX IF NOT EXISTS product_sku ON product (sku);
CREATE INDEX IF NOT EXISTS product_updated ON product (updated_at);
CREATE INDEX IF NOT EXISTS product_version ON product (version);

-- The rendered product stands apart, so that a scan by time stays narrow.
CREATE TABLE IF NOT EXISTS product_json (
    ord  INTEGER PRIMARY KEY,
    json BLOB NOT NULL
);

CREATE TABLE IF NOT EXISTS token (
    id         INTEGER PRIMARY KEY, -- also the client's id: each token is a client of its own
    name       TEXT NOT NULL,
    hash       BLOB NOT NULL UNIQUE, -- SHA-256; the token itself is never kept
    hint       TEXT NOT NULL,        -- its last characters, for a person to tell tokens apart
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
);

CREATE TABLE IF NOT EXISTS orders (
    seq            INTEGER PRIMARY KEY,
    id             TEXT NOT NULL UNIQUE,
    client_id      INTEGER NOT NULL,
    external_id    TEXT NOT NULL,
    status         TEXT NOT NULL,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    content        BLOB NOT NULL, -- the order as read, in one spelling: equality is equality of bytes
    lines          BLOB NOT NULL,
    history        BLOB NOT NULL,
    waybills       BLOB NOT NULL,
    drop_total     TEXT NOT NULL,
    retail_total   TEXT NOT NULL
);
-- Not unique: the fault "ignore-idempotency" stores a second one.
CREATE INDEX IF NOT EXISTS orders_external ON orders (client_id, external_id, seq);
CREATE INDEX IF NOT EXISTS orders_list ON orders (client_id, created_at, id);

CREATE TABLE IF NOT EXISTS idempotency_key (
    client_id INTEGER NOT NULL,
    key       TEXT NOT NULL,
    order_seq INTEGER NOT NULL,
    PRIMARY KEY (client_id, key)
) WITHOUT ROWID;

-- What will happen, planned when the order is made; a step that happened is gone.
CREATE TABLE IF NOT EXISTS plan (
    client_id INTEGER NOT NULL,
    due_at    INTEGER NOT NULL,
    order_seq INTEGER NOT NULL,
    step      INTEGER NOT NULL,
    action    TEXT NOT NULL, -- status, parcel, payout
    arg       TEXT NOT NULL,
    parcel    INTEGER NOT NULL,
    PRIMARY KEY (client_id, due_at, order_seq, step)
) WITHOUT ROWID;
DROP INDEX IF EXISTS plan_order; -- of all steps, in older databases
CREATE INDEX IF NOT EXISTS plan_parcels ON plan (order_seq, parcel) WHERE parcel > 0;

CREATE TABLE IF NOT EXISTS shipment (
    id               TEXT PRIMARY KEY,
    client_id        INTEGER NOT NULL,
    order_seq        INTEGER NOT NULL,
    order_id         TEXT NOT NULL,
    external_id      TEXT NOT NULL,
    parcel           INTEGER NOT NULL,
    carrier          TEXT NOT NULL,
    waybill_number   TEXT NOT NULL,
    state            TEXT NOT NULL,
    city             TEXT NOT NULL,
    branch_number    TEXT,
    cod_amount       TEXT,
    cod_state        TEXT NOT NULL,
    estimated_at     INTEGER,
    shipped_at       INTEGER,
    delivered_at     INTEGER,
    state_updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS shipment_list ON shipment (client_id, state_updated_at, id);
CREATE INDEX IF NOT EXISTS shipment_order ON shipment (order_seq);

CREATE TABLE IF NOT EXISTS ledger (
    client_id         INTEGER NOT NULL,
    number            INTEGER NOT NULL, -- from 1 for each client, in the order of posted_at
    id                TEXT NOT NULL UNIQUE,
    kind              TEXT NOT NULL,
    operation         TEXT NOT NULL,
    amount            TEXT NOT NULL,
    currency          TEXT NOT NULL,
    posted_at         INTEGER NOT NULL,
    order_id          TEXT,
    order_external_id TEXT,
    payout_id         TEXT,
    document_number   TEXT NOT NULL,
    description       TEXT NOT NULL,
    reverses_entry_id TEXT,
    posted_after      TEXT NOT NULL, -- sum of accruals and payouts up to here
    held_after        TEXT NOT NULL, -- minus the sum of holds up to here
    paid_after        TEXT NOT NULL, -- sum of payouts up to here
    PRIMARY KEY (client_id, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ledger_posted ON ledger (client_id, posted_at);
CREATE INDEX IF NOT EXISTS ledger_order ON ledger (order_id);
