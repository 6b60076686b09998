/** K21: by round 3 a prompt holds the proposal, the open concerns and what is new, and not everything ever said. */
import { expect, test } from "vitest";

import {
  concern,
  discussion,
  dutifulProposal,
  holdTable,
  message,
  type Player,
  position,
  score,
  SPECIALISTS,
  tableBrief,
  TABLE_OPTIONS,
} from "../../../../test/support/protocols/roundtable.ts";
import type { DiscussMatter, ScoreMatter } from "./prompt-input.ts";

const VOCABULARY =
  "registry schema consumer event version producer contract broker topic replay".split(" ");

function write(subject: string, count: number): string {
  const words = Array.from(
    { length: count },
    (_, at) => VOCABULARY[(at * 7 + subject.length) % 10],
  );
  return `About ${subject}: ${words.join(" ")}.`;
}

/** Five specialists with 400-word contributions, two concerns each, a question to the next one, and rising scores. */
const talkative: Player = ({ kind, seat, round, request }) => {
  const next = SPECIALISTS[(SPECIALISTS.indexOf(seat) + 1) % 5] ?? "";
  const option = seat === "test" ? "B" : "A";
  const { owed, assigned } = request.promptInput as DiscussMatter;
  switch (kind) {
    case "positions":
      return position(seat, {
        position_option: option,
        reasoning: write(`${seat} position`, 400),
        concerns: [1, 2].map((n) => concern(seat, { text: write(`${seat} concern ${n}`, 12 + n) })),
      });
    case "proposal":
      return dutifulProposal(request, {
        answer: write(`version for round ${round}`, 400),
        changes: [{ what: write(`change ${round}`, 30), because: ["test-1"] }],
      });
    case "discussion":
      return discussion(
        message("all", {
          text: write(`${seat} round ${round}`, 12),
          detail: write(`${seat} in round ${round}`, 400),
          kind: assigned ? "counter_case" : "proposal",
        }),
        message(next, {
          kind: "question",
          text: write(`${seat} asks ${round}`, 40),
          answers: [...owed],
        }),
      );
    case "scores": {
      const { view, fresh } = request.promptInput as ScoreMatter;
      return score(seat, [55, 70, 85][round - 1] ?? 85, {
        position_option: option,
        REMAINING_CONCERNS: [],
        raised_because: round === 1 ? [] : fresh.slice(0, 1),
        my_concerns: view.concerns.map(({ id }) => ({
          claim: id,
          state: "open",
          because: [],
          why: "An owner is still missing there.",
        })),
      });
    }
    default:
      return undefined;
  }
};

test("K21 prompts stop growing: round 3 is as long as round 2, shorter than round 1, and at least 60 % shorter than in version 1", async () => {
  const { prompts } = await holdTable(talkative, {
    brief: tableBrief({ options: TABLE_OPTIONS }),
    plan: { settings: { max_rounds: 4 } },
  });
  const measure = (round: number): number =>
    prompts
      .filter(
        ({ key }) => /^(?:proposal|discussion|scores)-/.test(key) && key.includes(`-${round}/`),
      )
      .reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

  expect(measure(3)).toBeLessThan(measure(1));
  expect(measure(4)).toBeLessThan(measure(2) * 1.05);
  // measured on this debate: the ten prompts of round 3 in version 1, where the lead made no proposal
  expect(measure(3)).toBeLessThan(0.4 * 647_909);
  const longest = Buffer.byteLength(write("security in round 3", 400));
  expect(measure(3) / 11).toBeLessThan(7 * longest);
});
