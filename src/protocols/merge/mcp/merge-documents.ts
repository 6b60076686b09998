/** Merges files of the project, or texts, and says where every part of the result comes from. */
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

import type { CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";

import type { AppContext } from "../../../app/app-context.ts";
import type { DebateInput } from "../../../app/prepare-debate.ts";
import { formatRelativePath, isInsideDirectory } from "../../../config/context/safe-path.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { parseProvenanceFile } from "../../../documents/provenance/map-provenance.ts";
import { buildTranscript } from "../../../domain/journal/transcript.ts";
import { SetupError } from "../../../errors.ts";
import type { AgentDescription } from "../../../mcp/debate-status.ts";
import type { HostCall } from "../../../mcp/host-call.ts";
import type { McpContext } from "../../../mcp/mcp-context.ts";
import { createAgentFlags, openAndReply } from "../../../mcp/open-debate.ts";
import { quoteForAgent, quoteLabel, stripSteeringCharacters } from "../../../mcp/quote-text.ts";
import { resolveMergeInput } from "../files/resolve-merge.ts";
import { findDocumentPath, findMergedDocument } from "../files/write-merge-results.ts";
import type { MergeDocuments } from "./declare-tool.ts";

const MERGE_WAIT_MS = 40_000;

export async function handleMergeDocuments(
  mcpContext: McpContext,
  call: HostCall,
  input: MergeDocuments,
): Promise<CallToolResult | InputRequiredResult> {
  const untilMs = mcpContext.clock.nowMs() + MERGE_WAIT_MS;
  const { warnings, ...opening } = await resolveMergeDrafts(mcpContext, input);
  return openAndReply(mcpContext, call, {
    opening,
    flags: createAgentFlags(input),
    seats: input.seats ?? [],
    budgetUsd: input.budget_usd,
    untilMs,
    warnings: warnings.map((one) => quoteForAgent(one)),
    more: (record) => describeMergeResult(mcpContext.context, record),
  });
}

type ResolvedMergeInput = DebateInput & { readonly warnings: readonly string[] };

async function resolveMergeDrafts(
  { context: appContext }: McpContext,
  input: MergeDocuments,
): Promise<ResolvedMergeInput> {
  const { paths = [], texts = [] } = input;
  if (paths.length > 0 === texts.length > 0) {
    throw new SetupError("usage", "Give paths of the project, or texts, and not both.");
  }
  const flags = { ...createAgentFlags(input), out: [createUnusedOutputPath(appContext, paths)] };
  if (texts.length === 0) {
    for (const path of paths)
      await refuseOutsideProject(appContext.root, resolve(appContext.cwd, path), path);
    return withoutFeatureDirectory(await resolveMergeInput(appContext, paths, flags));
  }
  const directory = await mkdtemp(join(tmpdir(), "dissent-drafts-"));
  try {
    const names = texts.map((_, index) => join(directory, `draft-${index + 1}.md`));
    for (const [index, name] of names.entries()) {
      await writeFile(name, texts[index]?.toWellFormed() ?? "", { mode: 0o600 });
    }
    return withoutFeatureDirectory(await resolveMergeInput(appContext, names, flags));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** CX1: whoever named the path may not be the person whose files they are. */
async function refuseOutsideProject(root: string, full: string, shown: string): Promise<void> {
  const real = await realpath(full).catch(() => full);
  if (isInsideDirectory(await realpath(root), real)) return;
  throw new SetupError("unsafe-path", `${quoteForAgent(shown, 200)} lies outside the project.`, {
    hint: "Copy it into the project, or give its text.",
  });
}

/** A place that only lends its name: where nothing is written, nothing can be in the way. */
function createUnusedOutputPath({ root }: AppContext, paths: readonly string[]): string {
  const [ending = ".md", ...others] = new Set(paths.map((path) => extname(path).toLowerCase()));
  return join(
    root,
    ".dissent",
    "merging",
    `merged${others.length > 0 || ending === "" ? ".md" : ending}`,
  );
}

/** Nothing is written among the project's own files: the result lies with its debate. */
function withoutFeatureDirectory(opening: ResolvedMergeInput): ResolvedMergeInput {
  const { reading } = opening;
  const brief = { ...reading.brief, featureDir: null };
  return { ...opening, reading: { ...reading, brief } };
}

// A merged document as an agent receives it: its text, its path, and the shares of its sources.

// about five thousand tokens; a longer document is read from its file
const MAX_MERGED_TEXT = 20_000;

/** Nothing while there is no document, not even a partial one. */
export async function describeMergeResult(
  appContext: AppContext,
  record: DebateRecord,
): Promise<{ readonly merged?: AgentDescription }> {
  const document = await findMergedDocument(record);
  if (!document) return {};
  const path = await findDocumentPath(appContext, record, document);
  const clean = stripSteeringCharacters(document.text);
  return {
    merged: {
      ...(path !== null && { path: formatRelativePath(appContext.root, path) }),
      ...(document.role === "partial" && { partial: true }),
      ...(clean.length <= MAX_MERGED_TEXT ? { quoted: clean } : { characters: clean.length }),
      provenance: await describeDraftShares(record),
    },
  };
}

const PROVENANCE_ARTIFACT = "adversarial/provenance.json";

/** How many paragraphs of the result each draft gave, and how many of its own were left out. */
async function describeDraftShares(record: DebateRecord): Promise<AgentDescription[]> {
  const found = buildTranscript(record.events).artifacts.find(
    ({ name }) => name === PROVENANCE_ARTIFACT,
  );
  const text = found && (await record.text(found.sha256));
  if (text === undefined) return [];
  const { variants, units, leftOut } = parseProvenanceFile(JSON.parse(text) as unknown);
  return variants.map(({ variant, label, name, base }) => ({
    draft: quoteLabel(name),
    label,
    ...(base && { base }),
    paragraphs: units.filter((unit) => unit.variant === variant).length,
    left_out: leftOut.filter((unit) => unit.variant === variant).length,
  }));
}
