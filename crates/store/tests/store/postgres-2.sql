-- PostgreSQL database with schema 2, as written by versions of that time. Never change it.
CREATE TABLE tables (
   id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
   name text COLLATE "C" NOT NULL UNIQUE,
   entries bigint NOT NULL,
   bytes bigint NOT NULL,
   last_day bigint NOT NULL,
   mark bigint NOT NULL,
   epoch bigint NOT NULL DEFAULT 0,
   node bigint
) WITH (fillfactor = 60);
CREATE INDEX tables_by_day ON tables (last_day);
CREATE TABLE entries (
   of bigint NOT NULL,
   number bigint NOT NULL,
   at timestamptz NOT NULL DEFAULT now(),
   body bytea NOT NULL,
   sum bigint NOT NULL,
   PRIMARY KEY (of, number)
);
CREATE TABLE kept (
   name text COLLATE "C" PRIMARY KEY,
   bytes bytea NOT NULL
);
CREATE TABLE days (
   seen bigint NOT NULL,
   counted bigint NOT NULL
);
ALTER TABLE entries ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
CREATE TABLE nodes (
   id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
   address text NOT NULL,
   alive_until timestamptz NOT NULL,
   draining boolean NOT NULL DEFAULT false,
   reachable boolean NOT NULL DEFAULT true
);
CREATE TABLE upcard_schema (version bigint NOT NULL);
INSERT INTO upcard_schema VALUES (2);
INSERT INTO tables (name, entries, bytes, last_day, mark, epoch, node) VALUES
    ('birch', 3, 21, 4294967295, 11, 3, 1), ('maple', 1, 7, 4294967295, 12, 0, NULL),
    ('empty', 0, 0, 4294967295, 13, 1, NULL);
INSERT INTO entries (of, number, body, sum, epoch) VALUES
    (1, 1, 'entry 0', 2396210237, 3),
    (1, 2, 'entry 1', 3903397586, 3),
    (1, 3, 'entry 2', 3361444992, 3),
    (2, 1, 'entry 0', 837890966, 0);
INSERT INTO days (seen, counted) VALUES (20000, 4294967295);
INSERT INTO kept (name, bytes) VALUES ('key', '\x0102');
INSERT INTO nodes (address, alive_until) VALUES ('gone', '2001-01-01');
