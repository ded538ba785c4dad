-- What is shown of a game that is over, as its own rules told it, so that no rule is needed to open it: gzip of JSON.
CREATE TABLE replays (
    game_id TEXT NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    format BIGINT NOT NULL,
    replay BYTEA NOT NULL
);

-- When a server that plays these rules was last known to run, in the time of the tables: what passes without one is given to
-- their clocks.
CREATE TABLE rules_alive (
    ruleset TEXT NOT NULL,
    version BIGINT NOT NULL,
    alive BIGINT NOT NULL,
    PRIMARY KEY (ruleset, version)
);
INSERT INTO rules_alive (ruleset, version, alive)
    SELECT DISTINCT g.ruleset, g.version, m.number - COALESCE((SELECT number FROM meta WHERE name = 'lost'), 0)
    FROM games g CROSS JOIN meta m WHERE m.name = 'alive';

-- `paused_until`: when a pause ends by itself, in the time of the tables. `paused_entry`: the entry at which the game was paused last.
ALTER TABLE rooms ADD COLUMN paused_until BIGINT;
ALTER TABLE rooms ADD COLUMN paused_entry BIGINT;
-- What was paused before pauses had an end goes on for three days more.
UPDATE rooms SET paused_until = COALESCE((SELECT number FROM meta WHERE name = 'alive'), touched) + 259200000
    - COALESCE((SELECT number FROM meta WHERE name = 'lost'), 0)
    WHERE phase = '"paused"';
