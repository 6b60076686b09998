/** Briefs, replies and whole debates of `board`, for tests. */
import type { Clock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Seat } from "../../../src/domain/participant.ts";
import type { Model } from "../../../src/model.ts";
import { type Behaviour, type Script, scripted } from "../../../src/models/scripted.ts";
import { board, boardWith } from "../../../src/protocols/board/protocol.ts";
import type { Store } from "../../../src/store.ts";
import { fakeClock } from "../time/fake-clock.ts";
import { buildBrief, buildTestApp, type Held, holdDebate, type HoldingOptions } from "./debate.ts";

const BODY =
  "Four engineers built the engine over three years. 82 % of our revenue comes from hosting it. " +
  "Fourteen lost deals named lock-in as the reason. A cloud vendor could host it the next day.";

export function boardBrief(changes: Partial<Brief> & { body?: string } = {}): Brief {
  return buildBrief({
    id: "open-it",
    question: "Should we open the engine?",
    options: [
      { id: "A", label: "Keep it closed", description: "Nothing changes for anyone." },
      { id: "B", label: "Open all of it", description: "Anyone can run the engine." },
    ],
    body: BODY,
    ...changes,
  });
}

export const SEATS = ["ceo", "cto", "cfo", "coo", "contrarian", "moonshot"];
export const GATE = "gate-reviewer";

type Fields = Record<string, Json>;

/** A valid statement of phase 1, in the form the seat's role asks for. Its points are seat-1 (the reason) and so on. */
export function states(seat: string, choice = "B", changes: Fields = {}): { reply: Json } {
  const hasOptions = !["adopt", "reject", "defer"].includes(choice);
  return {
    reply: {
      position: `${seat} holds ${choice} for the engine and its customers`,
      choice,
      confidence: 70,
      conditions: [],
      next_step: "Ask ten customers.",
      reasoning: `${seat} thinks so because hosting revenue and lock-in pull in different directions`,
      options: hasOptions
        ? ["A", "B"].map((option) => ({
            option,
            verdict: option === choice ? "fine" : "not",
            why: `${seat} reads the revenue that ${option} leaves`,
          }))
        : [],
      claims: [
        {
          text: `${seat} reads the revenue figure as the thing to protect`,
          detail: null,
          about: hasOptions && choice !== "none" ? choice : "proposal",
          side: "supports",
          evidence: [
            { kind: "quote", source: "brief", quote: "82 % of our revenue comes from hosting it" },
          ],
        },
      ],
      assumptions: ["That customers stay for the hosting.", "That no vendor copies it at once."],
      risks: [
        {
          text: `${seat} fears that support grows faster than the team`,
          about: hasOptions && choice !== "none" ? choice : "proposal",
        },
      ],
      would_change_my_mind: "A measured figure for lost deals.",
      ...(seat === "contrarian" && {
        doubts: ["That lock-in is why deals are lost.", "That hosting is safe while it is closed."],
        alternative: "Open the client library and nothing else.",
      }),
      ...(seat === "moonshot" && {
        moonshot: "Make it the standard that all rivals build on.",
        stepping_stone: "Publish the file format first.",
      }),
      ...changes,
    },
  };
}

/** Ids of what `states` puts on the table: the first reason, and the risk. */
export const RISK: Readonly<Record<string, string>> = {
  ceo: "ceo-4",
  cto: "cto-4",
  cfo: "cfo-4",
  coo: "coo-4",
  contrarian: "contrarian-6",
  moonshot: "moonshot-4",
};
export const ALTERNATIVE = "contrarian-7";

const REASONS: Readonly<Record<string, string>> = {
  ceo: "customers leave over lock-in sooner than over price",
  cto: "the engine is useless without the people who run it",
  cfo: "margins of hosting shrink whether or not anyone can read the code",
  coo: "support tickets come from configuration and hardly from secrecy",
  contrarian: "a vendor needs no source to undercut us next spring",
  moonshot: "standards earn more than any single product ever did",
};

/** A valid response that challenges one point of a peer. */
export function responds(
  seat: string,
  choice = "B",
  {
    against = seat === "cto" ? "ceo" : "cto",
    tag = "",
    ...changes
  }: Fields & { against?: string; tag?: string } = {},
): { reply: Json } {
  return {
    reply: {
      agreements: [],
      disagreements: [
        {
          point: `${against}-1`,
          counter_reason: `${seat} answers ${against}${tag}: ${REASONS[seat] ?? "hosting revenue depends on trust as much as on secrecy"}`,
          evidence: [],
        },
      ],
      missed_risks: [],
      position: `${seat} holds ${choice} after reading the others`,
      choice,
      confidence: 70,
      conditions: [],
      next_step: "Ask ten customers.",
      formal_dissents: [],
      withdrawn_dissents: [],
      changed_because: null,
      request_synthesis: false,
      ...changes,
    },
  };
}

export const DISSENT = {
  text: "Opening it hands our revenue to the first vendor who hosts it cheaper.",
  about: "B",
};

export function gates(
  rounds: Readonly<Record<number, boolean>>,
  decision: "CONTINUE" | "HALT" | "ESCALATE" = "CONTINUE",
  changes: Fields = {},
): { reply: Json } {
  return {
    reply: {
      rounds: Object.entries(rounds).map(([round, new_information]) => ({
        round: Number(round),
        new_information,
      })),
      outside_brief: [],
      decision,
      reason: "What was said in these rounds was weighed against the ones before.",
      ...changes,
    },
  };
}

export function ballot(vote: "yes" | "no"): { reply: Json } {
  return { reply: { vote, reason: "No further customer figure would move me." } };
}

export function synthesizes(verdict = "B", changes: Fields = {}): { reply: Json } {
  const other = verdict === "B" ? "A" : "B";
  const hasOptions = !["adopt", "reject", "defer"].includes(verdict);
  return {
    reply: {
      verdict,
      approach: "Open the engine in two steps, library first.",
      reasoning: "Lock-in costs deals, and the library answers it at little risk to hosting.",
      conditions: [],
      next_step: "Publish the library.",
      rejected: [
        ...(hasOptions
          ? [{ point: other, reasoning: "Fourteen deals were lost to lock-in." }]
          : []),
        {
          point: ALTERNATIVE,
          reasoning: "The library alone would keep the lock-in of the server.",
        },
      ],
      risk_register: [
        {
          claims: ["contrarian-6", "ceo-4"],
          likelihood: "medium",
          impact: "high",
          mitigation: "Keep the server closed in the first step.",
        },
      ],
      answers: [],
      stand: "go along",
      stand_reason: "It keeps the hosting revenue safe while deals come back.",
      ...changes,
    },
  };
}

/** A review; the reviewer goes along unless told otherwise. */
export function reviews(
  accurate: "yes" | "incomplete" | "no" = "yes",
  changes: Fields = {},
): { reply: Json } {
  return {
    reply: {
      accurate,
      misrepresented: null,
      stand: "go along",
      stand_reason: "The library step answers my worry about hosting revenue.",
      ...changes,
    },
  };
}

export const ACCURATE: { reply: Json } = reviews();

export function objects(text: string, changes: Fields = {}): { reply: Json } {
  return reviews("no", { misrepresented: text, ...changes });
}

export const CLOSING_DISSENT =
  "Two steps give rivals a year to copy the library before we earn from it.";

export function opposes(text: string = CLOSING_DISSENT): { reply: Json } {
  return reviews("yes", { stand: "dissent", stand_reason: text });
}

/** Everything goes well: two rounds, a poll that carries, a synthesis everyone goes along with. */
export function smooth(seats: readonly string[] = SEATS, choice = "B"): Script {
  const of = (step: string, act: (seat: string) => Behaviour | Behaviour[]): Script =>
    Object.fromEntries(seats.map((seat) => [`${step}/${seat}`, act(seat)]));
  const lead = seats[0] ?? "ceo";
  const choosePeer = (seat: string): string => (seat === seats[1] ? lead : (seats[1] ?? lead));
  return {
    ...of("statements", (seat) => states(seat, choice)),
    ...of("responses-1", (seat) => responds(seat, choice, { against: choosePeer(seat) })),
    ...of("responses-2", (seat) =>
      responds(seat, choice, { against: choosePeer(seat), tag: " again", request_synthesis: true }),
    ),
    [`gate-2/${GATE}`]: gates({ 1: true, 2: true }),
    ...of("poll-2", () => ballot("yes")),
    [`synthesis/${lead}`]: synthesizes(choice),
    ...of("reviews", () => ACCURATE),
  };
}

/** The same acts for every seat in these steps. */
export function everyone(
  steps: readonly string[],
  act: (seat: string, step: string) => Behaviour,
  seats: readonly string[] = SEATS,
): Script {
  return Object.fromEntries(
    steps.flatMap((step) => seats.map((seat) => [`${step}/${seat}`, act(seat, step)])),
  );
}

interface BoardApp {
  readonly script?: Script;
  readonly seats?: readonly Seat[];
  readonly model?: Model;
  readonly store?: Store;
  readonly clock?: Clock;
  readonly asked?: string[];
}

function createBoardSetting({ script = {}, seats, clock = fakeClock(), ...rest }: BoardApp) {
  const protocol = seats ? boardWith(seats) : board;
  return { model: scripted(script, { clock }), ...rest, clock, protocol };
}

export function boardApp(setting: BoardApp = {}): Dissent {
  return buildTestApp(createBoardSetting(setting));
}

export type BoardOptions = HoldingOptions & Pick<BoardApp, "seats">;

/** Opens and holds a board in which every seat speaks by script, and a person answers as given. */
export function holdBoard(script: Script, options: BoardOptions = {}): Promise<Held> {
  return holdDebate("board", {
    brief: boardBrief(),
    ...createBoardSetting({ script, ...options }),
  });
}
