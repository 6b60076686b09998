/**
 * Finds fields that are valid on their own but contradict each other. The replay follows the rules, so it never looks
 * at fields that are only for people: who was asked again, whom a notice names, which option was chosen.
 */
import { HOST_MODEL, describeSharedHost } from "../../domain/awaited.ts";
import {
  type DebateOpened,
  type Event,
  type Fact,
  type ReplyRecorded,
  findSettlement,
  readOpening,
} from "../../domain/journal/event.ts";
import { OPEN_CHOICES } from "../../domain/outcome/outcome.ts";
import { listPremises } from "../../domain/premise.ts";
import { formatFactName, listAskKeys } from "./event-order.ts";
import type { VerificationFault } from "./verify.ts";

export function findContradictionFault(events: readonly Event[]): VerificationFault | null {
  const past: PriorFacts = {
    opened: readOpening(events),
    seats: new Set(readOpening(events).participants.map(({ id }) => id)),
    asked: new Set(),
    rejected: new Set(),
    replies: new Map(),
    choices: new Map(),
  };
  const decidable = listDecidableChoices(events);
  const premises = new Set(listPremises(events).map(({ id }) => id));
  for (const { sequence, fact } of events) {
    const what =
      describeContradiction(fact, past) ?? describeStrayChoice(fact, { decidable, premises });
    if (what !== undefined) return { where: `event ${sequence} (${formatFactName(fact)})`, what };
    recordPriorFact(past, fact);
  }
  return null;
}

interface PriorFacts {
  readonly opened: DebateOpened;
  readonly seats: ReadonlySet<string>;
  readonly asked: Set<string>;
  readonly rejected: Set<string>;
  readonly replies: Map<string, ReplyRecorded>;
  /** What each question to a person offered. */
  readonly choices: Map<string, { readonly ids: readonly string[]; readonly many: boolean }>;
}

function recordPriorFact(past: PriorFacts, fact: Fact): void {
  if (fact.type === "asks-committed") for (const key of listAskKeys(fact)) past.asked.add(key);
  else if (fact.type === "reply-rejected") past.rejected.add(fact.key);
  else if (fact.type === "reply-recorded") past.replies.set(fact.key, fact);
  else if (fact.type === "escalation-raised") {
    const ids = fact.choices.map(({ id }) => id);
    past.choices.set(fact.key, { ids, many: fact.many === true });
  }
}

function describeContradiction(fact: Fact, past: PriorFacts): string | undefined {
  switch (fact.type) {
    case "debate-opened":
      return describeNoticeFault(fact);
    case "asks-committed": {
      if (fact.inherited && past.opened.forkedFrom === null) {
        return "it is inherited, and the debate is not a fork";
      }
      const stranger = fact.asks.find(({ by }) => !past.seats.has(by));
      if (stranger) return `it asks ${stranger.by}, who has no seat`;
      const shown = fact.asks.flatMap(({ reveals }) => reveals);
      const unsaid = shown.find((key) => !past.replies.has(key));
      if (unsaid !== undefined) return `it shows ${unsaid}, which nobody had said`;
      // the replay compares every other step as a whole
      return fact.inherited && fact.blind !== (shown.length === 0)
        ? "what it shows of others is not what it says of being blind"
        : undefined;
    }
    case "answer-awaited":
      if (!past.asked.has(fact.key)) return "it waits for an answer to what was not asked";
      if (!fact.key.endsWith(`/${fact.by}`)) return `it waits for ${fact.by}, who was not asked`;
      return fact.attempt === 2 && !past.rejected.has(fact.key)
        ? "it waits for a second answer, and the first was not rejected"
        : undefined;
    case "person-answered":
      return describeHostFault(fact, past.opened);
    case "participant-absent":
      return fact.reason === "over-budget" && fact.called
        ? "it was not asked for want of budget, and it was called"
        : undefined;
    case "debate-resumed": {
      const never = fact.askedAgain.find((key) => !past.asked.has(key));
      if (never !== undefined) return `it asks ${never} again, which was never asked`;
      const answered = fact.askedAgain.find((key) => past.replies.has(key));
      return answered === undefined ? undefined : `it asks ${answered} again, which was answered`;
    }
    case "escalation-answered": {
      const offered = past.choices.get(fact.key);
      if (!offered) return undefined;
      const chosen = offered.many ? fact.choice.split(",") : [fact.choice];
      return chosen.every((one) => offered.ids.includes(one))
        ? undefined
        : "it chooses what was not offered";
    }
    default:
      return undefined;
  }
}

function describeHostFault(
  { key, from }: Extract<Fact, { type: "person-answered" }>,
  { participants }: DebateOpened,
): string | undefined {
  const seat = participants.find(({ id }) => key.endsWith(`/${id}`));
  return from === HOST_MODEL && seat !== undefined && seat.model !== HOST_MODEL
    ? `the host answered for ${seat.id}, whose seat is not the host's`
    : undefined;
}

/** A person decides between what the brief or the outcome offers, and looks after what someone said. */
function describeStrayChoice(
  fact: Fact,
  {
    decidable,
    premises,
  }: { readonly decidable: readonly string[]; readonly premises: ReadonlySet<string> },
): string | undefined {
  if (fact.type === "decision-recorded" && !decidable.includes(fact.choice)) {
    return "it decides for what was not offered";
  }
  if (fact.type !== "footing-noted" && fact.type !== "footing-checked") return undefined;
  return premises.has(fact.footing) ? undefined : `nobody said ${fact.footing}`;
}

function listDecidableChoices(events: readonly Event[]): string[] {
  const { options } = readOpening(events).brief;
  const offered = findSettlement(events)?.outcome.choices ?? OPEN_CHOICES;
  return (options.length > 0 ? options : offered).map(({ id }) => id);
}

const ONE_MODEL = /^one model \(.*\) speaks for all (\d+) seats, /s;
const ONE_FAMILY = /^(\d+) of (\d+) seats (?:are|run on models) of one family /;
const SHARED_HOST = /^one conversation of the host answers for /;

/** Notices are said on every surface, so one about other seats would be believed. A fork may keep the original's. */
function describeNoticeFault({
  notices,
  participants,
  forkedFrom,
}: DebateOpened): string | undefined {
  if (forkedFrom !== null) return undefined;
  const models = new Set(participants.map(({ model }) => model));
  for (const notice of notices) {
    const all = ONE_MODEL.exec(notice)?.[1];
    if (all !== undefined && (Number(all) !== participants.length || models.size !== 1)) {
      return "a notice says that one model has all seats, and the seats say otherwise";
    }
    const [, few, of] = ONE_FAMILY.exec(notice) ?? [];
    if (of !== undefined && (Number(of) !== participants.length || Number(few) > Number(of))) {
      return "a notice counts other seats than there are";
    }
  }
  const told = notices.filter((notice) => SHARED_HOST.test(notice));
  return told.join("\n") === describeSharedHost(participants).join("\n")
    ? undefined
    : "a notice names other seats of the host than there are";
}
