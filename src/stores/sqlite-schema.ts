/** The tables of the embedded store. Raise the version with every change, and migrate. */
export const SCHEMA_VERSION = 3;

/** Words are kept without the texts, which are in the table beside it. */
const WORDS = `
  CREATE INDEX debates_unindexed ON debates (id) WHERE indexed = 0;
  CREATE VIRTUAL TABLE debate_words USING fts5 (id, question, gist, content = '', contentless_delete = 1);
`;

/** Signatures lie beside the journals, so that a chain stays as it was when it is signed. */
const SIGNATURES = `
  CREATE TABLE signatures (
    debate TEXT NOT NULL,
    signature TEXT NOT NULL,
    UNIQUE (debate, signature)
  );
`;

export const SCHEMA = `
  CREATE TABLE debates (
    id TEXT PRIMARY KEY,
    question TEXT NOT NULL,
    status TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    summary TEXT NOT NULL,
    gist TEXT NOT NULL DEFAULT '',
    indexed INTEGER NOT NULL DEFAULT 0
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
  ${SIGNATURES}
  ${WORDS}
`;

/** Version 1 found debates by id and question only. */
export const SCHEMA_FROM_1 = `
  ALTER TABLE debates ADD COLUMN gist TEXT NOT NULL DEFAULT '';
  ALTER TABLE debates ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
  DROP TABLE debate_words;
  ${WORDS}
`;

/** Version 2 kept no signatures. */
export const SCHEMA_FROM_2 = SIGNATURES;
