/** verify, as someone meets it who was sent a file: journals, records, results, pages and folders. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { formatJournalScript } from "../../src/stores/embedded-journal.ts";
import { parseJournalFile } from "../../src/stores/journal-file.ts";
import {
  EXAMPLES,
  expectHarmless,
  expectRefusal,
  type Project,
  project,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import { recommends, rounds, votes } from "../support/protocols/judges.ts";

let at: Project;
let id: string;
/** Somewhere else, with no debates of its own. */
let elsewhere: Project;

const NASTY = "Drafts <!-- dissent-journal --> </script> `x` -- \u2028 first";

beforeAll(async () => {
  at = scriptedProject(
    rounds({ ...votes("A", "A", "B"), risk: recommends("risk", "A", { headline: NASTY }) }),
    { "dissent.yaml": participants("records: { journal: true }\n") },
  );
  const { stderr } = await run(at, ["run", "q.md", "--adr"]);
  id = /^debate (\S+)/.exec(stderr)?.[1] ?? stderr;
  for (const args of [
    ["-o", "out/record.md"],
    ["--journal", "-o", "out/whole.md"],
    ["-f", "adr", "--journal", "-o", "out/whole-adr.md"],
    ["-o", "out/result.yaml"],
    ["-o", "out/result.json"],
    ["-o", "out/j.jsonl"],
  ]) {
    const { code, stderr: said } = await run(at, ["report", id, ...args]);
    expect(code, said).toBe(0);
  }
  elsewhere = project();
});

function participants(more = ""): string {
  const seats = ["risk", "value", "effort"].map((seat) => `  ${seat}: scripted/script.json\n`);
  return `participants:\n${seats.join("")}${more}`;
}

/** A file of the project, perhaps changed, in a folder of its own elsewhere. */
function sent(name: string, from: string, edit: (text: string) => string = (text) => text): string {
  const path = `${name.replaceAll(/\W+/g, "-")}/${from.split("/").at(-1)}`;
  elsewhere.write(path, edit(at.read(from)));
  return path;
}

function sendBeside(path: string, from: string, name: string): void {
  elsewhere.write(join(path, "..", name), at.read(from));
}

async function verified(args: readonly string[], place = elsewhere): Promise<string> {
  const { code, stdout, stderr } = await run(place, ["verify", ...args]);
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(new RegExp(`^Verified {2}${id}: consistent, not signed, not anchored\\n`));
  expectHarmless(stdout);
  return stdout;
}

async function refuted(args: readonly string[], where: RegExp, place = elsewhere): Promise<void> {
  const { code, stdout, stderr } = await run(place, ["verify", ...args]);
  expect({ code, stderr }, stdout).toEqual({ code: 5, stderr: "" });
  expect(stdout).toMatch(/^Not verified {2}/);
  expect(stdout.slice("Not verified  ".length).split("\n")[0]).toMatch(where);
  expectHarmless(stdout);
}

describe("a journal", () => {
  test("K9 from the project, by id and ending, and from a file in another place", async () => {
    for (const what of [id, id.slice(-4), "last"]) await verified([what], at);
    await verified([sent("journal", "out/j.jsonl")]);
  });

  test("K9 as JSON: what holds, the head and the exit code", async () => {
    const { code, stdout } = await run(elsewhere, [
      "verify",
      sent("json", "out/j.jsonl"),
      "--json",
    ]);

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ debate: id, ok: true, fault: null, exit: 0 });
  });

  test("K9 a text in it that was changed, doubled or put in, and bytes that are no text: exit 5", async () => {
    const blob =
      '{"blob":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","text":"abc"}\n';
    const edits: readonly (readonly [string, (text: string) => string, RegExp])[] = [
      [
        "text",
        (text) => text.replace("Crews work", "Crews rest"),
        /^journal in \S+: line 1 holds a text that does not match its hash/,
      ],
      [
        "twice",
        (text) => `${text.split("\n")[0]}\n${text}`,
        /: line 2 holds a text that stands there before/,
      ],
      ["stray", (text) => blob + text, /^text ba7816bf8f01: no event names it/],
      ["cut", (text) => text.slice(0, -40), /^event \d+: the event is not a journal line/],
    ];
    for (const [name, edit, where] of edits)
      await refuted([sent(name, "out/j.jsonl", edit)], where);

    const bytes = Buffer.from(at.read("out/j.jsonl"));
    bytes[bytes.indexOf("Drafts")] = 0xff;
    elsewhere.write("bytes.jsonl", bytes);
    await refuted(["bytes.jsonl"], /^journal in bytes\.jsonl: line \d+ is not valid UTF-8/);
  });

  test("K9 line ends, empty lines and a byte order mark change nothing", async () => {
    const path = sent(
      "ends",
      "out/j.jsonl",
      (text) => `\ufeff${text.replaceAll("\n", "\r\n\r\n")}`,
    );

    await verified([path]);
  });
});

describe("a record", () => {
  test.each(["out/whole.md", "out/whole-adr.md"])(
    "K9 R15 %s with its journal inside is enough by itself, anywhere",
    async (file) => {
      const path = sent("inside", file);

      expect(await verified([path])).toContain("checked against the journal inside it");
      expect(at.read(file).match(/--/g)?.length).toBeGreaterThan(1);
      expect(at.read(file).split("<!-- dissent-journal")[1]).not.toContain("--\n");
    },
  );

  test("K9 the journal is found beside it, by name or by debate, and in the project", async () => {
    const named = sent("named", "out/record.md");
    sendBeside(named, "out/j.jsonl", "record.jsonl");
    const other = sent("other", "out/record.md");
    elsewhere.write("other/a.jsonl", "not a journal\n");
    sendBeside(other, "out/j.jsonl", "z.jsonl");

    expect(await verified([named])).toContain("checked against the journal in record.jsonl");
    expect(await verified([other])).toContain("checked against the journal in z.jsonl");
    rmSync(join(at.dir, "out", "j.jsonl"));
    expect(await verified(["out/record.md"], at)).toContain("the journal of this project");
    await run(at, ["report", id, "-o", "out/j.jsonl"]);
  });

  test("K9 R15 results as YAML and JSON, and the decision record that --adr wrote with its journal", async () => {
    for (const file of ["out/result.yaml", "out/result.json"]) {
      const path = sent("results", file);
      sendBeside(path, "out/j.jsonl", "j.jsonl");
      await verified([path]);
    }
    const adr = "docs/decisions/0001-should-field-app-v2-ship-with-offline-sync.md";
    const path = sent("adr", adr);
    sendBeside(path, adr.replace(/md$/, "jsonl"), "journal.jsonl");
    await verified([path]);
    await verified([adr], at);
  });

  test("K9 CRLF on all lines is no change; on some it is", async () => {
    await verified([sent("crlf", "out/whole.md", (text) => text.replaceAll("\n", "\r\n"))]);
    await refuted(
      [sent("mixed", "out/whole.md", (text) => text.replace("\n", "\r\n"))],
      /^mixed\/whole\.md line 1: /,
    );
  });

  const edits: readonly (readonly [string, string, (text: string) => string, RegExp])[] = [
    [
      "a vote",
      "out/whole.md",
      (text) => text.replace("| Risk, Value |", "| Risk, Value, Effort |"),
      /line \d+: reads "\| A \|/,
    ],
    [
      "the strength",
      "out/whole.md",
      (text) => text.replace("- **Strength weak: one vote", "- **Strength strong: no vote"),
      /line \d+: reads "- \*\*Strength strong/,
    ],
    [
      "a dissent",
      "out/whole-adr.md",
      (text) => text.replace("holds **B**", "holds **A**"),
      /line \d+: /,
    ],
    [
      "a line at the end",
      "out/whole.md",
      (text) => `${text}\nP.S. All agreed.\n`,
      /^journal inside it: the journal inside, or what follows it, was changed/,
    ],
    [
      "the head",
      "out/whole.md",
      (text) =>
        text.replace(
          /Chain head `(.)/,
          (_, digit: string) => `Chain head \`${digit === "0" ? 1 : 0}`,
        ),
      /names the chain head [01]|line \d+/,
    ],
    [
      "the debate",
      "out/whole.md",
      (text) => text.replace(`Debate \`${id}\``, "Debate `another-one`"),
      /it is of the debate another-one/,
    ],
    [
      "the journal inside",
      "out/whole.md",
      (text) =>
        text.replace(
          /(sha256:\w+\n.{10})(.)/,
          (_, before: string, one: string) => before + (one === "A" ? "B" : "A"),
        ),
      /^journal inside it: /,
    ],
  ];

  test.each(edits)(
    "K9 %s in %s that was changed is found, exit 5",
    async (name, file, edit, where) => {
      const path = sent(name, file, edit);

      expect(elsewhere.read(path)).not.toBe(at.read(file));
      await refuted([path], where);
    },
  );

  test("K9 without a journal anywhere: exit 2, and where it was looked for is said", async () => {
    const lonely = sent("lonely", "out/record.md");
    elsewhere.write("notes.md", "# Notes\n\nNothing here.\n");
    elsewhere.write("page.html", "<p>no journal</p>\n");

    expectRefusal(await run(elsewhere, ["verify", lonely]), {
      says: new RegExp(
        `against\\.[^]*No journal of ${id} is inside it, beside it \\(record\\.jsonl`,
      ),
      as: "no-journal",
    });
    expectRefusal(await run(elsewhere, ["verify", "notes.md"]), {
      says: /notes\.md names no debate/,
      as: "no-journal",
    });
    expectRefusal(await run(elsewhere, ["verify", "page.html"]), {
      says: /holds no journal/,
      as: "no-journal",
    });
    expectRefusal(await run(elsewhere, ["verify", "missing.md"]), {
      says: /missing\.md/,
      as: "file-unreadable",
    });
    expectRefusal(await run(at, ["report", id, "-f", "yaml", "--journal"]), {
      says: /cannot be put inside yaml/,
      as: "usage",
    });
  });

  test("K9 K11 one that was written before a decision still verifies, and later events are counted", async () => {
    const own = scriptedProject(rounds(votes("A", "A", "B")));
    await run(own, ["run", "q.md"]);
    await run(own, ["report", "-o", "before.md"]);
    await run(own, ["decide", "last", "B", "-m", "the crews asked for it"]);
    await run(own, ["decisions", "outcome", "last", "right", "-m", "they were right"]);

    const { code, stdout } = await run(own, ["verify", "before.md"]);

    expect(code).toBe(0);
    expect(stdout).toContain("before.md is older than the last 2 of its events");
  });
});

describe("a page", () => {
  const page = (file: string): string => {
    const script = formatJournalScript(parseJournalFile(file, "j"));
    return `<!doctype html>\n<title>x</title>\n${script}\n<p>after</p>\n`;
  };

  test("K9 a report verifies, journal and page, whatever its texts say", async () => {
    const { code, stderr } = await run(at, ["report", id, "-o", "out/report.html"]);
    expect(code, stderr).toBe(0);

    const said = await verified([sent("report", "out/report.html")]);

    expect(said).toContain("checked against the journal inside it");
    expect(said).toContain("report.html is what the journal renders to");
  });

  test("K9 what is changed around the journal is found: what people read, the data, the program", async () => {
    const text = at.read("out/report.html");
    const head = at.read("out/record.md").match(/Chain head `([0-9a-f]{64})`/)?.[1] ?? "";
    const edits: readonly (readonly [string, string, RegExp])[] = [
      ["title", text.replace("<title>Should", "<title>Must"), /title\.html line \d+: reads .*Must/],
      [
        "body",
        text.replace("<noscript>", "<p>Approved</p><noscript>"),
        /body\.html line \d+: reads/,
      ],
      ["head", text.replaceAll(head, "0".repeat(64)), /^event \d+: /],
      [
        "findings",
        text.replace('"strength":"', '"strength":"very '),
        /findings\.html line \d+: reads/,
      ],
      ["home", text.replace('"held":false', '"held":false,"home":"x.html"'), /home\.html line \d+/],
      [
        "script",
        text.replace('<script type="module">', '<script type="module">0;'),
        /its script or style is not the one this version of Dissent writes/,
      ],
    ];
    for (const [name, changed, where] of edits) {
      expect(changed, name).not.toBe(text);
      elsewhere.write(`reports/${name}.html`, changed);
      await refuted([`reports/${name}.html`], where);
    }
  });

  test("K9 a change in the journal inside is found, and so are two journals", async () => {
    const text = page(at.read("out/j.jsonl"));
    const edits: readonly (readonly [string, string, RegExp])[] = [
      ["reply", text.replace("first", "last"), /^event \d+: the event was changed/],
      [
        "text",
        text.replace("Crews work in valleys without signal. Forty", "Crews rest. Forty"),
        /does not match its hash/,
      ],
      ["two", text + text, /holds no one journal/],
      ["open", text.replace("</script>", ""), /holds no one journal/],
      ["broken", text.replace('{"lines":[', '{"lines":'), /is not JSON/],
    ];
    for (const [name, changed, where] of edits) {
      expect(changed, name).not.toBe(text);
      elsewhere.write(`pages/${name}.html`, changed);
      await refuted([`pages/${name}.html`], where);
    }
  });
});

describe("a folder", () => {
  const results = (): string => join(".dissent", "debates", id);

  /** The folder of results somewhere else, with the journal in it. */
  function copied(name: string): string {
    cpSync(join(at.dir, results()), join(elsewhere.dir, name), { recursive: true });
    elsewhere.write(`${name}/j.jsonl`, at.read("out/j.jsonl"));
    return name;
  }

  test("K9 under .dissent/debates, and copied elsewhere with its journal: records, results and artifacts", async () => {
    for (const [what, place] of [
      [results(), at],
      [copied("copy"), elsewhere],
    ] as const) {
      const said = await verified([what], place);
      expect(said).toMatch(/debate-offline-sync\.md is what the journal renders to/);
      expect(said).toMatch(/debate-offline-sync-result\.yaml is what the journal renders to/);
      expect(said).toMatch(/\d artifacts are what was published, to the byte/);
    }
  });

  test("K9 one byte of an artifact, one that is gone, one behind a link, a line of a record: exit 5", async () => {
    const page = "sadd/debate-offline-sync-risk.md";
    const byte = copied("byte");
    elsewhere.write(`${byte}/${page}`, elsewhere.read(`${byte}/${page}`).replace("risk", "rIsk"));
    const gone = copied("gone");
    rmSync(join(elsewhere.dir, gone, page));
    const linked = copied("linked");
    renameSync(join(elsewhere.dir, linked, page), join(elsewhere.dir, "moved.md"));
    symlinkSync(join(elsewhere.dir, "moved.md"), join(elsewhere.dir, linked, page));
    const record = copied("line");
    const own = `${record}/debate-offline-sync.md`;
    elsewhere.write(own, elsewhere.read(own).replace("Strength", "Certainty"));

    await refuted([byte], /^byte\/sadd\/debate-offline-sync-risk\.md line \d+: reads /);
    await refuted(
      [gone],
      /^gone\/sadd\/debate-offline-sync-risk\.md: it was published, and is not there/,
    );
    await refuted([linked], /it was published, and is not there/);
    await refuted([record], /^line\/debate-offline-sync\.md line \d+: reads "Certainty/);
  });

  test("K9 an empty one, and one whose debate is nowhere: exit 2", async () => {
    mkdirSync(join(elsewhere.dir, "empty"));
    const nowhere = copied("nowhere");
    rmSync(join(elsewhere.dir, nowhere, "j.jsonl"));

    expectRefusal(await run(elsewhere, ["verify", "empty"]), {
      says: /holds no record, result or journal of a debate/,
      as: "no-journal",
    });
    expectRefusal(await run(elsewhere, ["verify", nowhere]), {
      says: new RegExp(`No journal of ${id} is in that folder, or among the debates of`),
      as: "no-journal",
    });
  });

  test("K9 with two debates in it both are checked, and one that fails is enough", async () => {
    const both = "both";
    const own = scriptedProject(rounds(votes("A", "B", "B")), { "dissent.yaml": participants() });
    own.write("two.md", own.read("q.md").replace('id: "offline-sync"', 'id: "second"'));
    for (const brief of ["q.md", "two.md"]) await run(own, ["run", brief, "-o", both]);

    const { code, stdout } = await run(own, ["verify", both, "--json"]);
    const lines = stdout.trimEnd().split("\n");

    expect(code).toBe(0);
    expect(lines.map((line) => (JSON.parse(line) as { ok: boolean }).ok)).toEqual([true, true]);
    own.write(`${both}/debate-second.md`, `${own.read(`${both}/debate-second.md`)}x\n`);
    const failed = await run(own, ["verify", both]);
    expect(failed.code).toBe(5);
    expect(failed.stdout.match(/^Verified|^Not verified/gm)).toEqual(
      expect.arrayContaining(["Verified", "Not verified"]),
    );
  });

  test("K9 A45 of a merge: the document under its name, and everything beside it", async () => {
    const own = project();
    const drafts = ["data", "ops"].map((name) => join(EXAMPLES, `merge-plan/draft-${name}.md`));
    const held = await run(own, ["merge", ...drafts, "-o", "plan/merged-plan.md"]);
    expect(held.code, held.stderr).toBe(10);

    expect((await run(own, ["verify", "plan"])).stdout).toMatch(
      /^Verified[^]*artifacts are what was published/,
    );
    const [document] = ["plan/merged-plan.md", "plan/merged-plan.partial.md"].filter((path) =>
      existsSync(join(own.dir, path)),
    );
    own.write(document ?? "", `${own.read(document ?? "")}\nA line of my own.\n`);
    const edited = await run(own, ["verify", "plan"]);
    expect(edited.code).toBe(5);
    expect(edited.stdout).toMatch(
      /^Not verified {2}plan\/merged-plan(?:\.partial)?\.md line \d+: /,
    );
  });
});

test("K9 a decision record of the roundtable, with its link to the discussion, and one that another takes the place of", async () => {
  const own = project({ "dissent.yaml": "records: { journal: true }\n" });
  const brief = join(EXAMPLES, "event-schema.md");
  await run(own, ["run", brief, "-p", "roundtable", "--adr", "--allow-contested"]);
  await run(own, [
    "run",
    brief,
    "-p",
    "roundtable",
    "--adr",
    "--supersedes",
    "1",
    "--allow-contested",
  ]);
  const found = own.listing().flatMap((line) => {
    const [, path] = /^project\/(docs\/decisions\/\S+\.md) /.exec(line) ?? [];
    return path === undefined ? [] : [path];
  });

  expect(found).toHaveLength(2);
  expect(own.read(found[0] ?? "")).toMatch(/^status: "superseded by /m);
  expect(own.read(found[1] ?? "")).toMatch(/^Supersedes \[/m);
  for (const path of found) {
    const { code, stdout } = await run(own, ["verify", path]);
    expect(code, stdout).toBe(0);
    own.write(path, own.read(path).replace("## ", "## Not "));
    expect((await run(own, ["verify", path])).code, path).toBe(5);
  }
});
