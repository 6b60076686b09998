/** A project's `agents` name programs: nothing is run before the person has agreed to it. */
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import {
  briefText,
  debates,
  expectRefusal,
  ndjson,
  NO_TERMINAL,
  type Project,
  project,
  run,
  startInTerminal,
} from "../support/processes/cli.ts";

/** Every seat is a program that leaves a mark, and says nothing. */
function foreignProject(): { at: Project; ran: string; configure: (args: string) => void } {
  const at = project({ "q.md": briefText() });
  const ran = join(at.outside, "ran");
  chmodSync(at.write("agent.sh", `#!/bin/sh\necho "$@" >> ${ran}\n`), 0o755);
  const configure = (args: string): void => {
    const seats = ["risk", "value", "effort"].map((seat) => `  ${seat}: mark\n`).join("");
    const agent = `agents:\n  mark: { command: ./agent.sh, args: [${args}], env: { TERM: dumb } }\n`;
    at.write("dissent.yaml", `${agent}participants:\n${seats}`);
  };
  configure("--first");
  return { at, ran, configure };
}

const RUN = ["run", "q.md", "--yes"];
const REFUSED = {
  says: /dissent\.yaml wants to run a program as mark, .*: TERM=dumb \.\/agent\.sh --first\.\n {2}If you trust it, type: dissent config trust\n/,
  as: "untrusted-agents",
};

describe("in a pipe", () => {
  test("nothing is run, not even with --yes, and the line says what to type", async () => {
    const { at, ran } = foreignProject();

    expectRefusal(await run(at, RUN), REFUSED);
    for (const args of [
      ["doctor"],
      ["doctor", "--conformance", "mark"],
      ["run", "q.md", "--dry-run"],
    ]) {
      const { stdout, stderr } = await run(at, args);
      expect(stdout + stderr, args.join(" ")).toContain("you have not agreed to it");
    }
    expect(existsSync(ran)).toBe(false);
    expect(existsSync(join(at.dir, ".dissent", "dissent.db"))).toBe(false);
  });

  test("config trust names file and commands, and they are run from then on until they change", async () => {
    const { at, ran, configure } = foreignProject();
    const trusted = await run(at, ["config", "trust"]);
    const held = await run(at, RUN);

    expect(trusted).toMatchObject({
      code: 0,
      stdout: `${join(at.dir, "dissent.yaml")} may run these programs, until they change:\n  mark: TERM=dumb ./agent.sh --first\n`,
    });
    expect(held.code).toBe(3);
    expect(existsSync(ran)).toBe(true);

    configure("--second");
    expectRefusal(await run(at, RUN), { says: /agent\.sh --second/, as: "untrusted-agents" });
    // what was agreed to once stays agreed to
    configure("--first");
    expect((await run(at, RUN)).code).toBe(3);
  });

  test("what was agreed to in one project is not in another, and the mark is the person's own", async () => {
    const { at } = foreignProject();
    await run(at, ["config", "trust"]);
    at.write("copy/q.md", briefText());
    at.write("copy/dissent.yaml", at.read("dissent.yaml"));

    const copied = await run(at, RUN, { cwd: join(at.dir, "copy") });
    expect(copied.stderr).toContain("[untrusted-agents]");
    expect(readdirSync(join(at.home, ".config", "dissent", "trusted-agents"))).toHaveLength(1);
  });

  test("agents of the person's own file, and built-in ones, need no word", async () => {
    const { at, ran } = foreignProject();
    const own = at.read("dissent.yaml").replace("./agent.sh", join(at.dir, "agent.sh"));
    at.write("../home/.config/dissent/config.yaml", own);
    at.write("dissent.yaml", "agents:\n  codex: { login: subscription }\n");
    const trusted = await run(at, ["config", "trust", "--json"]);

    expect((await run(at, RUN)).stderr).not.toContain("untrusted");
    expect(existsSync(ran)).toBe(true);
    expect(JSON.parse(trusted.stdout)).toEqual({ file: null, commands: {} });
  });

  test("a project that changes the arguments of the person's own agent needs their word", async () => {
    const { at, ran } = foreignProject();
    const own = at.read("dissent.yaml").replace("./agent.sh", join(at.dir, "agent.sh"));
    at.write("../home/.config/dissent/config.yaml", own);
    at.write("dissent.yaml", "agents:\n  mark: { args: [--other] }\n");

    expectRefusal(await run(at, RUN), { says: /agent\.sh --other/, as: "untrusted-agents" });
    expect(existsSync(ran)).toBe(false);
  });
});

describe.skipIf(NO_TERMINAL)("on a terminal", () => {
  test("the person is asked once, with file and commands, and a no runs nothing", async () => {
    const { at, ran } = foreignProject();
    const refusing = startInTerminal(at, RUN, { columns: 200 });
    await refusing.said("[y/N]");
    refusing.child.stdin!.write("n\r");
    const refused = await refusing.ended;

    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain(
      `${join(at.dir, "dissent.yaml")} wants to run programs as you`,
    );
    expect(refused.stdout).toContain("mark: TERM=dumb ./agent.sh --first");
    expect(refused.stdout).toContain("Nothing was run and nothing was spent.");
    expect(existsSync(ran)).toBe(false);

    const agreeing = startInTerminal(at, RUN, { columns: 200 });
    await agreeing.said("[y/N]");
    agreeing.child.stdin!.write("y\r");
    expect((await agreeing.ended).code).toBe(3);
    expect(existsSync(ran)).toBe(true);
    expect(await debates(at)).toHaveLength(1);

    const again = await run(at, RUN);
    expect(again.code).toBe(3);
  });
});

describe("the files that settings come from", () => {
  test("are said where a debate may cost something, and not with --quiet", async () => {
    const { at } = foreignProject();
    await run(at, ["config", "trust"]);
    const line = `Settings from ${join(at.dir, "dissent.yaml")}\n`;

    expect((await run(at, RUN)).stderr).toContain(line);
    expect((await run(at, [...RUN, "--quiet"])).stderr).not.toContain(line);
    const json = await run(at, [...RUN, "--json"]);
    expect(json.stderr).not.toContain(line);
    expect(ndjson(json.stdout)[0]).toMatchObject({
      event: "launch",
      settings: [join(at.dir, "dissent.yaml")],
    });
  });

  test("are not said where it costs nothing", async () => {
    const at = project({ "q.md": briefText(), "dissent.yaml": "protocol: judges\n" });

    expect((await run(at, RUN)).stderr).not.toContain("Settings from");
  });

  test("are said again when a debate goes on", async () => {
    const { at } = foreignProject();
    await run(at, ["config", "trust"]);
    await run(at, [...RUN, "--max-calls", "1"]);
    const { stderr } = await run(at, ["resume", "--fork", "last", "--at", "openings", "--yes"]);

    expect(stderr).toContain(`Settings from ${join(at.dir, "dissent.yaml")}\n`);
  });
});
