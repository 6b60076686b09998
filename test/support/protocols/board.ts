/** Briefs, replies and whole debates of `board`, for tests. */
import type { Clock } from "../../../src/clock.ts";
import type { Dissent } from "../../../src/dissent.ts";
import type { Brief } from "../../../src/domain/brief.ts";
import type { Json } from "../../../src/domain/json.ts";
import type { Seat } from "../../../src/domain/participant.ts";
import type { Model } from "../../../src/model.ts";
import { type Behaviour, type Script, scripted } from "../../../src/models/scripted.ts";
import { board, boardWith } from "../../../src/protocols/board/board.ts";
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

/** The mark each default seat gets for its claims. */
export const MARKS: Readonly<Record<string, string>> = {
  ceo: "C",
  cto: "T",
  cfo: "F",
  coo: "O",
  contrarian: "N",
  moonshot: "M",
};

type Fields = Record<string, Json>;

/** A valid statement of phase 1, in the form the seat's role asks for. */
export function states(
  seat: string,
  option: string | null = "B",
  changes: Fields = {},
): { reply: Json } {
  return {
    reply: {
      position: `${seat} holds ${option} for the engine and its customers`,
      option,
      verdict: option === null ? "approve" : null,
      confidence: 70,
      reasoning: `${seat} thinks so because hosting revenue and lock-in pull in different directions`,
      claims: [
        {
          text: `${seat} reads the revenue figure as the thing to protect`,
          about: option ?? "proposal",
          side: "supports",
          evidence: [{ source: "brief", quote: "82 % of our revenue comes from hosting it" }],
        },
      ],
      assumptions: ["That customers stay for the hosting.", "That no vendor copies it at once."],
      risks: [`${seat} fears that support grows faster than the team`],
      would_change_my_mind: "A measured figure for lost deals.",
      ...(seat === "contrarian" && { alternative: "Open the client library and nothing else." }),
      ...(seat === "moonshot" && {
        moonshot: "Make it the standard that all rivals build on.",
        stepping_stone: "Publish the file format first.",
      }),
      ...changes,
    },
  };
}

/** A valid response that challenges one peer and agrees with another. */
export function responds(
  seat: string,
  option: string | null = "B",
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
          with: against,
          point: `${MARKS[against] ?? "P"}1`,
          counter_reason: `${seat} answers ${against}${tag}: hosting revenue depends on trust as much as on secrecy`,
          evidence: [],
        },
      ],
      missed_risks: [],
      position: `${seat} holds ${option} after reading the others`,
      option,
      verdict: option === null ? "approve" : null,
      confidence: 70,
      formal_dissent: null,
      changed_because: null,
      request_synthesis: false,
      ...changes,
    },
  };
}

export const DISSENT = {
  text: "Opening it hands our revenue to the first vendor who hosts it cheaper.",
  against: "opening all of it",
};

export function gates(
  rounds: Readonly<Record<number, boolean>>,
  decision: "CONTINUE" | "HALT" | "ESCALATE" = "CONTINUE",
): { reply: Json } {
  return {
    reply: {
      rounds: Object.entries(rounds).map(([round, new_information]) => ({
        round: Number(round),
        new_information,
      })),
      decision,
      reason: "What was said in these rounds was weighed against the ones before.",
    },
  };
}

export function ballot(vote: "yes" | "no"): { reply: Json } {
  return { reply: { vote, reason: "There is nothing left that would move me." } };
}

export function synthesizes(option: string | null = "B", changes: Fields = {}): { reply: Json } {
  return {
    reply: {
      chosen: {
        option,
        approach: "Open the engine in two steps, library first.",
        reasoning: "Lock-in costs deals, and the library answers it at little risk to hosting.",
      },
      rejected: [
        { alternative: "Keep it closed.", reasoning: "Fourteen deals were lost to lock-in." },
      ],
      risk_register: [
        {
          risk: "A vendor hosts it cheaper.",
          likelihood: "medium",
          impact: "high",
          mitigation: "Keep the server closed in the first step.",
          raised_by: "contrarian",
        },
      ],
      confidence: "HIGH",
      ...changes,
    },
  };
}

export const ACCURATE: { reply: Json } = { reply: { accurate: true, misrepresented: null } };

export function objects(text: string): { reply: Json } {
  return { reply: { accurate: false, misrepresented: text } };
}

/** Everything goes well: two rounds, a poll that carries, a synthesis everyone finds accurate. */
export function smooth(seats: readonly string[] = SEATS, option: string | null = "B"): Script {
  const of = (step: string, act: (seat: string) => Behaviour | Behaviour[]): Script =>
    Object.fromEntries(seats.map((seat) => [`${step}/${seat}`, act(seat)]));
  const lead = seats[0] ?? "ceo";
  const peerOf = (seat: string): string => (seat === seats[1] ? lead : (seats[1] ?? lead));
  return {
    ...of("statements", (seat) => states(seat, option)),
    ...of("responses-1", (seat) => responds(seat, option, { against: peerOf(seat) })),
    ...of("responses-2", (seat) =>
      responds(seat, option, { against: peerOf(seat), tag: " again", request_synthesis: true }),
    ),
    [`gate-2/${lead}`]: gates({ 1: true, 2: true }),
    ...of("poll-2", () => ballot("yes")),
    [`synthesis/${lead}`]: synthesizes(option),
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

function settingOf({ script = {}, seats, clock = fakeClock(), ...rest }: BoardApp) {
  const protocol = seats ? boardWith(seats) : board;
  return { model: scripted(script, { clock }), ...rest, clock, protocol };
}

export function boardApp(setting: BoardApp = {}): Dissent {
  return buildTestApp(settingOf(setting));
}

export type BoardOptions = HoldingOptions & Pick<BoardApp, "seats">;

/** Opens and holds a board in which every seat speaks by script, and a person answers as given. */
export function holdBoard(script: Script, options: BoardOptions = {}): Promise<Held> {
  return holdDebate("board", { brief: boardBrief(), ...settingOf({ script, ...options }) });
}
