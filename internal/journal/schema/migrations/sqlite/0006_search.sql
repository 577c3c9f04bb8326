-- What an order is found by. A term of an order is a whole word; what begins with an equals
-- sign is no word of a person.
CREATE TABLE terms (
    term     TEXT   NOT NULL,
    order_id BIGINT NOT NULL,
    PRIMARY KEY (term, order_id)
) WITHOUT ROWID;

-- The waybills of orders and when each became known; 0: before that was noted.
CREATE TABLE waybills (
    order_id    BIGINT NOT NULL,
    number      TEXT   NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (order_id, number)
) WITHOUT ROWID;
CREATE INDEX waybills_by_time ON waybills (received_at);

-- Orders of an older version get their terms a few at a time, the newest first: those below
-- have none yet.
CREATE TABLE indexing (
    singleton BIGINT PRIMARY KEY CHECK (singleton = 1),
    below     BIGINT NOT NULL
);
INSERT INTO indexing SELECT 1, COALESCE(MAX(id), 0) + 1 FROM orders;
