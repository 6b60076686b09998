/** The tables of the embedded store. Raise the version with every change, and migrate. */
export const SCHEMA_VERSION = 1;

export const SCHEMA = `
  CREATE TABLE debates (
    id TEXT PRIMARY KEY,
    question TEXT NOT NULL,
    status TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    summary TEXT NOT NULL
  );
  CREATE INDEX debates_by_age ON debates (opened_ms DESC, id DESC);
  CREATE TABLE events (
    debate TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (debate, sequence)
  );
  CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE leases (
    debate TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    holder TEXT NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE debate_words USING fts5 (id, question, content = 'debates', content_rowid = 'rowid');
`;
