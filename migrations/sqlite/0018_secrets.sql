-- Secrets that all servers on this database share. `body`: a nonce of 12 bytes, then the secret sealed with AES-256-GCM under a key from
-- BAGARRE_CLUSTER_KEY, with its name as associated data.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    body BLOB NOT NULL
);

INSERT INTO programs (migration, oldest, version) VALUES (18, 17, '');
