/** Roundtables that between them pass every path of the protocol. */
import type { Behaviour } from "../../../src/models/scripted.ts";
import {
  allAt,
  at,
  concern,
  discussion,
  draft,
  honestScore,
  message,
  PASS,
  type Player,
  position,
  score,
  scoring,
  type TableOptions,
} from "./roundtable.ts";

export interface Case {
  readonly players: readonly Player[];
  readonly options: TableOptions;
}

const gone: Behaviour = { crash: "no route to host" };
const review = (correction: string): Behaviour => ({ reply: { accurate: "no", correction } });

/** Rises at the first stall, by the lead's new version. */
const movedByCompromise: Player = ({ kind, round, seat, request }) =>
  kind === "scores" && round === 4 ? honestScore(seat, 95, request) : undefined;

export const CASES: Readonly<Record<string, Case>> = {
  "consensus in the second round, with a private message and a repair": {
    players: [
      at({
        "positions/security": position("security", {
          concerns: [concern("security", { blocking: true })],
        }),
        "discussion-1/test": discussion(
          message("all", {
            kind: "answer",
            text: "A contract test covers old consumers of the registry.",
            detail:
              "It replays one day of events against each registered consumer before a release.",
            answers: ["security-2"],
          }),
          message("operations", { kind: "question", text: "Who runs the registry at night?" }),
        ),
        "discussion-2/operations": discussion(
          message("test", {
            kind: "answer",
            text: "The platform team runs the registry at night.",
            answers: ["test-3"],
          }),
        ),
        "discussion-2/observability": PASS,
        "scores-1/test": [{ text: "I am fine." }, score("test", 92)],
      }),
      scoring({ security: [60, 95] }),
      allAt(95),
    ],
    options: {},
  },
  "a stall, a compromise, and a risk accepted by name": {
    players: [
      at({ "adr-review-1/test": review("Say which contract tests are meant.") }),
      scoring({ security: [65] }),
      allAt(92),
    ],
    options: {
      answer: {
        choice: "majority",
        reason: "I accept security-3 of Security until May.",
      },
    },
  },
  "a compromise that works, and a record corrected twice": {
    players: [
      movedByCompromise,
      ({ kind }) => (kind === "adr-review" ? review("Name the owner of the registry.") : undefined),
      at({
        "adr-revision-1/lead": draft({ context: "Many consumers read events, in two regions." }),
      }),
      allAt(80),
    ],
    options: { plan: { settings: { stall_rounds: 2 } } },
  },
  "a lead that is silent once, and a counter-case that is not made": {
    players: [
      ({ kind, seat, request }) => {
        const assigned = (request.promptInput as { assigned?: unknown }).assigned;
        return kind === "discussion" && assigned
          ? discussion(message("all", { text: `${seat} has no case against the registry today.` }))
          : undefined;
      },
      at({ "proposal-2/lead": gone }),
      scoring({ test: [80, 85, 95] }),
      allAt(95),
    ],
    options: {},
  },
  "absences, an unreadable score and a silent lead": {
    players: [
      at({
        "positions/operations": gone,
        "discussion-1/test": { refuse: "I would rather not." },
        "scores-1/observability": [{ text: "85" }, { text: "85, as I said" }],
        "adr-draft/lead": gone,
      }),
      allAt(80, 95),
    ],
    options: {},
  },
  "reservations that a person confirms": {
    players: [scoring({ test: [75] }), allAt(95)],
    options: {
      plan: { settings: { max_rounds: 1 } },
      answer: { choice: "confirm", reason: "good enough for now" },
    },
  },
  "an unexplained rise, and a person who defers": {
    players: [
      at({ "scores-2/security": score("security", 95) }),
      scoring({ security: [60] }),
      allAt(95),
    ],
    options: {
      plan: { settings: { max_rounds: 2 } },
      answer: { choice: "defer", reason: "later" },
    },
  },
  "nobody speaks": { players: [() => gone], options: {} },
};
