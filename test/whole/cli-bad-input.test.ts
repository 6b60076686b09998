/** A hostile or careless person: one line, a hint, a code; nothing spent and nothing written. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { describe, expect, test } from "vitest";

import { readEventLine } from "../../src/kernel/journal/hash-chain.ts";
import { readJournalFile } from "../../src/stores/journal-file.ts";
import { forged } from "../support/journals/forge-journal.ts";
import {
  BIN,
  briefText,
  debates,
  expectHarmless,
  expectRefusal,
  followed,
  type Project,
  project,
  type Ran,
  run,
  type RunSetting,
  scriptedProject,
} from "../support/processes/cli.ts";
import { recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

interface Refused {
  readonly says: RegExp;
  readonly as: string;
  readonly exit?: number;
}

/** Runs and expects a refusal that leaves every file below the base as it was. */
async function refuses(
  at: Project,
  args: readonly string[],
  { stdin, env, cwd, ...refused }: Refused & RunSetting,
): Promise<Ran> {
  const before = at.listing();
  const ran = await run(at, args, {
    ...(stdin !== undefined && { stdin }),
    ...(env && { env }),
    ...(cwd !== undefined && { cwd }),
  });
  expectRefusal(ran, refused);
  expect(at.listing()).toEqual(before);
  return ran;
}

const ESCAPES = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil\u2066";

describe("what is typed", () => {
  const at = project({ "q.md": briefText() });
  const cases: readonly (readonly [string, readonly string[], Refused])[] = [
    ["unknown command", ["rnu"], { says: /Did you mean run\?/, as: "unknown-command" }],
    ["word nobody knows", ["xyzzy"], { says: /'xyzzy'/, as: "unknown-command" }],
    ["unknown flag", ["run", "q.md", "--optoin", "x"], { says: /--option/, as: "usage" }],
    ["missing argument", ["run"], { says: /brief/, as: "usage" }],
    ["bad choice", ["--display", "loud", "list"], { says: /none\.\n/, as: "usage" }],
    ["bad number", ["list", "-n", "many"], { says: /--limit .* "many"/, as: "usage" }],
    ["half a debate", ["list", "-n", "1.5"], { says: /whole/, as: "usage" }],
    ["file as directory", ["-C", "q.md", "list"], { says: /q\.md/, as: "file-unreadable" }],
    ["limit of nothing", ["run", "q.md", "--max-calls", "0"], { says: /0/, as: "bad-option" }],
    ["share above all", ["run", "q.md", "--consensus", "3/2"], { says: /2\/3/, as: "bad-option" }],
    ["bad time", ["run", "q.md", "--timeout", "soon"], { says: /soon/, as: "bad-option" }],
    [
      "third round",
      ["run", "q.md", "--max-rounds", "3"],
      { says: /max_rounds/, as: "bad-settings" },
    ],
    ["bad setting", ["run", "q.md", "--setting", "x=1"], { says: /x/, as: "bad-settings" }],
    ["setting of no value", ["run", "q.md", "--setting", "x"], { says: /name=value/, as: "usage" }],
    ["unknown protocol", ["run", "q.md", "-p", "nope"], { says: /judges/, as: "unknown-protocol" }],
    ["unknown seat", ["run", "q.md", "-s", "who=offline"], { says: /who/, as: "unknown-seat" }],
    ["unknown model", ["run", "q.md", "-s", "risk=gpt"], { says: /gpt/, as: "unknown-model" }],
    [
      "missing script",
      ["run", "q.md", "-s", "risk=scripted/no"],
      { says: /no /, as: "file-unreadable" },
    ],
    ["missing cassette", ["run", "q.md", "--replay", "no"], { says: /no /, as: "file-unreadable" }],
    ["missing brief", ["run", "no.md"], { says: /no\.md/, as: "file-unreadable" }],
    [
      "missing config",
      ["-c", "no.yaml", "run", "q.md"],
      { says: /no\.yaml/, as: "file-unreadable" },
    ],
    [
      "missing directory",
      ["-C", "/no/such", "list"],
      { says: /\/no\/such/, as: "file-unreadable" },
    ],
    ["directory as brief", ["run", "."], { says: /directory/, as: "file-unreadable" }],
    ["empty question", ["run", ""], { says: /no question/, as: "usage" }],
    ["question of no options", ["A or B?"], { says: /names no options/, as: "bad-option" }],
    ["too many options", ["A?", ...nine(10)], { says: /at most 9/, as: "bad-option" }],
    [
      "same option twice",
      ["A?", "--option", "A: x", "--option", "a: y"],
      { says: /repeats/, as: "bad-option" },
    ],
    [
      "option of no words",
      ["A?", "--option", "A: x", "--option", " "],
      { says: /no text/, as: "bad-option" },
    ],
    ["directory of no debates", ["show"], { says: /no debates here/, as: "unknown-debate" }],
    ["resume of nothing", ["resume"], { says: /no debates here/, as: "unknown-debate" }],
    ["missing journal", ["verify", "no.jsonl"], { says: /no\.jsonl/, as: "file-unreadable" }],
    ["unknown shell", ["config", "completion", "cmd"], { says: /bash/, as: "usage" }],
    ["escapes as a command", [ESCAPES], { says: /owned/, as: "unknown-command" }],
    ["escapes as a file", ["run", `${ESCAPES}.md`], { says: /owned/, as: "file-unreadable" }],
    [
      "escapes as a model",
      ["run", "q.md", "-s", `risk=${ESCAPES}`],
      { says: /--seat/, as: "bad-option" },
    ],
    ["escapes as a directory", ["-C", ESCAPES, "list"], { says: /owned/, as: "file-unreadable" }],
    [
      "cassette that cannot be",
      ["run", "q.md", "--record", "/proc/x/y"],
      { says: /\/proc\/x\/y/, as: "file-unreadable" },
    ],
    [
      "project that cannot be",
      ["-C", "/proc", "run", join(at.dir, "q.md")],
      { says: /\/proc\/\.dissent/, as: "file-unreadable" },
    ],
  ];

  test.each(cases)("%s: one line, a hint and exit 2", async (_, args, refused) => {
    await refuses(at, args, refused);
  });

  test("nothing of all that is a debate, and listing them makes no database", async () => {
    const before = at.listing();

    expect(await debates(at)).toEqual([]);
    expect(at.listing()).toEqual(before);
  });

  function nine(count: number): string[] {
    return Array.from({ length: count }, (_, index) => ["--option", `text ${index}`]).flat();
  }
});

describe("what is in a brief", () => {
  const cases: readonly (readonly [string, string | Uint8Array, Refused])[] = [
    [
      "K17 an id that is a path",
      briefText({ id: "../../x" }),
      { says: /brief\.md:3:5 .*\.\.\/\.\.\/x/, as: "bad-brief" },
    ],
    [
      "K17 an id that is a flag",
      briefText({ id: "-rf" }),
      { says: /brief\.md:3:5/, as: "bad-brief" },
    ],
    [
      "K17 a directory above",
      briefText({ feature_dir: "../outside" }),
      { says: /brief\.md:5:14 .*leads out/, as: "unsafe-path" },
    ],
    [
      "K17 a directory above by a detour",
      briefText({ feature_dir: "a/../../outside" }),
      { says: /leads out/, as: "unsafe-path" },
    ],
    [
      "K17 an absolute directory",
      briefText({ feature_dir: "/tmp/x" }),
      { says: /relative path/, as: "unsafe-path" },
    ],
    [
      "K17 a directory through a link",
      briefText({ feature_dir: "link/x" }),
      { says: /through a link/, as: "unsafe-path" },
    ],
    [
      "K17 a context file outside",
      briefText({ context: ["../outside/secret.txt"] }),
      { says: /outside the project/, as: "unsafe-path" },
    ],
    [
      "a context file of keys",
      briefText({ context: [".env"] }),
      { says: /never sent/, as: "unsafe-path" },
    ],
    [
      "options twice",
      "---\nquestion: x?\noptions: { A: one, A: two }\n---\n",
      { says: /brief\.md:3:20 "A" is given twice/, as: "bad-brief" },
    ],
    [
      "an unknown field",
      briefText({ optoins: {} }),
      { says: /Write options instead/, as: "bad-brief" },
    ],
    ["a YAML bomb", bomb(), { says: /aliases/, as: "bad-brief" }],
    [
      "a prototype",
      "---\nquestion: x?\n__proto__: { a: 1 }\n---\n",
      { says: /__proto__/, as: "bad-brief" },
    ],
    ["front matter without end", "---\nquestion: x?\n", { says: /brief\.md/, as: "bad-brief" }],
    [
      "a tab and a tag",
      "---\nquestion: !!js/function x\n---\n",
      { says: /brief\.md:2/, as: "bad-brief" },
    ],
    ["nothing", "", { says: /question is missing/, as: "bad-brief" }],
    ["bytes", new Uint8Array([0, 1, 2, 255, 0]), { says: /binary/, as: "file-unreadable" }],
    [
      "broken UTF-8",
      Buffer.from("Which\xff\xfe one?", "latin1"),
      { says: /UTF-8/, as: "file-unreadable" },
    ],
    ["10 MB", "x".repeat(10 * 1024 * 1024), { says: /10\.0 MiB/, as: "file-too-large" }],
    [
      "an AWS key",
      briefText({}, "Use AKIAIOSFODNN7EXAMPLE for it."),
      { says: /brief\.md:6 .*AWS/, as: "needs-confirmation" },
    ],
    [
      "a private key",
      briefText({}, "-----BEGIN RSA PRIVATE KEY-----"),
      { says: /private key/, as: "needs-confirmation" },
    ],
    [
      "a secret as an option",
      briefText({ options: { A: "ghp_0123456789abcdefghijklmnopqrstuvwxyz", B: "b" } }),
      { says: /option A.*GitHub/, as: "needs-confirmation" },
    ],
  ];

  test.each(cases)("%s: refused, nothing spent and nothing written", async (_, text, refused) => {
    const at = project({ ".env": "X=1" });
    at.write("brief.md", text);
    writeFileSync(join(at.outside, "secret.txt"), "secret");
    symlinkSync(at.outside, join(at.dir, "link"));

    await refuses(at, ["run", "brief.md"], refused);
  });

  test("the secret itself is not repeated", async () => {
    const at = project({ "brief.md": briefText({}, "Use AKIAIOSFODNN7EXAMPLE for it.") });

    const { stderr } = await run(at, ["run", "brief.md"]);

    expect(stderr).not.toContain("AKIAIOSFODNN7EXAMPLE");
  });

  test("--yes sends what looks like a secret", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")), {
      "q.md": briefText({}, "Use AKIAIOSFODNN7EXAMPLE for it."),
    });

    expect((await run(at, ["run", "q.md", "--yes"])).code).toBe(0);
  });

  test("K17 a directory is judged from the project, also when called from below it", async () => {
    const at = project({ "dissent.yaml": "", "sub/brief.md": briefText({ feature_dir: "link" }) });
    symlinkSync(at.outside, join(at.dir, "link"));

    await refuses(at, ["run", "brief.md"], {
      cwd: join(at.dir, "sub"),
      says: /through a link/,
      as: "unsafe-path",
    });
  });

  test.each([
    ["empty", ""],
    ["blank", " \n\n"],
    ["binary", new Uint8Array([0, 255, 0])],
    ["10 MB", "x\n".repeat(5 * 1024 * 1024)],
    ["garbage YAML", "question: [\n"],
  ])("%s standard input: refused", async (_, stdin) => {
    const at = project();
    const before = at.listing();

    const ran = await run(at, ["run", "-"], { stdin });

    expect(ran.stderr).toMatch(/^dissent: (?:stdin|standard input)\b/);
    expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code: 2, stdout: "" });
    expect(at.listing()).toEqual(before);
  });

  test("10 MB of context: refused with both sizes", async () => {
    const at = project({ "q.md": briefText(), "big.txt": "x".repeat(10 * 1024 * 1024) });

    await refuses(at, ["run", "q.md", "-f", "big.txt"], {
      says: /10\.0 MiB.*2\.0 MiB/,
      as: "file-too-large",
    });
  });

  function bomb(): string {
    const levels = Array.from({ length: 9 }, (_, index) => {
      const inner = index === 0 ? '"x"' : `*a${index - 1}`;
      return `a${index}: &a${index} [${Array(9).fill(inner).join(", ")}]`;
    });
    return `---\nquestion: x?\n${levels.join("\n")}\n---\n`;
  }
});

describe("what is in a configuration", () => {
  const cases: readonly (readonly [string, string, Refused])[] = [
    ["no YAML", "a: b: c\n", { says: /^dissent: dissent\.yaml:1:4 /, as: "bad-config" }],
    [
      "a misspelt key",
      "version: 1\nconsensis: 2/3\n",
      { says: /^dissent: dissent\.yaml:2:1 [^]*Write consensus/, as: "bad-config" },
    ],
    [
      "a bad value",
      "limits:\n  calls: none\n",
      { says: /^dissent: dissent\.yaml:2:10 /, as: "bad-config" },
    ],
    ["a list", "- a\n", { says: /^dissent: dissent\.yaml:1:1 /, as: "bad-config" }],
    [
      "a key",
      "settings: { api_key: abcdefghijkl }\n",
      { says: /^dissent: dissent\.yaml:1:13 .*secret/, as: "bad-config" },
    ],
    [
      "escapes",
      `protocol: "a\\e]0;owned\\a"\n`,
      { says: /^dissent: dissent\.yaml:1:11 /, as: "bad-config" },
    ],
    ["bytes", "\u0000\u0001", { says: /binary/, as: "file-unreadable" }],
  ];

  test.each(cases)("%s: refused with file, line and column", async (_, text, refused) => {
    const at = project({ "q.md": briefText(), "dissent.yaml": text });

    await refuses(at, ["run", "q.md"], refused);
  });

  test("bad environment: refused by the variable's name", async () => {
    const at = project({ "q.md": briefText() });

    await refuses(at, ["run", "q.md"], {
      env: { DISSENT_MAX_ROUNDS: "many" },
      says: /DISSENT_MAX_ROUNDS/,
      as: "bad-config",
    });
  });
});

describe("where debates are kept", () => {
  test.each([
    ["debates", ".dissent/debates"],
    ["the database", ".dissent/dissent.db"],
    ["everything", ".dissent"],
  ])("K17 a link planted for %s: refused before anything is asked", async (_, planted) => {
    const at = scriptedProject(rounds(votes("A", "A", "A")), { ".dissent-dir": "" });
    if (planted !== ".dissent") at.write(".dissent/keep", "");
    symlinkSync(
      planted.endsWith(".db") ? join(at.outside, "x.db") : at.outside,
      join(at.dir, planted),
    );

    await refuses(at, ["run", "q.md"], { says: /link/, as: "unsafe-path" });

    expect(readdirSync(at.outside)).toEqual([]);
  });

  test("K17 a link planted among the results of a feature: refused before anything is asked", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")), {
      "q.md": briefText({ feature_dir: "spec" }),
      "spec/keep": "",
    });
    symlinkSync(at.outside, join(at.dir, "spec", "sadd"));

    await refuses(at, ["run", "q.md"], { says: /through a link/, as: "unsafe-path" });
  });

  test("a file where the directory should be: refused", async () => {
    const at = project({ "q.md": briefText(), ".dissent": "a file" });

    await refuses(at, ["run", "q.md"], { says: /\.dissent cannot be made/, as: "file-unreadable" });
  });

  test("a corrupt database: refused by its path, and left as it is", async () => {
    const at = project({
      "q.md": briefText(),
      ".dissent/dissent.db": "not a database, ".repeat(999),
    });
    const before = at.read(".dissent/dissent.db");

    for (const args of [["run", "q.md"], ["list"], ["show"]]) {
      const ran = await run(at, args);
      expectRefusal(ran, { says: /dissent\.db cannot be opened/, as: "store-corrupt" });
    }
    expect(at.read(".dissent/dissent.db")).toBe(before);
  });

  test("a journal that was damaged in the database: one line that leads to verify, which names the event", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    await run(at, ["run", "q.md"]);
    const database = new DatabaseSync(join(at.dir, ".dissent", "dissent.db"));
    database.exec("UPDATE events SET line = substr(line, 1, 40) WHERE sequence = 2");
    database.close();

    for (const args of [
      ["show"],
      ["report"],
      ["resume"],
      ["resume", "--fork", "last"],
      ["show", "--follow"],
    ]) {
      const ran = await run(at, args);
      expectRefusal(ran, { says: /Event 2 of .* is not a journal line/, as: "store-corrupt" });
    }
    const verified = await run(at, ["verify"]);
    expect(verified).toMatchObject({ code: 5, stderr: "" });
    expect(verified.stdout).toMatch(/^Not verified .*event 2: the event is not a journal line\n/);
  });

  test("a debate that cannot be read is named and left out by every command about others, and verify tells why", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    await run(at, ["run", "q.md"]);
    const [bad] = await debates(at);
    await run(at, ["run", "q.md"]);
    const [good] = await debates(at);
    const id = bad?.id ?? "";
    const database = new DatabaseSync(join(at.dir, ".dissent", "dissent.db"));
    database.prepare("UPDATE debates SET summary = '{}' WHERE id = ?").run(id);
    database
      .prepare(`UPDATE events SET line = replace(line, '"format":', '"format":-') WHERE debate = ?`)
      .run(id);
    database.close();

    const why = `${id}: event 0 has an invalid field fact.format: must be a whole number from 1 to 2.`;
    const named = `Left out: ${why} See what still holds: dissent verify ${id}\n`;
    const listed = await run(at, ["list", "--json"]);
    expect(listed).toMatchObject({ code: 0, stderr: named });
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id: good?.id }]);
    for (const args of [
      ["list", "field"],
      ["list", "--stats"],
      ["decisions", "check"],
      ["view", "--bundle", "pages"],
    ]) {
      const ran = await run(at, args);
      expect(ran.stderr, args.join(" ")).toContain(named);
      expect(ran.code, args.join(" ")).toBe(args[1] === "field" ? 0 : 5);
    }
    const pages = [`${good?.id}.html`, "index.html"];
    expect(readdirSync(join(at.dir, "pages")).toSorted()).toEqual(pages.toSorted());
    for (const args of [["show"], ["report"]])
      expect(await run(at, args)).toMatchObject({ code: 0 });
    const verified = await run(at, ["verify", id]);
    expect(verified).toMatchObject({ code: 5, stderr: "" });
    expect(verified.stdout).toMatch(/^Not verified {2}event 0: the event was changed/);
  }, 60_000);

  test("a journal with a field that no debate has is refused by file, line and field wherever it is given", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    await run(at, ["run", "q.md"]);
    await run(at, ["journal", "export", "-o", "j.jsonl"]);
    const { lines, lineNumbers } = readJournalFile(at.read("j.jsonl"));
    const bad = forged({ lines, events: lines.map(readEventLine) }, (facts) =>
      facts.with(2, { ...facts[2]!, latencyMs: "soon" } as unknown as (typeof facts)[0]),
    );
    at.write("bad.jsonl", `${bad.join("\n")}\n`);
    const says = /bad\.jsonl:3:1 event 2 has an invalid field fact\.latencyMs: must be a number/;

    expect(lineNumbers[0]).toBeGreaterThan(1);
    for (const args of [
      ["show", "bad.jsonl"],
      ["report", "bad.jsonl"],
      ["audit", "bad.jsonl"],
      ["fork", "bad.jsonl"],
      ["view", "bad.jsonl"],
      ["import", "bad.jsonl"],
      ["decide", "bad.jsonl", "A", "-m", "so"],
    ]) {
      await refuses(at, args, { says, as: "bad-journal" });
    }
    const verified = await run(at, ["verify", "bad.jsonl"]);
    expect(verified).toMatchObject({ code: 5, stderr: "" });
    expect(verified.stdout).toMatch(
      /^Not verified {2}event 2 \(reply-recorded\): the event has an invalid field/,
    );
  }, 60_000);

  test("K12 a disk that is full: said in one line, and what was committed can be read", async () => {
    const at = scriptedProject(rounds(votes("A", "B", "C")));
    const child = spawn(
      "bash",
      ["-c", `trap "" XFSZ; ulimit -f 64; "$0" "$@"`, process.execPath, BIN, "run", "q.md"],
      {
        cwd: at.dir,
        env: { PATH: process.env["PATH"] ?? "", HOME: at.home, LANG: "C.UTF-8" },
      },
    );

    const ran = await followed(child).ended;

    expect(ran.stderr).toMatch(/^dissent: [^\n]*\n(?: {2}[^\n]*\n)+ {2}\[store-unavailable\]\n$/m);
    expect(ran.stderr).not.toMatch(/^ +at /m);
    expect(ran.code).toBe(4);
    expect(await debates(at)).not.toEqual(undefined);
  });

  test.each(["q.md/x.md", "q.md/x", "q.md/x/y.json", " "])(
    "a place for results that cannot be: %j is refused before anything is asked",
    async (out) => {
      const at = scriptedProject(rounds(votes("A", "A", "A")));

      await refuses(at, ["run", "q.md", "-o", out], {
        says: /cannot be written|has no path/,
        as: out === " " ? "usage" : "file-unreadable",
      });
    },
  );

  test("such a place is refused too before a debate goes on, is forked or is decided", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    const refusal = { says: /q\.md\/x\.md cannot be written/, as: "file-unreadable" } as const;
    await run(at, ["run", "q.md", "--max-calls", "1"]);
    await refuses(at, ["resume", "--max-calls", "9", "-o", "q.md/x.md"], refusal);

    await run(at, ["resume", "--max-calls", "9"]);
    await refuses(at, ["resume", "--fork", "last", "-o", "q.md/x.md"], refusal);
    await refuses(at, ["resume", "--fork", "last", "-o", ""], { says: /has no path/, as: "usage" });
    await refuses(at, ["decide", "last", "B", "-m", "why", "-o", "q.md/x.md"], refusal);
  });

  test("a result that turns out not to be writable: said at once, and the debate is kept", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));

    const ran = await run(at, ["run", "q.md", "-o", "/proc/x/y.md"]);

    expect(ran.stderr).toMatch(/^dissent: \/proc\/x\/y\.md cannot be written/m);
    expect(ran.code).toBe(2);
    expect(await debates(at)).toMatchObject([{ status: "settled" }]);
  });

  test("standard output that is full: said, and no success", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    await run(at, ["run", "q.md"]);
    const child = spawn("bash", ["-c", `"$0" "$@" > /dev/full`, process.execPath, BIN, "report"], {
      cwd: at.dir,
      env: { PATH: process.env["PATH"] ?? "", HOME: at.home },
    });

    const { code, stderr } = await followed(child).ended;

    expect(stderr).toMatch(/^dissent: Standard output broke \(ENOSPC\)\.\n/);
    expect(code).toBe(2);
  });
});

describe("words that are no words", () => {
  const HOSTILE = `${ESCAPES} <img src=x onerror=alert(1)> [link](https://evil.example) ![i](https://evil.example/?q)`;

  test("K17 a question full of escapes reaches no terminal, record or artifact raw", async () => {
    const at = scriptedProject(rounds(votes("A", "B", "A")));
    const question = `Which ${HOSTILE} one?`;
    const options = ["A", "B", "C"].flatMap((id) => ["--option", `${id}: text ${HOSTILE}`]);

    const ran = await run(at, ["run", question, ...options]);
    const looks = await Promise.all(
      [
        ["list"],
        ["show"],
        ["show", "--claims"],
        ["report"],
        ["report", "-f", "yaml"],
        ["watch"],
      ].map((args) => run(at, args)),
    );

    expect(ran.code).toBe(0);
    for (const { stdout, stderr } of [ran, ...looks]) expectHarmless(stdout, stderr);
    expectHarmless(...texts(join(at.dir, ".dissent", "debates")));
    expect(looks[3]?.stdout).not.toMatch(/(?<!\\)<img|(?<!\\)\[link\]\(/);
  });

  test("K17 what a model says reaches no terminal, record or artifact raw", async () => {
    const hostile = { headline: HOSTILE, self_challenge: HOSTILE, would_change_my_mind: HOSTILE };
    const claims = [
      {
        headline: HOSTILE,
        detail: HOSTILE,
        about: "A",
        side: "supports",
        evidence: [{ kind: "quote", source: HOSTILE, quote: HOSTILE }],
      },
    ];
    const at = scriptedProject(
      rounds(
        {
          risk: recommends("risk", "A", { ...hostile, claims }),
          value: recommends("value", "B", hostile),
          effort: [{ text: `not JSON ${HOSTILE}` }, { text: HOSTILE }],
        },
        {
          risk: responds("risk", "A", { peers: ["value"], headline: HOSTILE }),
          value: { crash: HOSTILE },
        },
      ),
    );

    const ran = await run(at, ["run", "q.md"]);
    const looks = await Promise.all(
      [
        ["list"],
        ["list", "--json"],
        ["show", "--json"],
        ["show", "--claims"],
        ["report"],
        ["report", "--json"],
        ["watch"],
        ["verify"],
      ].map((args) => run(at, args)),
    );

    for (const { stdout, stderr } of [ran, ...looks]) expectHarmless(stdout, stderr);
    expect(looks[4]?.stdout).toContain("evil.example");
    expect(looks[4]?.stdout).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(https/);
    const pages = texts(join(at.dir, ".dissent", "debates"), { ending: ".md" });
    expectHarmless(...pages);
    for (const page of pages) expect(page).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(https/);
    expect(pages).toHaveLength(4);
  });

  test("secrets of the environment that a model repeats reach no journal, record or terminal", async () => {
    const secret = "abcdef123456-very-secret";
    const at = scriptedProject(
      rounds({
        risk: recommends("risk", "A", { headline: `the key is ${secret} as everyone knows` }),
        value: [{ text: `garbage with ${secret}` }, { text: secret }],
        effort: { crash: `401 for key ${secret}` },
      }),
    );

    const ran = await run(at, ["run", "q.md", "--json"], { env: { MY_API_KEY: secret } });
    const looks = await Promise.all(
      ["md", "json", "yaml", "jsonl"].map((format) => run(at, ["report", "-f", format])),
    );

    expect(ran.stdout + ran.stderr).toContain("[redacted]");
    for (const { stdout, stderr } of [ran, ...looks]) {
      expect(stdout + stderr).not.toContain(secret);
    }
    for (const text of texts(at.base, { encoding: "latin1" })) expectWithout(text, secret);
  });

  function expectWithout(text: string, secret: string): void {
    const [, ...rest] = text.split(secret);
    // the script itself holds it, four times
    if (!text.startsWith('{"openings')) expect(rest).toEqual([]);
  }
});

function texts(
  path: string,
  { encoding = "utf8", ending = "" }: { encoding?: "utf8" | "latin1"; ending?: string } = {},
): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, encoding));
}
