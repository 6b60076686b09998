/** Composition root: joins models, store, protocols and engine into one facade for every surface. */
import { type Clock, systemClock } from "./clock.ts";
import { type Annotation, redactFact } from "./debates/annotation.ts";
import {
  type SeatAnswer,
  createAnswerFact,
  type Decision,
  createDecisionFact,
} from "./debates/decision-facts.ts";
import { type Estimate, type EstimateInput, estimateDebate } from "./debates/estimate.ts";
import { findDebate } from "./debates/find-debate.ts";
import {
  copyKeptTexts,
  createForkFacts,
  type ForkPoint,
  countKeptEvents,
  rejectUnfitFork,
  reassignModels,
  addFactsToBrief,
} from "./debates/fork.ts";
import { importJournal } from "./debates/import-journal.ts";
import { collectModelNotices } from "./debates/model-notices.ts";
import { generateRandomDigits, createShortId } from "./debates/random-id.ts";
import { readDebate } from "./debates/read-debate.ts";
import { stripSourceTexts, type Source } from "./domain/brief.ts";
import { readCurrentLimits } from "./domain/journal/current-limits.ts";
import { findEventShapeFault } from "./domain/journal/event-shape.ts";
import {
  type DebateOpened,
  type Event,
  type Fact,
  JOURNAL_FORMAT,
  readOpening,
} from "./domain/journal/event.ts";
import type { DebateRecord } from "./domain/journal/record.ts";
import { updateSummary, summarizeDebate } from "./domain/journal/summary.ts";
import type { Engine, RunRequest, RunResult } from "./engine.ts";
import { StoreError } from "./errors.ts";
import { createRedactedModelSource } from "./kernel/calls/redacted-model.ts";
import { createSeatModelSource } from "./kernel/calls/unreachable-model.ts";
import { hydrateBrief, createInlineEngine } from "./kernel/inline-engine.ts";
import { createFreshJournalCache } from "./kernel/journal/fresh-journal-cache.ts";
import { GENESIS, chainEvent, readEventLine } from "./kernel/journal/hash-chain.ts";
import { requireIntactJournal } from "./kernel/journal/intact-journal.ts";
import { createUnwritableError } from "./kernel/journal/journal.ts";
import type { Model } from "./model.ts";
import { findProtocol, type Plan, type PlanRequest, planDebate } from "./plan.ts";
import type { OutsideReader, Protocol } from "./protocol.ts";
import { KNOWN_PROTOCOLS, PROTOCOLS } from "./protocols/built-in.ts";
import type { FigureCache, ListedDebate, ListQuery, Store } from "./store.ts";
import type { JournalFile } from "./stores/journal-file.ts";
import { type Redactor, createRedactor } from "./text/redact.ts";

export type { DebateRecord } from "./domain/journal/record.ts";
export { KNOWN_PROTOCOLS, PROTOCOLS } from "./protocols/built-in.ts";

export interface DissentSetting {
  readonly store: Store;
  readonly modelFor: (reference: string) => Promise<Model>;
  readonly protocols?: readonly Protocol[];
  readonly clock?: Clock;
  /** Reads files of a repository for debates that ask for them; left out, such a debate pauses. */
  readonly readOutside?: OutsideReader | undefined;
  /** Takes secrets out of what models and people say; without it, only what looks like one. */
  readonly redact?: Redactor;
  /** Hexadecimal digits for ids and salts. */
  readonly random?: (digits: number) => string;
  /** Where debates run, given this process's engine, which runs them by default. */
  readonly engine?: (inline: Engine) => Engine;
  /** Signs an outcome, a decision or what a person adds later, as soon as it is recorded here. */
  readonly sign?: (debate: string, event: Event) => Promise<unknown>;
}

export interface ForkRequest extends ForkPoint {
  readonly models?: Readonly<Record<string, string>>;
  /** New facts for the brief, quotable as F1, F2… */
  readonly facts?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What else must be said on every surface of it. */
  readonly notices?: readonly string[];
  readonly by: string;
}

export interface Dissent {
  readonly protocols: readonly Protocol[];
  /** Figures of finished debates, where the store keeps any. */
  readonly figures?: FigureCache;
  /** Plans a debate; throws `SetupError` if it is impossible. It spends nothing. */
  plan(protocol: string, request: PlanRequest): Plan;
  /** What must be said on every surface of this debate; throws for a model that does not exist. */
  notices(plan: Plan): Promise<readonly string[]>;
  /** What a debate would take and send where; nobody is asked. */
  estimate(plan: EstimateInput): Promise<Estimate>;
  open(plan: Plan, by: string): Promise<string>;
  run(request: RunRequest): Promise<RunResult>;
  /** Signs an outcome that was reached elsewhere, such as by a worker. */
  signOutcome(debate: string): Promise<void>;
  read(debate: string): Promise<DebateRecord>;
  /** The id of a debate given whole, by the start or end of its id, or as `last`. */
  find(reference: string): Promise<string>;
  watch(debate: string, from: number, signal: AbortSignal): AsyncIterable<Event>;
  decide(debate: string, decision: Decision): Promise<"decided" | "answered">;
  /** Adds a fact that follows the outcome and does not change it. */
  annotate(debate: string, afterword: Annotation): Promise<void>;
  /** Records a person's answer for a seat; the debate continues when it is run again. */
  answer(debate: string, answer: SeatAnswer): Promise<void>;
  fork(record: DebateRecord, request: ForkRequest): Promise<string>;
  importJournal(file: JournalFile): Promise<string>;
  list(query?: ListQuery): Promise<readonly ListedDebate[]>;
  close(): Promise<void>;
}

export function dissent(setting: DissentSetting): Dissent {
  const {
    store,
    clock = systemClock,
    redact = createRedactor({}),
    random = generateRandomDigits,
  } = setting;
  const protocols = setting.protocols ?? PROTOCOLS;
  const runnable = setting.protocols ?? KNOWN_PROTOCOLS;
  const findProtocolById = (id: string): Protocol => findProtocol(runnable, id);
  const modelFor = createRedactedModelSource(setting.modelFor, redact);
  const seatModelFor = createSeatModelSource(setting.modelFor);
  const fresh = createFreshJournalCache();
  const inline = createInlineEngine({ ...setting, clock, findProtocolById, modelFor, fresh });
  const engine: Engine = setting.engine?.(inline) ?? inline;

  async function collectNotices(plan: Plan): Promise<string[]> {
    return [...plan.warnings, ...(await collectModelNotices(plan, seatModelFor))];
  }

  /** Follows the events that it was made from, or nothing: what another adds meanwhile may already say it. */
  async function append(debate: string, toFact: (events: readonly Event[]) => Fact): Promise<Fact> {
    const { events } = await read(debate);
    const fact = toFact(events);
    const added = await add(debate, events, { facts: [fact], sources: [] });
    for (const event of added)
      if (fact.type !== "person-answered") await setting.sign?.(debate, event);
    return fact;
  }

  async function add(
    debate: string,
    before: readonly Event[],
    { facts, sources }: { facts: readonly Fact[]; sources: readonly Source[] },
  ): Promise<readonly Event[]> {
    let previous = before.at(-1);
    let summary = summarizeDebate(before);
    const events: Event[] = [];
    const lines = facts.map((fact, index) => {
      const atMs = Math.max(clock.nowMs(), previous?.atMs ?? 0);
      const place = { sequence: before.length + index, atMs, previous: previous?.hash ?? GENESIS };
      const linked = chainEvent(fact, place);
      const fault = findEventShapeFault(linked.event);
      if (fault !== undefined) throw createUnwritableError(fact, fault);
      previous = linked.event;
      events.push(linked.event);
      summary = updateSummary(summary, fact, atMs);
      return linked.line;
    });
    if (summary === null) return [];
    const blobs = sources.map(({ sha256, text }) => ({ sha256, text }));
    await store.append({ debate, expected: before.length, lines, summary, blobs });
    if (before.length === 0 && engine === inline) fresh.keep(debate, { events, sources });
    return events;
  }

  /** Ids are short for people, so two may meet once in a great while; then another is drawn. */
  async function begin(
    stem: string,
    createFacts: (debate: string) => readonly Fact[],
    sources: readonly Source[],
  ): Promise<string> {
    for (let tries = 1; ; tries++) {
      const debate = `${stem}-${createShortId(random)}`;
      try {
        await add(debate, [], { facts: createFacts(debate), sources });
        return debate;
      } catch (error) {
        const taken = error instanceof StoreError && error.code === "store-conflict";
        if (!taken || tries >= 50) throw error;
      }
    }
  }

  const read = (debate: string): Promise<DebateRecord> => readDebate(store, debate);

  return {
    protocols,
    ...(store.figures && { figures: store.figures }),
    plan: (protocol, request) => planDebate(findProtocolById(protocol), request),
    notices: collectNotices,
    estimate: (plan) => estimateDebate(plan, seatModelFor),

    async open(plan, by) {
      const { brief, protocol, participants, settings, limits, timeoutMs, attest, agreedPanel } =
        plan;
      const notices = await collectNotices(plan);
      const salt = plan.salt ?? random(32);
      const opened = (debate: string): DebateOpened => ({
        type: "debate-opened",
        format: JOURNAL_FORMAT,
        debate,
        protocol: protocol.id,
        protocolVersion: protocol.version,
        brief: stripSourceTexts(brief),
        participants,
        settings,
        limits,
        timeoutMs,
        salt,
        notices,
        ...(attest && { attest: true as const }),
        ...(agreedPanel && { panel: agreedPanel }),
        by,
        forkedFrom: null,
      });
      return begin(brief.id, (debate) => [opened(debate)], brief.sources);
    },

    async run(request) {
      // only what ends here: a debate that had ended before may be someone else's
      const settled: Event[] = [];
      const onEvent = (event: Event): void => {
        if (event.fact.type === "debate-settled") settled.push(event);
        request.onEvent?.(event);
      };
      const result = await engine.run(setting.sign ? { ...request, onEvent } : request);
      for (const event of settled) await setting.sign?.(request.debate, event);
      return result;
    },
    async signOutcome(debate) {
      const { events } = await read(debate);
      const settled = events.find(({ fact }) => fact.type === "debate-settled");
      if (settled) await setting.sign?.(debate, settled);
    },
    read,
    find: (reference) => findDebate(store, reference),
    async *watch(debate, from, signal) {
      for await (const { line } of store.watch(debate, from, signal)) yield readEventLine(line);
    },
    async decide(debate, decision) {
      const said = { ...decision, reason: redact(decision.reason) };
      const fact = await append(debate, (events) => createDecisionFact(events, said));
      return fact.type === "decision-recorded" ? "decided" : "answered";
    },
    async annotate(debate, afterword) {
      await append(debate, (events) => redactFact(afterword(events), redact));
    },
    async answer(debate, answer) {
      const said = { ...answer, text: redact(answer.text) };
      await append(debate, (events) => createAnswerFact(events, said));
    },

    async fork(
      record,
      { models = {}, facts: added = [], settings, at, keep, by, notices: further = [] },
    ) {
      const opened = readOpening(record.events);
      const protocol = findProtocolById(opened.protocol);
      const brief = addFactsToBrief(await hydrateBrief(opened, record.text), added.map(redact));
      const recorded = opened.settings as Record<string, unknown>;
      const planned = planDebate(protocol, { brief, settings: { ...recorded, ...settings } });
      const plan = { ...planned, participants: reassignModels(opened.participants, models) };
      // nobody speaks again, so nobody has to be there
      const notices = [...(keep ? opened.notices : await collectNotices(plan)), ...further];
      const kept = countKeptEvents(record.events, { at, keep });
      requireIntactJournal(record.id, record.lines.slice(0, kept));
      const createFacts = (debate: string): Fact[] =>
        createForkFacts(
          record.events,
          { kept, keep },
          {
            debate,
            protocol: protocol.id,
            protocolVersion: protocol.version,
            brief: stripSourceTexts(brief),
            participants: plan.participants,
            settings: plan.settings,
            limits: readCurrentLimits(record.events),
            timeoutMs: settings === undefined ? opened.timeoutMs : plan.timeoutMs,
            notices,
            ...(opened.attest && !keep && { attest: opened.attest }),
            ...(opened.panel && { panel: opened.panel }),
            by,
          },
        );
      const facts = createFacts(opened.debate);
      await rejectUnfitFork(facts, { protocol, brief, readText: record.text });
      await copyKeptTexts(record, facts, store);
      return begin(brief.id, createFacts, brief.sources);
    },

    importJournal: (file) => importJournal(store, file),
    list: (query) => store.list(query),
    close: () => store.close(),
  };
}
