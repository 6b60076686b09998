/** Roundtables of participants that lie, stall, flip, contradict themselves, talk nonsense or vanish. */
import type { Verification } from "../../../src/audit/verify/verify.ts";
import { type Event, type ReplyRecorded, readOpening } from "../../../src/domain/journal/event.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Outcome } from "../../../src/domain/outcome/outcome.ts";
import type { RunResult } from "../../../src/engine.ts";
import type { Behaviour } from "../../../src/models/scripted.ts";
import type {
  DiscussMatter,
  LeadView,
  ScoreMatter,
  SeatView,
} from "../../../src/protocols/roundtable/prompts/prompt-input.ts";
import { verified } from "../journals/forge-journal.ts";
import { eagerClock } from "../time/eager-clock.ts";
import {
  concern,
  draft,
  dutifulProposal,
  message,
  position,
  score,
  SPECIALISTS,
  tableApp,
  tableBrief,
  type Turn,
} from "./roundtable.ts";

/** Numbers from 0 to 1 that follow from a seed. */
function chance(seed: string): () => number {
  let state = 2_166_136_261;
  for (let index = 0; index < seed.length; index++) {
    state = Math.imul(state ^ seed.charCodeAt(index), 16_777_619);
  }
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Dice = ReturnType<typeof createTableDice>;

function createTableDice(seed: string) {
  const next = chance(seed);
  for (let warm = 0; warm < 4; warm++) next();
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length - 1)] as T;
  return {
    upTo,
    pick,
    is: (share: number): boolean => next() < share,
    some: <T>(from: readonly T[]) => from.filter(() => next() < 0.4),
  };
}

const TEXTS = [
  "The registry keeps tokens apart from events and consumers.",
  "the security of old consumers is not settled",
  "Nobody on call has seen the registry fail at night.",
  "I agree.",
  "A contract test replays one day of events. It takes ten minutes.",
];

/** Whatever one participant does at one ask; the same for the same seed, key and attempt. */
function act(seed: string, turn: Turn): Behaviour {
  const dice = createTableDice(`${seed}/${turn.step}/${turn.seat}/${turn.attempt}`);
  const mood = createTableDice(`${seed}/${turn.seat}`).upTo(9);
  if (dice.is(mood === 9 ? 0.6 : 0.04)) return failing(dice);
  switch (turn.kind) {
    case "positions":
      return position(turn.seat, {
        position_option: chooseOption(dice, turn),
        concerns: Array.from({ length: dice.upTo(2) }, () => anyConcern(dice, turn.seat)),
        would_change_my_mind: dice.pick(TEXTS),
      });
    case "proposal":
      return anyProposal(dice, turn);
    case "discussion":
      return anyTalk(dice, turn);
    case "scores":
      return anyScore(dice, turn, mood);
    case "adr-draft":
    case "adr-revision":
      return draft(
        dice.is(0.3) ? { implementation_guidance: [{ specialist: "nobody", task: "x" }] } : {},
      );
    default:
      return {
        reply: {
          accurate: dice.is(0.7) ? "yes" : dice.pick(["no", "incomplete"]),
          correction: dice.is(0.5) ? dice.pick(TEXTS) : null,
        },
      };
  }
}

function failing(dice: Dice): Behaviour {
  return dice.pick<Behaviour>([
    { crash: "no route to host" },
    { refuse: "I would rather not." },
    { hang: true },
    { text: "" },
    { text: "I give it an 85, more or less." },
    { text: '{"SATISFACTION": "very", "messages": "none"}' },
    { reply: { position: 1, messages: [], SATISFACTION: 400 } },
  ]);
}

function chooseOption(dice: Dice, { request }: Turn): Json {
  const view = request.promptInput["view"] as SeatView | undefined;
  const options = (view?.brief ?? (request.promptInput["brief"] as SeatView["brief"])).options;
  if (options.length === 0) return dice.is(0.05) ? "A" : null;
  return dice.is(0.1) ? null : dice.pick([...options.map(({ id }) => id), "A", "A"]);
}

function anyConcern(dice: Dice, seat: string): Record<string, Json> {
  const domain = dice.is(0.7) ? seat : dice.pick([...SPECIALISTS, "law"]);
  return concern(domain, { text: dice.pick(TEXTS), blocking: dice.is(0.4) });
}

/** Ids that exist in what this seat reads, some that do not, and guesses at what it does not read. */
function idsBefore({ request }: Turn): string[] {
  const view = request.promptInput["view"] as SeatView | LeadView | undefined;
  if (!view) return [];
  return [
    ...view.positions.flatMap(({ id, concerns }) => [id, ...concerns.map((one) => one.id)]),
    ...view.messages.map(({ id }) => id),
    ...view.concerns.map(({ id }) => id),
    ...(view.proposal ? [view.proposal.id] : []),
    "security-3",
    "test-2",
    "nobody-99",
  ];
}

function anyProposal(dice: Dice, turn: Turn): Behaviour {
  const changes = {
    ...(dice.is(0.5) && { answer: `The registry rejects schemas, ${dice.pick(TEXTS)}` }),
    ...(dice.is(0.1) && { option: chooseOption(dice, turn) }),
    ...(dice.is(0.1) && { changes: [{ what: "mine", because: dice.some(idsBefore(turn)) }] }),
  };
  const made = dutifulProposal(turn.request, changes).reply as Record<string, Json>;
  const because = idsBefore(turn).slice(0, 1);
  const rows = made["changes"] as Json[];
  return rows.length > 0 || dice.is(0.1)
    ? { reply: made }
    : { reply: { ...made, changes: [{ what: "A word about tokens.", because }] } };
}

function anyTalk(dice: Dice, turn: Turn): Behaviour {
  const { owed, assigned, view } = turn.request.promptInput as DiscussMatter;
  const version = view.proposal ? [view.proposal.id] : [];
  const messages = Array.from({ length: dice.upTo(3) }, () => anyMessage(dice, turn));
  const dutiful = owed.map((id) => message("all", { kind: "answer", answers: [id] }));
  const counter = assigned && dice.is(0.8) ? [message("all", { kind: "counter_case" })] : [];
  return {
    reply: {
      messages: [...messages, ...counter, ...(dice.is(0.7) ? dutiful : [])].slice(0, 6),
      concerns: dice.is(0.2) ? [anyConcern(dice, turn.seat)] : [],
      settled: view.concerns
        .filter(() => dice.is(0.15))
        .map(({ id }) => ({
          claim: dice.is(0.05) ? "security-2" : id,
          because: dice.is(0.8) ? version : dice.some(idsBefore(turn)).slice(0, 2),
          why: dice.is(0.9) ? "The registry now rejects what I worried about." : "ok",
        })),
    },
  };
}

function anyMessage(dice: Dice, turn: Turn): Record<string, Json> {
  const to = dice.is(0.6) ? "all" : dice.is(0.03) ? "lead" : dice.pick(SPECIALISTS);
  const ids = idsBefore(turn);
  return message(to === turn.seat ? "all" : to, {
    text: dice.is(0.5)
      ? dice.pick(TEXTS)
      : `${turn.seat} writes ${turn.step} about tokens and registry ${dice.upTo(9)}.`,
    kind: dice.pick(["proposal", "answer", "question", "counter_case"]),
    detail: dice.is(0.3) ? `In full, after ${dice.pick(ids)}.` : null,
    answers: dice.is(0.5) ? [dice.pick(ids)] : [],
  });
}

function anyScore(dice: Dice, turn: Turn, mood: number): Behaviour {
  const { view, fresh } = turn.request.promptInput as ScoreMatter;
  const before = view.last?.satisfaction ?? 70;
  const eager = mood < 7;
  const satisfaction = eager
    ? dice.is(0.75)
      ? 90 + dice.upTo(10)
      : 60 + dice.upTo(35)
    : Math.max(0, Math.min(100, before - 12 + dice.upTo(25)));
  const honest = fresh.slice(0, 1 + dice.upTo(1));
  const version = view.proposal ? [view.proposal.id] : [];
  return score(turn.seat, satisfaction, {
    POSITION: dice.is(0.9)
      ? `${turn.seat} says ${satisfaction} in ${turn.step}.`
      : "One. Two. Three things.",
    position_option: eager && dice.is(0.8) ? (view.last?.option ?? null) : chooseOption(dice, turn),
    ...(dice.is(0.15) && { WOULD_ACCEPT_CURRENT: dice.pick(["yes", "no"]) }),
    REMAINING_CONCERNS: dice.is(0.15) ? [{ id: null, ...anyConcern(dice, turn.seat) }] : [],
    my_concerns: view.concerns
      .filter(() => dice.is(eager ? 0.9 : 0.3))
      .map(({ id }) => ({
        claim: dice.is(0.05) ? "security-2" : id,
        state: dice.is(0.9) ? "settled" : "open",
        because: dice.is(0.9) ? version : dice.some(idsBefore(turn)).slice(0, 2),
        why: dice.is(0.9) ? "The registry now rejects what I worried about." : "ok",
      })),
    accepts_other_option: dice.is(0.6) ? "The price is one that my domain can pay." : null,
    raised_because: dice.is(eager ? 0.8 : 0.5) ? honest : dice.some(idsBefore(turn)).slice(0, 2),
    as_registered: dice.pick(["yes", "partly", null]),
  });
}

export interface RandomDebate {
  readonly seed: string;
  readonly holding: RunResult;
  readonly outcome: Outcome | null;
  readonly events: readonly Event[];
  readonly verification: Verification;
  readonly calls: number;
  readonly mostCalls: number;
}

export async function randomDebate(seed: string): Promise<RandomDebate> {
  const dice = createTableDice(seed);
  const clock = eagerClock();
  const asked: string[] = [];
  const players = [(turn: Turn) => act(seed, turn)];
  const app = tableApp({ players, clock, asked });
  const options = dice.is(0.5)
    ? ["A", "B"].map((id) => ({ id, label: `Option ${id}`, description: "A way." }))
    : [];
  const limited = dice.is(0.2);
  const plan = app.plan("roundtable", {
    brief: tableBrief({ options }),
    settings: {
      max_rounds: 1 + dice.upTo(dice.is(0.1) ? 9 : 4),
      stall_rounds: 2 + dice.upTo(1),
      adr_revisions: dice.upTo(2),
      target: dice.pick([90, 90, 80]),
      total_minutes: dice.pick([120, 120, 15]),
    },
    ...(limited && {
      limits: { calls: 5 + dice.upTo(40), onLimit: dice.pick(["pause", "finish"] as const) },
    }),
  });
  const id = await app.open(plan, "tester");
  let runResult = await app.run({ debate: id });
  if (runResult.status === "paused")
    runResult = await app.run({ debate: id, limits: { calls: null } });
  if (runResult.status === "waiting") {
    await app.decide(id, { ...answerTo((await app.read(id)).events, dice), by: "maria" });
    runResult = await app.run({ debate: id, limits: { calls: null } });
  }
  const { events } = await app.read(id);
  return {
    seed,
    holding: runResult,
    outcome: runResult.status === "settled" ? runResult.outcome : null,
    events,
    verification: await verified(app, id),
    calls: asked.filter((key) => key.endsWith("#1")).length,
    mostCalls: plan.calls.max,
  };
}

/** A person who chooses anything, and names what a choice needs. */
function answerTo(events: readonly Event[], dice: Dice): { choice: string; reason: string } {
  const raised = events.map(({ fact }) => fact).find((fact) => fact.type === "escalation-raised");
  if (raised?.type !== "escalation-raised") throw new TypeError("Nothing was asked.");
  const majority = raised.choices.find(({ id }) => id === "majority");
  const chosen = majority && dice.is(0.6) ? majority : dice.pick(raised.choices);
  const named = (chosen.needs ?? []).map(({ anyOf }) => anyOf[0] ?? "");
  return { choice: chosen.id, reason: `We need it now. ${named.join("; ")}` };
}

/** What is wrong with an ending, found from the journal alone and without the protocol's code. */
export function faultsIn({ events, outcome }: Pick<RandomDebate, "events" | "outcome">): string[] {
  if (!outcome) return ["the debate did not end"];
  const { participants, settings } = readOpening(events);
  const { target, mandatory } = settings as { target: number; mandatory: string[] };
  const roster = participants.filter(({ role }) => role === "specialist").map(({ id }) => id);
  const replies = events.flatMap(({ fact }) => (fact.type === "reply-recorded" ? [fact] : []));
  const rounds = Math.max(
    0,
    ...replies.map(({ key }) => Number(/^scores-(\d+)/.exec(key)?.[1] ?? 0)),
    ...events.map(({ fact }) =>
      fact.type === "round-closed" ? Number(/^scores-(\d+)/.exec(fact.step)?.[1] ?? 0) : 0,
    ),
  );
  const last = roster.map((id) => ({ id, said: scoreIn(replies, `scores-${rounds}/${id}`) }));
  const answer = events.map(({ fact }) => fact).find((fact) => fact.type === "escalation-answered");
  const reason = answer?.type === "escalation-answered" ? answer.reason.toLowerCase() : "";
  const choice = answer?.type === "escalation-answered" ? answer.choice : null;
  const yes = last.filter(({ said }) => said?.WOULD_ACCEPT_CURRENT === "yes");
  const proposed = replies.findLast(({ key }) => key.startsWith("proposal-"));
  const option = (proposed?.reply as { option?: string | null } | undefined)?.option ?? null;
  const vetoes = last.filter(
    ({ id, said }) => mandatory.includes(id) && (!said || said.SATISFACTION < 70),
  );
  const faults: string[] = [];
  const claim = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  claim(
    outcome.present === last.filter(({ said }) => said).length,
    "present counts someone who did not score",
  );
  switch (outcome.label) {
    case "CONSENSUS":
      claim(
        last.every(
          ({ said }) => said && said.SATISFACTION >= target && said.WOULD_ACCEPT_CURRENT === "yes",
        ),
        "consensus without everyone",
      );
      claim(answer === undefined, "consensus after an escalation");
      claim(proposed !== undefined, "consensus about nothing");
      claim(outcome.choice === option, "a choice that the proposal does not stand for");
      faults.push(
        ...openBlockers(replies),
        ...strayOptions(withoutReverted(replies, outcome), last, option),
      );
      break;
    case "ACCEPTED_WITH_RESERVATIONS":
      claim(
        last.every(
          ({ said }) => said && said.SATISFACTION >= 70 && said.WOULD_ACCEPT_CURRENT === "yes",
        ),
        "reservations without everyone",
      );
      claim(choice === "confirm", "nobody confirmed");
      break;
    case "ACCEPTED_BY_RISK":
      claim(yes.length * 2 > roster.length, "no majority of the roster");
      claim(
        vetoes.every(({ id }) => reason.includes(id)),
        "a veto was overruled without a name",
      );
      claim(choice === "majority", "nobody accepted the risk");
      break;
    case "ESCALATED":
      claim(outcome.ending === "open" && answer !== undefined, "escalated without a person");
      break;
    default:
      claim(
        outcome.label === "ABORTED" && replies.every(({ key }) => !key.startsWith("positions/")),
        "aborted though someone spoke",
      );
  }
  const said = JSON.stringify(replies.map(({ by, reply }) => ({ by, reply })));
  claim(
    outcome.dissents.every(({ words }) => said.includes(JSON.stringify(words))),
    "a dissent is not in the dissenter's words",
  );
  return [...faults, ...riseFaults(replies, roster, outcome)];
}

interface Said {
  readonly SATISFACTION: number;
  readonly WOULD_ACCEPT_CURRENT: string;
  readonly position_option: string | null;
  readonly accepts_other_option: string | null;
  readonly raised_because: readonly string[];
  readonly my_concerns: readonly { claim: string; state: string; because: readonly string[] }[];
}

interface Talked {
  readonly settled: readonly { claim: string; because: readonly string[] }[];
}

/** T9, independently: a sealed blocking concern in the own domain that nobody ever said was settled. */
function openBlockers(replies: readonly ReplyRecorded[]): string[] {
  const closed = new Set(
    replies.flatMap(({ key, by, reply }) => {
      const { my_concerns, settled } = reply as unknown as Said & Talked;
      const said = key.startsWith("scores-")
        ? my_concerns.filter(({ state }) => state === "settled")
        : key.startsWith("discussion-")
          ? settled
          : [];
      return said.filter(({ because }) => because.length > 0).map(({ claim }) => `${by} ${claim}`);
    }),
  );
  return replies
    .filter(({ key }) => key.startsWith("positions/"))
    .flatMap(({ by, reply, claims }) => {
      const { concerns } = reply as unknown as {
        concerns: { domain: string; blocking: boolean; text: string }[];
      };
      return concerns.flatMap(({ domain, blocking }, index) => {
        const id = claims[index + 1]?.id ?? "";
        const texts = concerns.slice(0, index).map(({ text }) => text);
        // said twice it is one concern, under the first id
        if (texts.includes(concerns[index]?.text ?? "")) return [];
        const isOpen = blocking && domain === by && !closed.has(`${by} ${id}`);
        return isOpen ? [`${id} blocks and was never closed`] : [];
      });
    });
}

/** What reverted took its option back with it. */
function withoutReverted(
  replies: readonly ReplyRecorded[],
  { result }: Outcome,
): readonly ReplyRecorded[] {
  const reverted = result["unexplained_rises"] as { participant: string; round: number }[];
  const gone = new Set(reverted.map(({ participant, round }) => `scores-${round}/${participant}`));
  return replies.filter(({ key }) => !gone.has(key));
}

/** T9, independently: who ends with another option than the proposal's has said why it accepts this one. */
function strayOptions(
  replies: readonly ReplyRecorded[],
  last: readonly { id: string; said: Said | undefined }[],
  option: string | null,
): string[] {
  return last.flatMap(({ id, said }) => {
    const first = replies.find(({ key }) => key === `positions/${id}`)?.reply as
      | { position_option: string | null }
      | undefined;
    const named = replies
      .filter(({ key, by }) => by === id && key.startsWith("scores-"))
      .map(({ reply }) => (reply as unknown as Said).position_option);
    const ever = new Set([first?.position_option ?? null, ...named].filter((one) => one !== null));
    const only = ever.size === 1 ? [...ever][0] : null;
    const strays = only !== null && only !== option && said?.accepts_other_option === null;
    return strays ? [`${id} held ${only} throughout and accepted ${option ?? "none"} unsaid`] : [];
  });
}

function scoreIn(replies: readonly ReplyRecorded[], key: string): Said | undefined {
  return replies.find((reply) => reply.key === key)?.reply as unknown as Said | undefined;
}

/** K5, independently: a counted rise of ten cites a message of someone else that was sent to the one who rose. */
function riseFaults(
  replies: readonly ReplyRecorded[],
  roster: readonly string[],
  { result }: Outcome,
): string[] {
  const rounds = result["scores"] as Record<string, number | null>[];
  const reverted = result["unexplained_rises"] as { participant: string; round: number }[];
  const gone = new Set(reverted.map(({ participant, round }) => `${participant} ${round}`));
  const sent = new Map<string, { by: string; to: unknown; key: string }>();
  for (const { by, key, claims, reply } of replies) {
    const messages = (reply as { messages?: { to: unknown }[] }).messages;
    const wide = key.startsWith("positions") || key.startsWith("proposal");
    for (const [index, { id }] of claims.entries())
      sent.set(id, { by, to: wide ? "all" : (messages?.[index]?.to ?? "all"), key });
  }
  return roster.flatMap((id) => {
    let before: number | null = null;
    return rounds.flatMap((round, index) => {
      if ((round[id] ?? null) === null) return [];
      const said = scoreIn(replies, `scores-${index + 1}/${id}`);
      if (!said || gone.has(`${id} ${index + 1}`)) return [];
      const stated = said.SATISFACTION;
      const from = before;
      before = from === null ? stated : Math.min(from, stated);
      if (from === null || stated - from < 10) return [];
      before = stated;
      const cited = said.raised_because;
      const good = cited.every((one) => {
        const message = sent.get(one);
        return message && message.by !== id && (message.to === "all" || message.to === id);
      });
      return cited.length > 0 && good
        ? []
        : [
            `${id} rose from ${from} to ${stated} in round ${index + 1} without a message sent to it`,
          ];
    });
  });
}

/** Holds `count` debates and reports which endings were seen. */
export async function manyDebates(
  count: number,
  check: (debate: RandomDebate) => void,
): Promise<Record<string, number>> {
  const seen: Record<string, number> = {};
  for (let index = 0; index < count; index++) {
    const debate = await randomDebate(`roundtable-${index}`);
    check(debate);
    const label = debate.outcome?.label ?? debate.holding.status;
    seen[label] = (seen[label] ?? 0) + 1;
  }
  return seen;
}
