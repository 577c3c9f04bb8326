-- How an order is shown: an accepted one of which nobody has said that the supplier has it is apart.
-- held is 1: it waits although it was tried, or is not to be tried yet.
-- late_from is from when on a parcel of it is late, 0: never.
ALTER TABLE orders
    ADD COLUMN shown TEXT GENERATED ALWAYS AS
        (CASE WHEN state = 'accepted' AND remote_status = 'handed_over' THEN 'handed_over' ELSE state END) STORED,
    ADD COLUMN held BIGINT GENERATED ALWAYS AS
        (CASE WHEN state = 'ready' AND (not_before > 0 OR code IN ('unreachable', 'unauthorized', 'not_allowed', 'throttled', 'not_looked_up')) THEN 1 ELSE 0 END) STORED,
    ADD COLUMN late_from BIGINT NOT NULL DEFAULT 0;
-- When the file was last dropped; of older versions its first time is what is known.
ALTER TABLE files ADD COLUMN dropped_at BIGINT NOT NULL DEFAULT 0;
UPDATE files SET dropped_at = created_at;

CREATE INDEX orders_shown ON orders (account, source, shown, created_at, id);
CREATE INDEX orders_held ON orders (account, id) WHERE held = 1;
CREATE INDEX orders_late ON orders (account, late_from, created_at, source, shown) WHERE late_from > 0;
CREATE INDEX orders_under_way ON orders (account, id, late_from) WHERE late_from > 0;
CREATE INDEX orders_refused ON orders (file_id, id) WHERE state = 'rejected';
DROP INDEX orders_in_conflict;
CREATE INDEX links_remarked ON links (dropped_at, order_id) WHERE code = 'called_off_at_supplier';
CREATE INDEX files_by_change ON files (account, changed_at, id);
CREATE INDEX files_by_drop ON files (account, dropped_at);
CREATE INDEX files_by_name ON files (account, name);
DROP INDEX orders_by_change;
CREATE INDEX orders_by_change ON orders (account, changed_at, id);

-- Numbers that are kept with each change, by what they count: 'order:' and the state that is
-- shown, 'held', 'conflict:' and its code, 'row:' and its status. A change adds its difference,
-- so that nobody waits for a row of another one; the sum counts, and rows are summed up now and then.
CREATE TABLE tallies (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account TEXT   NOT NULL,
    source  TEXT   NOT NULL,
    what    TEXT   NOT NULL,
    n       BIGINT NOT NULL
);

CREATE FUNCTION count_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO tallies (account, source, what, n) VALUES (OLD.account, OLD.source, 'order:' || OLD.shown, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO tallies (account, source, what, n) VALUES (NEW.account, NEW.source, 'order:' || NEW.shown, 1);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER orders_counted AFTER INSERT OR DELETE ON orders FOR EACH ROW EXECUTE FUNCTION count_order();
CREATE TRIGGER orders_changed AFTER UPDATE ON orders FOR EACH ROW
    WHEN (OLD.shown <> NEW.shown OR OLD.account <> NEW.account OR OLD.source <> NEW.source) EXECUTE FUNCTION count_order();

CREATE FUNCTION count_held() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO tallies (account, source, what, n) VALUES (OLD.account, OLD.source, 'held', -OLD.held);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO tallies (account, source, what, n) VALUES (NEW.account, NEW.source, 'held', NEW.held);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER held_inserted AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.held = 1) EXECUTE FUNCTION count_held();
CREATE TRIGGER held_deleted AFTER DELETE ON orders FOR EACH ROW WHEN (OLD.held = 1) EXECUTE FUNCTION count_held();
CREATE TRIGGER held_changed AFTER UPDATE ON orders FOR EACH ROW
    WHEN (OLD.held <> NEW.held OR OLD.held = 1 AND (OLD.account <> NEW.account OR OLD.source <> NEW.source)) EXECUTE FUNCTION count_held();

CREATE FUNCTION count_rows() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO tallies (account, source, what, n)
            SELECT OLD.account, OLD.source, 'row:' || key, -value::BIGINT FROM json_each_text(OLD.counts::JSON) WHERE value <> '0';
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO tallies (account, source, what, n)
            SELECT NEW.account, NEW.source, 'row:' || key, value::BIGINT FROM json_each_text(NEW.counts::JSON) WHERE value <> '0';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER rows_inserted AFTER INSERT ON files FOR EACH ROW WHEN (NEW.counts <> '{}') EXECUTE FUNCTION count_rows();
CREATE TRIGGER rows_deleted AFTER DELETE ON files FOR EACH ROW WHEN (OLD.counts <> '{}') EXECUTE FUNCTION count_rows();
CREATE TRIGGER rows_changed AFTER UPDATE ON files FOR EACH ROW
    WHEN (OLD.counts <> NEW.counts OR OLD.account <> NEW.account OR OLD.source <> NEW.source) EXECUTE FUNCTION count_rows();

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
    order_id BIGINT PRIMARY KEY,
    account  TEXT NOT NULL,
    source   TEXT NOT NULL,
    code     TEXT NOT NULL
);
CREATE INDEX conflicts_by_code ON conflicts (account, code, order_id);

CREATE FUNCTION count_conflict() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO tallies (account, source, what, n) VALUES (OLD.account, OLD.source, 'conflict:' || OLD.code, -1);
    ELSE
        INSERT INTO tallies (account, source, what, n) VALUES (NEW.account, NEW.source, 'conflict:' || NEW.code, 1);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER conflicts_counted AFTER INSERT OR DELETE ON conflicts FOR EACH ROW EXECUTE FUNCTION count_conflict();

-- look_again finds out whether an order waits for a decision. The order stays as it is until the
-- transaction ends: what another process says of it meanwhile is looked at after that.
CREATE FUNCTION look_again(changed BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM orders WHERE id = changed FOR NO KEY UPDATE;
    DELETE FROM conflicts WHERE order_id = changed;
    INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE order_id = changed AND code IS NOT NULL;
END $$;
CREATE FUNCTION conflict_of_link() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        PERFORM look_again(OLD.order_id);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        PERFORM look_again(NEW.order_id);
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION conflict_of_order() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM conflicts WHERE order_id = OLD.id;
    ELSE
        PERFORM look_again(NEW.id);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER conflict_linked AFTER INSERT ON links FOR EACH ROW WHEN (NEW.relation = 'conflict') EXECUTE FUNCTION conflict_of_link();
CREATE TRIGGER conflict_unlinked AFTER DELETE ON links FOR EACH ROW WHEN (OLD.relation = 'conflict') EXECUTE FUNCTION conflict_of_link();
CREATE TRIGGER conflict_relinked AFTER UPDATE ON links FOR EACH ROW
    WHEN (OLD.relation = 'conflict' OR NEW.relation = 'conflict') EXECUTE FUNCTION conflict_of_link();
CREATE TRIGGER conflict_begun AFTER INSERT ON orders FOR EACH ROW WHEN (NEW.state = 'conflict') EXECUTE FUNCTION conflict_of_order();
CREATE TRIGGER conflict_removed AFTER DELETE ON orders FOR EACH ROW EXECUTE FUNCTION conflict_of_order();
CREATE TRIGGER conflict_changed AFTER UPDATE ON orders FOR EACH ROW
    WHEN (OLD.state <> NEW.state AND (OLD.state IN ('rejected', 'conflict') OR NEW.state IN ('rejected', 'conflict'))
        OR (OLD.remote_status IN ('cancelled', 'returning', 'returned')) <> (NEW.remote_status IN ('cancelled', 'returning', 'returned'))
        OR OLD.hash <> NEW.hash OR OLD.account <> NEW.account OR OLD.source <> NEW.source) EXECUTE FUNCTION conflict_of_order();

INSERT INTO tallies (account, source, what, n) SELECT account, source, 'order:' || shown, COUNT(*) FROM orders GROUP BY account, source, shown;
INSERT INTO tallies (account, source, what, n) SELECT account, source, 'held', COUNT(*) FROM orders WHERE held = 1 GROUP BY account, source;
INSERT INTO tallies (account, source, what, n)
    SELECT account, source, 'row:' || key, SUM(value::BIGINT) FROM files, json_each_text(counts::JSON) WHERE value <> '0' GROUP BY account, source, key;
INSERT INTO conflicts SELECT order_id, account, source, code FROM orders_to_decide WHERE code IS NOT NULL
    AND order_id IN (SELECT order_id FROM links WHERE relation = 'conflict' UNION SELECT id FROM orders WHERE state = 'conflict');
