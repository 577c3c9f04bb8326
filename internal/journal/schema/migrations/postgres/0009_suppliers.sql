-- Whose order it is, where a shop has several suppliers; '' is the only one, or the first of
-- them. Orders of the others stand under a number with the supplier before it, see storedNumber:
-- so the key (account, source, external_id) tells them apart, for older processes too.
ALTER TABLE orders ADD COLUMN supplier TEXT NOT NULL DEFAULT '';
CREATE INDEX orders_by_supplier ON orders (supplier) WHERE supplier <> '';
CREATE INDEX orders_waiting_by_supplier ON orders (account, supplier, state, id) WHERE state IN ('ready', 'sending', 'unknown');
