/** Where results may go: never out of the project by its own files, never over what somebody else wrote. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  briefText,
  debates,
  expectRefusal,
  type Project,
  project,
  run,
  scriptedProject,
  start,
} from "../support/processes/cli.ts";
import { recommends, rounds, votes } from "../support/protocols/judges.ts";

const FOR_A = rounds(votes("A", "A", "A"));

function configured(line: string, files: Readonly<Record<string, string>> = {}): Project {
  const at = scriptedProject(FOR_A, files);
  at.write("dissent.yaml", `${at.read("dissent.yaml")}${line}\n`);
  return at;
}

async function expectNothingSpent(at: Project): Promise<void> {
  expect(existsSync(join(at.dir, ".dissent", "dissent.db"))).toBe(false);
  expect(readdirSync(at.outside)).toEqual([]);
}

describe("out: of the project's files", () => {
  test.each(["../outside", "../outside/record.md", "/tmp/dissent-out", "sub/../../outside"])(
    "that leads out of the project is refused before anything is spent: %s",
    async (out) => {
      const at = configured(`out: ${out}`);
      const refusal = {
        says: /^dissent: dissent\.yaml:5:\d+: out: .* leads out of the project/,
        as: "unsafe-path",
      };

      expectRefusal(await run(at, ["run", "q.md"]), refusal);
      await expectNothingSpent(at);
    },
  );

  test("is not a field of a brief at all", async () => {
    const at = scriptedProject(FOR_A, { "q.md": briefText({ out: "../outside" }) });

    expectRefusal(await run(at, ["run", "q.md"]), {
      says: /^dissent: q\.md:5:1 out is not known/,
      as: "bad-brief",
    });
    await expectNothingSpent(at);
  });

  test("that leads out through a link is refused", async () => {
    const at = configured("out: results");
    symlinkSync(at.outside, join(at.dir, "results"));

    expectRefusal(await run(at, ["run", "q.md"]), {
      says: /out: results leads out of the project/,
      as: "unsafe-path",
    });
    await expectNothingSpent(at);
  });

  test("inside the project is used, and a flag or variable of the person may go anywhere", async () => {
    const at = configured("out: results/record.md");
    const typed = await run(at, ["run", "q.md", "-o", "../outside/typed.md"]);
    const set = await run(at, ["run", "q.md"], { env: { DISSENT_OUT: "../outside/set.md" } });

    expect([typed.code, set.code]).toEqual([0, 0]);
    expect(at.read("results/record.md")).toMatch(/^# Should/);
    expect(readdirSync(at.outside).toSorted()).toEqual(["set.md", "typed.md"]);
  });
});

describe("files that are there already", () => {
  const MINE = "# My own notes\n";
  const refusal = {
    says: /^dissent: notes\.md already exists, and Dissent has no note of writing what is in it\./,
    as: "needs-confirmation",
  };

  test("of somebody else stay as they are, and nothing is spent; --yes overwrites them", async () => {
    const at = scriptedProject(FOR_A, { "notes.md": MINE });

    expectRefusal(await run(at, ["run", "q.md", "-o", "notes.md"]), refusal);
    await expectNothingSpent(at);
    expect(at.read("notes.md")).toBe(MINE);
    expect((await run(at, ["run", "q.md", "-o", "notes.md", "--yes"])).code).toBe(0);
    expect(at.read("notes.md")).toMatch(/^# Should/);
  });

  test("that Dissent wrote are written again, until somebody edits them", async () => {
    const at = scriptedProject(FOR_A);
    expect((await run(at, ["run", "q.md", "-o", "notes.md"])).code).toBe(0);
    expect((await run(at, ["run", "q.md", "-o", "notes.md"])).code).toBe(0);
    expect((await run(at, ["report", "-o", "notes.md"])).code).toBe(0);
    at.write("notes.md", `${at.read("notes.md")}\nA remark of mine.\n`);

    expectRefusal(await run(at, ["run", "q.md", "-q", "-o", "notes.md"]), refusal);
    expectRefusal(await run(at, ["report", "-o", "notes.md"]), refusal);
    expect(at.read("notes.md")).toContain("A remark of mine.");
    expect((await run(at, ["report", "-o", "notes.md", "--yes"])).code).toBe(0);
  });

  test("in a folder, too, and for export", async () => {
    const at = scriptedProject(FOR_A, { "out/debate-offline-sync.md": MINE, "j.jsonl": "{}\n" });

    const folder = await run(at, ["run", "q.md", "-o", "out"]);
    expectRefusal(folder, {
      says: /out\/debate-offline-sync\.md already exists/,
      as: "needs-confirmation",
    });
    await run(at, ["run", "q.md"]);
    const exported = await run(at, ["journal", "export", "last", "-o", "j.jsonl"]);
    expectRefusal(exported, { says: /j\.jsonl already exists/, as: "needs-confirmation" });
    expect(at.read("j.jsonl")).toBe("{}\n");
    expect((await run(at, ["journal", "export", "last", "-o", "j.jsonl", "--yes"])).code).toBe(0);
  });

  test("that are journals to be decided on are written back to where they came from", async () => {
    const at = scriptedProject(FOR_A);
    await run(at, ["run", "q.md", "-o", "journal.jsonl"]);
    const elsewhere = project({ "journal.jsonl": at.read("journal.jsonl") });
    const args = ["decide", "journal.jsonl", "B", "-m", "valleys matter", "-o", "journal.jsonl"];

    expect((await run(elsewhere, args)).code).toBe(0);
    expect(elsewhere.read("journal.jsonl")).toContain("decision-recorded");
  });

  test("that came while the debate was held stay, and the record is kept with the debate", async () => {
    const slow = { slow: { chunks: 3, everyMs: 300, reply: recommends("effort", "A").reply } };
    const at = scriptedProject(rounds({ ...votes("A", "A", "A"), effort: slow }));
    const first = start(at, ["run", join(at.dir, "q.md"), "-o", "notes.md"]);
    await first.said(/^r1 value/m);
    at.write("notes.md", MINE);
    const { code, stderr } = await first.ended;

    const [debate] = await debates(at);
    const kept = `.dissent/debates/${debate?.id}`;
    expect(code).toBe(0);
    expect(stderr).toContain(
      `dissent: notes.md was not written by Dissent and stays as it is; see ${kept} instead\n`,
    );
    expect(at.read("notes.md")).toBe(MINE);
    expect(at.read(`${kept}/notes.md`)).toMatch(/^# Should/);
  });
});

describe("decision records", () => {
  test.each(["docs/decisions", "docs/debates"])(
    "are not written through a link that leads out of the project: %s",
    async (folder) => {
      const at = scriptedProject(FOR_A);
      mkdirSync(join(at.dir, "docs"));
      symlinkSync(at.outside, join(at.dir, folder));

      expectRefusal(await run(at, ["run", "q.md", "--adr"]), {
        says: /leads out of the project through a link/,
        as: "unsafe-path",
      });
      await expectNothingSpent(at);
    },
  );

  test("may be kept through a link that stays in the project", async () => {
    const at = scriptedProject(FOR_A);
    mkdirSync(join(at.dir, "docs"));
    mkdirSync(join(at.dir, "records"));
    symlinkSync("../records", join(at.dir, "docs/decisions"));

    expect((await run(at, ["run", "q.md", "--adr"])).code).toBe(0);
    expect(readdirSync(join(at.dir, "records"))).toHaveLength(1);
  });
});

describe.skipIf(process.platform === "win32")("rights", () => {
  const rights = (at: Project, path: string): string =>
    (statSync(join(at.dir, path)).mode & 0o777).toString(8);

  test("records follow the umask, journals and databases are for their owner alone", async () => {
    const at = scriptedProject(FOR_A);
    const umask = process.umask(0o002);
    try {
      await run(at, ["run", "q.md", "-o", "record.md", "-o", "out", "-o", "journal.jsonl"]);
      await run(at, ["journal", "export", "last", "-o", "exported.jsonl"]);
    } finally {
      process.umask(umask);
    }

    expect(rights(at, "record.md")).toBe("664");
    expect(rights(at, "out/debate-offline-sync.md")).toBe("664");
    expect(rights(at, "journal.jsonl")).toBe("600");
    expect(rights(at, "exported.jsonl")).toBe("600");
    expect(rights(at, ".dissent/dissent.db")).toBe("600");
  });
});

test("what a killed process left of a write is removed by the next one, and nothing else", async () => {
  const at = scriptedProject(FOR_A);
  const old = join(at.dir, ".record.md.0123abcd.tmp");
  const fresh = join(at.dir, ".record.md.4567abcd.tmp");
  const other = join(at.dir, ".mine.tmp");
  for (const path of [old, fresh, other]) writeFileSync(path, "half a rec");
  for (const path of [old, other]) utimesSync(path, 1, 1);

  await run(at, ["run", "q.md", "-o", "record.md"]);

  expect([old, fresh, other].map((path) => existsSync(path))).toEqual([false, true, true]);
  expect(readFileSync(other, "utf8")).toBe("half a rec");
});
