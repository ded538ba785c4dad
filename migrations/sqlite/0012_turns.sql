-- The entry with which a question was put to a seat whose answer is waited for; nothing where it has answered, or where nobody noted it.
ALTER TABLE deadlines ADD COLUMN asked BIGINT;

-- How people want to hear that it is their turn. `zone`: where their hours are counted; `quiet_from`, `quiet_to`: minutes of their day
-- in which they hear nothing; `page`: where they play, for links. An address with a `mail_code` is not confirmed yet.
CREATE TABLE reaches (
    guest_id TEXT NOT NULL PRIMARY KEY REFERENCES guests (id),
    lang TEXT NOT NULL,
    zone TEXT NOT NULL,
    quiet_from BIGINT,
    quiet_to BIGINT,
    page TEXT NOT NULL,
    mail TEXT,
    mail_code BLOB,
    mail_asked BIGINT NOT NULL,
    mail_tries BIGINT NOT NULL,
    hook TEXT,
    hook_secret BLOB
);

-- Browsers that are pushed to: they go with the browser, and when the push service says that they are gone.
CREATE TABLE pushes (
    token BLOB NOT NULL PRIMARY KEY REFERENCES tokens (hash) ON DELETE CASCADE,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    endpoint TEXT NOT NULL,
    public_key BLOB NOT NULL,
    auth BLOB NOT NULL
);
CREATE INDEX pushes_guest ON pushes (guest_id);

-- The last move of which a person was reminded in a seat; it is there before anything is sent. `next`: when it goes on; nothing once it
-- is done. `channels`: what is still to be tried, a JSON list; nothing before the first attempt.
CREATE TABLE reminders (
    game_id TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    guest_id TEXT NOT NULL REFERENCES guests (id),
    entry BIGINT NOT NULL,
    next BIGINT,
    tries BIGINT NOT NULL,
    channels TEXT,
    PRIMARY KEY (game_id, seat, guest_id)
);
CREATE INDEX reminders_next ON reminders (next) WHERE next IS NOT NULL;
CREATE INDEX reminders_guest ON reminders (guest_id);

-- What people come back with who have lost all their browsers, as a SHA-256.
CREATE TABLE recoveries (
    guest_id TEXT NOT NULL PRIMARY KEY REFERENCES guests (id),
    hash BLOB NOT NULL UNIQUE,
    made BIGINT NOT NULL
);
