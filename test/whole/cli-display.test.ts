/** What a person sees while a debate runs: on a terminal, in a pipe, in colour and without. */
import { describe, expect, test } from "vitest";

import { measureColumns } from "../../src/cli/terminal/terminal-style.ts";
import type { Behaviour } from "../../src/models/scripted.ts";
import {
  expectHarmless,
  NO_TERMINAL,
  run,
  type RunSetting,
  runInTerminal,
  renderTerminalScreen,
  scriptedProject,
} from "../support/processes/cli.ts";
import { recommends, responds, rounds, votes } from "../support/protocols/judges.ts";

function slowly(seat: string, option: string, everyMs = 60): Behaviour {
  return { slow: { chunks: 8, everyMs, reply: recommends(seat, option).reply } };
}

const TOGETHER = rounds(
  {
    risk: slowly("risk", "A"),
    value: slowly("value", "B", 80),
    effort: slowly("effort", "C", 100),
  },
  {
    risk: responds("risk", "A"),
    value: responds("value", "B"),
    effort: responds("effort", "A", { because: ["risk-2"] }),
  },
);

const QUICK = rounds(votes("A", "A", "B"));

if (NO_TERMINAL !== undefined)
  console.warn(`Displays on a terminal are not tested: ${NO_TERMINAL}.`);

describe.skipIf(NO_TERMINAL).concurrent("on a terminal of 80 columns", () => {
  test("several speak at once, are repainted, and leave nothing behind", async () => {
    const at = scriptedProject(TOGETHER);

    const { code, stdout } = await runInTerminal(at, ["run", "q.md"]);

    expect(code).toBe(0);
    const frames = stdout
      .split("\u001b[?2026l")
      .map((_, index, parts) => renderTerminalScreen(parts.slice(0, index + 1).join("")));
    const speaking = (screen: string[]): number =>
      screen.filter((line) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /.test(line)).length;
    expect(Math.max(...frames.map(speaking))).toBe(3);
    expect(frames.filter((frame) => speaking(frame) === 3).length).toBeGreaterThan(2);
    expect(
      frames.some((frame) =>
        frame.some((line) => /⠋|⠙|⠹/.test(line) && / \d+ characters /.test(line)),
      ),
    ).toBe(true);
    expect(frames.some((frame) => frame.some((line) => /A 1 of 3/.test(line)))).toBe(true);

    const screen = renderTerminalScreen(stdout);
    expect(screen.join("\n")).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏─]|characters|thinking/);
    expect(screen.filter((line) => /^✓ (?:Risk|Value|Effort)/.test(line))).toHaveLength(6);
    expect(screen.some((line) => /^✓ Effort +C→A/.test(line))).toBe(true);
    expect(screen.some((line) => /^Consensus {2}A Online only, 2 of 3/.test(line))).toBe(true);
    expect(screen.at(-2)).toMatch(/^Took +6 calls .* offline-sync-\w{4}$/);
    for (const line of screen.filter((line) => /^[✓✗↻]/.test(line)))
      expect(measureColumns(line)).toBeLessThanOrEqual(80);
  });

  test("no line of the part that is repainted is wider than the terminal", async () => {
    const at = scriptedProject(TOGETHER);

    const { stdout } = await runInTerminal(at, ["run", "q.md"], { columns: 50 });

    const frames = stdout
      .split("\u001b[?2026l")
      .map((_, index, parts) => renderTerminalScreen(parts.slice(0, index + 1).join("")));
    const moving = frames.flatMap((frame) =>
      frame.filter((line) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏─]|of 3 {3}/.test(line)),
    );
    expect(moving.length).toBeGreaterThan(3);
    for (const line of moving.filter((line) => !line.startsWith("Consensus"))) {
      expect(measureColumns(line), line).toBeLessThanOrEqual(50);
    }
  });

  test.each<[string, RunSetting["env"], readonly string[]]>([
    ["NO_COLOR", { NO_COLOR: "1" }, []],
    ["--no-color", {}, ["--no-color"]],
    ["TERM=dumb", { TERM: "dumb" }, []],
  ])("%s: no colour", async (_, env, flags) => {
    const at = scriptedProject(QUICK);

    const { stdout } = await runInTerminal(at, [...flags, "run", "q.md"], { ...(env && { env }) });

    expect(stdout).toContain("Consensus");
    expect(stdout).not.toMatch(/\u001b\[[\d;]*m/);
  });

  test.each<[string, RunSetting["env"], readonly string[]]>([
    ["TERM=dumb", { TERM: "dumb" }, []],
    ["CI=1", { CI: "1" }, []],
    ["--display plain", {}, ["--display", "plain"]],
    ["DISSENT_DISPLAY=plain", { DISSENT_DISPLAY: "plain" }, []],
  ])("%s: one line per event, and no cursor moves", async (_, env, flags) => {
    const at = scriptedProject(QUICK);

    const { stdout } = await runInTerminal(at, [...flags, "run", "q.md"], { ...(env && { env }) });

    expect(stdout).toMatch(/^r1 risk +A/m);
    expect(stdout).not.toMatch(/\u001b\[[\d;?]*[A-Zhl]/);
  });

  test("LANG=C: signs of ASCII, and nothing else of ours", async () => {
    const at = scriptedProject(TOGETHER);

    const { stdout } = await runInTerminal(at, ["run", "q.md"], { env: { LANG: "C" } });

    expect(stdout).toMatch(/ok[^\n]* Risk/);
    expect(stdout).toContain("C->A");
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[^\u0000-\u007f]/);
  });

  test("--display none: the result alone", async () => {
    const at = scriptedProject(QUICK);

    const { stdout } = await runInTerminal(at, ["--display", "none", "-q", "run", "q.md"]);

    expect(renderTerminalScreen(stdout).filter((line) => line !== "")[0]).toMatch(
      /^scripted|^Consensus/,
    );
    expect(stdout).not.toContain("Round 1");
  });

  test("a secret of the environment that a model says is never whole on the screen", async () => {
    const secret = "abcdef123456-very-secret";
    const reply = recommends("risk", "A", { headline: `the key is ${secret} as we know` });
    const at = scriptedProject(
      rounds({ ...votes("A", "A", "A"), risk: { slow: { chunks: 40, everyMs: 20, ...reply } } }),
    );

    const { stdout } = await runInTerminal(at, ["run", "q.md"], { env: { MY_API_KEY: secret } });

    expect(stdout).toContain("characters");
    expect(stdout).not.toContain(secret);
  });

  test("what is absent is told first in the summary, in words", async () => {
    const at = scriptedProject(rounds({ ...votes("A", "A", "A"), value: { crash: "no route" } }));

    const { stdout } = await runInTerminal(at, ["run", "q.md"]);

    const screen = renderTerminalScreen(stdout);
    const summary = screen.slice(screen.findIndex((line) => line.startsWith("Degraded")));
    expect(summary[0]).toMatch(/^Degraded: 2 of 3 answered\. Value was unavailable/);
    expect(summary[1]).toMatch(/^Agreement of 2 present/);
  });
});

describe.concurrent("in a pipe", () => {
  test("FORCE_COLOR colours what a terminal would", async () => {
    const at = scriptedProject(QUICK);
    await run(at, ["run", "q.md"]);

    const forced = await run(at, ["show"], { env: { FORCE_COLOR: "1" } });
    const both = await run(at, ["show"], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } });
    const off = await run(at, ["show"], { env: { FORCE_COLOR: "0" } });

    expect(forced.stdout).toContain("\u001b[32m");
    expectHarmless(both.stdout, off.stdout);
  });

  test("--display live in a pipe is asked for and given", async () => {
    const at = scriptedProject(QUICK);

    const { stderr } = await run(at, ["--display", "live", "run", "q.md"]);

    expect(stderr).toContain("Round 1");
    expect(stderr).not.toMatch(/\u001b\[[\d;]*m/);
  });
});
