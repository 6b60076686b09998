/** K12, K13: interrupted, limited, crowded, killed; nothing is lost and nothing is asked twice. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { describe, expect, test } from "vitest";

import type { Behaviour, Script } from "../../src/models/scripted.ts";
import {
  BIN,
  debates,
  expectRefusal,
  followed,
  journal,
  leftovers,
  ndjson,
  NO_TERMINAL,
  type Project,
  type Ran,
  run,
  scriptedProject,
  start,
  startInTerminal,
} from "../support/processes/cli.ts";
import { recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

const RESPONSES: Record<string, Behaviour> = {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "A", { because: ["risk-2"] }),
};

/** A, B, C; then the third is convinced by the first. */
const WHOLE = rounds(votes("A", "B", "C"), RESPONSES);

/** The same, in which two of three take their time in round 1. */
const SLOW = rounds(
  {
    ...votes("A", "B", "C"),
    value: slowly(recommends("value", "B")),
    effort: slowly(recommends("effort", "C")),
  },
  RESPONSES,
);

/** The same, in which one of three never ends in round 1. */
const STUCK = rounds({ ...votes("A", "B", "C"), value: { hang: true } }, RESPONSES);

function slowly({ reply }: ReturnType<typeof recommends>): Behaviour {
  return { slow: { chunks: 4, everyMs: 300, reply } };
}

/** The line that tells the outcome, without the debate's id. */
function readOutcomeLine({ stderr }: Ran): string {
  return /^outcome .*$/m.exec(stderr)?.[0].replace(/debate=\S+/, "") ?? stderr;
}

function replace(at: Project, script: Script): void {
  at.write("script.json", JSON.stringify(script));
}

type Facts = Awaited<ReturnType<typeof journal>>;

/** Every answer that the journal holds, by its key. */
function answered(facts: Facts): string[] {
  return facts.flatMap(({ type, key }) =>
    type === "reply-recorded" || type === "participant-absent" ? [key ?? ""] : [],
  );
}

function askedAgain(facts: Facts): unknown[] {
  return facts.flatMap((fact) =>
    fact.type === "debate-resumed" ? (fact["askedAgain"] as string[]) : [],
  );
}

const ALL = [
  "openings/risk",
  "openings/value",
  "openings/effort",
  "responses/risk",
  "responses/value",
  "responses/effort",
];

let uninterrupted: Promise<Ran> | undefined;

/** Resumes and expects the ending that an uninterrupted debate has. */
async function endsAsEver(at: Project, args: readonly string[] = []): Promise<Facts> {
  uninterrupted ??= run(scriptedProject(WHOLE), ["run", "q.md"]);
  const ever = readOutcomeLine(await uninterrupted);
  const resumed = await run(at, ["resume", ...args]);
  expect(ever).toMatch(/^outcome consensus A/);
  expect(readOutcomeLine(resumed)).toBe(ever);
  expect(resumed.code).toBe(0);
  const facts = await journal(at);
  expect(answered(facts).toSorted()).toEqual(ALL.toSorted());
  return facts;
}

describe.concurrent("Ctrl-C", () => {
  test.each(["SIGINT", "SIGTERM"] as const)(
    "K13 %s once: the turns in flight land, exit 130, and resume asks nothing twice",
    async (signal) => {
      const at = scriptedProject(SLOW);
      const first = start(at, ["run", join(at.dir, "q.md")]);
      await first.said(/^r1 risk/m);
      first.kill(signal);
      const paused = await first.ended;

      expect(paused.code).toBe(130);
      expect(paused.stdout).toBe("");
      expect(paused.stderr).toContain("Pausing after the turns in flight");
      expect(paused.stderr).toMatch(/dissent resume offline-sync-\w{4}\n$/);
      expect(answered(await journal(at))).toHaveLength(3);
      expect(leftovers(at)).toEqual([]);

      expect(askedAgain(await endsAsEver(at))).toEqual([]);
    },
  );

  test("K13 twice: the turns in flight are dropped, exit 130, and only they are asked again", async () => {
    const at = scriptedProject(STUCK);
    const first = start(at, ["run", join(at.dir, "q.md")]);
    await first.said(/^r1 effort/m);
    first.kill("SIGINT");
    await first.said("Pausing after the turns in flight");
    first.kill("SIGINT");
    const dropped = await first.ended;

    expect(dropped.code).toBe(130);
    expect(dropped.stderr).toContain("Dropping the turns in flight");
    expect(leftovers(at)).toEqual([]);

    replace(at, WHOLE);
    expect(askedAgain(await endsAsEver(at))).toEqual(["openings/value"]);
  });

  test("with --json the last line says that it paused", async () => {
    const at = scriptedProject(STUCK);
    const first = start(at, ["run", "q.md", "--json"]);
    await first.said(/^r1 effort/m);
    first.kill("SIGINT");
    await first.said("Pausing after the turns in flight");
    first.kill("SIGINT");
    const { stdout, code } = await first.ended;

    expect(ndjson(stdout).at(-1)).toMatchObject({ event: "done", status: "paused", exit: 130 });
    expect(code).toBe(130);
  });

  test.skipIf(NO_TERMINAL)("typed on a terminal it does the same", async () => {
    const at = scriptedProject(SLOW);
    const first = startInTerminal(at, ["run", "q.md"]);
    await first.said(/✓[^\n]*Risk/);
    first.child.stdin?.write("\u0003");
    const paused = await first.ended;

    expect(paused.stdout).toContain("Pausing after the turns in flight");
    expect(paused.code).toBe(130);
    expect(askedAgain(await endsAsEver(at))).toEqual([]);
  });
});

describe.concurrent("a holder that is gone", () => {
  test("K13 kill -9: what was said is kept, and resume asks only what is owed", async () => {
    const at = scriptedProject(STUCK);
    const first = start(at, ["run", "q.md"]);
    await first.said(/^r1 effort/m);
    first.kill("SIGKILL");
    expect(await first.ended).toMatchObject({ code: null, signal: "SIGKILL" });
    expect(await debates(at)).toMatchObject([{ status: "running" }]);

    replace(at, WHOLE);
    outwaitLease(at);
    expect(askedAgain(await endsAsEver(at))).toEqual(["openings/value"]);
    expect((await run(at, ["verify"])).code).toBe(0);
  });

  /** As if the time had passed after which a silent holder is taken for dead. */
  function outwaitLease({ dir }: Project): void {
    const database = new DatabaseSync(join(dir, ".dissent", "dissent.db"), { timeout: 5_000 });
    database.exec("UPDATE leases SET until_ms = 0");
    database.close();
  }

  test("two processes: the second says in one line that another holds it, and changes nothing", async () => {
    const at = scriptedProject(STUCK);
    const first = start(at, ["run", "q.md"]);
    await first.said(/^r1 effort/m);
    const before = await journal(at);

    expectRefusal(await run(at, ["resume"]), { says: /Another process/, as: "store-lease-held" });
    const asJson = await run(at, ["resume", "--json"]);
    expect(asJson.code).toBe(2);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: "store-lease-held" } });

    expect(await journal(at)).toEqual(before);
    first.kill("SIGKILL");
    await first.ended;
  });
});

describe.concurrent("limits", () => {
  test("K12 a limit of calls: exit 4, and a higher one finishes", async () => {
    const at = scriptedProject(WHOLE);

    const limited = await run(at, ["run", "q.md", "--max-calls", "2"]);

    expect(limited.code).toBe(4);
    expect(limited.stdout).toBe("");
    expect(limited.stderr).toMatch(/dissent resume offline-sync-\w{4}/);
    expect(answered(await journal(at))).toHaveLength(2);

    const again = await run(at, ["resume"]);
    expect(again.code).toBe(4);
    await endsAsEver(at, ["--max-calls", "10"]);
  });

  test("K4 one that says nothing in time: told first, and counted out", async () => {
    const at = scriptedProject(rounds({ ...votes("A", "A", "A"), value: { hang: true } }));

    const { code, stdout, stderr } = await run(at, ["run", "q.md", "--timeout", "200ms"]);

    expect(stdout).toMatch(/^Degraded: 2 of 3 answered\. Value /);
    expect(stdout).toContain("Agreement of 2 present");
    expect(stderr).toMatch(/^r1 value +timed out: /m);
    expect(code).toBe(0);
    for (const look of ["show", "audit"]) {
      expect((await run(at, [look])).stdout).toMatch(/^Degraded: 2 of 3 answered\. Value /);
    }
  });

  test("K4 nobody answers: exit 3, and why is said for each", async () => {
    const at = scriptedProject({ "*": { crash: "no route to host" } });

    const { code, stdout, stderr } = await run(at, ["run", "q.md"]);

    expect(code).toBe(3);
    expect(stdout).toMatch(/^Degraded: 0 of 3 answered/);
    expect(stderr.match(/no route to host/g)).toHaveLength(3);
  });

  test("K3 garbage is asked for once more, then counts as absent", async () => {
    const at = scriptedProject(
      rounds({
        risk: [{ text: "I think A is best." }, recommends("risk", "A")],
        value: [{ text: "{" }, { text: "[]" }],
        effort: recommends("effort", "A"),
      }),
    );

    const { code, stdout, stderr } = await run(at, ["run", "q.md"]);

    expect(stderr.match(/asked again: /g)).toHaveLength(2);
    expect(stderr).toMatch(/^r1 value +gave no readable answer: /m);
    expect(stdout).toContain("Degraded: 2 of 3 answered");
    expect(code).toBe(0);
  });
});

describe.concurrent("a reader that has seen enough", () => {
  const CONTESTED = rounds(votes("A", "B", "C"), {
    ...RESPONSES,
    effort: responds("effort", "C"),
  });

  test.each(["--json", "--quiet"])(
    "run %s: the debate goes on and keeps its exit code",
    async (flag) => {
      const args = ["run", "q.md", flag];
      const at = scriptedProject(CONTESTED);
      const { child, ended } = start(at, args);
      child.stdout?.destroy();
      const { code, stderr } = await ended;

      expect(code).toBe(10);
      expect(stderr).not.toMatch(/EPIPE|^ +at /m);
      expect(await debates(at)).toMatchObject([{ status: "settled" }]);
    },
  );

  test("also when nobody reads the progress", async () => {
    const at = scriptedProject(CONTESTED);
    const { child, ended } = start(at, ["run", "q.md"]);
    child.stderr?.destroy();

    expect((await ended).code).toBe(10);
  });

  test("list | head -1", async () => {
    const at = scriptedProject(rounds(votes("A", "A", "A")));
    await run(at, ["run", "q.md"]);
    await run(at, ["run", "q.md"]);
    const child = spawn(
      "bash",
      ["-c", `set -o pipefail; "$0" "$1" list | head -1`, process.execPath, BIN],
      {
        cwd: at.dir,
        env: { PATH: process.env["PATH"] ?? "", HOME: at.home },
      },
    );
    const { code, stdout, stderr } = await followed(child).ended;

    expect(stdout.split("\n")).toHaveLength(2);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
