CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    of INTEGER NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX entries_of ON entries (of, number);
CREATE TABLE kept (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;
PRAGMA user_version = 1;
INSERT INTO tables (name) VALUES ('birch'), ('maple'), ('empty');
INSERT INTO entries (of, number, at, text) VALUES
    (1, 1, 1700000000000, 'entry 0'), (2, 1, 4700000000000, 'entry 0'),
    (1, 2, 1700000000000, 'entry 1'), (1, 3, 0, 'entry 2');
INSERT INTO kept (name, bytes) VALUES ('key', x'0102');
