/**
 * R1: what was said blind was said blind; R2-R4: what the settings of the exchange promise holds in every prompt.
 * Pure readers of a journal and of its prompts, rendered again.
 */
import { type Brief, quotable } from "../domain/brief.ts";
import { type AsksCommitted, type Event, opening } from "../domain/event.ts";
import { nameFinder } from "../exchange/names.ts";
import { ATTESTATION } from "../kernel/attest.ts";
import { leakIn, type PeerWords } from "../kernel/leak.ts";
import { lotsOf } from "../kernel/lots.ts";
import { promptDigester } from "../kernel/prompt-digest.ts";
import { exchangeFindings, type Finding, type Secrets } from "./exchange-rules.ts";
import type { Asked } from "./faults.ts";

export type { Finding } from "./exchange-rules.ts";

/** One step, and what was found wrong with its prompts; nothing, where it holds. */
export interface StepIsolation {
  readonly step: string;
  readonly prompts: number;
  /** No prompt of it shows anyone's words. */
  readonly blind: boolean;
  readonly anonymous: boolean;
  readonly rotated: boolean;
  readonly oneVoice: boolean;
  readonly findings: readonly Finding[];
}

export interface Isolation {
  readonly steps: readonly StepIsolation[];
  /** What holds, in words. */
  readonly holds: readonly string[];
  /** The first thing that does not. */
  readonly finding: Finding | null;
}

export function isolationOf(
  events: readonly Event[],
  { brief, asked }: { brief: Brief; asked: readonly Asked[] },
): Isolation {
  const record = recordOf(events, brief, asked);
  const steps = [...Map.groupBy(asked, ({ key }) => stepOf(key))].map(([step, asks]) =>
    stepIsolation(record, step, asks),
  );
  const findings = steps.flatMap((step) => step.findings);
  return { steps, holds: holdsIn(steps), finding: findings[0] ?? null };
}

interface Commitment {
  readonly at: number;
  readonly fact: AsksCommitted;
}

interface Journaled {
  readonly events: readonly Event[];
  readonly commits: ReadonlyMap<string, Commitment>;
  /** By step, where in the journal its first answer stands. */
  readonly answered: ReadonlyMap<string, number>;
  readonly digest: ReturnType<typeof promptDigester>;
  readonly allowed: readonly string[];
  readonly prompts: ReadonlyMap<string, string>;
  readonly blind: readonly string[];
  readonly secrets: Secrets;
  /** The settings of the debate hide names. */
  readonly hides: boolean;
}

function recordOf(events: readonly Event[], brief: Brief, asked: readonly Asked[]): Journaled {
  const { participants, salt, settings } = opening(events);
  const allowed = [brief.question, ...quotable(brief).values()];
  const claims = events.flatMap(({ fact }) =>
    fact.type === "reply-recorded" ? fact.claims.map(({ id }) => id) : [],
  );
  const commits = new Map<string, Commitment>();
  const answered = new Map<string, number>();
  for (const [at, { fact }] of events.entries()) {
    if (fact.type === "asks-committed") commits.set(fact.step, { at, fact });
    if (isAnswer(fact) && !answered.has(stepOf(fact.key))) answered.set(stepOf(fact.key), at);
  }
  return {
    events,
    commits,
    answered,
    digest: promptDigester(),
    allowed,
    prompts: new Map(asked.map(({ key, prompt }) => [key, prompt])),
    blind: asked.filter(({ ask }) => isBlind(ask)).map(({ prompt }) => prompt),
    secrets: {
      brief,
      words: allowed.join("\n").toLowerCase(),
      participants,
      lots: lotsOf(salt),
      names: nameFinder(participants, allowed),
      claims: new Set(claims),
    },
    hides: isOn(settings, "anonymous") || isOn(settings, "one_voice"),
  };
}

function isBlind({ reveals = [] }: Asked["ask"]): boolean {
  return reveals.length === 0;
}

function isOn(settings: unknown, name: string): boolean {
  return typeof settings === "object" && settings !== null
    ? (settings as Record<string, unknown>)[name] === true
    : false;
}

function stepIsolation(record: Journaled, step: string, asks: readonly Asked[]): StepIsolation {
  const blind = asks.every(({ ask }) => isBlind(ask));
  // what a fork took over was put by the rules of another debate; what it would show now was shown to nobody
  const put = asks.filter(({ key }) => !commitmentOf(record, key)?.fact.inherited);
  const shown = put.flatMap(({ ask }) => ask.exchange ?? []);
  return {
    step,
    prompts: asks.length,
    blind,
    anonymous: shown.some(({ hidden }) => hidden),
    rotated: shown.some(({ rotate }) => rotate),
    oneVoice: shown.some(({ oneVoice }) => oneVoice),
    findings: asks.flatMap((one) => {
      if (isBlind(one.ask)) return blindFindings(record, one);
      return put.includes(one) ? shownFindings(record, one) : [];
    }),
  };
}

/** R1: fixed before anyone had answered, the same when rendered again, and without a peer's words. */
function blindFindings(record: Journaled, { key, ask, prompt }: Asked): Finding[] {
  const made = commitmentOf(record, key);
  const answered = record.answered.get(stepOf(key));
  const late = made && made.fact.step !== key && answered !== undefined && answered < made.at;
  const committed = made?.fact.asks.find(({ by }) => by === readerOf(key))?.prompt;
  const rendered = record.digest(ask.prompt).prompt;
  const other = made && !made.fact.inherited && committed !== rendered;
  const leak = leakIn(prompt, peersOf(record, key), record.allowed);
  const found = (what: string, excerpt: string): Finding => ({ rule: "R1", key, what, excerpt });
  return [
    ...(late ? [found("it was fixed after an answer had come", `event ${answered}`)] : []),
    ...(other ? [found("it is not the prompt that was fixed", rendered)] : []),
    ...(leak === undefined ? [] : [found("a peer's words are in it", leak)]),
  ];
}

/** R2-R4; and what is declared to be the reader's own holds nobody else's words. */
function shownFindings(record: Journaled, { key, ask }: Asked): Finding[] {
  const shown = ask.exchange;
  const reader = readerOf(key);
  const others = (ask.reveals ?? []).filter((revealed) => readerOf(revealed) !== reader);
  if (record.hides && !shown?.hidden && others.length > 0 && stepOf(key) !== ATTESTATION) {
    const what = "the exchange is anonymous, and it shows others by name";
    return [{ rule: "R2", key, what, excerpt: others[0] ?? "" }];
  }
  if (!shown) return [];
  const own = [ask.prompt[0]?.text ?? "", ...shown.own].filter((part) => !isProven(record, part));
  const leak =
    own.length === 0 ? undefined : leakIn(own.join("\n\n"), peersOf(record, key), record.allowed);
  const what = "what should be its reader's own holds others' words";
  const hidden: Finding[] = leak === undefined ? [] : [{ rule: "R2", key, what, excerpt: leak }];
  return [...hidden, ...exchangeFindings({ key, reader, ask, shown }, record.secrets)];
}

/** What stood in a blind prompt was looked through there. */
function isProven({ blind }: Journaled, part: string): boolean {
  return blind.some((prompt) => prompt.includes(part));
}

/** Words of others that were known when a prompt was made, or answered in the same step. */
function peersOf(record: Journaled, key: string): PeerWords[] {
  const { events, prompts } = record;
  const made = commitmentOf(record, key)?.at ?? -1;
  return events.flatMap(({ fact }, index) =>
    fact.type === "reply-recorded" &&
    fact.by !== readerOf(key) &&
    (index < made || stepOf(fact.key) === stepOf(key))
      ? [{ reply: fact.reply, prompt: prompts.get(fact.key) ?? "" }]
      : [],
  );
}

/** Turns of one step are committed one by one, and then the step is the key. */
function commitmentOf({ commits }: Journaled, key: string): Commitment | undefined {
  return commits.get(key) ?? commits.get(stepOf(key));
}

function isAnswer(
  fact: Event["fact"],
): fact is Extract<Event["fact"], { type: "reply-recorded" | "reply-rejected" }> {
  return fact.type === "reply-recorded" || fact.type === "reply-rejected";
}

function holdsIn(steps: readonly StepIsolation[]): string[] {
  const count = (keeps: (step: StepIsolation) => boolean): number =>
    steps.filter(keeps).reduce((sum, { prompts }) => sum + prompts, 0);
  const named = count(({ anonymous }) => anonymous);
  const turned = count(({ rotated }) => rotated);
  const once = count(({ oneVoice }) => oneVoice);
  return [
    "no blind prompt holds a peer's words",
    ...(named > 0
      ? [`${named} prompts show others under labels drawn for their reader, and name nobody`]
      : []),
    ...(turned > 0 ? [`${turned} prompts show others in the order drawn for their reader`] : []),
    ...(once > 0 ? [`${once} prompts show each position once, and count nobody`] : []),
  ];
}

function readerOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

function stepOf(key: string): string {
  return key.slice(0, key.lastIndexOf("/"));
}
