-- Each task of a room writes in an epoch of its own: what an earlier one sent is refused if it arrives late.
ALTER TABLE rooms ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
-- A room knows every command of its game from the journal, which takes one entry of each number.
DROP INDEX journal_command;
