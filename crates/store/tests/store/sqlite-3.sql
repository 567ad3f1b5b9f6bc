-- SQLite file with schema 3, as written by versions of that time. Never change it.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    entries INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    unsummed INTEGER NOT NULL DEFAULT 0,
    last_day INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0,
    upto INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX tables_by_day ON tables (last_day);
CREATE TABLE kept (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
CREATE TABLE days (seen INTEGER NOT NULL, counted INTEGER NOT NULL) STRICT;
CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    of INTEGER NOT NULL,
    number INTEGER NOT NULL,
    before INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    sum INTEGER
) STRICT;
CREATE TABLE marks (position INTEGER NOT NULL) STRICT;
INSERT INTO marks VALUES (0);
PRAGMA user_version = 3;
INSERT INTO tables (id, name, entries, bytes, unsummed, last_day, last, upto) VALUES
    (1, 'birch', 2, 14, 1, 4294967295, 3, 3), (2, 'maple', 1, 7, 0, 4294967295, 2, 3), (3, 'empty', 0, 0, 0, 4294967295, 0, 3);
INSERT INTO log (id, of, number, before, at, body, sum) VALUES
    (1, 1, 1, 0, 1700000000000, CAST('entry 0' AS BLOB), NULL),
    (2, 2, 1, 0, 1700000000000, CAST('entry 0' AS BLOB), 3903080676),
    (3, 1, 2, 1, 1700000000000, CAST('entry 1' AS BLOB), 4164627254),
    (4, 1, 3, 3, 1700000000000, CAST('entry 2' AS BLOB), 3637092708);
-- The table's row does not include the last log row yet, as after a crash.
UPDATE marks SET position = 3;
INSERT INTO days (seen, counted) VALUES (20000, 4294967295);
INSERT INTO kept (name, bytes) VALUES ('key', x'0102');
