/** Debates of a team from the command line, and journals carried between stores. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { NO_POSTGRES, PASSWORD, postgres, createTestSchema } from "../support/fleet/postgres.ts";
import {
  expectRefusal,
  project,
  type Project,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import { rounds, votes } from "../support/protocols/judges.ts";

const SCRIPT = rounds(votes("A", "A", "A"));

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "postgres", () => {
  let server: string;
  beforeAll(async () => {
    server = await postgres();
  });

  async function heldOn(url: string, files: Record<string, string> = {}): Promise<Project> {
    const at = scriptedProject(SCRIPT, files);
    const ran = await run(at, ["run", "q.md"], { env: { DISSENT_DATABASE_URL: url } });
    expect({ code: ran.code, stderr: ran.stderr.slice(-300) }).toMatchObject({ code: 0 });
    return at;
  }

  test("a debate on one machine is listed, shown, verified and decided from another; no database is made here", async () => {
    const url = createTestSchema(server);
    const at = await heldOn(url);
    const env = { DISSENT_DATABASE_URL: url };
    const other = project();

    expect(at.listing().filter((path) => path.includes("dissent.db"))).toEqual([]);
    const listed = await run(other, ["list", "--json"], { env });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ status: "settled", label: "CONSENSUS" }]);
    for (const args of [
      ["show"],
      ["verify"],
      ["stats"],
      ["decide", "last", "A", "-m", "as they say"],
    ]) {
      const ran = await run(other, args, { env });
      expect({ args, code: ran.code, stderr: ran.stderr }).toMatchObject({ args, code: 0 });
    }
    expect((await run(at, ["show"], { env })).stdout).toContain("as they say");
    expect(other.listing().filter((path) => path.includes("dissent.db"))).toEqual([]);
  });

  test("K17 the password is in no output, whatever goes wrong", async () => {
    const url = createTestSchema(server);
    const gone = new URL(url);
    gone.port = "1";
    const typo = url.replace("@", "#");
    const at = project();
    for (const [address, code] of [
      [gone.href, "store-unavailable"],
      [typo, "bad-config"],
      [`${url}-X`, "bad-config"],
    ] as const) {
      const env = { DISSENT_DATABASE_URL: address };
      const refused = await run(at, ["list"], { env });
      const exit = code === "bad-config" ? 2 : 4;
      expectRefusal(refused, { says: /database/, as: code, exit });
      const explained = await run(at, ["config", "explain"], { env });
      expect(explained.stdout).toMatch(/^database .* env DISSENT_DATABASE_URL$/m);
      expect(refused.stderr + explained.stdout + explained.stderr).not.toContain(PASSWORD);
    }
    const repeated = await run(at, ["run", gone.href], {
      env: { DISSENT_DATABASE_URL: gone.href },
    });
    expect(repeated.stderr).not.toContain(PASSWORD);
  });

  test("a project's file names a variable and a schema, and neither an address nor a password", async () => {
    const url = createTestSchema(server);
    const schema = new URL(url).searchParams.get("schema") ?? "";
    const env = { TEAM_DATABASE: server };
    const at = project({
      "dissent.yaml": `version: 1\ndatabase: \${TEAM_DATABASE}?schema=${schema}\n`,
    });
    await heldOn(url);

    expect(JSON.parse((await run(at, ["list", "--json"], { env })).stdout)).toHaveLength(1);
    expectRefusal(await run(at, ["list"]), {
      says: /dissent\.yaml:2:11 database is taken from TEAM_DATABASE, which is not set/,
      as: "bad-config",
    });
    at.write("dissent.yaml", `version: 1\ndatabase: ${server}\n`);
    const refused = await run(at, ["list"], { env });
    expectRefusal(refused, {
      says: /dissent\.yaml:2:1 database holds a password/,
      as: "bad-config",
    });
    expect(refused.stderr).not.toContain(PASSWORD);
    at.write("dissent.yaml", "version: 1\ndatabase: postgres://db.example/team\n");
    expectRefusal(await run(at, ["list"], { env }), {
      says: /dissent\.yaml:2:11 database would let the project decide/,
      as: "bad-config",
    });
  });

  test("the person's own file may name an address without a password", async () => {
    const at = project();
    const own = join("..", "home", ".config", "dissent", "config.yaml");
    at.write(own, "database: postgres://127.0.0.1:1/team\n");
    expectRefusal(await run(at, ["list"]), {
      says: /127\.0\.0\.1:1\/team cannot be reached/,
      as: "store-unavailable",
      exit: 4,
    });
  });

  test("journals go from a project to a team and back, byte for byte, and a second time nothing happens", async () => {
    const env = { DISSENT_DATABASE_URL: createTestSchema(server) };
    const from = scriptedProject(SCRIPT);
    for (const _ of [1, 2]) await run(from, ["run", "q.md"]);
    const to = project();

    expect((await run(from, ["journal", "export", "--all", "-o", "journals"])).code).toBe(0);
    const first = await run(from, ["journal", "import", "journals"], { env });
    expect(first).toMatchObject({ code: 0, stderr: "Imported 2 journals; 0 were already here.\n" });
    const again = await run(from, ["journal", "import", "journals"], { env });
    expect(again).toMatchObject({ code: 0, stderr: "Imported 0 journals; 2 were already here.\n" });
    await run(to, ["journal", "export", "--all", "-o", "team"], { env });
    expect((await run(to, ["journal", "import", "team"])).code).toBe(0);
    expect((await run(to, ["journal", "export", "--all", "-o", "back"])).code).toBe(0);

    const names = readdirSync(join(from.dir, "journals"));
    expect(names).toHaveLength(2);
    for (const name of names) {
      const bytes = readFileSync(join(from.dir, "journals", name));
      for (const copy of ["team", "back"]) {
        expect(readFileSync(join(to.dir, copy, name)).equals(bytes)).toBe(true);
      }
      expect((await run(to, ["verify", name.replace(".jsonl", "")])).code).toBe(0);
    }
  });
});

describe("export and import", () => {
  async function exported(): Promise<{ at: Project; lines: string[] }> {
    const at = scriptedProject(SCRIPT);
    await run(at, ["run", "q.md"]);
    expect((await run(at, ["journal", "export", "-o", "j.jsonl"])).stderr).toBe("Wrote j.jsonl\n");
    return { at, lines: at.read("j.jsonl").trimEnd().split("\n") };
  }

  test("a journal that went on elsewhere is continued here, an older copy changes nothing", async () => {
    const { at, lines } = await exported();
    const to = project({
      "short.jsonl": lines.slice(0, -2).join("\n"),
      "whole.jsonl": lines.join("\n"),
    });

    const taken = [];
    for (const file of ["short.jsonl", "whole.jsonl", "short.jsonl"]) {
      taken.push(
        JSON.parse((await run(to, ["journal", "import", file, "--json"])).stdout).taken[0].added,
      );
    }

    expect(taken).toEqual([
      lines.filter((line) => line.startsWith('{"sequence"')).length - 2,
      2,
      0,
    ]);
    expect((await run(to, ["journal", "export"])).stdout).toBe(at.read("j.jsonl"));
    expect((await run(to, ["verify"])).code).toBe(0);
  });

  test("a broken chain, a missing text and a conflict are refused in one line each; the others are taken in", async () => {
    const { at, lines } = await exported();
    const text = lines.join("\n");
    const other = scriptedProject(SCRIPT);
    await run(other, ["run", "q.md"]);
    await run(other, ["journal", "export", "-o", "j.jsonl"]);
    const to = project({
      "a/changed.jsonl": text.replace("field-app", "desk-app"),
      "a/dropped.jsonl": lines.toSpliced(3, 1).join("\n"),
      "a/no-text.jsonl": lines.filter((line) => !line.startsWith('{"blob"')).join("\n"),
      "a/none.jsonl": "nothing\n",
      "a/whole.jsonl": other.read("j.jsonl"),
      "a/notes.txt": "not looked at",
    });

    const ran = await run(to, ["journal", "import", "a"]);

    const said = ran.stderr.trimEnd().split("\n");
    expect(said).toHaveLength(5);
    expect(said[0]).toMatch(/^Refused: .*changed\.jsonl.*(?:hash|was changed)/);
    expect(said[1]).toMatch(/^Refused: a.dropped\.jsonl:\d+:1 event \d /);
    expect(said[2]).toMatch(
      /^Refused: no-text\.jsonl: the text [0-9a-f]{12} that it names is not in it\.$/,
    );
    expect(said[3]).toMatch(/^Refused: .*none\.jsonl is not a journal\.$/);
    expect(said[4]).toBe("Imported 1 journal; 0 were already here.");
    expect(ran.code).toBe(2);
    const broken = project({ "j.jsonl": lines.toSpliced(3, 1).join("\n") });
    expectRefusal(await run(broken, ["journal", "import", "j.jsonl"]), {
      says: /j\.jsonl:\d+:1 event/,
      as: "bad-journal",
    });
    expect(readdirSync(broken.dir)).toEqual(["j.jsonl"]);
    await run(at, ["decide", "last", "A", "-m", "here it went on"]);
    const apart = project({ "j.jsonl": text });
    await run(apart, ["journal", "import", "j.jsonl"]);
    await run(apart, ["decide", "last", "B", "-m", "and there otherwise"]);
    await run(apart, ["journal", "export", "-o", "parted.jsonl"]);
    at.write("parted.jsonl", apart.read("parted.jsonl"));
    expectRefusal(await run(at, ["journal", "import", "parted.jsonl"]), {
      says: /parted\.jsonl: .* is here already, with another event \d+/,
      as: "bad-journal",
    });
  });

  test("all debates need a directory, one may go into a file or a directory, and nothing is made of nothing", async () => {
    const { at } = await exported();
    expectRefusal(await run(at, ["journal", "export", "--all", "-o", "all.jsonl"]), {
      says: /one file/,
      as: "usage",
    });
    expectRefusal(await run(project(), ["journal", "export"]), {
      says: /no debates here/,
      as: "unknown-debate",
    });
    expectRefusal(await run(at, ["journal", "import", "nowhere.jsonl"]), {
      says: /no file/,
      as: "file-unreadable",
    });
    expect((await run(at, ["journal", "export", "last", "-o", "."])).code).toBe(0);
  });
});
