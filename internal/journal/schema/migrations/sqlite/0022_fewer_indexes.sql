-- One index of what waits in the place of two, each of which was written to four times for an order
-- that is posted. The newest of those of unknown outcome are asked for whosever they are.
DROP INDEX orders_waiting;
DROP INDEX orders_waiting_by_supplier;
CREATE INDEX orders_waiting ON orders (account, state, supplier, id) WHERE state = 'ready' OR state = 'sending' OR state = 'unknown';
CREATE INDEX orders_unknown ON orders (account, id) WHERE state = 'unknown';

-- The CHECK of states made a table of its words for each order that is added or changed. It says the
-- same in comparisons; the way is the one that SQLite's documentation gives for changing a CHECK.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (state IN (''ready'', ''sending'', ''accepted'', ''rejected'', ''unknown'', ''conflict''))',
    'CHECK (state = ''ready'' OR state = ''sending'' OR state = ''accepted'' OR state = ''rejected'' OR state = ''unknown'' OR state = ''conflict'')')
    WHERE type = 'table' AND name = 'orders';
PRAGMA writable_schema = RESET;
