-- Where the shop's files are, since they were moved: address is a bucket's, '' the folders of the
-- config. stage is how far a move is that goes on, see package move; other is where it goes to,
-- or where the files came from.
CREATE TABLE file_place (
    singleton BIGINT PRIMARY KEY CHECK (singleton = 1),
    stage     TEXT   NOT NULL,
    address   TEXT   NOT NULL,
    other     TEXT   NOT NULL,
    began_at  BIGINT NOT NULL
);
-- A process that still works with the place that was left takes no file there. A key of a bucket
-- begins with files:.
CREATE TRIGGER files_in_place BEFORE INSERT ON files WHEN NEW.spool <> ''
    AND EXISTS (SELECT 1 FROM file_place WHERE (address <> '') <> (NEW.spool LIKE 'files:%')) BEGIN
    SELECT RAISE(ABORT, 'dropbridge: the journal has moved its files');
END;
