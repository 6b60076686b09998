/** Journals that someone has written to do harm, or by mistake: their chain holds, and nothing else can be relied on. */
import { hash } from "node:crypto";

import type { Event, Fact } from "../../../src/domain/journal/event.ts";
import type { DebateRecord } from "../../../src/domain/journal/record.ts";
import type { Json } from "../../../src/domain/json.ts";
import { GENESIS, chainEvent } from "../../../src/kernel/journal/hash-chain.ts";
import type { JournalFile } from "../../../src/stores/journal-file.ts";
import { listReferencedTexts } from "../../../src/stores/journal-file.ts";

/** Each is a whole attempt; `pwned` would tell that one has worked. */
export const ATTEMPTS: readonly string[] = [
  "<script>globalThis.pwned = 1</script>",
  '<img src=x onerror="globalThis.pwned = 2">',
  "![alt](https://evil.example/pixel.png)",
  "[click](javascript:globalThis.pwned=3)",
  "[more](data:text/html,<script>globalThis.pwned=4</script>)",
  "</script></style></noscript></title><script>globalThis.pwned = 5</script>",
  '<!-- --><svg onload="globalThis.pwned = 6"></svg><!--',
  "<style>* { display: none }</style><link rel=stylesheet href=https://evil.example/a.css>",
  '<iframe srcdoc="<script>parent.pwned=7</script>"></iframe><base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<a href="https://evil.example" target=_blank>x</a> https://evil.example/auto www.evil.example',
  "\u001b[2J\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007",
  "\u202Egnp.exe\u2066 turned \u200Farabic\u200E",
  `zero${"\u200B\u2060\uFEFF".repeat(2_000)}width`,
  "{{constructor.constructor('globalThis.pwned=8')()}} ${globalThis.pwned=9}",
  "__proto__ constructor prototype hasOwnProperty toString",
  `${"> ".repeat(400)}deep ${"*a **b ".repeat(200)}`,
  "wide".repeat(5_000),
];

/** The same journal with facts changed, chained again, under another name. */
export async function rewritten(
  record: DebateRecord,
  debate: string,
  change: (fact: Fact, index: number) => Fact,
): Promise<JournalFile> {
  const lines: string[] = [];
  let previous = GENESIS;
  for (const [sequence, { fact, atMs }] of record.events.entries()) {
    const changed = change(fact, sequence);
    const named = changed.type === "debate-opened" ? { ...changed, debate } : changed;
    const made = chainEvent(named, { sequence, atMs, previous });
    previous = made.event.hash;
    lines.push(made.line);
  }
  return { lines, texts: await collectTexts(record) };
}

async function collectTexts({ events, text }: DebateRecord): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const sha256 of events.flatMap((event: Event) => listReferencedTexts(event))) {
    texts.set(sha256, (await text(sha256)) ?? "");
  }
  return texts;
}

/** An attempt before everything that reads like words, each in its turn. */
export function poisoned(fact: Fact, index: number): Fact {
  let next = index;
  const poison = (value: Json, name: string): Json => {
    if (typeof value === "string") {
      // a file's name is a path, or the journal is refused
      const isNamed = NAMES.has(name) && fact.type !== "artifact-published";
      const isProse = value.includes(" ") || isNamed;
      if (!isProse) return value;
      next += 1;
      return `${ATTEMPTS[next % ATTEMPTS.length]} \u202E${value}`;
    }
    if (Array.isArray(value)) return value.map((one: Json) => poison(one, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, poison(inner, key)]),
    );
  };
  return poison(fact as unknown as Json, "") as unknown as Fact;
}

const NAMES: ReadonlySet<string> = new Set([
  "name",
  "model",
  "stance",
  "label",
  "title",
  "headline",
]);

const STRANGE: readonly Json[] = [
  null,
  "",
  "__proto__",
  -1,
  1e308,
  true,
  [],
  [null, 7, "x", [[]]],
  { length: 3 },
  { constructor: { prototype: { polluted: true } } },
  // deeper ones, and a field called __proto__, are refused with the journal
  nested(50),
];

function nested(depth: number): Json {
  let value: Json = "bottom";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Every reply of another shape: as a whole, its fields, or what stands in its lists, by turns. */
export function misshapen(seed: number): (fact: Fact, index: number) => Fact {
  return (fact, index) =>
    fact.type === "reply-recorded"
      ? { ...fact, reply: misshape(fact.reply, `${seed} ${index}`, 0) }
      : fact;
}

function misshape(value: Json, place: string, depth: number): Json {
  const roll = Number.parseInt(hash("sha256", place).slice(0, 8), 16);
  // the deeper, the likelier; what is broken as a whole shows little else
  if (roll % 12 < depth) return STRANGE[roll % STRANGE.length] ?? null;
  if (Array.isArray(value)) {
    return value.map((one: Json, index) => misshape(one, `${place} ${index}`, depth + 1));
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      misshape(inner, `${place} ${key}`, depth + 1),
    ]),
  );
}
