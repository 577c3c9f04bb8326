-- Of three values and more behind IN SQLite makes a table whenever a statement has a use for them:
-- ten of these for each order that changed. Comparisons one by one mean the same.
DROP TRIGGER held_inserted;
DROP TRIGGER held_deleted;
DROP TRIGGER held_changed;
DROP TRIGGER conflict_changed;
DROP INDEX orders_held;
DROP INDEX orders_waiting;
DROP INDEX orders_waiting_by_supplier;
DROP INDEX orders_open;

ALTER TABLE orders DROP COLUMN held;
ALTER TABLE orders ADD COLUMN held BIGINT GENERATED ALWAYS AS
    (CASE WHEN state = 'ready' AND (not_before > 0 OR code = 'unreachable' OR code = 'unauthorized' OR code = 'not_allowed' OR code = 'throttled' OR code = 'not_looked_up')
        THEN 1 ELSE 0 END) VIRTUAL;
CREATE INDEX orders_held ON orders (account, id) WHERE held = 1;
CREATE INDEX orders_waiting ON orders (account, state, id) WHERE state = 'ready' OR state = 'sending' OR state = 'unknown';
CREATE INDEX orders_waiting_by_supplier ON orders (account, supplier, state, id) WHERE state = 'ready' OR state = 'sending' OR state = 'unknown';
CREATE INDEX orders_open ON orders (account, id)
    WHERE state = 'accepted' AND remote_status <> 'completed' AND remote_status <> 'cancelled' AND remote_status <> 'returned';

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
CREATE TRIGGER conflict_changed AFTER UPDATE OF state, remote_status, hash, account, source ON orders
WHEN OLD.state <> NEW.state AND (OLD.state = 'rejected' OR OLD.state = 'conflict' OR NEW.state = 'rejected' OR NEW.state = 'conflict')
    OR (OLD.remote_status = 'cancelled' OR OLD.remote_status = 'returning' OR OLD.remote_status = 'returned')
        <> (NEW.remote_status = 'cancelled' OR NEW.remote_status = 'returning' OR NEW.remote_status = 'returned')
    OR OLD.hash <> NEW.hash OR OLD.account <> NEW.account OR OLD.source <> NEW.source BEGIN
    DELETE FROM conflicts WHERE order_id = NEW.id;
    INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE order_id = NEW.id AND code IS NOT NULL;
END;
