/** Commands that came with someone else's journal are shown, and never run unasked. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  debates,
  NO_TERMINAL,
  type Project,
  project,
  type Ran,
  run,
  scriptedProject,
  startInTerminal,
} from "../support/processes/cli.ts";
import { recommends } from "../support/protocols/judges.ts";

interface Sent {
  readonly at: Project;
  readonly id: string;
  /** Written by the command, wherever it runs. */
  readonly ran: string;
  readonly words: string;
}

/** A debate whose assumption is checked by `sh -c`, exported to journal.jsonl by whoever noted it. */
async function sentJournal(): Promise<Sent> {
  const seats = ["risk", "value", "effort"];
  const round = seats.map((seat) => [seat, recommends(seat, "A")]);
  const at = scriptedProject(Object.fromEntries(round));
  await run(at, ["run", "q.md"]);
  const id = (await debates(at))[0]?.id ?? "";
  const ran = join(at.outside, "ran");
  const words = `touch ${ran}`;
  await run(at, ["decisions", "check", id, "--set", "P1", "--command", `sh -c "${words}"`]);
  await run(at, ["journal", "export", id, "-o", "journal.jsonl"]);
  return { at, id, ran, words };
}

function expectNotRun({ code, stdout }: Ran, { id, ran, words }: Sent): void {
  expect(stdout).toContain(
    `  P1 was not run: its command was not noted on this machine. Read it, then run it yourself: sh -c '${words}', or note it: dissent decisions check ${id} --set P1 --command "…"\n`,
  );
  expect(stdout).toMatch(/P1 +unchecked/);
  expect(existsSync(ran)).toBe(false);
  expect(code).toBe(0);
}

describe.skipIf(NO_TERMINAL)("check --run on a terminal", () => {
  test.each([
    ["y", true],
    ["n", false],
    ["\u0004", false],
  ])("asks for each foreign command; %j is an answer for this once", async (typed, runs) => {
    const sent = await sentJournal();
    const mine = project({ "journal.jsonl": sent.at.read("journal.jsonl") });
    await run(mine, ["journal", "import", "journal.jsonl"]);

    const asked = startInTerminal(mine, ["decisions", "check", sent.id, "--run"], { columns: 160 });
    await asked.said(`sh -c '${sent.words}'`);
    await asked.said("Run it this once?");
    asked.child.stdin?.write(typed === "\u0004" ? typed : `${typed}\r`);

    expect((await asked.ended).code).toBe(0);
    expect(existsSync(sent.ran)).toBe(runs);
    // and it is not run again unasked
    expect((await run(mine, ["decisions", "check", sent.id, "--run"])).stdout).toContain(
      "P1 was not run",
    );
  });
});

describe("check --run", () => {
  test("runs nothing of an imported journal, says so, and runs it once it was noted here", async () => {
    const sent = await sentJournal();
    const { id, ran, words } = sent;
    const mine = project({ "journal.jsonl": sent.at.read("journal.jsonl") });
    expect((await run(mine, ["journal", "import", "journal.jsonl"])).code).toBe(0);

    expectNotRun(await run(mine, ["decisions", "check", id, "--run"]), sent);
    expectNotRun(await run(mine, ["decisions", "check", "--run"]), sent);
    // to look after it is not to agree to its command
    await run(mine, ["decisions", "check", id, "--set", "P1", "--owner", "mia"]);
    expectNotRun(await run(mine, ["decisions", "check", id, "--run"]), sent);
    const told = JSON.parse(
      (await run(mine, ["decisions", "check", id, "--run", "--json"])).stdout,
    ) as unknown;
    const left = { id: "P1", state: "unchecked", notRun: true };
    expect(told).toMatchObject([
      { footings: expect.arrayContaining([expect.objectContaining(left)]) },
    ]);

    await run(mine, ["decisions", "check", id, "--set", "P1", "--command", `sh -c "${words}"`]);
    const agreed = await run(mine, ["decisions", "check", id, "--run"]);
    expect(agreed.stdout).toMatch(/P1 +holds/);
    expect(existsSync(ran)).toBe(true);
  });

  test("runs nothing of a .dissent folder that was copied from elsewhere, or of a journal that was decided on", async () => {
    const sent = await sentJournal();
    const copied = project();
    cpSync(join(sent.at.dir, ".dissent"), join(copied.dir, ".dissent"), { recursive: true });
    expectNotRun(await run(copied, ["decisions", "check", sent.id, "--run"]), sent);
    // neither does the person who noted it, in another project: the same words may do something else there
    const elsewhere = { env: { HOME: sent.at.home } };
    expectNotRun(await run(copied, ["decisions", "check", sent.id, "--run"], elsewhere), sent);

    const decided = project({ "journal.jsonl": sent.at.read("journal.jsonl") });
    await run(decided, ["decide", "journal.jsonl", "B", "-m", "we pilot it first"]);
    expect((await run(decided, ["decisions", "check", sent.id, "--run"])).stdout).toContain(
      "P1 was not run",
    );
    expect(existsSync(sent.ran)).toBe(false);
  });

  test("runs nothing of an import that takes a debate of one's own further", async () => {
    const sent = await sentJournal();
    const { at, id } = sent;
    const mine = project();
    cpSync(join(at.dir, ".dissent"), join(mine.dir, ".dissent"), { recursive: true });
    const own = join(mine.outside, "own");
    await run(mine, ["decisions", "check", id, "--set", "P1", "--command", `touch ${own}`]);
    await run(mine, ["journal", "export", id, "-o", "mine.jsonl"]);
    // another person notes their command after mine, and sends the journal back
    at.write("mine.jsonl", mine.read("mine.jsonl"));
    await run(at, ["journal", "import", "mine.jsonl"]);
    await run(at, ["decisions", "check", id, "--set", "P1", "--command", `sh -c "${sent.words}"`]);
    await run(at, ["journal", "export", id, "-o", "back.jsonl"]);
    mine.write("back.jsonl", at.read("back.jsonl"));
    expect((await run(mine, ["journal", "import", "back.jsonl"])).stderr).toContain(
      "Imported 1 journal",
    );

    expectNotRun(await run(mine, ["decisions", "check", id, "--run"]), sent);
    expect(existsSync(own)).toBe(false);
  });
});
