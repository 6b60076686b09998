/** Composition root: models, store, protocols and engine joined into one facade for every surface. */
import { randomBytes } from "node:crypto";

import { type Clock, systemClock } from "./clock.ts";
import { type Answer, answerFact, type Decision, decisionFact } from "./decide.ts";
import { recordedBrief, type Source } from "./domain/brief.ts";
import {
  type DebateOpened,
  type Event,
  type Fact,
  JOURNAL_FORMAT,
  opening,
} from "./domain/event.ts";
import type { DebateRecord } from "./domain/record.ts";
import { isSlug } from "./domain/slug.ts";
import { type DebateSummary, summaryAfter } from "./domain/summary.ts";
import type { Engine, HoldRequest, Holding } from "./engine.ts";
import { hydrated, inlineEngine } from "./engines/inline.ts";
import { SetupError, StoreError } from "./errors.ts";
import {
  copyArtifacts,
  forkedFacts,
  type ForkPoint,
  keptEvents,
  reseated,
  withFacts,
} from "./fork.ts";
import { chainFault, GENESIS, link, readLine } from "./kernel/chain.ts";
import type { Model } from "./model.ts";
import { modelNotices, type Plan, type PlanRequest, planDebate } from "./plan.ts";
import type { Protocol } from "./protocol.ts";
import { challenge } from "./protocols/challenge/challenge.ts";
import { judges } from "./protocols/judges/judges.ts";
import type { Listed, ListQuery, Store } from "./store.ts";
import type { JournalFile } from "./stores/journal-file.ts";

export type { DebateRecord } from "./domain/record.ts";

export const PROTOCOLS: readonly Protocol[] = [judges, challenge];

export interface DissentSetting {
  readonly store: Store;
  readonly modelFor: (reference: string) => Promise<Model>;
  readonly protocols?: readonly Protocol[];
  readonly clock?: Clock;
  readonly redact?: (text: string) => string;
  /** Hexadecimal digits for ids and salts. */
  readonly random?: (digits: number) => string;
}

export interface ForkRequest extends ForkPoint {
  readonly models?: Readonly<Record<string, string>>;
  /** New facts for the brief, quotable as F1, F2… */
  readonly facts?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly by: string;
}

export interface Dissent {
  readonly protocols: readonly Protocol[];
  /** Settles what a debate would be; throws `SetupError` where it cannot be. Nothing is spent. */
  plan(protocol: string, request: PlanRequest): Plan;
  /** What must be said on every surface of this debate; throws for a model that does not exist. */
  notices(plan: Plan): Promise<readonly string[]>;
  open(plan: Plan, by: string): Promise<string>;
  hold(request: HoldRequest): Promise<Holding>;
  read(debate: string): Promise<DebateRecord>;
  /** The id of a debate given whole, by its ending, or as `last`. */
  find(reference: string): Promise<string>;
  watch(debate: string, from: number, signal: AbortSignal): AsyncIterable<Event>;
  decide(debate: string, decision: Decision): Promise<"decided" | "answered">;
  /** Gives a person's answer for a seat; the debate goes on when it is held again. */
  answer(debate: string, answer: Answer): Promise<void>;
  fork(record: DebateRecord, request: ForkRequest): Promise<string>;
  bring(file: JournalFile): Promise<string>;
  list(query?: ListQuery): Promise<readonly Listed[]>;
  close(): Promise<void>;
}

export function dissent(setting: DissentSetting): Dissent {
  const { store, clock = systemClock, redact = (text) => text, random = randomDigits } = setting;
  const protocols = setting.protocols ?? PROTOCOLS;
  const protocolOf = (id: string): Protocol => namedProtocol(protocols, id);
  const engine: Engine = inlineEngine({
    store,
    clock,
    protocolOf,
    modelFor: setting.modelFor,
    redact,
  });

  async function append(
    debate: string,
    facts: readonly Fact[],
    sources: readonly Source[] = [],
  ): Promise<void> {
    const before = (await store.read(debate)).map(({ line }) => readLine(line));
    let previous = before.at(-1);
    let summary = before.reduce<DebateSummary | null>(
      (sum, { fact, atMs }) => summaryAfter(sum, fact, atMs),
      null,
    );
    const lines = facts.map((fact, index) => {
      const atMs = Math.max(clock.nowMs(), previous?.atMs ?? 0);
      const place = { sequence: before.length + index, atMs, previous: previous?.hash ?? GENESIS };
      const linked = link(fact, place);
      previous = linked.event;
      summary = summaryAfter(summary, fact, atMs);
      return linked.line;
    });
    if (summary === null) return;
    const blobs = sources.map(({ sha256, text }) => ({ sha256, text }));
    await store.append({ debate, expected: before.length, lines, summary, blobs });
  }

  async function read(debate: string): Promise<DebateRecord> {
    const lines = (await store.read(debate)).map(({ line }) => line);
    if (lines.length === 0) throw unknownDebate(debate);
    return { id: debate, lines, events: lines.map(readLine), text: (sha256) => store.blob(sha256) };
  }

  /** Ids are short for people, so two may meet once in a great while. */
  async function freshId(stem: string): Promise<string> {
    for (let tries = 0; tries < 50; tries++) {
      const debate = `${stem}-${shortId(random)}`;
      if ((await store.read(debate)).length === 0) return debate;
    }
    throw new StoreError("store-conflict", `No free id is left for ${stem}.`);
  }

  return {
    protocols,
    plan: (protocol, request) => planDebate(protocolOf(protocol), request),

    notices: async (plan) => [...plan.warnings, ...(await modelNotices(plan, setting.modelFor))],

    async open(plan, by) {
      const { brief, protocol, participants, settings, limits, timeoutMs } = plan;
      const notices = [...plan.warnings, ...(await modelNotices(plan, setting.modelFor))];
      const debate = await freshId(brief.id);
      const opened: DebateOpened = {
        type: "debate-opened",
        format: JOURNAL_FORMAT,
        debate,
        protocol: protocol.id,
        protocolVersion: protocol.version,
        brief: recordedBrief(brief),
        participants,
        settings,
        limits,
        timeoutMs,
        salt: random(32),
        notices,
        by,
        forkedFrom: null,
      };
      await append(debate, [opened], brief.sources);
      return debate;
    },

    hold: (request) => engine.hold(request),
    read,

    async find(reference) {
      const listed = await store.list();
      if (reference === "last" && listed[0]) return listed[0].id;
      const matches = listed.filter(({ id }) => id === reference || id.endsWith(`-${reference}`));
      const [match, second] = matches;
      if (match && !second) return match.id;
      if (matches.some(({ id }) => id === reference)) return reference;
      if (!match) throw unknownDebate(reference);
      throw new SetupError(
        "unknown-debate",
        `"${reference}" could be ${matches.map(({ id }) => id).join(" or ")}.`,
        {
          hint: "Write the whole id.",
        },
      );
    },

    async *watch(debate, from, signal) {
      for await (const { line } of store.watch(debate, from, signal)) yield readLine(line);
    },

    async decide(debate, decision) {
      const { events } = await read(debate);
      const fact = decisionFact(events, decision);
      await append(debate, [fact]);
      return fact.type === "decision-recorded" ? "decided" : "answered";
    },

    async answer(debate, answer) {
      const { events } = await read(debate);
      await append(debate, [answerFact(events, { ...answer, text: redact(answer.text) })]);
    },

    async fork(record, { models = {}, facts = [], settings, at, by }) {
      const opened = opening(record.events);
      const protocol = protocolOf(opened.protocol);
      const original = await hydrated(opened, record.text);
      const brief = withFacts(original, facts);
      const recorded = opened.settings as Record<string, unknown>;
      const planned = planDebate(protocol, { brief, settings: { ...recorded, ...settings } });
      const plan = { ...planned, participants: reseated(opened.participants, models) };
      const notices = [...plan.warnings, ...(await modelNotices(plan, setting.modelFor))];
      const debate = await freshId(brief.id);
      const kept = keptEvents(record.events, { at });
      const facts_ = forkedFacts(record.events, kept, {
        debate,
        protocol: protocol.id,
        protocolVersion: protocol.version,
        brief: recordedBrief(brief),
        participants: plan.participants,
        settings: plan.settings,
        limits: opened.limits,
        timeoutMs: settings === undefined ? opened.timeoutMs : plan.timeoutMs,
        notices,
        by,
      });
      await copyArtifacts(record, kept, store);
      await append(debate, facts_, brief.sources);
      return debate;
    },

    async bring({ lines, texts }) {
      checkLines(lines);
      const events = lines.map(readLine);
      const { debate } = opening(events);
      if (!isSlug(debate) || (await store.read(debate)).length > 0) {
        throw new SetupError(
          "bad-journal",
          `The debate ${debate} cannot be taken in: its id is taken or unusable.`,
          {
            hint: `Look at what is here: dissent list`,
          },
        );
      }
      for (const [sha256, text] of texts) await store.putBlob(sha256, text);
      const summary = events.reduce<DebateSummary | null>(
        (sum, { fact, atMs }) => summaryAfter(sum, fact, atMs),
        null,
      );
      if (summary) await store.append({ debate, expected: 0, lines, summary });
      return debate;
    },

    list: (query) => store.list(query),
    close: () => store.close(),
  };
}

/** What is brought in from elsewhere must at least be whole. */
function checkLines(lines: readonly string[]): void {
  let previous = GENESIS;
  for (const [sequence, line] of lines.entries()) {
    const fault = chainFault(line, { sequence, previous });
    if (fault !== undefined)
      throw new SetupError("bad-journal", `Event ${sequence} of the journal ${fault}.`);
    previous = readLine(line).hash;
  }
}

function namedProtocol(protocols: readonly Protocol[], id: string): Protocol {
  const found = protocols.find((protocol) => protocol.id === id);
  if (found) return found;
  throw new SetupError("unknown-protocol", `There is no protocol "${id}".`, {
    hint: `Choose one of: ${protocols.map((protocol) => protocol.id).join(", ")}.`,
  });
}

function unknownDebate(reference: string): SetupError {
  return new SetupError("unknown-debate", `There is no debate "${reference}" here.`, {
    hint: "See what there is: dissent list",
  });
}

// no vowels and no look-alikes: nothing to misread aloud, no words by accident
const ID_LETTERS = "23456789bcdfghjkmnpqrstvwxz";

function shortId(random: (digits: number) => string): string {
  return Array.from({ length: 4 }, () => {
    const number = Number.parseInt(random(4), 16);
    return ID_LETTERS[number % ID_LETTERS.length] ?? "2";
  }).join("");
}

function randomDigits(digits: number): string {
  return randomBytes(Math.ceil(digits / 2))
    .toString("hex")
    .slice(0, digits);
}
