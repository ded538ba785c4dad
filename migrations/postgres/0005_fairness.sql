-- What the seats gave to the dice: `null` as JSON while they are asked, then a list. Nothing in a game of before they were
-- asked: there `seed` alone is the seed; otherwise it is the server's secret.
ALTER TABLE games ADD COLUMN draw TEXT;

-- The journal as a chain: who made the entry, its dice, the salt that hides what the head covers, and the head after it.
-- Nothing in games of before there was a chain.
ALTER TABLE journal ADD COLUMN author TEXT;
ALTER TABLE journal ADD COLUMN rolls TEXT;
ALTER TABLE journal ADD COLUMN hide BYTEA;
ALTER TABLE journal ADD COLUMN head BYTEA;
