-- The oldest version of the tables whose program may work with them, 0: this very one alone.
ALTER TABLE schema_version ADD COLUMN oldest_beside BIGINT NOT NULL DEFAULT 0;

-- The processes that share the journal. Times are of this database's clock, as nanoseconds since
-- 1970 in UTC; of a process with a fenced_at no write is taken any more.
CREATE TABLE processes (
    name       TEXT   PRIMARY KEY,
    host       TEXT   NOT NULL,
    version    TEXT   NOT NULL,
    roles      TEXT   NOT NULL, -- with blanks between
    waits      TEXT   NOT NULL DEFAULT '', -- what its roles wait for, as JSON: the text by the role
    schedule   TEXT   NOT NULL DEFAULT '', -- what is to be done for it again and again, as JSON
    started_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    fenced_at  BIGINT NOT NULL DEFAULT 0,
    ended      BIGINT NOT NULL DEFAULT 0 -- 1: it was fenced by itself, at its end
);

CREATE FUNCTION clock_ns() RETURNS BIGINT LANGUAGE sql VOLATILE AS
    'SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000000)::BIGINT';

-- How many requests to a supplier processes were given leave to make, so that a limit holds for
-- all of them together. A slot is a fiftieth of the limit's window, by its number since 1970.
CREATE TABLE permits (
    account TEXT   NOT NULL,
    span    BIGINT NOT NULL, -- the window, in nanoseconds
    slot    BIGINT NOT NULL,
    granted BIGINT NOT NULL,
    PRIMARY KEY (account, span, slot)
);

-- take_permits gives leave for up to so many requests that begin within validity from now on, or
-- says how long none will be given. Whatever is begun in any window was granted in that window or
-- in the validity before it: what was granted in both together stays within the limit.
CREATE FUNCTION take_permits(taker TEXT, spans BIGINT[], most BIGINT[], validity BIGINT, wanted BIGINT, OUT granted BIGINT, OUT wait BIGINT)
LANGUAGE plpgsql AS $$
DECLARE
    moment BIGINT;
    width  BIGINT;
    since  BIGINT;
    used   BIGINT;
    oldest BIGINT;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('permits ' || taker, 0));
    moment := clock_ns();
    granted := wanted;
    wait := 0;
    FOR i IN 1 .. COALESCE(array_length(spans, 1), 0) LOOP
        width := GREATEST(spans[i] / 50, 1);
        since := (moment - spans[i] - validity) / width;
        DELETE FROM permits WHERE account = taker AND span = spans[i] AND slot < since;
        SELECT COALESCE(SUM(p.granted), 0), COALESCE(MIN(p.slot), 0) INTO used, oldest
            FROM permits AS p WHERE p.account = taker AND p.span = spans[i];
        IF used >= most[i] THEN
            granted := 0;
            wait := GREATEST(wait, (oldest + 1) * width + spans[i] + validity - moment, width);
        ELSE
            granted := LEAST(granted, most[i] - used);
        END IF;
    END LOOP;
    IF granted > 0 THEN
        INSERT INTO permits AS p (account, span, slot, granted)
            SELECT taker, of.span, moment / GREATEST(of.span / 50, 1), take_permits.granted FROM unnest(spans) AS of (span)
            ON CONFLICT (account, span, slot) DO UPDATE SET granted = p.granted + excluded.granted;
    END IF;
END $$;
