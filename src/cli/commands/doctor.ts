import { resolve } from "node:path";

import { readText } from "../../intake/read-text.ts";
import { capabilityOf, namesIn, type Probe, probed } from "../challengers.ts";
import { textFlag } from "../flags.ts";
import type { Action } from "../program.ts";
import { modelsFor } from "../session.ts";
import { configurationFor } from "../settle.ts";
import { padded, plain } from "../terminal.ts";

const LARGEST_LIST = 64 * 1024;

/** Which models can be seated here, and where things are kept; remembered for a day. */
export const doctor: Action = async (session, _, flags) => {
  const { values, files } = await configurationFor(session, {}, null);
  const seated = Object.values(values.participants).flatMap(({ model }) => model ?? []);
  const list = textFlag(flags, "import");
  const imported =
    list === undefined
      ? []
      : namesIn(
          await readText(resolve(session.cwd, list), { maxBytes: LARGEST_LIST, shown: list }),
        );
  const probes = await probed(session, ["offline", ...seated, ...imported], {
    knock: modelsFor(session, {}),
  });
  const works = probes.filter((one) => one.works && one.model !== "person").length;
  const found = {
    node: process.versions.node,
    project: session.root,
    configuration: files,
    models: probes,
    capability: capabilityOf(works),
  };
  session.stdout.write(
    session.flags.json ? `${JSON.stringify(found)}\n` : `${lines(found).join("\n")}\n`,
  );
  return works > 0 ? 0 : 3;
};

function lines(found: {
  node: string;
  project: string;
  configuration: readonly string[];
  models: readonly Probe[];
  capability: string;
}): string[] {
  const width = Math.max(...found.models.map(({ model }) => model.length)) + 2;
  return [
    `Node           ${found.node}`,
    `Project        ${plain(found.project)}`,
    `Configuration  ${found.configuration.length === 0 ? "none" : found.configuration.map(plain).join(", ")}`,
    "",
    ...found.models.map(({ model, works, why }) => {
      return `${padded(plain(model), width)}${works ? "works" : `does not work: ${plain(why)}`}`;
    }),
    "",
    `Challengers    ${found.capability}`,
  ];
}
