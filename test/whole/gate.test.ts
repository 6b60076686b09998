/** Debates in pipelines: nobody to ask, an exit code to trust, reasons that a script can tell apart. */
import { existsSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { EXAMPLES, ndjson, project, run, scriptedProject } from "../support/processes/cli.ts";
import { responds, rounds, votes } from "../support/protocols/judges.ts";

const CONSENSUS = rounds(votes("A", "A", "B"));
const CONTESTED = rounds(votes("A", "B", "C"), {
  risk: responds("risk", "A"),
  value: responds("value", "B"),
  effort: responds("effort", "C"),
});

interface Done {
  readonly event: string;
  readonly exit: number;
  readonly debate: string | null;
  readonly gate: {
    readonly passed: boolean;
    readonly advisory: boolean;
    readonly reasons: readonly { readonly kind: string; readonly code: string }[];
  };
}

async function gated(at: ReturnType<typeof project>, args: readonly string[]) {
  const { code, stdout, stderr } = await run(at, ["gate", "q.md", "--json", ...args]);
  return { code, stderr, done: ndjson(stdout).at(-1) as unknown as Done };
}

describe.concurrent("gate", () => {
  test("passes what is decided and whole", async () => {
    const { code, done } = await gated(scriptedProject(CONSENSUS), []);

    expect(code).toBe(0);
    expect(done).toMatchObject({ event: "done", exit: 0, gate: { passed: true, reasons: [] } });
  });

  test("K10 fails on a contested question with the exit code of one, unless only other things count", async () => {
    const at = scriptedProject(CONTESTED);

    const usual = await gated(at, []);
    const other = await gated(at, ["--fail-on", "degraded"]);

    expect(usual.code).toBe(10);
    expect(usual.done.gate.reasons).toMatchObject([{ kind: "disagreement", code: "contested" }]);
    expect(other.code).toBe(0);
    expect(other.done.gate.passed).toBe(true);
  });

  test("tells every reason that was asked for, and exits 11", async () => {
    const { code, done } = await gated(scriptedProject(CONSENSUS), [
      "--fail-on",
      "dissent,blind-seat",
    ]);

    expect(code).toBe(11);
    expect(done.gate.reasons.map((reason) => reason.code)).toContain("dissent");
  });

  test("K10 run says that it was decided only where it was", async () => {
    const flags = ["-q", "--fail-on", "dissent", "--allow-contested"];
    const open = await run(scriptedProject(CONTESTED), ["run", "q.md", ...flags]);
    const decided = await run(scriptedProject(CONSENSUS), ["run", "q.md", ...flags]);

    expect([open.code, decided.code]).toEqual([11, 11]);
    expect(open.stderr).toContain("dissent: --fail-on tripped: dissent\n");
    expect(decided.stderr).toContain("dissent: decided, but --fail-on tripped: dissent\n");
  });

  test("--advisory never fails the build, whatever happens, and says so", async () => {
    const at = scriptedProject(CONTESTED);

    const contested = await run(at, ["gate", "q.md", "--advisory"]);
    const missing = await run(at, ["gate", "missing.md", "--advisory"]);
    const limited = await gated(at, ["--advisory", "--max-calls", "1"]);

    expect(contested.code).toBe(0);
    expect(contested.stderr).toContain("advisory: it does not fail the build");
    expect(contested.stderr).toContain("disagreement  contested");
    expect(missing.code).toBe(0);
    expect(missing.stderr).toContain("There is no file missing.md.");
    expect(limited.code).toBe(0);
    expect(limited.done.gate).toMatchObject({
      passed: false,
      advisory: true,
      reasons: [{ kind: "budget", code: "limit" }],
    });
  });

  test("a quorum of live voices is not met by built-in readers", async () => {
    const at = project();
    const brief = join(EXAMPLES, "offline-sync.md");

    const { code, stdout } = await run(at, ["gate", brief, "--json", "--quorum", "2"]);

    expect(code).toBe(3);
    expect(ndjson(stdout).at(-1)).toMatchObject({
      gate: { reasons: [{ kind: "infrastructure", code: "quorum" }, { code: "judgement" }] },
    });
  });

  test.each([
    ["contested", []],
    ["degraded", []],
    ["capitulation", ["--allow-contested"]],
  ])("K20 built-in readers do not pass a gate that fails on %s", async (failOn, more) => {
    const brief = join(EXAMPLES, "offline-sync.md");

    const { code, stdout } = await run(project(), [
      "gate",
      brief,
      "--json",
      "--fail-on",
      failOn,
      ...more,
    ]);

    expect(code).toBe(10);
    expect(ndjson(stdout).at(-1)).toMatchObject({
      nobody_judged: expect.stringContaining("No model or person judged this"),
      exit: 10,
      gate: { passed: false, reasons: [{ kind: "infrastructure", code: "judgement" }] },
    });
  });

  test("K20 an advisory gate says that nobody judged, and exits 0", async () => {
    const brief = join(EXAMPLES, "offline-sync.md");

    const { code, stderr } = await run(project(), ["gate", brief, "--advisory"]);

    expect(code).toBe(0);
    expect(stderr).toMatch(
      /Gate would fail .+\n {2}infrastructure {2}judgement: No model or person/,
    );
  });

  test("a mistake is told in a line of JSON too, and exits 2", async () => {
    const { code, stdout } = await run(project(), ["gate", "missing.md", "--json"]);

    expect(code).toBe(2);
    expect(ndjson(stdout)).toMatchObject([
      { event: "done", debate: null, gate: { reasons: [{ code: "file-unreadable" }] }, exit: 2 },
    ]);
  });

  test("a cassette makes it repeatable at no cost", async () => {
    const at = scriptedProject(CONSENSUS);
    const live = await gated(at, ["--record", "tape", "--quorum", "3"]);
    at.write("script.json", "{}");

    const replayed = await gated(at, ["--replay", "tape", "--quorum", "3"]);

    expect(live.code).toBe(0);
    expect(replayed.code).toBe(0);
    expect(replayed.done.gate).toEqual(live.done.gate);
  });
});

describe.concurrent("--detach", () => {
  test("returns once the debate is known, which goes on to its end", async () => {
    const at = scriptedProject(CONSENSUS);

    const { code, stdout } = await run(at, ["run", "q.md", "--detach", "--json"]);
    const [launch] = ndjson(stdout) as unknown as { debate: string; log: string; pid: number }[];
    const watched = await run(at, ["show", "--follow", launch?.debate ?? ""]);

    expect(code).toBe(0);
    expect(launch).toMatchObject({ event: "launch", pid: expect.any(Number) });
    expect(existsSync(join(at.dir, launch?.log ?? "missing"))).toBe(true);
    expect(watched.stderr + watched.stdout).toContain("outcome");
  });

  test("a question needs no verb, with flags of every command before it or behind", async () => {
    const options = ["--option", "A: old", "--option", "B: new", "--option", "C: none"];

    const detached = await run(project(), ["Old or new?", ...options, "--detach", "--json"]);
    const before = await run(project(), ["--display", "none", "--json", "Old or new?", ...options]);

    expect(ndjson(detached.stdout)).toMatchObject([{ event: "launch" }]);
    expect(ndjson(before.stdout)[0]).toMatchObject({ event: "launch" });
  });

  test("a dry run is shown here, and leaves nothing behind", async () => {
    const at = scriptedProject(CONSENSUS);

    const { code, stdout } = await run(at, ["run", "q.md", "--detach", "--dry-run"]);

    expect(code).toBe(0);
    expect(stdout).toContain("Would ask");
    expect(existsSync(join(at.dir, ".dissent"))).toBe(false);
  });

  test("a mistake is told by the one who was called, and nothing is left running", async () => {
    const { code, stderr } = await run(project(), ["run", "missing.md", "--detach"]);

    expect(code).toBe(2);
    expect(stderr).toContain("There is no file missing.md.");
  });
});
