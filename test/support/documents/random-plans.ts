/** Documents as people write them, and plans to merge them, by a seeded generator. */
import type {
  MergeChange,
  RefactorPlan,
  ChangeTarget,
} from "../../../src/documents/apply/change-plan.ts";
import type { ParsedDocument, TextSpan } from "../../../src/documents/document.ts";
import { seededRandom } from "../time/seeded-random.ts";

export interface Dice {
  readonly below: (count: number) => number;
  readonly pick: <Item>(from: readonly Item[]) => Item;
  readonly likely: (share: number) => boolean;
}

export function dice(seed: number): Dice {
  const next = seededRandom(seed);
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    likely: (share) => next() < share,
  };
}

const NOUNS = ["users", "retries", "ms", "days", "nodes", "%"];
const TOPICS = ["Goals", "Risks", "Rollout", "Storage", "Security", "Costs", "Monitoring", "Team"];

/** Headings without gaps, prose, lists, tables, code, quotes, notes; perhaps with front matter, CRLF or a byte order mark. */
export function randomDraft(seed: number): string {
  const { below, pick, likely } = dice(seed);
  const sentence = (): string =>
    pick([
      `The ${pick(TOPICS).toLowerCase()} take ${below(90) + 1} ${pick(NOUNS)}.`,
      `FR-${below(20)} must hold by 2026-0${below(8) + 1}-1${below(9)}.`,
      `At most ${below(50)} ${pick(NOUNS)} are allowed[^${below(3)}].`,
      `We use [the guide][guide] and \`code ${below(9)}\`.`,
    ]);
  const blocks: (() => string)[] = [
    sentence,
    () => `${sentence()}\n${sentence()}`,
    () => Array.from({ length: below(3) + 1 }, () => `- ${sentence()}`).join("\n"),
    () =>
      Array.from({ length: below(3) + 1 }, () => `* ${sentence()}\n  ${sentence()}`).join("\n\n"),
    () => Array.from({ length: below(3) + 1 }, (_, at) => `${at + 1}. ${sentence()}`).join("\n"),
    () =>
      `| What | How much |\n|---|---|\n${Array.from({ length: below(3) + 1 }, () => `| ${pick(TOPICS)} | ${below(99)} |`).join("\n")}`,
    () => `\`\`\`yaml\nretries: ${below(9)}\n\n# no heading\n\`\`\``,
    () => `> ${sentence()}\n> ${sentence()}`,
    () => `<!-- note ${below(9)} -->`,
  ];
  const parts: string[] = likely(0.9) ? [`# ${pick(TOPICS)} plan`, sentence()] : [sentence()];
  let depth = 1;
  for (let section = below(5) + 1; section > 0; section--) {
    depth = depth === 1 ? 2 : 2 + below(Math.min(3, depth));
    const title = `${pick(TOPICS)} ${below(9)}`;
    parts.push(depth === 2 && likely(0.2) ? `${title}\n-------` : `${"#".repeat(depth)} ${title}`);
    for (let block = below(4); block > 0; block--) parts.push(pick(blocks)());
  }
  if (likely(0.6)) parts.push(`[guide]: https://x.y/${below(3)}`);
  for (let note = 0; note < 3; note++)
    if (likely(0.6)) parts.push(`[^${note}]: Note ${note} of ${below(3)}.`);
  const front = likely(0.2) ? "---\ntitle: x\n---\n\n" : "";
  const text = `${front}${parts.join("\n\n")}${likely(0.8) ? "\n" : ""}`;
  return (likely(0.1) ? "\ufeff" : "") + (likely(0.3) ? text.replaceAll("\n", "\r\n") : text);
}

/** Changes that a plan could hold, some of which get in each other's way. */
export function randomPlan(documents: readonly ParsedDocument[], seed: number): RefactorPlan {
  const { below, pick, likely } = dice(seed);
  const base = pick(documents);
  const others = documents.filter((document) => document !== base);
  const excerpt = (document: ParsedDocument): { at: TextSpan; section: number } => {
    const block = pick(document.blocks);
    if (block.parts.length > 1 && likely(0.5))
      return { at: pick(block.parts.slice(1)), section: block.section };
    const section = document.sections[block.section]!;
    const last = document.blocks[section.beyond - 1] ?? block;
    const first = document.blocks[section.first] ?? block;
    if (likely(0.5)) return { at: { start: first.start, end: last.end }, section: block.section };
    return { at: { start: block.start, end: block.end }, section: block.section };
  };
  const changes: MergeChange[] = [];
  for (let number = 1; number <= below(6); number++) {
    const from = pick(others);
    if (from.blocks.length === 0 || base.blocks.length === 0) break;
    const source = excerpt(from);
    const place = excerpt(base);
    const top = base.sections
      .filter(({ depth, index }) => depth === 2 && index > 0)
      .map(({ index }) => index);
    const target: ChangeTarget = likely(0.15)
      ? { kind: "order", sections: top.toSorted(() => below(3) - 1) }
      : likely(0.5)
        ? { kind: "span", at: place.at }
        : { kind: "offset", at: pick([place.at.start, place.at.end]), depth: 1 + below(4) };
    changes.push({
      number,
      point: `C-00${number}`,
      from: from.variant,
      source: target.kind === "order" ? null : source.at,
      sourceSection: source.section,
      targetSection: place.section,
      target,
      integration:
        target.kind === "order" ? "restructure" : target.kind === "span" ? "replace" : "insert",
      risk: "Medium",
      rationale: "agreed",
      mends: null,
      approved: likely(0.9),
    });
  }
  return { into: base.variant, changes, unmade: [] };
}
