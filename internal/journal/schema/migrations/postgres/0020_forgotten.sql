-- When the person of an order was forgotten, 0: never.
ALTER TABLE orders ADD COLUMN forgotten_at BIGINT NOT NULL DEFAULT 0;

-- What people did is only added to. The account alone may be spelled anew.
CREATE FUNCTION actions_kept() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'dropbridge: the log of decisions is only added to';
END $$;
CREATE TRIGGER actions_kept BEFORE UPDATE OF id, at, person, kind, source, about, detail, origin ON actions
    FOR EACH ROW EXECUTE FUNCTION actions_kept();
CREATE TRIGGER actions_never_gone BEFORE DELETE ON actions FOR EACH ROW EXECUTE FUNCTION actions_kept();
CREATE TRIGGER actions_never_emptied BEFORE TRUNCATE ON actions FOR EACH STATEMENT EXECUTE FUNCTION actions_kept();
