/**
 * The reference debate against the public contract of a protocol.
 *
 *   ROUND 1   all seats, in parallel, blind
 *   ROUND n   each seat reads the positions of the others, and commits again
 *      └─ no consensus ──▶ CONTESTED
 */
import * as z from "zod";

import { outcome } from "../src/domain/outcome/outcome.ts";
import type { Participant } from "../src/domain/participant.ts";
import type { Round } from "../src/domain/round.ts";
import { type Ask, defineProtocol, type Floor } from "../src/protocol.ts";
import {
  persona,
  Position,
  positionText,
  QUESTION,
  seatNames,
  type Shape,
  countVerdict,
} from "./reference-debate.ts";

export function referenceProtocol(shape: Shape) {
  return defineProtocol({
    id: "reference",
    version: 1,
    summary: "The debate of the benchmark.",
    settings: z.object({}),
    seats: seatNames(shape).map((id) => ({ id, name: id, role: "seat", stance: null })),
    deadlineMs: () => 120_000,
    calls: ({ length }) => ({ min: length, max: length * shape.rounds }),

    async run(floor, brief) {
      const background = brief.sources.map(({ text }) => text).join("\n\n");
      const seats = floor.participants;
      let last = await floor.round("round-1", seats, ({ id }) => commitAlone(background, id));
      for (let number = 2; number <= shape.rounds && countChoice(last) === null; number++) {
        const before = last;
        last = await floor.round(`round-${number}`, seats, (seat) =>
          answerTheOthers(floor, background, { seat, before }),
        );
      }
      const { choice, votes } = countVerdict(heldIn(last));
      return outcome({
        label: choice === null ? "CONTESTED" : "CONSENSUS",
        ending: choice === null ? "open" : "decided",
        choice,
        summary: `${Object.keys(votes).length} options are held.`,
        present: last.spoken.length,
        expected: seats.length,
        rounds: shape.rounds,
        result: { votes },
      });
    },
  });
}

function heldIn({ spoken }: Round<Position>) {
  return spoken.map(({ by, reply }) => ({ seat: by, position: reply }));
}

function countChoice(round: Round<Position>): string | null {
  return countVerdict(heldIn(round)).choice;
}

function commitAlone(background: string, seat: string): Ask<Position> {
  return {
    prompt: [...shared(background), { shared: false, text: persona(seat, 1) }],
    reply: Position,
    promptInput: { kind: "commit-alone" },
  };
}

function answerTheOthers(
  floor: Floor,
  background: string,
  { seat, before }: { seat: Participant; before: Round<Position> },
): Ask<Position> {
  const others = before.spoken.filter(({ by }) => by !== seat.id);
  const shown = others.map(({ by, reply }) =>
    floor.fence(by, positionText({ seat: by, position: reply })),
  );
  return {
    prompt: [
      ...shared(background),
      { shared: false, text: shown.join("\n\n") },
      { shared: false, text: persona(seat.id, 2) },
    ],
    reply: Position,
    promptInput: { kind: "answer-the-others" },
    reveals: others.map(({ key }) => key),
  };
}

function shared(background: string) {
  return [
    { shared: true, text: QUESTION },
    { shared: true, text: background },
  ];
}
