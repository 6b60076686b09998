/**
 * How much of a debate's prompts a vendor's cache can serve: the bytes that are a prefix of an earlier
 * request to the same model. Requests of one step start together, so none of them finds another's, unless
 * one goes ahead to warm the cache.
 */
import type { Asked } from "./prompts.ts";

export interface Layout {
  readonly text: (asked: Asked, debate: readonly Asked[]) => string;
  /** The first request of a step goes ahead of the others. */
  readonly leader: boolean;
}

/** Ours: what all seats are shown first, the seat last. */
export const SHARED_FIRST: Layout["text"] = ({ prompt }) =>
  prompt.map(({ text }) => text).join("\n\n");

/** The seed's: who you are first, then the matter, then what to do. */
export const PERSONA_FIRST: Layout["text"] = (asked, debate) => {
  const own = debate.filter(({ by }) => by === asked.by).map(seatText);
  const persona = sharedParagraphs(own);
  const task = seatText(asked).slice(persona.length).trim();
  return [persona.trim(), matterText(asked), task].join("\n\n");
};

export interface Share {
  readonly bytes: number;
  readonly cached: number;
}

export function cacheable(debate: readonly Asked[], { text, leader }: Layout): Share {
  const sent: Buffer[] = [];
  let waiting: Buffer[] = [];
  let step: string | undefined;
  let bytes = 0;
  let cached = 0;
  for (const asked of debate) {
    if (asked.step !== step) {
      sent.push(...waiting);
      waiting = [];
      step = asked.step;
    }
    const prompt = Buffer.from(text(asked, debate));
    const visible = leader ? [...sent, ...waiting.slice(0, 1)] : sent;
    bytes += prompt.length;
    cached += Math.max(0, ...visible.map((earlier) => commonPrefix(prompt, earlier)));
    waiting.push(prompt);
  }
  return { bytes, cached };
}

/**
 * Nothing can do better: every distinct line is sent once, and all the rest comes from a cache. Steps that show
 * the same matter in another order on purpose cannot share a beginning with the others, and stand apart.
 */
export function attainable(debate: readonly Asked[], apart: readonly string[] = []): Share {
  const seen = new Set<string>();
  let bytes = 0;
  let fresh = 0;
  for (const asked of debate) {
    const order = apart.includes(asked.step) ? asked.step : "";
    for (const line of SHARED_FIRST(asked, debate).split("\n")) {
      const length = Buffer.byteLength(line) + 1;
      bytes += length;
      if (!seen.has(`${order}:${line}`)) fresh += length;
      seen.add(`${order}:${line}`);
    }
  }
  return { bytes, cached: bytes - fresh };
}

/** In units of a fresh input byte: a cached one costs a tenth, one that is written to the cache a quarter more. */
export function computeShareCost({ bytes, cached }: Share): number {
  return cached * 0.1 + (bytes - cached) * 1.25;
}

function seatText({ prompt }: Asked): string {
  return prompt.flatMap(({ text, shared }) => (shared ? [] : [text])).join("\n\n");
}

function matterText({ prompt }: Asked): string {
  return prompt.flatMap(({ text, shared }) => (shared ? [text] : [])).join("\n\n");
}

/** The paragraphs that all texts begin with. */
function sharedParagraphs(texts: readonly string[]): string {
  const [first = "", ...others] = texts.map((one) => `${one}\n\n`);
  const length = Math.min(
    first.length,
    ...others.map((other) => commonPrefix(Buffer.from(first), Buffer.from(other))),
  );
  const cut = first.slice(0, length).lastIndexOf("\n\n");
  return cut === -1 ? "" : first.slice(0, cut);
}

function commonPrefix(one: Buffer, other: Buffer): number {
  const length = Math.min(one.length, other.length);
  let low = 0;
  let high = length;
  // equal beginnings are compared in native code; only the end of the common part is searched for
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (one.compare(other, low, middle, low, middle) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}
