import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { SetupError } from "../../errors.ts";
import { type BriefReading, type BriefRequest, readBrief } from "./read-brief.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dissent-brief-"));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

function write(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

function read(from: string, request: Partial<BriefRequest> = {}): Promise<BriefReading> {
  return readBrief({
    from,
    options: [],
    context: [],
    cwd: folder,
    stdin: async () => "",
    contextRules: { include: [], deny: [], maxBytes: 2 * 1024 * 1024 },
    ...request,
  });
}

async function refusal(from: string, request: Partial<BriefRequest> = {}): Promise<SetupError> {
  const error: unknown = await read(from, request).catch((thrown: unknown) => thrown);
  if (!(error instanceof SetupError)) throw new Error(`No refusal: ${JSON.stringify(error)}`);
  expect(error.message).not.toContain("\n");
  expect(error.hint?.split("\n")[0]).toMatch(/^[A-Z].*[.?…]$/);
  return error;
}

/** A brief of front matter alone. */
async function collectRefusal(frontMatter: string): Promise<SetupError> {
  write("x.md", `---\n${frontMatter}\n---\n`);
  return refusal("x.md");
}

const OFFLINE = `---
question: Should field-app v2 ship with offline sync?
options:
  A: Online only, with a retry queue
  B: { label: Full offline-first sync, description: Conflicts are merged. }
  C: "Limited offline: read and drafts"
context: [../specs/field-app.md]
feature_name: Field app
feature_dir: specs/field-app/
class: SCOPE_CRITICAL
protocol: judges
seats: { risk: offline }
---

Crews work in valleys.

## Option B
It stays here.
`;

describe("options in the text", () => {
  const RECORD =
    "# Which queue?\n\n## Considered options\n\n* RabbitMQ\n* Kafka\n\n## Facts\n\nBoth run here.\n";

  test("a decision record's list of options is read, and stays part of what can be quoted", async () => {
    write("record.md", RECORD);

    const { brief } = await read("record.md");

    expect(brief.options.map(({ id, label }) => `${id} ${label}`)).toEqual([
      "A RabbitMQ",
      "B Kafka",
    ]);
    expect(brief.sources[0]?.text).toContain("* RabbitMQ");
  });

  test("options of the front matter or of a flag are the only ones", async () => {
    write("record.md", RECORD);
    write("stated.md", `---\noptions: { A: Redis, B: NATS }\n---\n\n${RECORD}`);

    const flagged = await read("record.md", { options: ["Redis", "NATS"] });
    const stated = await read("stated.md");

    for (const { brief } of [flagged, stated])
      expect(brief.options.map(({ label }) => label)).toEqual(["Redis", "NATS"]);
  });
});

describe("a Markdown brief", () => {
  test("is read whole", async () => {
    write("debates/offline-sync.md", OFFLINE);
    write("specs/field-app.md", "The app.\r\n");

    const { brief, file, given, skipped, findings } = await read("debates/offline-sync.md");

    const body = "Crews work in valleys.\n\n## Option B\nIt stays here.";
    expect(brief).toEqual({
      id: "should-field-app-v2-ship",
      question: "Should field-app v2 ship with offline sync?",
      options: [
        { id: "A", label: "Online only, with a retry queue", description: "" },
        { id: "B", label: "Full offline-first sync", description: "Conflicts are merged." },
        { id: "C", label: "Limited offline: read and drafts", description: "" },
      ],
      sources: [
        {
          id: "brief",
          title: "offline-sync.md",
          text: body,
          sha256: hash("sha256", body),
          bytes: Buffer.byteLength(body),
        },
        {
          id: "S1",
          title: "specs/field-app.md",
          text: "The app.\r\n",
          sha256: hash("sha256", "The app.\r\n"),
          bytes: 10,
        },
      ],
      featureName: "Field app",
      featureDir: "specs/field-app",
    });
    expect(file).toBe("debates/offline-sync.md");
    expect(given?.class).toBe("SCOPE_CRITICAL");
    expect(given?.layer.values).toEqual({ protocol: "judges", participants: { risk: "offline" } });
    expect(given?.layer.origin(["participants", "risk", "model"])).toBe(
      "brief debates/offline-sync.md:12:16",
    );
    expect({ skipped, findings }).toEqual({ skipped: [], findings: [] });
  });

  test("with Windows line ends and a byte order mark reads the same", async () => {
    write("specs/field-app.md", "The app.\r\n");
    write("debates/x.md", OFFLINE);
    write("debates/y.md", `\uFEFF${OFFLINE.replaceAll("\n", "\r\n")}`);

    const plain = await read("debates/x.md");
    const windows = await read("debates/y.md");

    expect(windows.brief.options).toEqual(plain.brief.options);
    expect(windows.brief.sources[0]?.sha256).toBe(plain.brief.sources[0]?.sha256);
  });

  test("may ask in its heading, but not in a heading inside code", async () => {
    write("x.md", "Before.\n\n```sh\n# not this\n```\n\n# Ship it? #\n\nAfter.\n");

    const { brief } = await read("x.md");

    expect(brief.question).toBe("Ship it?");
    expect(brief.sources[0]?.text).toContain("# Ship it? #");
  });

  test("that is only a heading has no body to quote", async () => {
    write("x.md", "# Ship it?\n");

    expect((await read("x.md")).brief).toMatchObject({ question: "Ship it?", sources: [] });
  });

  test("without a question is refused", async () => {
    expect((await collectRefusal("options: [x, y]")).message).toBe(
      "x.md: the question is missing.",
    );
    expect((await collectRefusal("question: ''")).message).toBe("x.md:2:1 question is missing.");
    expect((await collectRefusal('question: "\\u200b"')).message).toBe(
      "x.md:2:11 question is missing.",
    );
  });

  test("whose front matter has no end is refused", async () => {
    write("x.md", "---\nquestion: Ship it?\n");

    expect((await refusal("x.md")).message).toBe("x.md:1:1 The front matter has no end.");
  });

  test("with a question beyond two thousand characters is refused", async () => {
    const { message } = await collectRefusal(`question: ${"why ".repeat(600)}?`);

    expect(message).toBe("x.md:2:11 question has 2401 characters, and at most 2000 are allowed.");
  });

  test("takes its id from its name when the question has no letters to keep", async () => {
    write("Größe 2.md", "---\nquestion: 是否?\n---\n");
    write("是.md", "---\nquestion: 是否?\n---\n");

    expect((await read("Größe 2.md")).brief.id).toBe("gro-e-2");
    expect((await read("是.md")).brief.id).toBe("question");
  });
});

describe("the seed's shape", () => {
  const fields = {
    question_id: "q-7",
    question_text: "Ship it?",
    options: [
      { id: "A", label: "Yes", description: "All of it" },
      { id: "B", label: "No", description: "" },
    ],
    spec_context: "The spec says so.",
    feature_name: "Shipping",
    feature_dir: "specs/shipping",
  };
  const expected = {
    id: "q-7",
    question: "Ship it?",
    options: fields.options,
    featureName: "Shipping",
    featureDir: "specs/shipping",
  };

  test("is read from JSON, wrapped or not", async () => {
    write("a.json", JSON.stringify({ debate_context: fields }, null, 2));
    write("b.json", JSON.stringify(fields));

    for (const file of ["a.json", "b.json"]) {
      const { brief } = await read(file);
      expect(brief).toMatchObject(expected);
      expect(brief.sources).toMatchObject([
        { id: "brief", title: file, text: "The spec says so." },
      ]);
    }
  });

  test("is read from YAML, and mistakes in it have places", async () => {
    const yaml = (id: string): string =>
      `debate_context:\n  question_id: ${id}\n  question_text: Ship it?\n  options:\n    - id: A\n      label: Yes\n    - B: No\n  spec_context: |\n    The spec says so.\n`;
    write("a.yaml", yaml("q-7"));
    write("b.yml", yaml("../../x"));

    expect((await read("a.yaml")).brief).toMatchObject({
      id: "q-7",
      options: [
        { id: "A", label: "Yes" },
        { id: "B", label: "No" },
      ],
      sources: [{ text: "The spec says so." }],
    });
    expect((await refusal("b.yml")).message).toBe(
      'b.yml:2:16 debate_context.question_id must be lower-case words joined by hyphens, got "../../x".',
    );
  });

  test("comes through standard input as well", async () => {
    const { brief, file } = await read("-", { stdin: async () => JSON.stringify(fields) });

    expect(brief).toMatchObject(expected);
    expect({ file, title: brief.sources[0]?.title }).toEqual({ file: null, title: "brief" });
  });

  test("keeps other fields inside debate_context", async () => {
    write("a.yaml", "debate_context: { question_text: Ship? }\nprotocol: judges\n");

    const { message, hint } = await refusal("a.yaml");

    expect(message).toBe("a.yaml:2:1 protocol stands beside debate_context.");
    expect(hint).toMatch(/^Move protocol into debate_context\./);
  });
});

describe("what stands for the brief", () => {
  test("may be the question itself", async () => {
    const { brief, given, file } = await read("Tabs or spaces?", {
      options: ["A: Tabs", "Spaces", "b=Both"],
    });

    expect(brief).toEqual({
      id: "tabs-or-spaces",
      question: "Tabs or spaces?",
      options: [
        { id: "A", label: "Tabs", description: "" },
        { id: "C", label: "Spaces", description: "" },
        { id: "b", label: "Both", description: "" },
      ],
      sources: [],
      featureName: null,
      featureDir: null,
    });
    expect({ given, file }).toEqual({ given: null, file: null });
  });

  test("may be one line on standard input", async () => {
    const { brief } = await read("-", { stdin: async () => "\uFEFFTabs or spaces?\n" });

    expect(brief).toMatchObject({ question: "Tabs or spaces?", sources: [] });
  });

  test.each(["debates/none.md", "none", "my debates/none.md"])(
    "is a missing file rather than a question when it looks like one: %s",
    async (from) => {
      const { code, message } = await refusal(from);

      expect({ code, message }).toEqual({
        code: "file-unreadable",
        message: `There is no file ${from}.`,
      });
    },
  );

  test("is refused when it is empty, a directory, binary or not UTF-8", async () => {
    mkdirSync(join(folder, "sub"));
    write("x.png", Buffer.from([1, 0, 2]));
    write("x.md", Buffer.from([0x23, 0x20, 0xff]));

    expect((await refusal(" ")).code).toBe("usage");
    expect((await refusal("sub")).message).toBe("sub is a directory, not a file.");
    expect((await refusal("x.png")).message).toBe("x.png is binary, not text.");
    expect((await refusal("x.md")).message).toBe("x.md is not valid UTF-8.");
    expect((await refusal("-", { stdin: async () => "a\0b" })).message).toBe(
      "stdin is binary, not text.",
    );
  });

  test("is refused above one mebibyte", async () => {
    write("x.md", "# Ship?\n".repeat(200_000));

    expect((await refusal("x.md")).code).toBe("file-too-large");
  });
});

describe("fields", () => {
  test("that are unknown suggest the nearest known one", async () => {
    const { code, message, hint } = await collectRefusal("question: Ship it?\nquestoin_id: x");

    expect({ code, message }).toEqual({
      code: "bad-brief",
      message: "x.md:3:1 questoin_id is not known.",
    });
    expect(hint).toBe(
      "Write question_id instead.\n   2 | question: Ship it?\n > 3 | questoin_id: x",
    );
  });

  test("that say the same twice are refused", async () => {
    expect((await collectRefusal("question: A?\nquestion_text: B?")).message).toBe(
      "x.md:3:1 question_text says the same as question.",
    );
  });

  test("that bomb are refused", async () => {
    const lines = ["a: &a [x,x,x,x,x,x,x,x]"];
    for (let at = 1; at < 9; at++) {
      lines.push(
        `b${at}: &b${at} [${Array(8)
          .fill(at === 1 ? "*a" : `*b${at - 1}`)
          .join(",")}]`,
      );
    }

    expect((await collectRefusal(lines.join("\n"))).message).toMatch(
      /^x\.md:\d+:\d+ More than 50 aliases/,
    );
  });

  test("of other kinds than text are refused", async () => {
    expect((await collectRefusal("question: [a]")).message).toBe(
      "x.md:2:11 question must be a text, got a list.",
    );
    expect((await collectRefusal("question: Ship?\ncontext: { a: b }")).message).toBe(
      "x.md:3:10 context must be a file or a list of files, got a mapping.",
    );
    expect((await collectRefusal("- question")).message).toBe(
      "x.md:2:1 the file must hold fields with values.",
    );
  });

  test("lose control and direction characters that could deceive a reader", async () => {
    write(
      "x.md",
      '---\nquestion: "Ship \\e[31mit\\u202e?"\noptions: { A: "Y\\x07es", B: "N\\no" }\n---\nbody \u202e kept\n',
    );

    const { brief } = await read("x.md");

    expect(brief.question).toBe("Ship [31mit?");
    expect(brief.options.map(({ label }) => label)).toEqual(["Yes", "N o"]);
    expect(brief.sources[0]?.text).toBe("body \u202e kept");
  });

  test.each(["../../x", "a/b", "Q1", "con", "-a", "a".repeat(65)])(
    "cannot name the question %s",
    async (id) => {
      const { code, message } = await collectRefusal(`question: Ship it?\nquestion_id: "${id}"`);

      expect(code).toBe("bad-brief");
      expect(message).toContain("x.md:3:14 question_id must be lower-case words");
    },
  );

  test("with an id that is no slug suggest one", async () => {
    const { hint } = await collectRefusal('question: Ship it?\nid: "Q1: Offline Sync"');

    expect(hint).toMatch(/^Write q1-offline-sync instead\./);
  });
});

describe("options", () => {
  async function readOptions(written: string): Promise<readonly string[]> {
    write("x.md", `---\nquestion: Ship it?\noptions:\n${written}\n---\n`);
    const { brief } = await read("x.md");
    return brief.options.map(({ id, label, description }) => `${id}|${label}|${description}`);
  }

  test("without ids get the letters nobody has taken", async () => {
    expect(
      await readOptions("  - First\n  - { id: A, label: Second }\n  - C: Third\n  - Fourth"),
    ).toEqual(["B|First|", "A|Second|", "C|Third|", "D|Fourth|"]);
  });

  test.each([
    ["  A: x\n  a: y", "x.md:5:3 options.a repeats the id a."],
    ["  - { id: A, label: x }\n  - { id: A, label: y }", "x.md:5:5 options.1 repeats the id A."],
    ["  A: x\n  A: y", 'x.md:5:3 "A" is given twice.'],
    ["  a b: x", 'x.md:4:3 options.a b has the id "a b", which is not a short word.'],
    ["  A:", "x.md:4:3 options.A has no text."],
    ['  A: "\\u200b\\ufeff"', "x.md:4:3 options.A has no text."],
    ["  A: { label: x, descripton: y }", "x.md:4:18 options.A.descripton is not known."],
    ["  nonsense", 'x.md:4:3 options must be a mapping or a list, got "nonsense".'],
    [
      `  A: ${"x".repeat(301)}`,
      "x.md:4:3 options.A has a label of 301 characters, and at most 300 are allowed.",
    ],
    [
      Array.from({ length: 10 }, (_, index) => `  o${index}: x`).join("\n"),
      "x.md:13:3 options.o9 is one too many: at most 9.",
    ],
  ])("are refused: %j", async (written, message) => {
    expect((await collectRefusal(`question: Ship it?\noptions:\n${written}`)).message).toBe(
      message,
    );
  });

  test("given as flags are checked together with the brief's", async () => {
    write("x.md", "---\nquestion: Ship it?\noptions: { A: Yes }\n---\n");

    const { code, message } = await refusal("x.md", { options: ["a: No"] });

    expect({ code, message }).toEqual({
      code: "bad-option",
      message: '--option "a: No" repeats the id a.',
    });
    expect((await read("x.md", { options: ["Limited offline: read"] })).brief.options[1]).toEqual({
      id: "B",
      label: "Limited offline: read",
      description: "",
    });
  });
});

describe("the feature directory", () => {
  test.each(["../out", "a/../../out", "/etc", "C:\\x", "..\\..\\x", "a\u0000b", "a\nb"])(
    "cannot be %j",
    async (directory) => {
      const { code, message } = await collectRefusal(
        `question: Ship it?\nfeature_dir: ${JSON.stringify(directory)}`,
      );

      expect(code).toBe("unsafe-path");
      expect(message).toMatch(/^x\.md:3:14 feature_dir /);
    },
  );

  test("cannot leave the project through a link, even one to nothing", async () => {
    symlinkSync(tmpdir(), join(folder, "outside"));
    symlinkSync(join(tmpdir(), "dissent-nowhere"), join(folder, "dangling"));

    for (const directory of ["outside/new/deep", "dangling", "dangling/x"]) {
      const { code } = await collectRefusal(`question: Ship it?\nfeature_dir: ${directory}`);
      expect(code, directory).toBe("unsafe-path");
    }
  });

  test("need not exist yet", async () => {
    write("x.md", "---\nquestion: Ship it?\nfeature_dir: ./a//b/../c\n---\n");

    expect((await read("x.md")).brief.featureDir).toBe("a/c");
  });
});

test("what looks like a secret is found with the line of its file", async () => {
  write("x.md", "---\nquestion: Ship it?\n---\n\nBody.\nkey AKIAIOSFODNN7EXAMPLE\n");
  write("notes.md", "-----BEGIN PRIVATE KEY-----\n");

  const { findings } = await read("x.md", { context: ["notes.md"] });

  expect(findings).toEqual([
    { source: "x.md", line: 6, kind: "AWS access key" },
    { source: "notes.md", line: 1, kind: "private key" },
  ]);
});
