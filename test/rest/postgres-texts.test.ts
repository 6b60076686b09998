/** What PostgreSQL keeps and finds of hostile, huge and many texts, and what it refuses. */
import { inspect } from "node:util";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Store } from "../../src/store.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";
import { STORE_TABLES } from "../../src/team/postgres/postgres-migrations.ts";
import { adds, createTestSummary } from "../conformance/store-lines.ts";
import {
  NO_POSTGRES,
  asked,
  postgres,
  schemaIn,
  createTestSchema,
} from "../support/fleet/postgres.ts";

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "postgres", () => {
  let url: string;
  let here: Store;
  let there: Store;
  beforeEach(async () => {
    url = createTestSchema(await postgres());
    here = postgresStore(url);
    there = postgresStore(url);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  describe("what is kept", () => {
    test("K17 any text survives: NUL characters, a megabyte in a line, halves of characters", async () => {
      const odd = ["\0", "a\0b\\0", '{"a":"\\u0000"}', "x".repeat(1_000_000), "🦉\u2028'\"\\", ""];
      const blobs = odd.map((text, index) => ({ sha256: `h${index}`, text }));
      await here.append({ ...adds("one", 0, ...odd), blobs });

      expect((await there.read("one")).map(({ line }) => line)).toEqual(odd);
      for (const { sha256, text } of blobs) expect(await there.blob(sha256)).toBe(text);
      const question = "With \0 and \ud800 in it?";
      await here.append({
        ...adds("two", 0, "a"),
        summary: createTestSummary("two", { question }),
      });
      expect((await there.list({ search: "with" }))[0]?.question).toBe(question);
    });

    test("K17 ids and words are never read as statements", async () => {
      const hostile = [
        "'; DROP SCHEMA public CASCADE; --",
        '"; SELECT pg_sleep(60); --',
        "a\0b",
        "a\\0b",
        "$1",
        "%",
        "é".repeat(500),
      ];
      for (const [index, id] of hostile.entries()) {
        await here.append(adds(id, 0, `${index}`));
        await here.release(await here.lease(id, 1_000));
      }

      for (const [index, id] of hostile.entries()) {
        expect(await there.read(id)).toEqual([{ sequence: 0, line: `${index}` }]);
        await expect(there.list({ search: id })).resolves.toBeInstanceOf(Array);
        expect(await there.blob(id)).toBeUndefined();
      }
      // what no debate can be called is kept, and is not listed
      const callable = hostile.filter((id) => id.length <= 200 && !id.includes("\0"));
      expect((await there.list()).map(({ id }) => id).toSorted()).toEqual(callable.toSorted());
    });

    test("search finds what the embedded store finds", async () => {
      const questions = [
        "Żółć über naïve café? 100% of main_index",
        "Is the main index too slow, e.g. v2.1?",
        "한국어 질문 和文 тест ТЕСТ",
        "state-of-the-art (offline) sync — 42",
        "cafe\u0301 resume",
      ];
      const embedded = sqliteStore(":memory:");
      for (const store of [embedded, here]) {
        for (const [index, question] of questions.entries()) {
          const gist = index === 3 ? "art of\nsync first" : "";
          const summary = createTestSummary(`d-${index}`, { question, gist, openedMs: index });
          await store.append({ ...adds(`d-${index}`, 0, "a"), summary });
        }
      }
      const searches = [
        ..."cafe|CAFÉ|uber|naive|main|main_index|index|in|100%|v2.1|v2 1|2|한국|тес|和文|art|of-the".split(
          "|",
        ),
        ..."state-of-the-art|the-state|slow e.g|sync first|42 sync|d-3|d 3|_|()|first art|of".split(
          "|",
        ),
      ];
      for (const search of searches) {
        const expected = (await embedded.list({ search })).map(({ id }) => id);
        expect([search, (await here.list({ search })).map(({ id }) => id)]).toEqual([
          search,
          expected,
        ]);
      }
      await embedded.close();
    });

    test("ten thousand debates are listed and searched", async () => {
      const summary = createTestSummary("x");
      await here.list();
      await asked(
        url,
        `INSERT INTO ${schemaIn(url)}.debates
         SELECT 'd-' || n, 'settled', n, ($1::jsonb || jsonb_build_object('id', 'd-' || n))::text,
                ' d ' || n || E'\\n should field app v2 ship with offline sync'
         FROM generate_series(1, 10000) AS n`,
        [JSON.stringify(summary)],
      );

      const all = await here.list();
      const found = await here.list({ search: "offline d-9999" });

      expect(all).toHaveLength(10_000);
      expect(found.map((one) => one.id)).toEqual(["d-9999"]);
    });
  });

  describe("refusals", () => {
    test("a schema of a newer Dissent is refused in one line and left as it is", async () => {
      await here.append(adds("one", 0, "a"));
      const newer = STORE_TABLES.length + 98;
      await asked(url, `INSERT INTO ${schemaIn(url)}.migrations (version) VALUES (${newer})`);

      await expect(there.read("one")).rejects.toMatchObject({
        code: "store-corrupt",
        message: `The database was written by a newer Dissent (format ${newer}).`,
        hint: "Update Dissent, or name another schema: ?schema=…",
      });
    });

    test("PG4 a wrong password is said in one line without it", async () => {
      const wrong = new URL(url);
      // a server that trusts everyone from here still knows its users
      wrong.username = "nobody-here";
      wrong.password = "wr0ng-p%40ss";
      const store = postgresStore(wrong.href);

      const failure = await store.list().catch((error: unknown) => error);

      expect(failure).toMatchObject({
        code: "store-unavailable",
        hint: expect.stringMatching(/password/),
      });
      expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/wr0ng/);
      await store.close();
    });

    test("a database in another encoding is refused before anything is made in it", async () => {
      await asked(url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
      const latin = new URL(url);
      latin.pathname = "/latin";
      const store = postgresStore(latin.href);

      await expect(store.list()).rejects.toMatchObject({
        message: "The database is kept in LATIN1, and journals need UTF8.",
      });
      await store.close();
      await asked(url, "DROP DATABASE latin");
    });

    test("someone without the right to make tables is told so", async () => {
      await asked(url, "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest-pass'");
      const guest = new URL(url);
      guest.username = "guest";
      guest.password = "guest-pass";
      const store = postgresStore(guest.href);

      await expect(store.list()).rejects.toMatchObject({
        message: expect.stringMatching(
          /cannot be reached: permission denied for database postgres\.$/,
        ),
        hint: expect.stringMatching(/right to create/),
      });
      await store.close();
      await asked(url, "DROP ROLE guest");
    });
  });
});
