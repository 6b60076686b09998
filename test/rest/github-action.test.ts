/** The steps of the action as a runner would run them, with a stand-in for the code host's own command. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { EXAMPLES, project, type Project, run } from "../support/processes/cli.ts";
import { reviewProject, SEATS } from "../support/protocols/review-project.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** Keeps what it was called with, and answers as the code host would. */
const GH = `#!/usr/bin/env bash
printf '%s\\n' "$*" >> "$GH_CALLS"
case "$*" in
  *"actions/artifacts"*) cat "$GH_STATE/run" 2>/dev/null ;;
  "run download"*) mkdir -p "\${@: -1}"; cp "$GH_STATE/journal.jsonl" "\${@: -1}/journal.jsonl" ;;
  *"--paginate"*) printf '%s' "$MARK" > "$GH_STATE/mark"; cat "$GH_STATE/found" 2>/dev/null || true ;;
esac
`;

interface Runner {
  readonly at: Project;
  step(
    script: string,
    env?: Record<string, string>,
    dir?: string,
  ): { code: number | null; stderr: string };
  outputs(): Record<string, string>;
  calls(): string[];
  state(name: string, text: string): void;
}

function runner(): Runner {
  const at = project();
  const place = (name: string): string => join(at.base, name);
  for (const name of ["bin", "temp", "state"]) mkdirSync(place(name));
  writeFileSync(join(place("bin"), "gh"), GH);
  chmodSync(join(place("bin"), "gh"), 0o755);
  const outputsPath = place("outputs");
  return {
    at,
    step(script, env = {}, dir = at.dir) {
      writeFileSync(outputsPath, "");
      const { status, stderr } = spawnSync("bash", [join(ROOT, "action", script)], {
        cwd: dir,
        encoding: "utf8",
        env: {
          PATH: `${place("bin")}:${join(process.execPath, "..")}:${process.env["PATH"] ?? ""}`,
          HOME: at.home,
          RUNNER_TEMP: place("temp"),
          GITHUB_OUTPUT: outputsPath,
          GITHUB_STEP_SUMMARY: place("summary"),
          GH_CALLS: place("calls"),
          GH_STATE: place("state"),
          DISSENT_OFFLINE: "1",
          ...env,
        },
      });
      return { code: status, stderr };
    },
    outputs: () =>
      Object.fromEntries(
        readFileSync(outputsPath, "utf8")
          .trim()
          .split("\n")
          .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
      ),
    calls: () =>
      existsSync(place("calls")) ? readFileSync(place("calls"), "utf8").trim().split("\n") : [],
    state: (name, text) => writeFileSync(join(place("state"), name), text),
  };
}

const CONTESTED = { DISSENT_BRIEF: join(EXAMPLES, "rewrite-billing.md") };
const PULL = { DISSENT_REPOSITORY: "acme/app", DISSENT_NUMBER: "7" };

describe("the gate", () => {
  test("leaves its verdict, its record and its journal to the steps after it", async () => {
    const runs = runner();

    const { code } = runs.step("gate.sh", CONTESTED);
    const outputs = runs.outputs();

    expect(code).toBe(0);
    expect(outputs).toMatchObject({ exit: "10", passed: "false", outcome: "CONTESTED" });
    expect(JSON.parse(outputs["reasons"] ?? "")).toMatchObject([{ code: "judgement" }]);
    expect(readFileSync(join(runs.at.base, "summary"), "utf8")).toContain(
      "**Contested (built-in readers only): ",
    );
    expect(JSON.parse(readFileSync(outputs["sarif"] ?? "", "utf8"))).toMatchObject({
      version: "2.1.0",
    });
    expect((await run(runs.at, ["verify", outputs["journal"] ?? ""])).code).toBe(0);
  });

  test("a change is reviewed in place of a brief: findings by line, one comment, a failed build", () => {
    const runs = runner();
    const { dir } = reviewProject();
    const seats = SEATS.map((seat) => `${seat}=scripted/script.json`).join("\n");

    runs.step("gate.sh", { DISSENT_REVIEW: "main...HEAD", DISSENT_GATE_SEATS: seats }, dir);
    const outputs = runs.outputs();
    const sarif = JSON.parse(readFileSync(outputs["sarif"] ?? "", "utf8"));

    expect(outputs).toMatchObject({ exit: "11", passed: "false", outcome: "CHANGES_NEEDED" });
    expect(JSON.parse(outputs["reasons"] ?? "")).toMatchObject([{ code: "refuted" }]);
    expect(sarif.runs[0].results).toHaveLength(2);
    const comment = readFileSync(outputs["comment"] ?? "", "utf8");
    expect(comment).toMatch(/^<!-- dissent:review-main-head -->\n### Changes needed/);
    expect(comment).toContain("**Gate failed.**");
  });

  test("a brief and a change at once are refused", () => {
    const runs = runner();

    const { code, stderr } = runs.step("gate.sh", { ...CONTESTED, DISSENT_REVIEW: "HEAD" });

    expect([code, stderr]).toEqual([2, "Give review, or brief and protocol.\n"]);
  });

  test("what is asked for is never read as shell", () => {
    const runs = runner();
    const planted = `$(touch "${join(runs.at.outside, "planted")}"); touch planted`;

    runs.step("gate.sh", {
      DISSENT_BRIEF: planted,
      DISSENT_GATE_SEATS: planted,
      DISSENT_GATE_CONTEXT: planted,
      DISSENT_GATE_PROTOCOL: planted,
    });

    expect(runs.outputs()).toMatchObject({ exit: "2", passed: "false", debate: "" });
    expect(existsSync(join(runs.at.outside, "planted"))).toBe(false);
    expect(existsSync(join(runs.at.dir, "planted"))).toBe(false);
  });

  test("an advisory gate exits 0 and still says that it did not pass", () => {
    const runs = runner();

    runs.step("gate.sh", { ...CONTESTED, DISSENT_GATE_ADVISORY: "true" });

    expect(runs.outputs()).toMatchObject({ exit: "0", passed: "false" });
  });
});

describe("the comment", () => {
  test("is written once, and the same one is written anew", () => {
    const runs = runner();
    runs.step("gate.sh", CONTESTED);
    const env = { ...PULL, DISSENT_COMMENT: runs.outputs()["comment"] ?? "" };

    runs.step("comment.sh", env);
    runs.state("found", "4711\n");
    runs.step("comment.sh", env);

    const sent = runs.calls().filter((call) => call.includes("-X "));
    expect(sent).toEqual([
      expect.stringContaining("-X POST repos/acme/app/issues/7/comments"),
      expect.stringContaining("-X PATCH repos/acme/app/issues/comments/4711"),
    ]);
    expect(readFileSync(join(runs.at.base, "state", "mark"), "utf8")).toBe(
      "<!-- dissent:rewrite-billing -->",
    );
  });
});

describe("a decision in a comment", () => {
  function decided(body: string, association = "MEMBER") {
    const runs = runner();
    runs.step("gate.sh", CONTESTED);
    runs.state("journal.jsonl", readFileSync(runs.outputs()["journal"] ?? "", "utf8"));
    runs.state("run", "42\n");
    // another machine: nothing of the gate's project is there
    const elsewhere = project();
    const env = {
      ...PULL,
      DISSENT_BODY: body,
      DISSENT_AUTHOR: "octocat",
      DISSENT_ASSOCIATION: association,
    };
    const { code, stderr } = runs.step("decide.sh", env, elsewhere.dir);
    return { runs, code, stderr, outputs: runs.outputs(), elsewhere };
  }

  test("K11 is put on record with who wrote it, and the journal still verifies", async () => {
    const { runs, code, outputs } = decided("/dissent decide C because we pilot it first");

    expect(code).toBe(0);
    expect(outputs["changed"]).toBe("true");
    const comment = readFileSync(outputs["comment"] ?? "", "utf8");
    expect(comment).toContain("**octocat** decided **C**");
    expect(comment).toContain("> we pilot it first");
    expect((await run(runs.at, ["verify", outputs["journal"] ?? ""])).code).toBe(0);
  });

  test("a stranger decides nothing", () => {
    const { code, stderr, outputs, runs } = decided("/dissent decide C because", "NONE");

    expect(code).toBe(0);
    expect(stderr).toContain("only members of the project may");
    expect(outputs).toEqual({ changed: "false" });
    expect(runs.calls()).toEqual([]);
  });

  test("an option that is not there fails and changes nothing", () => {
    const { code, stderr } = decided("/dissent decide Z because I say so");

    expect(code).not.toBe(0);
    expect(stderr).toContain('"Z" is not among');
  });

  test("words of a comment are never read as shell", () => {
    const { elsewhere, outputs } = decided(
      "/dissent decide C because $(touch planted) `touch planted`",
    );

    expect(outputs["changed"]).toBe("true");
    expect(existsSync(join(elsewhere.dir, "planted"))).toBe(false);
  });
});

describe("the descriptions", () => {
  test.each(["action.yml", "action/decide/action.yml"])(
    "%s puts nothing from outside into a script, and names scripts that exist",
    (path) => {
      const { runs } = parse(readFileSync(join(ROOT, path), "utf8")) as {
        runs: { steps: { run?: string; shell?: string; env?: Record<string, string> }[] };
      };
      const scripts = runs.steps.flatMap((step) => (step.run === undefined ? [] : [step]));

      expect(scripts.length).toBeGreaterThan(2);
      for (const { run: script = "", shell } of scripts) {
        expect(script).not.toContain("${{");
        expect(shell).toBe("bash");
        const [, name] = /\/([\w-]+\.sh)"/.exec(script) ?? [];
        if (name !== undefined) expect(existsSync(join(ROOT, "action", name))).toBe(true);
      }
    },
  );

  test("every variable a script reads is given to it", () => {
    const given = ["action.yml", "action/decide/action.yml"].map((path) =>
      readFileSync(join(ROOT, path), "utf8"),
    );
    const read = ["gate.sh", "comment.sh", "decide.sh"].flatMap((name) =>
      [...readFileSync(join(ROOT, "action", name), "utf8").matchAll(/\$\{?(DISSENT_\w+)/g)].map(
        ([, variable = ""]) => variable,
      ),
    );

    expect([...new Set(read)].filter((name) => !given.join("\n").includes(`${name}:`))).toEqual([]);
  });
});
