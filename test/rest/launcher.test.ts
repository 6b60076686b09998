/** bin/dissent.js: the right Node is found, or what is needed is said in one line. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  BIN,
  journal,
  leftovers,
  NO_TERMINAL,
  type Project,
  project,
  run,
  scriptedProject,
  start,
  startInTerminal,
} from "../support/processes/cli.ts";
import { recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

const ROOT = join(import.meta.dirname, "..", "..");

const OLD = oldNode();
const NO_OLD_NODE = "there is no Node older than 22.19 on this machine";
if (OLD === undefined) console.warn(`The launcher on an old Node is not tested: ${NO_OLD_NODE}.`);

/** A Node outside of the project that is too old to run it. */
function oldNode(): string | undefined {
  const path = process.env["PATH"]?.split(delimiter) ?? [];
  return [...path, "/usr/local/bin", "/usr/bin"]
    .filter((directory) => !directory.includes("node_modules"))
    .map((directory) => join(directory, "node"))
    .filter((node) => existsSync(node))
    .find((node) => {
      const [major = 0, minor = 0] = spawnSync(node, ["-p", "process.versions.node"], {
        encoding: "utf8",
      })
        .stdout.split(".")
        .map(Number);
      return major > 0 && (major < 22 || (major === 22 && minor < 19));
    });
}

/** A copy of the program without the packages it needs. */
function bare(at: Project): string {
  mkdirSync(join(at.dir, "copy"));
  for (const name of ["bin", "src", "package.json"])
    cpSync(join(ROOT, name), join(at.dir, "copy", name), { recursive: true });
  return join(at.dir, "copy", "bin", "dissent.js");
}

describe("on a Node that is new enough", () => {
  test("without its packages: one line, exit 2, no stack", async () => {
    const at = project();

    const { code, stdout, stderr } = await run(at, ["list"], { bin: bare(at) });

    expect(stderr).toMatch(/^dissent: [^\n]+\n {2}[^\n]*npm install[^\n]*\n$/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("--version needs nothing", async () => {
    const at = project();

    expect((await run(at, ["--version"], { bin: bare(at) })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("through a link, as npm installs it", async () => {
    const at = project();
    symlinkSync(BIN, join(at.dir, "dissent"));

    expect(
      (await run(at, ["config", "protocols"], { bin: join(at.dir, "dissent") })).stdout,
    ).toContain("judges");
  });
});

describe.skipIf(OLD === undefined)("on a Node that is too old", () => {
  const node = OLD ?? "";

  test("it hands over to the project's own Node: output and exit codes pass through", async () => {
    const at = scriptedProject(
      rounds(votes("A", "B", "C"), {
        risk: responds("risk", "A"),
        value: responds("value", "B"),
        effort: responds("effort", "C"),
      }),
    );

    const contested = await run(at, ["run", "q.md"], { node });
    const usage = await run(at, ["rnu"], { node });
    const piped = await run(at, ["run", "-", "--dry-run"], { node, stdin: at.read("q.md") });

    expect(contested.code).toBe(10);
    expect(contested.stdout).toMatch(/^Contested +A Risk; /);
    expect(usage.code).toBe(2);
    expect(usage.stderr).toMatch(/^dissent: Unknown command/);
    expect(piped.code).toBe(0);
  });

  const SLOW = rounds({
    ...votes("A", "B", "C"),
    effort: { slow: { chunks: 4, everyMs: 300, reply: recommends("effort", "C").reply } },
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "%s to the launcher pauses the debate",
    async (signal) => {
      const at = scriptedProject(SLOW);
      const first = start(at, ["run", join(at.dir, "q.md")], { node });
      await first.said(/^r1 value/m);
      first.kill(signal);

      const { code, stderr } = await first.ended;

      expect(stderr).toContain("Pausing after the turns in flight");
      expect(stderr).not.toContain("Dropping");
      expect(code).toBe(130);
      expect(leftovers(at)).toEqual([]);
      expect((await journal(at)).at(-1)).toMatchObject({ type: "debate-paused" });
    },
  );

  test("a launcher that is killed with kill -9 takes the debate's process with it", async () => {
    const at = scriptedProject(
      rounds({
        ...votes("A", "B", "C"),
        effort: { slow: { chunks: 5, everyMs: 4_000, reply: recommends("effort", "C").reply } },
      }),
    );
    const first = start(at, ["run", join(at.dir, "q.md")], { node });
    await first.said(/^r1 value/m);
    first.kill("SIGKILL");

    // its output stays open for as long as one of the two processes runs
    const { signal } = await first.ended;

    expect(signal).toBe("SIGKILL");
    const facts = await journal(at);
    expect(facts.some(({ type }) => type === "debate-settled")).toBe(false);
    expect(facts.filter(({ type }) => type === "reply-recorded")).toHaveLength(2);
  });

  test.skipIf(NO_TERMINAL)("Ctrl-C on a terminal reaches the debate once", async () => {
    const at = scriptedProject(SLOW);
    const first = startInTerminal(at, ["run", "q.md"], { node });
    await first.said(/✓[^\n]*Value/);
    first.child.stdin?.write("\u0003");

    const { code, stdout } = await first.ended;

    expect(stdout).toContain("Pausing after the turns in flight");
    expect(stdout).not.toContain("Dropping");
    expect(code).toBe(130);
  });

  test("without a Node of its own: one line with what to do, exit 2", async () => {
    const at = project();

    const { code, stdout, stderr } = await run(at, ["list"], { node, bin: bare(at) });

    expect(stderr).toMatch(
      /^dissent: Node \d+\.\d+\.\d+ is too old, 22\.19 or newer is needed\.\n {2}[^\n]+\n$/,
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("--version loads nothing", async () => {
    const at = project();

    const { code, stdout } = await run(at, ["--version"], { node, bin: bare(at) });

    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });
});
