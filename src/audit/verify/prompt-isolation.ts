/**
 * R1: blind answers were really blind. R2-R4: every prompt keeps what the exchange settings promise. Both read only
 * the journal and its prompts, rendered again.
 */
import { type Brief, listQuotableTexts } from "../../domain/brief.ts";
import { type AsksCommitted, type Event, readOpening } from "../../domain/journal/event.ts";
import { createNameFinder } from "../../exchange/name-finder.ts";
import { ATTESTATION } from "../../kernel/attest-dissents.ts";
import { findLeakedWords, type PeerReply } from "../../kernel/find-leak.ts";
import { createPromptDigester } from "../../kernel/prompt-digest.ts";
import { createSeededOrder } from "../../kernel/seeded-order.ts";
import { parseStepFromKey } from "./event-order.ts";
import {
  checkExchangeRules,
  type IsolationFinding,
  type ExchangeSecrets,
} from "./exchange-rules.ts";
import type { RenderedAsk } from "./journal-faults.ts";

export type { IsolationFinding } from "./exchange-rules.ts";

/** One step, and what is wrong with its prompts; nothing if they are fine. */
export interface StepIsolation {
  readonly step: string;
  readonly prompts: number;
  /** No prompt of it shows anyone's words. */
  readonly blind: boolean;
  readonly anonymous: boolean;
  readonly rotated: boolean;
  readonly oneVoice: boolean;
  readonly findings: readonly IsolationFinding[];
}

export interface IsolationReport {
  readonly steps: readonly StepIsolation[];
  /** The checks that passed, in words. */
  readonly holds: readonly string[];
  /** The first thing that does not. */
  readonly finding: IsolationFinding | null;
}

export function checkPromptIsolation(
  events: readonly Event[],
  { brief, asked }: { brief: Brief; asked: readonly RenderedAsk[] },
): IsolationReport {
  const record = buildIsolationRecord(events, brief, asked);
  const steps = [...Map.groupBy(asked, ({ key }) => parseStepFromKey(key))].map(([step, asks]) =>
    checkStepIsolation(record, step, asks),
  );
  const findings = steps.flatMap((step) => step.findings);
  return { steps, holds: listHeldRules(steps), finding: findings[0] ?? null };
}

interface AskCommitment {
  readonly at: number;
  readonly fact: AsksCommitted;
}

interface IsolationRecord {
  readonly events: readonly Event[];
  readonly commits: ReadonlyMap<string, AskCommitment>;
  /** By step, the position of its first answer in the journal. */
  readonly answered: ReadonlyMap<string, number>;
  readonly digest: ReturnType<typeof createPromptDigester>;
  readonly allowed: readonly string[];
  readonly prompts: ReadonlyMap<string, string>;
  readonly blind: readonly string[];
  readonly secrets: ExchangeSecrets;
  /** The settings of the debate hide names. */
  readonly hides: boolean;
}

function buildIsolationRecord(
  events: readonly Event[],
  brief: Brief,
  asked: readonly RenderedAsk[],
): IsolationRecord {
  const { participants, salt, settings } = readOpening(events);
  const allowed = [brief.question, ...listQuotableTexts(brief).values()];
  const claims = events.flatMap(({ fact }) =>
    fact.type === "reply-recorded" ? fact.claims.map(({ id }) => id) : [],
  );
  const commits = new Map<string, AskCommitment>();
  const answered = new Map<string, number>();
  for (const [at, { fact }] of events.entries()) {
    if (fact.type === "asks-committed") commits.set(fact.step, { at, fact });
    if (isReplyFact(fact) && !answered.has(parseStepFromKey(fact.key)))
      answered.set(parseStepFromKey(fact.key), at);
  }
  return {
    events,
    commits,
    answered,
    digest: createPromptDigester(),
    allowed,
    prompts: new Map(asked.map(({ key, prompt }) => [key, prompt])),
    blind: asked.filter(({ ask }) => isBlindAsk(ask)).map(({ prompt }) => prompt),
    secrets: {
      brief,
      words: allowed.join("\n").toLowerCase(),
      participants,
      lots: createSeededOrder(salt),
      names: createNameFinder(participants, allowed),
      claims: new Set(claims),
    },
    hides: isSettingEnabled(settings, "anonymous") || isSettingEnabled(settings, "one_voice"),
  };
}

function isBlindAsk({ reveals = [] }: RenderedAsk["ask"]): boolean {
  return reveals.length === 0;
}

function isSettingEnabled(settings: unknown, name: string): boolean {
  return typeof settings === "object" && settings !== null
    ? (settings as Record<string, unknown>)[name] === true
    : false;
}

function checkStepIsolation(
  record: IsolationRecord,
  step: string,
  asks: readonly RenderedAsk[],
): StepIsolation {
  const blind = asks.every(({ ask }) => isBlindAsk(ask));
  // what a fork took over was put by the rules of another debate; what it would show now was shown to nobody
  const put = asks.filter(({ key }) => !findCommitment(record, key)?.fact.inherited);
  const shown = put.flatMap(({ ask }) => ask.exchange ?? []);
  return {
    step,
    prompts: asks.length,
    blind,
    anonymous: shown.some(({ hidden }) => hidden),
    rotated: shown.some(({ rotate }) => rotate),
    oneVoice: shown.some(({ oneVoice }) => oneVoice),
    findings: asks.flatMap((one) => {
      if (isBlindAsk(one.ask)) return checkBlindAsk(record, one);
      return put.includes(one) ? checkShownExchange(record, one) : [];
    }),
  };
}

/** R1: fixed before anyone had answered, the same when rendered again, and without a peer's words. */
function checkBlindAsk(
  record: IsolationRecord,
  { key, ask, prompt }: RenderedAsk,
): IsolationFinding[] {
  const made = findCommitment(record, key);
  const answered = record.answered.get(parseStepFromKey(key));
  const late = made && made.fact.step !== key && answered !== undefined && answered < made.at;
  const committed = made?.fact.asks.find(({ by }) => by === parseReaderFromKey(key))?.prompt;
  const rendered = record.digest(ask.prompt).prompt;
  const other = made && !made.fact.inherited && committed !== rendered;
  const leak = findLeakedWords([prompt], listPeerWords(record, key), record.allowed);
  const found = (what: string, excerpt: string): IsolationFinding => ({
    rule: "R1",
    key,
    what,
    excerpt,
  });
  return [
    ...(late ? [found("it was fixed after an answer had come", `event ${answered}`)] : []),
    ...(other ? [found("it is not the prompt that was fixed", rendered)] : []),
    ...(leak === undefined ? [] : [found("a peer's words are in it", leak)]),
  ];
}

/** R2-R4; and what is declared to be the reader's own contains nobody else's words. */
function checkShownExchange(
  record: IsolationRecord,
  { key, ask }: RenderedAsk,
): IsolationFinding[] {
  const shown = ask.exchange;
  const reader = parseReaderFromKey(key);
  const others = (ask.reveals ?? []).filter((revealed) => parseReaderFromKey(revealed) !== reader);
  if (
    record.hides &&
    !shown?.hidden &&
    others.length > 0 &&
    parseStepFromKey(key) !== ATTESTATION
  ) {
    const what = "the exchange is anonymous, and it shows others by name";
    return [{ rule: "R2", key, what, excerpt: others[0] ?? "" }];
  }
  if (!shown) return [];
  const own = [ask.prompt[0]?.text ?? "", ...shown.own].filter(
    (part) => !isCheckedBlindPart(record, part),
  );
  const leak =
    own.length === 0 ? undefined : findLeakedWords(own, listPeerWords(record, key), record.allowed);
  const what = "what should be its reader's own holds others' words";
  const hidden: IsolationFinding[] =
    leak === undefined ? [] : [{ rule: "R2", key, what, excerpt: leak }];
  return [...hidden, ...checkExchangeRules({ key, reader, ask, shown }, record.secrets)];
}

/** Text of a blind prompt was checked there. */
function isCheckedBlindPart({ blind }: IsolationRecord, part: string): boolean {
  return blind.some((prompt) => prompt.includes(part));
}

/** Words of others that were known when a prompt was made, or answered in the same step. */
function listPeerWords(record: IsolationRecord, key: string): PeerReply[] {
  const { events, prompts } = record;
  const made = findCommitment(record, key)?.at ?? -1;
  return events.flatMap(({ fact }, index) =>
    fact.type === "reply-recorded" &&
    fact.by !== parseReaderFromKey(key) &&
    (index < made || parseStepFromKey(fact.key) === parseStepFromKey(key))
      ? [{ reply: fact.reply, prompt: [prompts.get(fact.key) ?? ""] }]
      : [],
  );
}

/** Turns of one step are committed one by one, and then the step is the key. */
function findCommitment({ commits }: IsolationRecord, key: string): AskCommitment | undefined {
  return commits.get(key) ?? commits.get(parseStepFromKey(key));
}

function isReplyFact(
  fact: Event["fact"],
): fact is Extract<Event["fact"], { type: "reply-recorded" | "reply-rejected" }> {
  return fact.type === "reply-recorded" || fact.type === "reply-rejected";
}

function listHeldRules(steps: readonly StepIsolation[]): string[] {
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

function parseReaderFromKey(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}
