/** Looking at debates, checking them, deciding, forking, and setting up: commands that ask nobody unless they say so. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { measureColumns } from "../../src/cli/terminal/terminal-style.ts";
import { formatSettingsSchema } from "../../src/config/config-schema.ts";
import type { Behaviour, Script } from "../../src/models/scripted.ts";
import {
  briefText,
  debates,
  expectHarmless,
  expectRefusal,
  journal,
  ndjson,
  NO_TERMINAL,
  type Project,
  project,
  run,
  runInTerminal,
  renderTerminalScreen,
  scriptedProject,
  start,
  startInTerminal,
} from "../support/processes/cli.ts";
import { recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

const CONTESTED = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
});

/** A project with one debate, and that debate's id. */
async function held(script: Script = CONTESTED): Promise<{ at: Project; id: string }> {
  const at = scriptedProject(script);
  const { stderr } = await run(at, ["run", "q.md"]);
  return { at, id: /^debate (\S+)/.exec(stderr)?.[1] ?? stderr };
}

describe("a debate that has ended", () => {
  let at: Project;
  let id: string;

  beforeAll(async () => {
    ({ at, id } = await held());
    await run(at, ["report", "-o", "journal.jsonl"]);
  });

  test("list: newest first, found by its words, as lines and as JSON", async () => {
    await run(at, [
      "run",
      "Which colour for the shed?",
      "--option",
      "A: red",
      "--option",
      "B: blue",
      "-s",
      "risk=offline",
    ]);

    const all = await run(at, ["list"]);
    const found = await run(at, ["list", "offline", "sync"]);
    const none = await run(at, ["list", "unheard-of"]);
    const one = await run(at, ["list", "-n", "1", "--json"]);

    expect(all.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(all.stdout).toMatch(/^\S+ \S+ +which-colour-for-the-\w{4} /);
    expect(found.stdout).toMatch(
      new RegExp(`^\\S+ \\S+ +${id} +contested +Should field-app v2 [^\\n]+\\n$`),
    );
    expect(none.stdout).toBe("");
    expect(JSON.parse(one.stdout)).toMatchObject([{ question: "Which colour for the shed?" }]);
  });

  test("show: by id, by its ending, and from a journal, all the same", async () => {
    const ways = [id, id.slice(-4), "journal.jsonl"];

    const shown = await Promise.all(ways.map((way) => run(at, ["show", way])));

    expect(new Set(shown.map(({ stdout }) => stdout)).size).toBe(1);
    expect(shown[0]?.stdout).toMatch(
      /Round 1[^]*Round 2[^]*What would change their minds[^]*Contested/,
    );
    expectHarmless(shown[0]?.stdout ?? "");
  });

  test.each(["md", "json", "yaml", "jsonl"])(
    "report -f %s, on stdout and in a file alike",
    async (format) => {
      const out = `reports/r.${format}`;

      const [shown, written] = await Promise.all([
        run(at, ["report", id, "-f", format]),
        run(at, ["report", id, "-o", out]),
      ]);

      expect(shown.code).toBe(0);
      expect(written).toMatchObject({ code: 0, stdout: "", stderr: `Wrote ${out}\n` });
      expect(at.read(out)).toBe(shown.stdout);
      if (format === "json") expect(JSON.parse(shown.stdout)).toHaveProperty("debate_result");
      if (format === "yaml") expect(parse(shown.stdout)).toHaveProperty("debate_result");
      if (format === "jsonl") expect(ndjson(shown.stdout).length).toBeGreaterThan(10);
    },
  );

  test("K9 verify: recomputed without a difference, from the store and from the file", async () => {
    for (const way of [id, "journal.jsonl"]) {
      const { code, stdout } = await run(at, ["verify", way]);
      expect(code).toBe(0);
      expect(stdout).toContain(`Verified  ${id}`);
    }
  });

  const edits: readonly (readonly [string, (text: string) => string])[] = [
    ["a flipped byte", (text) => text.replace("is sure that", "is sure thaT")],
    ["a dropped line", (text) => dropped(text, "reply-recorded")],
    ["two lines swapped", (text) => swapped(text)],
    ["an edited vote", (text) => text.replace('"option":"C"', '"option":"A"')],
    ["an edited outcome", (text) => text.replace('"label":"CONTESTED"', '"label":"CONSENSUS"')],
    ["a cut end", (text) => text.trimEnd().split("\n").slice(0, -2).join("\n")],
  ];

  test.each(edits)("K9 verify: %s is found, exit 5", async (name, edit) => {
    const text = at.read("journal.jsonl");
    const file = `${name.replaceAll(" ", "-")}.jsonl`;
    at.write(file, edit(text));
    const head = /head (\w+)/.exec((await run(at, ["verify", id])).stdout)?.[1] ?? "";

    const { code, stdout, stderr } = await run(at, ["verify", file, "--head", head]);

    expect(at.read(file)).not.toBe(text);
    expect({ code, stderr }).toEqual({ code: 5, stderr: "" });
    expect(stdout).toMatch(/^Not verified {2}\S/);
  });

  test("K9 verify: garbage is no journal, exit 2", async () => {
    at.write("garbage.jsonl", '{"sequence":0,\nnot JSON\n');
    at.write("text.jsonl", "hello\n");
    at.write("blob.jsonl", '{"blob":"abc","text":"x"}\n');

    for (const file of ["garbage.jsonl", "text.jsonl", "blob.jsonl"]) {
      const ran = await run(at, ["verify", file]);
      expect(ran.stderr, file).toMatch(/^dissent: \S+\.jsonl/);
      expect(ran.code, file).toBe(2);
    }
  });

  test("K11 decide: needs a reason and a known option; then both stand in the record", async () => {
    const before = await journal(at, id);
    for (const args of [["A"], ["A", "-m", "  "]]) {
      expectRefusal(await run(at, ["decide", id, ...args]), {
        says: /reason/,
        as: "not-decidable",
      });
    }
    const unknown = await run(at, ["decide", id, "Z", "-m", "why"]);
    expect(unknown.stderr).toMatch(/^dissent: "Z" is not among A, B, C\./);
    expect(unknown.code).toBe(2);
    expect(await journal(at, id)).toEqual(before);

    const decided = await run(at, ["decide", id, "C", "-m", "pilot first", "--by", "Ann"]);

    expect(decided.code).toBe(0);
    expect((await journal(at, id)).at(-1)).toMatchObject({
      type: "decision-recorded",
      choice: "C",
      by: "Ann",
    });
    const { stdout } = await run(at, ["report", id]);
    expect(stdout).toMatch(/\*\*Contested[^]*Ann chose \*\*C\*\*[^]*> pilot first/);
    expect((await run(at, ["verify", id])).code).toBe(0);
  });

  test("resume of what has ended: says how it ended and asks nobody", async () => {
    const before = await journal(at, id);

    const { code, stderr } = await run(at, ["resume", id]);

    expect(code).toBe(10);
    expect(stderr).toMatch(/^outcome contested/m);
    expect(await journal(at, id)).toEqual(before);
  });

  test("watch of what has ended: tells it from the beginning and leaves with its exit code", async () => {
    const { code, stdout } = await run(at, ["show", "--follow", id]);

    expect(code).toBe(10);
    expect(stdout).toMatch(/^debate [^]*\noutcome contested/);
  });

  function dropped(text: string, type: string): string {
    const lines = text.split("\n");
    lines.splice(
      lines.findIndex((line) => line.includes(`"type":"${type}"`)),
      1,
    );
    return lines.join("\n");
  }

  function swapped(text: string): string {
    const lines = text.split("\n");
    const [first, second] = lines.flatMap((line, index) =>
      line.includes("reply-recorded") ? [index] : [],
    );
    [lines[first!], lines[second!]] = [lines[second!]!, lines[first!]!];
    return lines.join("\n");
  }
});

describe.concurrent("fork", () => {
  const MOVED = rounds(votes("A", "B", "A"), {});

  test("with a fact: quotable as F1, and the original stays", async () => {
    const { at, id } = await held();

    const { code, stderr } = await run(at, [
      "fork",
      id,
      "--at",
      "1",
      "--fact",
      "The conflict rate was 0.3 %.",
    ]);

    expect(stderr).toMatch(new RegExp(`^Forked ${id} as offline-sync-\\w{4}\\n`));
    expect(code).toBe(10);
    const [opened] = await journal(at);
    expect(opened).toMatchObject({
      forkedFrom: { debate: id },
      brief: { sources: [{ id: "brief" }, { id: "F1" }] },
    });
    expect(await debates(at)).toHaveLength(2);
    expect((await run(at, ["verify"])).code).toBe(0);
  });

  test("at a step, with another model: round 1 is kept, round 2 is held again", async () => {
    const { at, id } = await held();
    at.write(
      "other.json",
      JSON.stringify({ "*": responds("effort", "A", { because: ["risk-2"] }) }),
    );

    const { code, stdout } = await run(at, [
      "fork",
      id,
      "--at",
      "responses",
      "-s",
      "effort=scripted/other.json",
    ]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Consensus +A /m);
    expect((await run(at, ["report", "last"])).stdout).toContain(`Forked from \`${id}\``);
  });

  test("from a file, in a project that has never seen the debate", async () => {
    const { at } = await held(MOVED);
    await run(at, ["report", "-o", "journal.jsonl"]);
    const other = scriptedProject(MOVED, { "journal.jsonl": at.read("journal.jsonl") });

    const { code } = await run(other, ["resume", "--fork", "journal.jsonl", "--at", "1"]);

    expect(code).toBe(0);
    expect(await debates(other)).toHaveLength(1);
  });

  test.each([
    ["an unknown step", ["--at", "nowhere"], /openings, responses/],
    ["an unknown seat", ["-s", "who=offline"], /who/],
    ["an unknown model", ["-s", "risk=gpt"], /gpt/],
    ["an unknown setting", ["--setting", "x=1"], /x/],
  ])("%s: refused, and no debate is made", async (_, flags, says) => {
    const { at, id } = await held();

    const { code, stderr } = await run(at, ["resume", "--fork", id, ...flags]);

    expect(stderr).toMatch(says);
    expect(code).toBe(2);
    expect(await debates(at)).toHaveLength(1);
  });
});

describe.concurrent("watch", () => {
  test("from a second process, as it happens", async () => {
    const slow = (seat: string, option: string): Behaviour => ({
      slow: { chunks: 4, everyMs: 1_000, reply: recommends(seat, option).reply },
    });
    const at = scriptedProject(rounds({ ...votes("A", "A", "A"), effort: slow("effort", "A") }));
    const holder = start(at, ["run", "q.md"]);
    await holder.said(/^r1 value/m);

    const watcher = start(at, ["show", "--follow"]);
    await watcher.said(/^r1 value/m);
    expect(holder.child.exitCode).toBeNull();
    const [watched, ran] = await Promise.all([watcher.ended, holder.ended]);

    expect(watched.stdout).toBe(ran.stderr);
    expect(watched.code).toBe(0);
    expect(watched.stderr).toBe("");
  });

  test("Ctrl-C leaves the watching and not the debate", async () => {
    const at = scriptedProject(rounds({ ...votes("A", "A", "A"), effort: { hang: true } }));
    const holder = start(at, ["run", "q.md"]);
    await holder.said(/^r1 value/m);
    const watcher = start(at, ["show", "--follow", "--json"]);
    await watcher.said("reply-recorded");
    watcher.kill("SIGINT");

    expect((await watcher.ended).code).toBe(130);
    expect(holder.child.exitCode).toBeNull();
    holder.kill("SIGKILL");
  });

  test("K12 what has not ended is no success: paused 4, waiting 10", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    expect((await run(at, ["run", "q.md", "--max-calls", "1"])).code).toBe(4);
    expect((await run(at, ["show", "--follow"])).code).toBe(4);

    expect((await run(at, ["run", "q.md", "--seat", "risk=person"])).code).toBe(10);
    expect((await run(at, ["show", "--follow"])).code).toBe(10);
  });

  test("a reader that has seen enough ends the watching", async () => {
    const at = scriptedProject(rounds({ ...votes("A", "A", "A"), effort: slowReply() }));
    const holder = start(at, ["run", "q.md"]);
    await holder.said(/^r1 value/m);
    const watcher = start(at, ["show", "--follow"]);
    watcher.child.stdout?.destroy();

    expect((await watcher.ended).stderr).toBe("");
    await holder.ended;
  });

  function slowReply(): Behaviour {
    return { slow: { chunks: 2, everyMs: 400, reply: recommends("effort", "A").reply } };
  }
});

describe.concurrent("setting up", () => {
  test("an empty project has nothing to list, and says what to do", async () => {
    const at = project();

    const listed = await run(at, ["list"]);
    const data = await run(at, ["list", "--json"]);

    expect(listed).toMatchObject({ code: 0, stdout: "" });
    expect(listed.stderr).toMatch(/dissent run/);
    expect(data.stdout).toBe("[]\n");
    expect(existsSync(join(at.dir, ".dissent"))).toBe(false);
  });

  test("protocols: all of them, and one in full", async () => {
    const at = project();

    const all = await run(at, ["config", "protocols", "--json"]);
    const one = await run(at, ["config", "protocols", "show", "judges"]);

    expect(JSON.parse(all.stdout)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: "judges" })]),
    );
    expect(one.stdout).toMatch(/Seats[^]*risk[^]*Settings[^]*max_rounds/);
    expectRefusal(await run(at, ["config", "protocols", "show", "judgs"]), {
      says: /Did you mean judges/,
      as: "unknown-protocol",
    });
  });

  test("config explain: every value with its place", async () => {
    const at = project({
      "dissent.yaml": "version: 1\ntimeout: 90s\nparticipants:\n  risk: offline\n",
    });

    const { stdout } = await run(at, ["config", "explain"], { env: { DISSENT_MAX_ROUNDS: "1" } });

    expect(stdout).toMatch(/^timeout +1m 30s|90s +project dissent\.yaml:2:\d+$/m);
    expect(stdout).toMatch(/^participants\.risk\.model +offline +project dissent\.yaml:4:\d+$/m);
    expect(stdout).toMatch(/^maxRounds +1 +env DISSENT_MAX_ROUNDS$/m);
    expect(stdout).toMatch(/^display +auto +default$/m);
  });

  test("config schema is the one that is shipped", async () => {
    const { stdout } = await run(project(), ["config", "schema"]);

    expect(stdout).toBe(
      readFileSync(join(import.meta.dirname, "../../schema/dissent.schema.json"), "utf8"),
    );
  });

  test("init --yes: writes what is missing, twice changes nothing, and its example runs", async () => {
    const at = project({ ".gitignore": "node_modules" });

    const first = await run(at, ["init", "--yes"]);
    const after = at.listing();
    const second = await run(at, ["init", "--yes"]);

    expect(first.code).toBe(0);
    expect(at.read(".gitignore")).toBe("node_modules\n.dissent/\n");
    expect(second).toMatchObject({ code: 0, stdout: "Everything is there already.\n" });
    expect(at.listing()).toEqual(after);
    expect((await run(at, ["run", "debates/example.md"])).code).toBe(10);
  });

  test("init points editors at a schema that is there, whether Dissent is in the project or elsewhere", async () => {
    const alone = project();
    const within = project({
      "node_modules/dissent/schema/dissent.schema.json": formatSettingsSchema(),
    });

    await run(alone, ["init", "--yes"]);
    await run(within, ["init", "--yes"]);

    for (const at of [alone, within]) {
      const text = at.read("dissent.yaml");
      const [, path = ""] = /^# yaml-language-server: \$schema=(\S+)$/m.exec(text) ?? [];
      // examples in comments are meant to be used
      const used = text.replaceAll(/^# (?=(?:participants|panel|limits| )\b|\s)/gm, "");
      const schema = z.fromJSONSchema(JSON.parse(at.read(path)));
      expect(schema.safeParse(parse(text))).toMatchObject({ success: true });
      expect(parse(used)).toMatchObject({ limits: { usd: 2 }, participants: { risk: "person" } });
      expect(schema.safeParse(parse(used))).toMatchObject({ success: true });
      expect(schema.safeParse({ ...parse(text), version: 2 }).success).toBe(false);
      expect(schema.safeParse({ ...parse(text), protocl: "judges" }).success).toBe(false);
    }
    expect(existsSync(join(within.dir, ".dissent"))).toBe(false);
  });

  test("init writes the schema again after a clone or with another version, and not for other files", async () => {
    const at = project();
    await run(at, ["init", "--yes"]);
    const path = ".dissent/dissent.schema.json";
    rmSync(join(at.dir, ".dissent"), { recursive: true });

    const cloned = await run(at, ["init", "--yes"]);
    at.write(path, "{}");
    const older = await run(at, ["init", "--yes"]);
    at.write("dissent.yaml", "version: 1\n");
    at.write(path, "{}");
    const own = await run(at, ["init", "--yes"]);

    expect(cloned.stdout).toMatch(
      /^create \.dissent\/dissent\.schema\.json\n {2}\+ the JSON Schema/,
    );
    expect(older.stdout).toMatch(
      /^update \.dissent\/dissent\.schema\.json\n {2}\+ the JSON Schema/,
    );
    expect(own.stdout).toBe("Everything is there already.\n");
    expect(at.read(path)).toBe("{}");
  });

  test("init never overwrites", async () => {
    const at = project({ "dissent.yaml": "timeout: 5s\n", "debates/example.md": "mine" });

    await run(at, ["init", "--yes"]);

    expect(at.read("dissent.yaml")).toBe("timeout: 5s\n");
    expect(at.read("debates/example.md")).toBe("mine");
  });

  test("init without a terminal and without --yes: refused, nothing written", async () => {
    const at = project();
    const before = at.listing();

    const ran = await run(at, ["init"]);

    expect(ran.stderr).toMatch(
      /^dissent: There is no terminal to ask on\.\n {2}.*--yes\n {2}\[needs-confirmation\]\n$/,
    );
    expect(ran.code).toBe(2);
    expect(at.listing()).toEqual(before);
  });

  /** Answers each question once it is on the screen. */
  async function initAnswering(at: Project, answers: readonly string[]): Promise<string> {
    const asking = startInTerminal(at, ["init"], { columns: 120 });
    for (const [index, answer] of answers.entries()) {
      await asking.said(new RegExp(`${index + 1}/4 `));
      asking.child.stdin?.write(`${answer}\r`);
    }
    const { code, stdout } = await asking.ended;
    expect(code).toBe(0);
    return stdout;
  }

  test.skipIf(NO_TERMINAL)("init asks four questions, and what it wrote can be run", async () => {
    const at = project();
    const server = "http://127.0.0.1:1/v1";
    const said = await initAnswering(at, [
      `${server} qwen3 llama`,
      "Postgres: or SQLite?",
      "Postgres; SQLite # small",
      "One machine, 200 users.",
    ]);

    expect(parse(at.read("dissent.yaml"))).toMatchObject({
      panel: ["local/qwen3", "local/llama"],
      endpoints: { local: { baseUrl: server } },
    });
    const brief = at.read("debates/postgres-or-sqlite.md");
    expect(parse(brief.split("---")[1] ?? "")).toEqual({
      question: "Postgres: or SQLite?",
      options: { A: "Postgres", B: "SQLite # small" },
    });
    expect(brief).toMatch(/\nOne machine, 200 users\.\n$/);
    expect(said).toContain("next: dissent run debates/postgres-or-sqlite.md");
    const plan = await run(at, ["run", "debates/postgres-or-sqlite.md", "--dry-run"]);
    expect(plan.stdout).toMatch(/local\/qwen3/);
  });

  test.skipIf(NO_TERMINAL)(
    "init with two empty answers writes the example, and says what to do first",
    async () => {
      const at = project();
      const said = await initAnswering(at, ["", ""]);

      expect(existsSync(join(at.dir, "debates", "example.md"))).toBe(true);
      expect(said).toContain(
        "next: connect a model (dissent doctor), then: dissent run debates/example.md",
      );
    },
  );

  test("init --json names what it wrote", async () => {
    const at = project();
    const { stdout } = await run(at, ["init", "--yes", "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({
      event: "init",
      files: expect.arrayContaining([{ path: "dissent.yaml", how: "create" }]),
      next: ["dissent run debates/example.md"],
    });
  });

  test("--help and --version are no mistakes", async () => {
    const at = project();

    const [help, one, version] = await Promise.all([
      run(at, ["--help"]),
      run(at, ["run", "--help-all"]),
      run(at, ["-V"]),
    ]);

    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout).toContain("--max-calls");
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.skipIf(NO_TERMINAL)("show on a terminal fits its width", async () => {
    const { at } = await held();

    const { stdout } = await runInTerminal(at, ["show"], { columns: 80 });

    const turns = renderTerminalScreen(stdout).filter((line) => /^[✓✗↻]/.test(line));
    expect(turns.length).toBe(6);
    for (const turn of turns) expect(measureColumns(turn)).toBeLessThanOrEqual(80);
  });

  test("a project is found from below, and -C works from anywhere", async () => {
    const { at, id } = await held();
    at.write("a/b/keep", "");

    const below = await run(at, ["list"], { cwd: join(at.dir, "a", "b") });
    const away = await run(at, ["-C", at.dir, "list"], { cwd: at.outside });

    expect(below.stdout).toContain(id);
    expect(away.stdout).toContain(id);
  });

  test("a brief without options names what is missing", async () => {
    const at = project({ "q.md": briefText({ options: {} }) });

    expectRefusal(await run(at, ["run", "q.md"]), { says: /names no options/, as: "bad-option" });
  });
});
