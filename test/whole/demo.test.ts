/** `dissent demo`: recorded debates through the real command line. The recording is made here, from a scripted debate. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { beforeAll, describe, expect, test } from "vitest";

import {
  NO_TERMINAL,
  type Project,
  type RunSetting,
  briefText,
  debates,
  expectRefusal,
  journal,
  ndjson,
  project,
  run,
  runInTerminal,
  scriptedProject,
} from "../support/processes/cli.ts";
import { recommends, rounds, votes } from "../support/protocols/judges.ts";

const SCRIPT = join(import.meta.dirname, "..", "..", "scripts", "record-demo.ts");
const LABEL = "recorded replies of a script";

let source: Project;
let folder: string;

interface Recorded {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function record(at: Project, args: readonly string[]): Promise<Recorded> {
  const all = [SCRIPT, ...args, "--from", "a test", "--project", at.dir, "--to", folder];
  return promisify(execFile)(process.execPath, all).then(
    (ended) => ({ ...ended, code: 0 }),
    (error: Recorded) => error,
  );
}

beforeAll(async () => {
  const good = recommends("risk", "A");
  source = scriptedProject(
    rounds({ ...votes("A", "A", "A"), risk: [{ text: "I think A." }, good] as never }),
  );
  folder = join(source.base, "recordings");
  const ended = await run(source, ["run", "q.md", "-q"]);
  expect(ended.code).toBe(0);
  const made = await record(source, ["last", "judges", "--label", LABEL]);
  expect(made.stderr).toBe("");
  expect(made.stdout).toMatch(/: 3 prompts, 0 changed, ends CONSENSUS A$/m);
});

const playing = (): RunSetting => ({ env: { DISSENT_RECORDINGS: folder, DISSENT_OFFLINE: "" } });

describe("a demo in an empty folder", () => {
  test("plays without a key, ends with the real exit code, and verifies", async () => {
    const at = project();
    const played = await run(at, ["demo"], playing());

    expect(played.code).toBe(0);
    expect(played.stderr).toMatch(/Demo: recorded replies of a script \(\d{4}-/);
    expect((await run(at, ["report", "last"])).stdout).toContain(
      `recorded/judges/scripted/script.json: ${LABEL}`,
    );
    const checked = await run(at, ["verify", "last"]);
    expect(checked.code).toBe(0);
  });

  test("K14 K3 the journal names the provider, the served model, and the repair as it was", async () => {
    const at = project();
    await run(at, ["demo", "judges"], playing());
    const facts = await journal(at);
    const rejected = facts.filter(({ type }) => type === "reply-rejected");
    const replies = facts.filter(({ type }) => type === "reply-recorded");

    expect(rejected).toMatchObject([{ key: "openings/risk", raw: "I think A." }]);
    expect(replies).toHaveLength(3);
    expect(replies[0]).toMatchObject({
      speaker: {
        provider: "recorded",
        requested: "recorded/judges/scripted/script.json",
        served: "scripted/script.json",
      },
      usage: { costUsd: 0 },
    });
  });

  test("K20 is nobody's earlier decision, and cannot be quoted as one", async () => {
    const at = project({ "q.md": briefText() });
    await run(at, ["demo", "-q"], playing());
    const [demo] = await debates(at);
    const own = await run(at, ["run", "q.md", "--offline", "--dry-run", "--json"]);
    const quoted = await run(at, ["run", "q.md", "--offline", "--context", `debate:${demo?.id}`]);

    expect(ndjson(own.stdout)[0]).toMatchObject({ similar: [] });
    expectRefusal(quoted, { says: /plays recorded replies/, as: "not-decidable" });
    expect((await run(at, ["list"])).stdout).toContain("recorded consensus A");
    expect(JSON.parse((await run(at, ["list", "--stats", "--json"])).stdout)).toMatchObject({
      all: { debates: 0 },
    });
  });

  test.skipIf(NO_TERMINAL)("says on a terminal what it is, before and after", async () => {
    const { code, stdout } = await runInTerminal(project(), ["demo"], {
      ...playing(),
      columns: 100,
    });

    expect(code).toBe(0);
    expect(stdout).toContain("Demo: recorded replies of a script");
    expect(stdout).toContain("no model is called.");
    expect(stdout).toContain("dissent verify last");
  });

  test("as JSON, with the page's file, and quietly", async () => {
    const at = project();
    const played = await run(at, ["demo", "--json", "-q", "-o", "demo.html"], playing());

    expect(played.stderr).toBe("");
    expect(ndjson(played.stdout).at(-1)).toMatchObject({
      event: "done",
      outcome: "CONSENSUS",
      exit: 0,
    });
    expect(at.read("demo.html")).toContain(LABEL);
  });
});

describe("what there is", () => {
  test("is listed", async () => {
    const listed = await run(project(), ["demo", "--list"], playing());

    expect(listed.stdout).toMatch(
      /^ {2}judges {2}Should field-app v2 ship .* \(consensus, \d{4}-\d\d-\d\d\)\n$/,
    );
  });

  test("a protocol without a recording is said plainly", async () => {
    const ended = await run(project(), ["demo", "roundtable"], playing());

    expectRefusal(ended, {
      says: /No debate of roundtable has been recorded yet/,
      as: "no-recording",
    });
    expect(ended.stderr).toContain("Play one of these: judges.");
  });

  test("a name that nothing has is said, too", async () => {
    expectRefusal(await run(project(), ["demo", "../judges"], playing()), {
      says: /There is no recording "\.\.\/judges"/,
      as: "no-recording",
    });
  });
});

test("prompts that changed since the recording are counted among the notes, not in the verdict", async () => {
  const at = project();
  await record(source, ["last", "older", "--label", LABEL]);
  const path = join(folder, "older", "recording.json");
  const head = JSON.parse(readFileSync(path, "utf8"));
  const brief = { ...head.brief, question: "Should field-app v3 ship with offline sync?" };
  writeFileSync(path, JSON.stringify({ ...head, brief }));
  const played = await run(at, ["demo", "older"], playing());

  expect(played.stdout).not.toContain("reworded");
  expect((await run(at, ["show", "last"])).stdout).toContain(
    "3 of 3 prompts have been reworded since the recording",
  );
});

test("a recording says where it came from, and texts that were changed are refused", async () => {
  await record(source, ["last", "changed", "--label", LABEL]);
  const head = JSON.parse(readFileSync(join(folder, "changed", "recording.json"), "utf8"));
  expect(head).toMatchObject({ label: LABEL, from: "a test", protocol: "judges" });
  expect(head.recorded).toMatch(/^\d{4}-\d\d-\d\d$/);
  writeFileSync(join(folder, "changed", "sources", "brief.md"), "Something else.");
  const ended = await run(project(), ["demo", "changed"], playing());

  expectRefusal(ended, { says: /another text for the source brief/, as: "bad-recording" });
  await record(source, ["last", "changed", "--label", LABEL]);
});

test("only language models are recorded as such", async () => {
  const refused = await record(source, ["last", "made-up"]);

  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain(
    "cannot be recorded: no language model sat in risk, value, effort.",
  );
});
