-- One row: what holds for every week.
CREATE TABLE ladder (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    game TEXT NOT NULL,
    settings TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;

-- What was handed in, by the hash of all its files.
CREATE TABLE source (
    hash TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE source_file (
    source TEXT NOT NULL REFERENCES source (hash),
    path TEXT NOT NULL,
    executable INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    UNIQUE (source, path)
) STRICT;

CREATE TABLE bot (
    number INTEGER PRIMARY KEY,
    -- Bots that are new in a week stand at its end in this order.
    joined INTEGER NOT NULL,
    -- The first week in which it plays since it was last new.
    joined_in INTEGER NOT NULL,
    -- It plays in the weeks before this one.
    removed_from INTEGER
) STRICT;

CREATE TABLE version (
    id INTEGER PRIMARY KEY,
    bot INTEGER NOT NULL REFERENCES bot (number),
    source TEXT NOT NULL REFERENCES source (hash),
    name TEXT NOT NULL,
    author TEXT,
    -- It plays from this week on.
    from_week INTEGER NOT NULL,
    -- What the check said of it.
    verdict TEXT NOT NULL,
    added_at TEXT NOT NULL
) STRICT;
CREATE INDEX version_of_bot ON version (bot);

CREATE TABLE week (
    number INTEGER PRIMARY KEY,
    opened_at TEXT NOT NULL
) STRICT;

-- The order in which a week begins.
CREATE TABLE place (
    week INTEGER NOT NULL REFERENCES week (number),
    place INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bot (number),
    version INTEGER NOT NULL REFERENCES version (id),
    PRIMARY KEY (week, place),
    UNIQUE (week, bot)
) STRICT, WITHOUT ROWID;

CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    week INTEGER NOT NULL REFERENCES week (number),
    -- Games of one match share the folders of their bots.
    match INTEGER NOT NULL,
    -- The place of the uppermost bot at the table, from 0.
    board INTEGER NOT NULL,
    -- Games with the same one differ in who sits where only.
    pair INTEGER NOT NULL,
    -- The moves that it begins with; none is the start position.
    opening TEXT,
    -- 64 bits, as a signed number.
    seed INTEGER NOT NULL,
    starts INTEGER,
    -- From here on: null until it has been played.
    record TEXT,
    reason TEXT,
    -- The seat that won; null if nobody did.
    winner INTEGER,
    -- The seat that overran its time.
    overrun INTEGER,
    ended_at TEXT,
    host TEXT
) STRICT;
CREATE INDEX game_of_week ON game (week);

CREATE TABLE seat (
    game INTEGER NOT NULL REFERENCES game (number),
    seat INTEGER NOT NULL,
    bot INTEGER NOT NULL REFERENCES bot (number),
    -- What it played at first, in the words of a record; null until it has been played.
    side TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_of_bot ON seat (bot);
