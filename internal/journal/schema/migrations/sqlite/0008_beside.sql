-- The oldest version of the tables whose program may work with them, 0: this very one alone.
ALTER TABLE schema_version ADD COLUMN oldest_beside BIGINT NOT NULL DEFAULT 0;
