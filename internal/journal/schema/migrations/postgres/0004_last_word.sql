-- When the file was last dropped that says this of the order; 0: of older versions, and of results.
ALTER TABLE links ADD COLUMN dropped_at BIGINT NOT NULL DEFAULT 0;
-- 1: the file has a word for the order's state.
ALTER TABLE links ADD COLUMN stated BIGINT NOT NULL DEFAULT 0;
