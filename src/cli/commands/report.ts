import { extname, resolve } from "node:path";

import { textFlag } from "../flags.ts";
import { type Format, render } from "../formats.ts";
import type { Action } from "../program.ts";
import { recordOf } from "../session.ts";
import { writeWhole } from "../write-whole.ts";

const FORMATS: Readonly<Record<string, Format>> = {
  ".md": "md",
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".jsonl": "jsonl",
};

export const report: Action = async (session, [reference = "last"], flags) => {
  const out = textFlag(flags, "out");
  const asked = textFlag(flags, "format") as Format | undefined;
  const format =
    asked ?? FORMATS[extname(out ?? "").toLowerCase()] ?? (session.flags.json ? "json" : "md");
  const text = await render(await recordOf(session, reference), format);
  if (out === undefined) {
    session.stdout.write(text);
    return 0;
  }
  await writeWhole(resolve(session.cwd, out), text);
  session.stderr.write(`Wrote ${out}\n`);
  return 0;
};
