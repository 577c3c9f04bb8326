-- The items that the supplier named when it refused an order, as JSON; "" for none.
ALTER TABLE orders ADD COLUMN faults TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_in_conflict ON orders (account, id) WHERE state = 'conflict';

ALTER TABLE links ADD COLUMN item_rows TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN faults TEXT NOT NULL DEFAULT '';
-- What the file holds, where that is not what the order holds.
ALTER TABLE links ADD COLUMN hash TEXT NOT NULL DEFAULT '';
ALTER TABLE links ADD COLUMN content BLOB;
CREATE INDEX links_in_conflict ON links (order_id) WHERE relation = 'conflict';

CREATE TABLE attempts (
    id         INTEGER PRIMARY KEY,
    order_id   BIGINT NOT NULL, -- no reference: it is written for every order, and checked by the swap beside it
    kind       TEXT   NOT NULL,
    began_at   BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    round      BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    code       TEXT   NOT NULL,
    message    TEXT   NOT NULL,
    request_id TEXT   NOT NULL,
    remote_id  TEXT   NOT NULL
);
CREATE INDEX attempts_by_order ON attempts (order_id);

CREATE TABLE decisions (
    id        INTEGER PRIMARY KEY,
    account   TEXT   NOT NULL,
    order_id  BIGINT NOT NULL,
    made      BIGINT NOT NULL, -- the order that it made, 0: none
    at        BIGINT NOT NULL,
    person    TEXT   NOT NULL,
    kind      TEXT   NOT NULL,
    value     TEXT   NOT NULL,
    number    TEXT   NOT NULL, -- under which the contents came
    before    TEXT   NOT NULL, -- the order, the files and the contents that it was about, as JSON
    undone_at BIGINT NOT NULL,
    undone_by TEXT   NOT NULL
);
CREATE INDEX decisions_by_order ON decisions (order_id);
CREATE INDEX decisions_by_made ON decisions (made) WHERE made <> 0;

-- A content that came under a number, and the order that a person has said it is.
CREATE TABLE aliases (
    account     TEXT   NOT NULL,
    source      TEXT   NOT NULL,
    external_id TEXT   NOT NULL,
    hash        TEXT   NOT NULL,
    order_id    BIGINT NOT NULL,
    decision_id BIGINT NOT NULL,
    PRIMARY KEY (account, source, external_id, hash)
);
CREATE INDEX aliases_by_order ON aliases (order_id);
