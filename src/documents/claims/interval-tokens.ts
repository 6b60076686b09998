/** How often something happens, as the time between: "every 15 minutes", "once a day", "hourly", "twice a week". */
import { findUnit } from "./amounts.ts";
import type { SentenceToken } from "./sentence-tokens.ts";

const TIMES: ReadonlyMap<string, bigint> = new Map([
  ["once", 1n],
  ["twice", 2n],
]);
const PER = new Set(["a", "an", "each", "every", "per"]);
const NAMED: ReadonlyMap<string, string> = new Map([
  ["hourly", "hour"],
  ["daily", "day"],
  ["nightly", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
]);
/** Billionths, as in every amount. */
const ONE = 1_000_000_000n;

/** A daily report is a name; what runs daily has an interval. */
export function joinIntervalTokens(tokens: readonly SentenceToken[]): readonly SentenceToken[] {
  if (!tokens.some(({ kind, text }) => kind === "word" && OPENS.has(text))) return tokens;
  const joined: SentenceToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const found = readInterval(tokens, at);
    const token = tokens[at];
    if (found !== undefined) {
      joined.push(found.token);
      at += found.length - 1;
    } else if (token !== undefined) joined.push(token);
  }
  return joined;
}

const OPENS = new Set([...TIMES.keys(), ...NAMED.keys(), "every"]);

function readInterval(
  tokens: readonly SentenceToken[],
  at: number,
): { readonly token: SentenceToken; readonly length: number } | undefined {
  const [first, second, third] = tokens.slice(at, at + 3);
  if (first?.kind !== "word") return undefined;
  if (first.text === "every" && second?.kind === "amount" && second.amount.dimension === "time") {
    const amount = { ...second.amount, dimension: "interval" };
    return { token: { ...second, text: `every ${second.text}`, amount }, length: 2 };
  }
  const named = NAMED.get(first.text);
  if (named !== undefined && (second === undefined || second.text === "at"))
    return createInterval(first.text, named, { times: 1n, length: 1 });
  const times = TIMES.get(first.text);
  if (times === undefined || second?.kind !== "word" || !PER.has(second.text)) return undefined;
  return third?.kind === "word"
    ? createInterval(`${first.text} ${second.text} ${third.text}`, third.text, { times, length: 3 })
    : undefined;
}

function createInterval(
  text: string,
  unitName: string,
  { times, length }: { readonly times: bigint; readonly length: number },
): { readonly token: SentenceToken; readonly length: number } | undefined {
  const unit = findUnit(unitName);
  if (unit?.dimension !== "time") return undefined;
  const { scale, longest = scale } = unit;
  const [low, high] = [(scale * ONE) / times, (longest * ONE) / times];
  return {
    token: { kind: "amount", text, amount: { dimension: "interval", low, high, scale } },
    length,
  };
}
