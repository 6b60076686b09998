/** What a seat finds again in what it was shown. */
import type { SeatView, TableMessage } from "../prompts/prompt-input.ts";
import { currentOption, type Worry } from "./reading.ts";

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
  const self = selfOf(view);
  return view.messages.filter(
    ({ by, answers, kind, evidence }) =>
      by !== self &&
      answers.some((id) => ids.includes(id)) &&
      (evidence.some(({ verified }) => verified) || (kind === "proposal" && worry.weight < HARD)),
  );
}

/** The name of its own words: its own, or a label if names are hidden. */
export function selfOf({ self, seat }: SeatView): string {
  return self ?? seat.id;
}

/** Everything this seat has said in these words. */
export function idsOf(view: SeatView, text: string): string[] {
  const { positions, messages, scores } = view;
  const isOwn = ({ by }: { by: string }): boolean => by === selfOf(view);
  return [
    ...positions.flatMap(({ concerns }) => concerns.filter(isOwn)),
    ...messages.filter(isOwn),
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
export function concernsOfOthers(view: SeatView): OpenConcern[] {
  const { brief, positions, messages } = view;
  const self = selfOf(view);
  const current = currentOption(positions, brief);
  return [
    ...positions
      .filter(({ option }) => option === current)
      .flatMap(({ concerns }) => concerns.map((one) => ({ ...one, round: 0 }))),
    ...messages
      .filter(({ kind }) => kind === "concern")
      .map((one) => ({ ...one, resolved_by: one.resolved_by ?? "", blocking: false })),
  ].filter(({ by }) => by !== self);
}

export function hasReacted(view: SeatView, id: string): boolean {
  const self = selfOf(view);
  return view.messages.some(
    ({ by, answers, acknowledges }) => by === self && [...answers, ...acknowledges].includes(id),
  );
}

export function nameOf({ options }: SeatView["brief"], option: string | null): string {
  if (option === null) return "the proposal";
  return `option ${option} (${options.find(({ id }) => id === option)?.label ?? "unnamed"})`;
}
