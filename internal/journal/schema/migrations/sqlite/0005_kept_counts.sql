-- How an order is shown: an accepted one of which nobody has said that the supplier has it is apart.
ALTER TABLE orders ADD COLUMN shown TEXT GENERATED ALWAYS AS
    (CASE WHEN state = 'accepted' AND remote_status = 'handed_over' THEN 'handed_over' ELSE state END) VIRTUAL;
-- 1: it waits although it was tried, or is not to be tried yet.
ALTER TABLE orders ADD COLUMN held BIGINT GENERATED ALWAYS AS
    (CASE WHEN state = 'ready' AND (not_before > 0 OR code IN ('unreachable', 'unauthorized', 'not_allowed', 'throttled', 'not_looked_up')) THEN 1 ELSE 0 END) VIRTUAL;
-- From when on a parcel of it is late, 0: never.
ALTER TABLE orders ADD COLUMN late_from BIGINT NOT NULL DEFAULT 0;
-- When the file was last dropped; of older versions its first time is what is known.
ALTER TABLE files ADD COLUMN dropped_at BIGINT NOT NULL DEFAULT 0;
UPDATE files SET dropped_at = created_at;

CREATE INDEX orders_shown ON orders (account, source, shown, created_at);
CREATE INDEX orders_held ON orders (account, id) WHERE held = 1;
CREATE INDEX orders_late ON orders (account, late_from, created_at, source, shown) WHERE late_from > 0;
CREATE INDEX orders_under_way ON orders (account, id, late_from) WHERE late_from > 0;
CREATE INDEX orders_refused ON orders (file_id, id) WHERE state = 'rejected';
DROP INDEX orders_in_conflict;
CREATE INDEX links_remarked ON links (dropped_at, order_id) WHERE code = 'called_off_at_supplier';
CREATE INDEX files_by_change ON files (account, changed_at);
CREATE INDEX files_by_drop ON files (account, dropped_at);
CREATE INDEX files_by_name ON files (account, name);

-- Numbers that are kept with each change, by what they count: 'order:' and the state that is
-- shown, 'held', 'conflict:' and its code, 'row:' and its status.
CREATE TABLE tallies (
    account TEXT   NOT NULL,
    source  TEXT   NOT NULL,
    what    TEXT   NOT NULL,
    n       BIGINT NOT NULL,
    PRIMARY KEY (account, source, what)
) WITHOUT ROWID;

CREATE TRIGGER orders_inserted AFTER INSERT ON orders BEGIN
    INSERT INTO tallies VALUES (NEW.account, NEW.source, 'order:' || NEW.shown, 1) ON CONFLICT (account, source, what) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER orders_deleted AFTER DELETE ON orders BEGIN
    INSERT INTO tallies VALUES (OLD.account, OLD.source, 'order:' || OLD.shown, -1) ON CONFLICT (account, source, what) DO UPDATE SET n = n - 1;
END;
CREATE TRIGGER orders_changed AFTER UPDATE OF state, remote_status, account, source ON orders
WHEN OLD.shown <> NEW.shown OR OLD.account <> NEW.account OR OLD.source <> NEW.source BEGIN
    INSERT INTO tallies VALUES (OLD.account, OLD.source, 'order:' || OLD.shown, -1) ON CONFLICT (account, source, what) DO UPDATE SET n = n - 1;
    INSERT INTO tallies VALUES (NEW.account, NEW.source, 'order:' || NEW.shown, 1) ON CONFLICT (account, source, what) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER held_inserted AFTER INSERT ON orders WHEN NEW.held = 1 BEGIN
    INSERT INTO tallies VALUES (NEW.account, NEW.source, 'held', 1) ON CONFLICT (account, source, what) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER held_deleted AFTER DELETE ON orders WHEN OLD.held = 1 BEGIN
    INSERT INTO tallies VALUES (OLD.account, OLD.source, 'held', -1) ON CONFLICT (account, source, what) DO UPDATE SET n = n - 1;
END;
CREATE TRIGGER held_changed AFTER UPDATE OF state, code, not_before, account, source ON orders
WHEN OLD.held <> NEW.held OR OLD.held = 1 AND (OLD.account <> NEW.account OR OLD.source <> NEW.source) BEGIN
    INSERT INTO tallies VALUES (OLD.account, OLD.source, 'held', -OLD.held) ON CONFLICT (account, source, what) DO UPDATE SET n = n + excluded.n;
    INSERT INTO tallies VALUES (NEW.account, NEW.source, 'held', NEW.held) ON CONFLICT (account, source, what) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER rows_inserted AFTER INSERT ON files WHEN NEW.counts <> '{}' BEGIN
    INSERT INTO tallies SELECT NEW.account, NEW.source, 'row:' || key, value FROM json_each(NEW.counts) WHERE value <> 0
        ON CONFLICT (account, source, what) DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rows_deleted AFTER DELETE ON files WHEN OLD.counts <> '{}' BEGIN
    INSERT INTO tallies SELECT OLD.account, OLD.source, 'row:' || key, -value FROM json_each(OLD.counts) WHERE value <> 0
        ON CONFLICT (account, source, what) DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER rows_changed AFTER UPDATE OF counts, account, source ON files
WHEN OLD.counts <> NEW.counts OR OLD.account <> NEW.account OR OLD.source <> NEW.source BEGIN
    INSERT INTO tallies SELECT OLD.account, OLD.source, 'row:' || key, -value FROM json_each(OLD.counts) WHERE value <> 0
        ON CONFLICT (account, source, what) DO UPDATE SET n = n + excluded.n;
    INSERT INTO tallies SELECT NEW.account, NEW.source, 'row:' || key, value FROM json_each(NEW.counts) WHERE value <> 0
        ON CONFLICT (account, source, what) DO UPDATE SET n = n + excluded.n;
END;

-- What files and orders are in conflict about, as far as it waits for a person.
CREATE VIEW open_clashes AS
SELECT links.order_id, links.file_id, links.code, CASE WHEN links.dropped_at = 0 THEN files.created_at ELSE links.dropped_at END AS dropped_at
FROM links JOIN orders ON orders.id = links.order_id JOIN files ON files.id = links.file_id
WHERE links.relation = 'conflict'
    AND NOT (links.code = 'cancelled_in_file' AND (orders.state = 'rejected' OR orders.remote_status IN ('cancelled', 'returning', 'returned')))
    AND NOT (links.code = 'revived_in_file' AND links.hash = orders.hash AND orders.remote_status NOT IN ('cancelled', 'returning', 'returned'));
CREATE VIEW orders_to_decide AS
SELECT orders.id AS order_id, orders.account, orders.source, COALESCE(
    (SELECT code FROM open_clashes WHERE open_clashes.order_id = orders.id ORDER BY open_clashes.dropped_at DESC, open_clashes.file_id DESC LIMIT 1),
    CASE WHEN orders.state = 'conflict' THEN 'order_conflict' END) AS code
FROM orders;

-- The orders that wait for a decision, each with the code of what its newest file says.
CREATE TABLE conflicts (
    order_id INTEGER PRIMARY KEY,
    account  TEXT NOT NULL,
    source   TEXT NOT NULL,
    code     TEXT NOT NULL
);
CREATE INDEX conflicts_by_code ON conflicts (account, code, order_id);

CREATE TRIGGER conflicts_inserted AFTER INSERT ON conflicts BEGIN
    INSERT INTO tallies VALUES (NEW.account, NEW.source, 'conflict:' || NEW.code, 1) ON CONFLICT (account, source, what) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER conflicts_deleted AFTER DELETE ON conflicts BEGIN
    INSERT INTO tallies VALUES (OLD.account, OLD.source, 'conflict:' || OLD.code, -1) ON CONFLICT (account, source, what) DO UPDATE SET n = n - 1;
END;
CREATE TRIGGER conflict_linked AFTER INSERT ON links WHEN NEW.relation = 'conflict' BEGIN
    DELETE FROM conflicts WHERE order_id = NEW.order_id;
    INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE order_id = NEW.order_id AND code IS NOT NULL;
END;
CREATE TRIGGER conflict_unlinked AFTER DELETE ON links WHEN OLD.relation = 'conflict' BEGIN
    DELETE FROM conflicts WHERE order_id = OLD.order_id;
    INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE order_id = OLD.order_id AND code IS NOT NULL;
END;
CREATE TRIGGER conflict_relinked AFTER UPDATE ON links WHEN OLD.relation = 'conflict' OR NEW.relation = 'conflict' BEGIN
    DELETE FROM conflicts WHERE order_id IN (OLD.order_id, NEW.order_id);
    INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE order_id IN (OLD.order_id, NEW.order_id) AND code IS NOT NULL;
END;
CREATE TRIGGER conflict_begun AFTER INSERT ON orders WHEN NEW.state = 'conflict' BEGIN
    INSERT INTO conflicts VALUES (NEW.id, NEW.account, NEW.source, 'order_conflict');
END;
CREATE TRIGGER conflict_removed AFTER DELETE ON orders BEGIN
    DELETE FROM conflicts WHERE order_id = OLD.id;
END;
CREATE TRIGGER conflict_changed AFTER UPDATE OF state, remote_status, hash, account, source ON orders
WHEN OLD.state <> NEW.state AND (OLD.state IN ('rejected', 'conflict') OR NEW.state IN ('rejected', 'conflict'))
    OR (OLD.remote_status IN ('cancelled', 'returning', 'returned')) <> (NEW.remote_status IN ('cancelled', 'returning', 'returned'))
    OR OLD.hash <> NEW.hash OR OLD.account <> NEW.account OR OLD.source <> NEW.source BEGIN
    DELETE FROM conflicts WHERE order_id = NEW.id;
    INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE order_id = NEW.id AND code IS NOT NULL;
END;

INSERT INTO tallies SELECT account, source, 'order:' || shown, COUNT(*) FROM orders GROUP BY account, source, shown;
INSERT INTO tallies SELECT account, source, 'held', COUNT(*) FROM orders WHERE held = 1 GROUP BY account, source;
INSERT INTO tallies SELECT files.account, files.source, 'row:' || key, SUM(value) FROM files, json_each(files.counts) WHERE value <> 0
    GROUP BY files.account, files.source, key;
INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE code IS NOT NULL
    AND order_id IN (SELECT order_id FROM links WHERE relation = 'conflict' UNION SELECT id FROM orders WHERE state = 'conflict');
