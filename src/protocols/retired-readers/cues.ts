/**
 * What the readers react to: phrases, their topics, and their weights. Weight 1 is a mild sign, 2 a clear one, 3 one
 * that decides by itself.
 */
import type { EFFORT_KINDS, RISK_KINDS, VALUE_KINDS } from "./old-lens.ts";
import { stemOf } from "./words.ts";

export type RiskKind = (typeof RISK_KINDS)[number];
export type ValueKind = (typeof VALUE_KINDS)[number];
export type EffortKind = (typeof EFFORT_KINDS)[number];

/**
 * harm: something that goes wrong. relief: something that keeps it from going wrong.
 * gain: something people want. lack: something they want and do not get. unknown and known: how well the work is understood.
 */
export type Cue =
  | { readonly sense: "harm" | "relief"; readonly kind: RiskKind; readonly weight: number }
  | { readonly sense: "gain" | "lack"; readonly kind: ValueKind; readonly weight: number }
  | { readonly sense: "unknown" | "known"; readonly kind: "uncertainty"; readonly weight: number };

type Entry = readonly [Cue["sense"], Cue["kind"], Cue["weight"], string];

const LEXICON: readonly Entry[] = [
  [
    "harm",
    "technical",
    3,
    "data loss|lose data|losing data|lost data|corrupt|overwrites|overwrite each other|" +
      "unrecoverable|irreversible|no way back|cannot be undone|security hole|" +
      "vulnerability|charged twice|double charge|wrong amount|big bang",
  ],
  [
    "harm",
    "technical",
    2,
    "conflict|collide|race condition|deadlock|bug|breaks|broken|crash|regression|" +
      "unproven|untested|half finished|rewrite|from scratch|merge|memory leak|defect|" +
      "fragile|brittle|deprecated|unsupported|inconsistent|hard to test|two systems|" +
      "both systems|nobody here has|no one here has|never been built|no rollback|no tests",
  ],
  [
    "harm",
    "technical",
    1,
    "drawback|downside|harder|difficult|out of order|complex|complicated|migration|migrate|edge case|legacy|workaround|debt|tangled|" +
      "undocumented|bottleneck|dependency",
  ],
  [
    "harm",
    "user",
    3,
    "lose work|lost work|lose a day|retype|locked out|lose their|reports were lost|" +
      "lost records|wrong invoice",
  ],
  [
    "harm",
    "user",
    2,
    "confuse|frustrate|complain|complaint|stale|duplicate|slow|slower|wait|downtime|" +
      "is down|was down|mistake|error|by hand|sent twice|mails twice|invoices twice|" +
      "paid twice|typed twice|timeout|lost|lose",
  ],
  ["harm", "user", 1, "learn|retrain|unfamiliar|clumsy|extra step|extra click|delay"],
  [
    "harm",
    "business",
    3,
    "penalty|lawsuit|breach|churn|cancel|lose customers|lost customers|" +
      "lose the contract|lost contract|lost deal|regulator|cash stops|refund|" +
      "miss the deadline|not renew|walk away",
  ],
  [
    "harm",
    "business",
    2,
    "risk is high|high risk|risk high|risky|binds us|lease|rent|lock in|locked in|lost revenue|audit|compliance|price rise|price rose|" +
      "raise its price|raised its price|overdue|expire|lost tender|late fee|liability|" +
      "write off|exposed",
  ],
  ["harm", "business", 1, "risk|vendor|supplier|licence|license|subscription|expensive"],
  [
    "harm",
    "operational",
    3,
    "outage|wake|woken|single point of failure|nobody notices|no one notices|unnoticed|" +
      "silently",
  ],
  [
    "harm",
    "operational",
    2,
    "incident|on call|support ticket|support call|manual|manually|fails|failed|" +
      "failure|night shift|bus factor|only person|left the company|hard to debug|" +
      "no monitoring|backlog|rerun|freeze|frozen|another service",
  ],
  [
    "harm",
    "operational",
    1,
    "maintain|maintenance|monitor|upgrade|ticket|runbook|new service|more servers",
  ],
  [
    "relief",
    "technical",
    2,
    "rollback|roll back|rolled back|reversible|undo|proven|well tested|feature flag|" +
      "retried|retry|one writer|single writer|one author|nothing to merge|no merge|" +
      "step by step|one at a time|backed up|backup|cannot collide|idempotent|" +
      "covered by tests",
  ],
  [
    "relief",
    "technical",
    1,
    "risk is low|low risk|risk low|little risk|less risk|tested|incremental|isolated|stable|gradual|unchanged|read only|append only|" +
      "kept apart|small change",
  ],
  ["relief", "user", 1, "familiar|nothing changes for|same screen|as before|predictable"],
  [
    "relief",
    "business",
    2,
    "exit clause|cancel any time|no lock in|fixed price|within budget|complies|" +
      "compliant|certified|never leaves our",
  ],
  [
    "relief",
    "operational",
    2,
    "already run|already running|already operate|in production|dead letter|alert|alarm|" +
      "no new service|no extra service|runs today|switched off|switch off|turned off",
  ],
  ["relief", "operational", 1, "managed|automatic|automatically|dashboard|documented|one incident"],
  [
    "gain",
    "delight",
    3,
    "high value|value high|value is high|most wanted|most requested|customers asked for|users asked for|crews asked for|" +
      "customers ask for|users ask for|works anywhere|work anywhere|no signal|" +
      "without a signal|without signal",
  ],
  [
    "gain",
    "delight",
    2,
    "faster|instant|instantly|immediately|within seconds|within a second|save time|" +
      "saves time|hours saved|saves|saved|easy|easier|love|request|works at once|work at once|sends it at once|arrives at once|start at once|" +
      "self service|right away|comfortable|in one place|forgives",
  ],
  [
    "gain",
    "delight",
    1,
    "benefit|advantage|value|convenient|smooth|simpler|useful|helpful|pleasant|offline",
  ],
  [
    "gain",
    "competitive",
    3,
    "tender|beat competitors|no competitor|no rival|only vendor with|ahead of",
  ],
  [
    "gain",
    "competitive",
    2,
    "competitor|rival|differentiate|differentiator|win|won|bid|unique|catch up|market leader",
  ],
  ["gain", "competitive", 1, "market|modern|reputation"],
  ["gain", "retention", 3, "renew|renewal|keeps customers|keep customers|stop churn"],
  ["gain", "retention", 2, "retain|retention|loyal|trust|reliable|every day|daily|visit|on time"],
  ["gain", "retention", 1, "usable|habit|satisfied|satisfaction"],
  ["gain", "growth", 3, "revenue|new customers|new market|new segment|doubles|triples|conversion"],
  [
    "gain",
    "growth",
    2,
    "growth|grow|grew|expand|upsell|sign up|signups|new plans|usage based|sell|" +
      "sales|adoption|adopt|enable|become possible|becomes possible|buy",
  ],
  ["gain", "growth", 1, "scale|extend|more users|reuse"],
  [
    "lack",
    "delight",
    2,
    "low value|value low|value is low|little value|gain nothing|no benefit|nothing for them|out of reach|do not work|" +
      "does not work|find nothing|still has to|still have to|still needs|" +
      "still need|left out|no help",
  ],
  ["lack", "growth", 2, "cannot express|cannot sell|lost deal|not possible"],
  ["lack", "delight", 1, "limited to|only part|not yet"],
  [
    "unknown",
    "uncertainty",
    3,
    "never been done|novel|research project|nobody knows|no one knows|nobody here has|" +
      "no one here has|nobody has ever",
  ],
  [
    "unknown",
    "uncertainty",
    2,
    "unknown|unclear|unproven|new to the team|first time|not yet estimated|no estimate|" +
      "hard to estimate|never built|guess|undocumented|from scratch",
  ],
  [
    "unknown",
    "uncertainty",
    1,
    "depends on|perhaps|conflict|migration|migrate|legacy|integration|rewrite|" +
      "open question|learn",
  ],
  [
    "known",
    "uncertainty",
    2,
    "already have|already built|done before|did the same|well understood|" +
      "built one before|we know how|library exists|already in|already run|already use",
  ],
  [
    "known",
    "uncertainty",
    1,
    "existing|proven|standard|off the shelf|straightforward|no new|configuration",
  ],
];

export interface Phrase {
  readonly stems: readonly string[];
  readonly cue: Cue;
}

/** Phrases by their first stem, longest first, so that "data loss" is found before "loss". */
export const PHRASES: ReadonlyMap<string, readonly Phrase[]> = indexed();

function indexed(): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  for (const [sense, kind, weight, phrases] of LEXICON) {
    for (const phrase of phrases.split("|")) {
      const stems = phrase.split(" ").map(stemOf);
      const first = stems[0] ?? "";
      const known = byFirst.get(first) ?? [];
      const cue = { sense, kind, weight } as Cue;
      // "lose data" and "losing data" are one phrase once they are stems
      if (known.some((other) => isSame(other, { stems, cue }))) continue;
      byFirst.set(first, [...known, { stems, cue }]);
    }
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.stems.length - a.stems.length);
  return byFirst;
}

function isSame(a: Phrase, b: Phrase): boolean {
  return (
    a.stems.join(" ") === b.stems.join(" ") &&
    a.cue.sense === b.cue.sense &&
    a.cue.kind === b.cue.kind
  );
}
