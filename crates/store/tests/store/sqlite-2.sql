-- SQLite file with schema 2, as written by versions of that time. Never change it.
CREATE TABLE tables (
   id INTEGER PRIMARY KEY,
   name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE entries (
   id INTEGER PRIMARY KEY,
   of INTEGER NOT NULL REFERENCES tables (id),
   number INTEGER NOT NULL,
   at INTEGER NOT NULL,
   text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_of ON entries (of, number);
CREATE TABLE kept (
   name TEXT PRIMARY KEY,
   bytes BLOB NOT NULL
) STRICT;
ALTER TABLE tables ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN unsummed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN last_day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN sum INTEGER;
UPDATE tables SET (entries, bytes) = (
   SELECT coalesce(max(number), 0), coalesce(sum(octet_length(text)), 0)
   FROM entries WHERE of = tables.id);
UPDATE tables SET unsummed = entries;
CREATE INDEX tables_by_day ON tables (last_day);
CREATE TABLE days (
   seen INTEGER NOT NULL,
   counted INTEGER NOT NULL
) STRICT;
PRAGMA user_version = 2;
INSERT INTO tables (id, name, entries, bytes, unsummed, last_day) VALUES
    (1, 'birch', 3, 21, 1, 4294967295), (2, 'maple', 1, 7, 0, 4294967295), (3, 'empty', 0, 0, 0, 4294967295);
INSERT INTO entries (of, number, at, text, sum) VALUES
    (1, 1, 1700000000000, 'entry 0', NULL),
    (2, 1, 4700000000000, 'entry 0', 3903080676),
    (1, 2, 1700000000000, 'entry 1', 4164627254),
    (1, 3, 0, 'entry 2', 3637092708);
INSERT INTO days (seen, counted) VALUES (20000, 4294967295);
INSERT INTO kept (name, bytes) VALUES ('key', x'0102');
