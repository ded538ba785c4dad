-- Games whose sealed answers stay on the devices of their players until everybody has sealed; and, for each entry, what it says of
-- such a sheet: a digest, that it is taken back, opened, refused, or was not opened in time. JSON; nothing in other entries.
ALTER TABLE games ADD COLUMN blind BIGINT NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN blind TEXT;
