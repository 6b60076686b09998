/** The page about agents shows the commands that are run, and names every variable that opens a door. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/models/agents.md"), "utf8");

function section(name: string): string {
  const [, text = ""] = page.split(`\n## ${name}\n`);
  return text.split("\n## ")[0] ?? "";
}

/** Options of the command in a section, apart from those it only hints at. */
function shown(name: string): string[] {
  const [, command = ""] = section(name).split("```");
  return [...command.matchAll(/(?<![\w"])--?[a-z][\w-]*/g)].map(([option]) => option);
}

test.each(BUILT_IN_AGENTS.map((agent) => [agent.name, agent] as const))(
  "%s: every option that the page shows is given, and its keys are named",
  (name, agent) => {
    const { args } = agent.launch({
      prompt: "",
      modelId: "M",
      login: "key",
      key: undefined,
      server: undefined,
      folder: "/tmp/call",
      personHome: "/home/ada",
      env: {},
    });
    const given = args.map((argument) => argument.split("=")[0]);

    expect(shown(name).length).toBeGreaterThan(3);
    expect(shown(name).filter((option) => !given.includes(option))).toEqual([]);
    const unnamed = (names: readonly string[]) =>
      names.filter((one) => !section(name).includes(one));
    if (name !== "opencode") expect(unnamed(agent.keys(null))).toEqual([]);
  },
);
