/** Roundtables that between them pass every path of the protocol. */
import type { Behaviour } from "../../../src/models/scripted.ts";
import {
  allAt,
  at,
  concern,
  discussion,
  draft,
  message,
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

export const CASES: Readonly<Record<string, Case>> = {
  "consensus in the second round, with private messages and a repair": {
    players: [
      at({
        "positions/security": position("security", {
          concerns: [{ ...concern("security", { blocking: true }), evidence: [] }],
        }),
        "discussion-1/test": discussion(
          message(["security"], {
            kind: "answer",
            text: "A contract test covers old consumers of the registry.",
            answers: ["S2"],
          }),
          message(["operations", "observability"], {
            kind: "question",
            text: "Who runs the registry at night?",
          }),
        ),
        "discussion-2/security": discussion(
          message(["test"], {
            kind: "answer",
            text: "That settles old consumers for me.",
            acknowledges: ["T2"],
          }),
        ),
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
        reason: "I accept that for security the security of old consumers is not settled.",
      },
    },
  },
  "a compromise that works, and a record corrected twice": {
    players: [
      ({ kind, round, seat }) =>
        kind === "scores" && round === 4 ? score(seat, 95, { raised_because: ["L2"] }) : undefined,
      ({ kind }) => (kind === "adr-review" ? review("Name the owner of the registry.") : undefined),
      at({ "adr-revision-1/lead": draft({ title: "Schemas are checked, first revision" }) }),
      allAt(80),
    ],
    options: { plan: { settings: { stall_rounds: 2 } } },
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
