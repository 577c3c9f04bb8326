-- What people did, for good: it names its orders and files, and does not refer to them.
CREATE TABLE actions (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    account TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    person  TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    source  TEXT   NOT NULL,
    about   TEXT   NOT NULL,
    detail  TEXT   NOT NULL,
    origin  TEXT   NOT NULL
);
CREATE INDEX actions_by_account ON actions (account, id);
CREATE INDEX actions_by_subject ON actions (account, about, id);
