import { inspect } from "node:util";

import { describe, expect, test } from "vitest";

import { systemClock } from "../../clock.ts";
import { memoryStore } from "../../stores/memory.ts";
import { parsePostgresAddress } from "../../stores/postgres-address.ts";
import { postgresStore } from "../../stores/postgres.ts";
import { formatSearchText, splitSearchTerms } from "../../stores/search-words.ts";
import {
  type DebateWriteState,
  type StoreChange,
  applyStoreChange,
  createWriteDraft,
} from "./postgres-changes.ts";
import { createPostgresError, isConnectionLost, isWriteCollision } from "./postgres-errors.ts";
import { openPostgresStore } from "./postgres-store.ts";

describe("the address", () => {
  test("the schema is Dissent's own, everything else is the driver's", () => {
    const address = parsePostgresAddress(
      "postgresql://team:p%40ss@db.example:6432/work?schema=field_app&sslmode=verify-full",
    );

    expect(address).toEqual({
      url: "postgresql://team:p%40ss@db.example:6432/work?sslmode=verify-full",
      schema: '"field_app"',
      channel: "dissent_field_app",
      host: "db.example:6432",
      shown: "db.example:6432/work",
      secrets: ["p%40ss", "p@ss"],
    });
    expect(parsePostgresAddress("postgres:///work?host=/run/postgresql")).toMatchObject({
      schema: '"dissent"',
      host: "/run/postgresql",
    });
  });

  test.each([
    "",
    "mysql://u:hunter22@h/d",
    "postgres://u:hunter22#x@h/d",
    "postgres://u:12/hunter22@h/d",
    "postgres://u:12?hunter22@h/d",
    "postgres://u:hunter22@h/d?schema=Drop Table",
    "postgres://u:hunter22@h/d?schema=pg_catalog",
    'postgres://u:hunter22@h/d?schema=a"b',
    `postgres://u:hunter22@h/d?schema=${"x".repeat(49)}`,
  ])("PG4 %j is refused before anything is reached, and not repeated", (url) => {
    let thrown: unknown;
    try {
      postgresStore(url);
    } catch (error) {
      thrown = error;
    }

    expect(thrown).toMatchObject({ code: "bad-config" });
    expect(inspect(thrown, { depth: 9, showHidden: true })).not.toContain("hunter22");
  });
});

describe("a database that refuses", () => {
  test.each([
    ["53100", "could not extend file: No space left on device", "Make room"],
    ["25006", "cannot execute INSERT in a read-only transaction", "no standby"],
    ["08P01", "unsupported startup parameter: statement_timeout", "PgBouncer"],
    ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1", "See that it runs"],
  ])("%s says how to go on", (code, words, hint) => {
    const cause = Object.assign(new Error(words), { code });
    const address = parsePostgresAddress("postgres://team@db.example/work");

    expect(createPostgresError(cause, "written", address).hint).toContain(hint);
  });
});

describe("a database that is not there", () => {
  test("PG4 it is said in one line without the password, at once and at every use, and closing is quiet", async () => {
    const store = postgresStore("postgres://team:hunter22@127.0.0.1:1/work");

    for (const use of [store.list(), store.read("one"), store.lease("one", 1)]) {
      const failure = await use.catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: "store-unavailable",
        message:
          "The database 127.0.0.1:1/work cannot be reached: connect ECONNREFUSED 127.0.0.1:1.",
      });
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain("hunter22");
    }
    await store.close();
    await expect(store.list()).rejects.toMatchObject({ code: "store-unavailable" });
  });

  test("PG4 without the driver one line says what is to be installed", async () => {
    const load = (): Promise<never> => Promise.reject(new Error("Cannot find package 'pg'"));
    const address = parsePostgresAddress("postgres://127.0.0.1:1/work");

    await expect(openPostgresStore({ address, clock: systemClock, load })).rejects.toMatchObject({
      code: "store-unavailable",
      message: "PostgreSQL cannot be spoken to: the package pg is not installed.",
      hint: "Install it beside dissent: npm install pg",
    });
  });

  test("PG4 whatever the driver says, the password is taken out", () => {
    const address = parsePostgresAddress("postgres://team:p%40ss@db.example/work");

    const { message } = createPostgresError(
      new Error("no p@ss, no p%40ss.\nat x"),
      "read",
      address,
    );

    expect(message).toBe(
      "The database db.example/work cannot be read: no [redacted], no [redacted].",
    );
  });
});

test("PC1 what may be tried again is told apart from what may not", () => {
  const coded = (code: string): Error => Object.assign(new Error("x"), { code });

  for (const code of ["40001", "40P01", "23505"])
    expect(isWriteCollision(coded(code)), code).toBe(true);
  for (const code of ["ECONNRESET", "ECONNREFUSED", "57P01", "57P03", "08006"]) {
    expect(isConnectionLost(coded(code)), code).toBe(true);
  }
  expect(isConnectionLost(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isConnectionLost(new AggregateError([coded("ECONNREFUSED")], ""))).toBe(true);
  for (const code of ["28P01", "42501", "57014", "22P02", "53100", "EACCES"]) {
    expect([isWriteCollision(coded(code)), isConnectionLost(coded(code))], code).toEqual([
      false,
      false,
    ]);
  }
});

describe("words", () => {
  test("case, accents and punctuation are no part of them, and they do not run from one field into the next", () => {
    expect(formatSearchText("mid-index", "Żółć: 100%?", "")).toBe(" mid index\n zołc 100\n");
    expect(splitSearchTerms("  mid-index  CAFÉ ' -- % _")).toEqual([" mid index", " cafe"]);
    expect(splitSearchTerms(" ")).toEqual([]);
  });

  test("no term holds anything that means something in a pattern", () => {
    expect(splitSearchTerms("100% a_b \\' x%y").join("")).not.toMatch(/[%_\\']/);
  });
});

describe("a group", () => {
  const lease = { debate: "one", token: "mine" };
  const standing = (changes: Partial<DebateWriteState> = {}): DebateWriteState => {
    return { next: 0, token: null, held: false, ...changes };
  };

  test("PG3 a lease is judged by what those before it in the group have made of it", () => {
    const draft = createWriteDraft();
    const now = standing();
    const take: StoreChange = { kind: "take", lease, ttlMs: 9 };
    const other: StoreChange = { kind: "take", lease: { debate: "one", token: "other" }, ttlMs: 9 };

    expect(applyStoreChange(draft, take, now)).toBeUndefined();
    expect(applyStoreChange(draft, other, now)).toMatchObject({ code: "store-lease-held" });
    expect(applyStoreChange(draft, { kind: "release", lease }, now)).toBeUndefined();
    expect(applyStoreChange(draft, { kind: "renew", lease, ttlMs: 9 }, now)).toMatchObject({
      code: "store-lease-lost",
    });
    expect(applyStoreChange(draft, other, now)).toBeUndefined();
    expect(draft.leases).toEqual(new Map([["one", { token: "other", ttlMs: 9 }]]));
  });

  test("PW2 a lease that is its taker's already is given again", () => {
    const now = standing({ token: "mine", held: true });

    expect(
      applyStoreChange(createWriteDraft(), { kind: "take", lease, ttlMs: 9 }, now),
    ).toBeUndefined();
  });

  test("PG2 says what the store in memory says of an append that is too late", async () => {
    const addition = { debate: "one", expected: 7, lines: ["x"], summary: null };
    const memory = await memoryStore()
      .append(addition)
      .catch((error: unknown) => error);

    expect(applyStoreChange(createWriteDraft(), { kind: "append", addition }, standing())).toEqual(
      memory,
    );
  });
});
