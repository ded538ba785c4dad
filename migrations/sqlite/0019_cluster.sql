-- `node`: the server that holds the room, where several servers work on the same data; nothing where none does. It holds the room as long as
-- its row in `nodes` runs.
ALTER TABLE rooms ADD COLUMN node TEXT;
CREATE INDEX rooms_node ON rooms (node) WHERE node IS NOT NULL;

-- `lost`: milliseconds in which this server could not write, and which the clocks of its rooms were given.
ALTER TABLE nodes ADD COLUMN lost BIGINT NOT NULL DEFAULT 0;

-- Work that one server at a time does for all: which one, and how long its claim runs, in milliseconds since 1970 by the clock of the database.
CREATE TABLE tasks (
    name TEXT NOT NULL PRIMARY KEY,
    node TEXT NOT NULL,
    until BIGINT NOT NULL
);

INSERT INTO programs (migration, oldest, version) VALUES (19, 19, '');
