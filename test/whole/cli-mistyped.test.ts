/** What a hurried person types: a head that proves nothing, a format nobody writes, a decision without an option. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import {
  debates,
  expectRefusal,
  type Project,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

const ENDINGS = ".md .json .yaml .yml .jsonl .html .sarif";

let at: Project;
let id: string;
beforeAll(async () => {
  at = scriptedProject(rounds(votes("A", "A", "A")));
  await run(at, ["run", "q.md"]);
  id = (await debates(at))[0]?.id ?? "";
});

describe("verify --head", () => {
  test.each(["", "abc", "0123456789a", "0123456789ag", "f".repeat(65), " ".repeat(12)])(
    "refuses %j, which is not 12 to 64 hex digits",
    async (head) => {
      const ran = await run(at, ["verify", "last", "--head", head]);

      expectRefusal(ran, { says: /--head takes 12 to 64 hex digits/, as: "usage" });
    },
  );

  test("accepts the head that verify printed, whole or its first 12 digits, and no other", async () => {
    const { stdout } = await run(at, ["verify", "last"]);
    const head = /head ([0-9a-f]{64})/.exec(stdout)?.[1] ?? "";

    expect((await run(at, ["verify", "last", "--head", head])).code).toBe(0);
    expect((await run(at, ["verify", "last", "--head", head.slice(0, 12)])).code).toBe(0);
    expect((await run(at, ["verify", "last", "--head", "0".repeat(12)])).code).toBe(5);
  });
});

describe("an ending that no format has", () => {
  test("report refuses it, names the known ones, and writes it when -f names the format", async () => {
    const ran = await run(at, ["report", "-o", "r.pdf"]);

    expectRefusal(ran, { says: /r\.pdf cannot be written: no format ends in \.pdf/, as: "usage" });
    expect(ran.stderr).toContain(ENDINGS);
    expect(existsSync(join(at.dir, "r.pdf"))).toBe(false);
    expect((await run(at, ["report", "-o", "r.txt", "-f", "md"])).code).toBe(0);
    expect(at.read("r.txt")).toContain("offline sync");
  });

  test.each([
    ["run", ["-q", "run", "q.md"]],
    ["fork", ["resume", "--fork", "last"]],
    ["decide", ["decide", "last", "C", "-m", "pilot first"]],
  ])("%s makes no folder of that name, and holds nothing", async (_, args) => {
    const before = (await debates(at)).length;
    const ran = await run(at, [...args, "-o", "r.pdf"]);

    expectRefusal(ran, { says: /no format ends in \.pdf/, as: "usage" });
    expect(ran.stderr).toContain(ENDINGS);
    expect(existsSync(join(at.dir, "r.pdf"))).toBe(false);
    expect(await debates(at)).toHaveLength(before);
  });

  test("folders keep their names: v1.2, one with a slash, and one that is there", async () => {
    mkdirSync(join(at.dir, "kept.d"));
    for (const out of ["v1.2", "made.d/", "kept.d"]) {
      expect((await run(at, ["run", "q.md", "-o", out])).code).toBe(0);
      expect(existsSync(join(at.dir, out, "debate-offline-sync.md"))).toBe(true);
    }
  });

  test("export refuses it too, since a journal ends in .jsonl", async () => {
    const ran = await run(at, ["journal", "export", "last", "-o", "j.json"]);

    expectRefusal(ran, {
      says: /j\.json cannot be written: a journal ends in \.jsonl/,
      as: "usage",
    });
    expect(existsSync(join(at.dir, "j.json"))).toBe(false);
  });
});

describe("decide without an option", () => {
  test("lists the options, and says what to type", async () => {
    for (const more of [[], ["-m", "pilot first"]]) {
      const ran = await run(at, ["decide", id, ...more]);

      expectRefusal(ran, {
        says: /offers A \(Online only\), B \(Full sync\), C \(Read and drafts\)\./,
        as: "not-decidable",
      });
      expect(ran.stderr).toContain(`dissent decide ${id} A -m "why"`);
    }
  });
});
