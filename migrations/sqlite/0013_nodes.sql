-- The server that works on this data; no row when none does. `until`: how long its lease runs, in milliseconds since 1970 by the
-- clock of the database. `incarnation` goes up whenever a lease that had lapsed is taken again. `alone`: 1, and there is one such row
-- at most. `plays`: its rulesets and their versions, a JSON list. `asked`: the id of a server that asks to be handed the data over.
CREATE TABLE nodes (
    id TEXT NOT NULL PRIMARY KEY,
    incarnation BIGINT NOT NULL,
    until BIGINT NOT NULL,
    address TEXT NOT NULL,
    plays TEXT NOT NULL,
    version TEXT NOT NULL,
    since BIGINT NOT NULL,
    alone BIGINT UNIQUE,
    asked TEXT
);

-- Which programs may run on these tables. Each migration from this one on adds its own row: `oldest` is the last migration that a
-- program has to know for it to run on the tables as they are then. `version`: the first program that found the tables so.
CREATE TABLE programs (
    migration BIGINT NOT NULL PRIMARY KEY,
    oldest BIGINT NOT NULL,
    version TEXT NOT NULL
);
INSERT INTO programs (migration, oldest, version) VALUES (13, 13, '');
