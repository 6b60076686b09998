/** Section 7: how much of the prompts a vendor's cache can serve, protocol by protocol. No clock is read. */
import { fileURLToPath } from "node:url";

import { readBrief } from "../../src/config/briefs/read-brief.ts";
import { createSource } from "../../src/config/context/read-context.ts";
import type { Brief } from "../../src/domain/brief.ts";
import type { Protocol } from "../../src/protocol.ts";
import { board } from "../../src/protocols/board/protocol.ts";
import { challenge } from "../../src/protocols/challenge/protocol.ts";
import { judges } from "../../src/protocols/judges/protocol.ts";
import { merge } from "../../src/protocols/merge/protocol.ts";
import { roundtable } from "../../src/protocols/roundtable/protocol.ts";
import { draftsBrief } from "../../test/support/documents/drafts.ts";
import {
  attainable,
  cacheable,
  computeShareCost,
  PERSONA_FIRST,
  type Share,
  SHARED_FIRST,
} from "../measures/cacheable.ts";
import { collectPrompts } from "../measures/prompts.ts";
import type { Bar, Cell, Section } from "./section.ts";

interface Laid {
  readonly text: string;
  readonly kilobytes: number;
  readonly calls: number;
  readonly ours: Share;
  readonly best: Share;
  readonly without: Share;
  readonly seed: Share;
}

/** An evaluator of `merge` reads the variants a second time in reverse, so that their order does not decide. */
export const REORDERED: readonly string[] = ["reverse"];

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export async function promptCaches(): Promise<Section> {
  const laid: Laid[] = [];
  for (const kilobytes of [2, 100]) {
    for (const protocol of [judges, challenge, board, roundtable]) {
      laid.push(await layOut(protocol, await longBrief(kilobytes), kilobytes));
    }
    laid.push(await layOut(merge, longDrafts(kilobytes), kilobytes));
  }
  return {
    title:
      "7. Prompt bytes that a cache can serve (share of all bytes sent; cost of input, persona first = 1)",
    columns: [
      "",
      "KB",
      "calls",
      "KB sent",
      "persona first",
      "no leader",
      "ours",
      "best",
      "of best",
      "cost",
    ],
    rows: laid.map(formatTableRow),
    bars: laid.filter(({ kilobytes }) => kilobytes === 100).flatMap(listBars),
    notes: [
      "ours: shared matter first, seat last, one call ahead; persona first: all seats at once.",
      "best: every distinct line sent once; merge's evaluation in reverse order on its own.",
      "Cached bytes cost 0.1 of a fresh one, those written to a cache 1.25.",
    ],
  };
}

async function layOut(protocol: Protocol, brief: Brief, kilobytes: number): Promise<Laid> {
  const asked = await collectPrompts(protocol, brief);
  return {
    text: protocol.id,
    kilobytes,
    calls: asked.length,
    ours: cacheable(asked, { text: SHARED_FIRST, leader: true }),
    best: attainable(asked, REORDERED),
    without: cacheable(asked, { text: SHARED_FIRST, leader: false }),
    seed: cacheable(asked, { text: PERSONA_FIRST, leader: false }),
  };
}

function formatTableRow({ text, kilobytes, calls, ours, best, without, seed }: Laid): Cell[] {
  const shares = [seed, without, ours, best].map((share) => percent(computeCachedShare(share)));
  const costs = computeShareCost(ours) / computeShareCost(seed);
  return [
    text,
    kilobytes,
    calls,
    Math.round(ours.bytes / 1_024),
    ...shares,
    percent(computeCachedShare(ours) / computeCachedShare(best)),
    costs,
  ];
}

function listBars({ text, ours, best, seed }: Laid): Bar[] {
  return [
    {
      text: `${text}, 100 KB: best cacheable share / ours`,
      measured: computeCachedShare(best) / computeCachedShare(ours),
      limit: 1 / 0.95,
    },
    {
      text: `${text}, 100 KB: cost / persona first`,
      measured: computeShareCost(ours) / computeShareCost(seed),
      limit: 0.6,
    },
  ];
}

function computeCachedShare({ bytes, cached }: Share): number {
  return cached / bytes;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** The example on offline sync, with as much further material as is wanted. */
export async function longBrief(kilobytes: number): Promise<Brief> {
  const { brief } = await readBrief({
    from: "examples/offline-sync.md",
    options: [],
    context: [],
    cwd: ROOT,
    stdin: async () => "",
    contextRules: { include: [], deny: [], maxBytes: 1 },
  });
  const text = appendix(kilobytes * 1_024, "\n");
  return { ...brief, sources: [...brief.sources, createSource("S1", "appendix.md", text)] };
}

/** Drafts of one document, each with readings of its own: alike, they would not be debated. */
export function longDrafts(kilobytes: number): Brief {
  const brief = draftsBrief();
  const share = (kilobytes * 1_024) / brief.sources.length;
  const sources = brief.sources.map(({ id, title, text }, index) => {
    const more = appendix(share, "\n").replaceAll("Entry", `Reading ${index + 1} of entry`);
    return createSource(id, title, `${text}\n## Readings\n\n\`\`\`\n${more}\n\`\`\`\n`);
  });
  return { ...brief, sources };
}

/** Lines that differ, and that no reader finds anything in. */
function appendix(bytes: number, between: string): string {
  const lines: string[] = [];
  for (let length = 0, number = 0; length < bytes; number++) {
    const line = `Entry ${number} lists gauge ${(number * 7) % 1_000} in valley ${number % 31}, read by crew ${number % 17}.`;
    lines.push(line);
    length += line.length + between.length;
  }
  return lines.join(between);
}
