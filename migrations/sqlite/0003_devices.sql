-- `used`: when a browser was last used, to the day. When those were used that are known already nobody has noted: they begin today.
-- `label`: the family of the browser and of its system, so that its owner can tell it from the others.
ALTER TABLE tokens ADD COLUMN used BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN label TEXT NOT NULL DEFAULT '';
UPDATE tokens SET used = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
CREATE INDEX tokens_guest ON tokens (guest_id);
CREATE INDEX tokens_used ON tokens (used);
