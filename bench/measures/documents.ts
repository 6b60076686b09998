/** What step 1 of a merge costs: ten drafts parsed and analysed, and every pair of them compared block by block. */
import { compareBlocks, numberEqualBlocks } from "../../src/documents/align/compare-blocks.ts";
import {
  type VariantAnalysis,
  analyseVariants,
} from "../../src/documents/analyse/analyse-variants.ts";
import { type ParsedDocument, readSpanText } from "../../src/documents/document.ts";
import { parseDocument } from "../../src/documents/markdown/parse-document.ts";
import { createEventLoopYielder } from "../../src/documents/yield-to-event-loop.ts";
import { splitSpacedWords, diffWords } from "../../src/text/word-diff.ts";
import { writeDrafts } from "../documents/drafts.ts";

export interface DocumentsRequest {
  readonly measure: "documents";
  readonly drafts: number;
  readonly bytes: number;
  readonly repetitions: number;
}

/** All in ms; one entry per repetition. */
export interface DocumentsAnswer {
  readonly parse: readonly number[];
  readonly analyse: readonly number[];
  /** Wall time of parse and analysis together. */
  readonly wall: readonly number[];
  readonly compare: readonly number[];
  /** Processor time of the longest turn of the event loop. */
  readonly held: readonly number[];
  readonly findings: number;
}

export async function measureDocuments({
  drafts,
  bytes,
  repetitions,
}: DocumentsRequest): Promise<DocumentsAnswer> {
  const given = writeDrafts(drafts, bytes);
  const answer = {
    parse: [] as number[],
    analyse: [] as number[],
    wall: [] as number[],
    compare: [] as number[],
    held: [] as number[],
    findings: 0,
  };
  for (let repetition = 0; repetition < repetitions; repetition++) {
    globalThis.gc?.();
    const watch = watchTurns();
    const [start, wall] = [processorMs(), performance.now()];
    const documents: ParsedDocument[] = [];
    for (const [place, draft] of given.entries()) {
      const text = { ...draft, variant: place + 1, format: "markdown" } as const;
      documents.push(await parseDocument(text, createEventLoopYielder()));
    }
    const parsed = processorMs();
    const analysis: VariantAnalysis = await analyseVariants(
      documents,
      { focus: [] },
      createEventLoopYielder(),
    );
    answer.parse.push(parsed - start);
    answer.analyse.push(processorMs() - parsed);
    answer.wall.push(performance.now() - wall);
    answer.held.push(watch());
    answer.findings = analysis.counts.total;
    const before = processorMs();
    await comparePairs(documents);
    answer.compare.push(processorMs() - before);
  }
  return answer;
}

/** Blocks by number, words only inside replaced blocks. */
async function comparePairs(documents: readonly ParsedDocument[]): Promise<void> {
  const breathe = createEventLoopYielder();
  const numbers = await numberEqualBlocks(documents, breathe);
  const words = documents.map((document) =>
    document.blocks.map((block) => splitSpacedWords(readSpanText(document, block))),
  );
  for (const [place, a] of documents.entries()) {
    for (const [after, b] of documents.slice(place + 1).entries()) {
      for (const change of compareBlocks(numbers.of(a), numbers.of(b))) {
        if (change.kind !== "replaced") continue;
        const count = Math.min(change.a.beyond - change.a.first, change.b.beyond - change.b.first);
        for (let step = 0; step < count; step++) {
          const one = words[place]?.[change.a.first + step];
          const other = words[place + 1 + after]?.[change.b.first + step];
          if (one && other) diffWords(one, other);
        }
        await breathe();
      }
    }
  }
}

/** Of this thread: what others on the machine do does not count. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function watchTurns(): () => number {
  let [longest, last, over] = [0, processorMs(), false];
  const turn = (): void => {
    const now = processorMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    over = true;
    return longest;
  };
}
