/** Merges drafts of the project, or texts, and tells where every part of the result comes from. */
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import type { Desk } from "../../../app/desk.ts";
import type { Opening } from "../../../app/plan-debate.ts";
import { isInside } from "../../../config/context/safe-path.ts";
import { SetupError } from "../../../errors.ts";
import { flagsFor } from "../../../mcp/brief-text.ts";
import type { Call } from "../../../mcp/call.ts";
import { openedReply } from "../../../mcp/calls/opened-reply.ts";
import { quoted } from "../../../mcp/quoted.ts";
import type { Station } from "../../../mcp/station.ts";
import type { InputOf } from "../../../mcp/tools.ts";
import { settleMerge } from "../files/settle-merge.ts";
import { mergedTold } from "./merged.ts";

const PATIENCE_MS = 40_000;

export async function mergeDocuments(
  station: Station,
  call: Call,
  input: InputOf<"merge_documents">,
): Promise<CallToolResult | InputRequiredResult> {
  const untilMs = station.clock.nowMs() + PATIENCE_MS;
  const { warnings, ...opening } = await settled(station, input);
  return openedReply(station, call, {
    opening,
    flags: flagsFor(input),
    seats: input.seats ?? [],
    budgetUsd: input.budget_usd,
    untilMs,
    warnings: warnings.map((one) => quoted(one)),
    more: async (record) => {
      const merged = await mergedTold(station.desk, record);
      return merged === null ? {} : { merged };
    },
  });
}

type Settled = Opening & { readonly warnings: readonly string[] };

async function settled({ desk }: Station, input: InputOf<"merge_documents">): Promise<Settled> {
  const { paths = [], texts = [] } = input;
  if (paths.length > 0 === texts.length > 0) {
    throw new SetupError("usage", "Give paths of the project, or texts, and not both.");
  }
  const flags = { ...flagsFor(input), out: [nowhere(desk, paths)] };
  if (texts.length === 0) {
    for (const path of paths) await refuseOutside(desk.root, resolve(desk.cwd, path), path);
    return keptHere(await settleMerge(desk, paths, flags));
  }
  const directory = await mkdtemp(join(tmpdir(), "dissent-drafts-"));
  try {
    const names = texts.map((_, index) => join(directory, `draft-${index + 1}.md`));
    for (const [index, name] of names.entries()) {
      await writeFile(name, texts[index]?.toWellFormed() ?? "", { mode: 0o600 });
    }
    return keptHere(await settleMerge(desk, names, flags));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** C1: whoever named the path may not be the person whose files they are. */
async function refuseOutside(root: string, full: string, shown: string): Promise<void> {
  const real = await realpath(full).catch(() => full);
  if (isInside(await realpath(root), real)) return;
  throw new SetupError("unsafe-path", `${quoted(shown, 200)} lies outside the project.`, {
    hint: "Copy it into the project, or give its text.",
  });
}

/** A place that only lends its name: where nothing is written, nothing can be in the way. */
function nowhere({ root }: Desk, paths: readonly string[]): string {
  const [ending = ".md", ...others] = new Set(paths.map((path) => extname(path).toLowerCase()));
  return join(
    root,
    ".dissent",
    "merging",
    `merged${others.length > 0 || ending === "" ? ".md" : ending}`,
  );
}

/** Nothing is written among the project's own files: the result lies with its debate. */
function keptHere(opening: Settled): Settled {
  const { reading } = opening;
  const brief = { ...reading.brief, featureDir: null };
  return { ...opening, reading: { ...reading, brief } };
}
