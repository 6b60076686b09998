/** What a seat can find again in what it was shown. */
import type { SeatView, TableMessage } from "../../domain/roundtable.ts";
import { currentOption, type Worry } from "./roundtable-reading.ts";

/** From this weight on no promise will do: only a fact of the brief eases it. */
export const HARD = 3;

export interface OpenConcern {
  readonly id: string;
  readonly by: string;
  readonly text: string;
  readonly resolved_by: string;
  readonly round: number;
  readonly blocking: boolean;
}

/** Messages from others that ease a worry: with a fact, or with a condition where the worry is not hard. */
export function answersIn(view: SeatView, worry: Worry): TableMessage[] {
  const ids = idsOf(view, worry.text);
  return view.messages.filter(
    ({ by, answers, kind, evidence }) =>
      by !== view.seat.id &&
      answers.some((id) => ids.includes(id)) &&
      (evidence.some(({ verified }) => verified) || (kind === "proposal" && worry.weight < HARD)),
  );
}

/** Everything this seat has said in these words. */
export function idsOf({ seat, positions, messages, scores }: SeatView, text: string): string[] {
  return [
    ...positions.flatMap(({ by, concerns }) => (by === seat.id ? concerns : [])),
    ...messages.filter(({ by }) => by === seat.id),
    ...scores.flatMap(({ concerns }) => concerns),
  ]
    .filter((one) => one.text === text)
    .map(({ id }) => id);
}

/** Said at the table, and not to the lead alone. */
export function isPublicId({ scores }: SeatView, id: string): boolean {
  return !scores.some(({ concerns }) => concerns.some((concern) => concern.id === id));
}

/** Concerns about an option that is not on the table any longer need no answer. */
export function concernsOfOthers({ brief, seat, positions, messages }: SeatView): OpenConcern[] {
  const current = currentOption(positions, brief);
  return [
    ...positions
      .filter(({ option }) => option === current)
      .flatMap(({ concerns }) => concerns.map((one) => ({ ...one, round: 0 }))),
    ...messages
      .filter(({ kind }) => kind === "concern")
      .map((one) => ({ ...one, resolved_by: one.resolved_by ?? "", blocking: false })),
  ].filter(({ by }) => by !== seat.id);
}

export function hasReacted({ seat, messages }: SeatView, id: string): boolean {
  return messages.some(
    ({ by, answers, acknowledges }) => by === seat.id && [...answers, ...acknowledges].includes(id),
  );
}

export function nameOf({ options }: SeatView["brief"], option: string | null): string {
  if (option === null) return "the proposal";
  return `option ${option} (${options.find(({ id }) => id === option)?.label ?? "unnamed"})`;
}
