-- What the journal knows of itself, in one row. attempts rises with every
-- order that begins to be sent and with every file that is taken.
CREATE TABLE identity (
    singleton  BIGINT PRIMARY KEY CHECK (singleton = 1),
    id         TEXT   NOT NULL,
    attempts   BIGINT NOT NULL,
    adopted    BIGINT NOT NULL, -- attempts as of the last adoption
    restored   BIGINT NOT NULL,
    adopted_at BIGINT NOT NULL,
    adopted_by TEXT   NOT NULL,
    unchecked  BIGINT NOT NULL,
    made_at    BIGINT NOT NULL
);
