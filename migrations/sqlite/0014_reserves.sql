-- Milliseconds in the reserve of a seat: when its clock began, where the clock draws on it; otherwise what is left. Nothing where the
-- reserve is untouched, and in rooms without one. A seat without a clock that has drawn on its reserve keeps a row, with `paused_left` 0.
ALTER TABLE deadlines ADD COLUMN bank BIGINT;

INSERT INTO programs (migration, oldest, version) VALUES (14, 14, '');
