/** R2-R4 through the real command line: `--anonymous`, one setting alone, people, and what verify says of it. */
import { join } from "node:path";

import { expect, test } from "vitest";
import { parse } from "yaml";

import {
  EXAMPLES,
  expectRefusal,
  project,
  type Project,
  type Ran,
  run,
} from "../support/processes/cli.ts";

test.each([
  ["judges", "offline-sync.md"],
  ["board", "open-source-it.md"],
  ["roundtable", "event-schema.md"],
])("R2-R4 run --anonymous holds %s under labels, and it verifies", async (protocol, brief) => {
  const at = project();

  const { code } = await run(at, [
    "run",
    join(EXAMPLES, brief),
    "-p",
    protocol,
    "--anonymous",
    "-q",
  ]);
  const shown = await run(at, ["report", "last", "-f", "jsonl"]);
  const verified = await run(at, ["verify", "last"]);

  expect(code).toBe(10);
  expect(shown.stdout).toContain('"anonymous":true,"rotate":true,"one_voice":true');
  expect(shown.stdout).not.toMatch(/voice-\d|claim-\d/);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toMatch(
    /prompts show others under labels drawn for their reader, and name nobody/,
  );
  expect(verified.stdout).toMatch(/prompts show others in the order drawn for their reader/);
  expect(verified.stdout).toMatch(/prompts show each position once, and count nobody/);
});

test("R2-R4 challenge --anonymous hides who objects", async () => {
  const at = project();

  const { code } = await run(at, [
    "challenge",
    join(EXAMPLES, "session-store.md"),
    "--anonymous",
    "-q",
  ]);
  const verified = await run(at, ["verify", "last"]);

  expect(code).toBe(10);
  expect(verified.stdout).toContain("under labels drawn for their reader");
});

test("R3 one setting alone turns on that one", async () => {
  const at = project();

  await run(at, ["run", join(EXAMPLES, "offline-sync.md"), "--setting", "rotate=true", "-q"]);
  const verified = await run(at, ["verify", "last"]);

  expect(verified.stdout).toContain("in the order drawn for their reader");
  expect(verified.stdout).not.toMatch(/labels|each position once/);
});

test("a protocol without such an exchange refuses the flag in one line", async () => {
  const at = project();

  const refused = await run(at, [
    "run",
    join(EXAMPLES, "offline-sync.md"),
    "-p",
    "merge",
    "--anonymous",
  ]);

  expectRefusal(refused, {
    says: /The protocol merge has no anonymous to set\./,
    as: "bad-settings",
  });
});

test("K11 R2 a person in an anonymous debate fills a form with labels, and the journal has names", async () => {
  const at = project();
  const brief = join(EXAMPLES, "offline-sync.md");
  await run(at, ["run", brief, "--anonymous", "-q", "-s", "risk=person"]);
  const opening = await readAnswerForm<Opening>(at);
  const said = await fill(at, {
    ...opening,
    option: "A",
    headline: "Online only can be rolled back in a minute.",
    claims: [],
    self_challenge: "Crews stay on paper.",
    would_change_my_mind: "A rehearsed merge.",
    evaluations: opening.evaluations.map((one) => ({
      ...one,
      rows: one.rows.map((row) => ({ ...row, description: "as the brief says" })),
    })),
  });
  const response = await readAnswerForm<Response>(at);
  const ended = await fill(at, {
    ...response,
    challenges: response.challenges.map((challenge) => ({
      ...challenge,
      counter_argument: `What ${challenge.judge} says with ${challenge.claim} leaves out the audit of safety records.`,
    })),
  });
  const journal = await run(at, ["report", "last", "-f", "jsonl"]);
  const reply = journal.stdout
    .split("\n")
    .find((line) => line.includes('"type":"reply-recorded","key":"responses/risk"'));

  expect(said.stderr).toContain("--answer");
  expect(ended.code).toBe(10);
  expect(response.challenges.map(({ judge }) => judge)).toEqual([
    expect.stringMatching(/^voice-\d$/),
    expect.stringMatching(/^voice-\d$/),
  ]);
  expect(reply).toMatch(/"judge":"(?:value|effort)","claim":"(?:value|effort)-\d/);
  expect(reply).not.toMatch(/voice-\d|claim-\d/);
  expect((await run(at, ["verify", "last"])).code).toBe(0);
}, 60_000);

interface Opening {
  readonly evaluations: readonly { readonly rows: readonly { readonly description: string }[] }[];
}

interface Response {
  readonly challenges: readonly { readonly judge: string; readonly claim: string }[];
}

async function readAnswerForm<Form>(at: Project): Promise<Form> {
  return parse((await run(at, ["resume", "--answer", "last", "--template"])).stdout) as Form;
}

function fill(at: Project, form: object): Promise<Ran> {
  at.write("answer.json", JSON.stringify(form));
  return run(at, ["resume", "--answer", "last", "--file", "answer.json", "--by", "Ada"]);
}
