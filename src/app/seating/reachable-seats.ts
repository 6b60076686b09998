/** K4: which seats cannot be reached at the start, and whether enough others can. */
import type { Estimate } from "../../debates/estimate.ts";
import { SetupError } from "../../errors.ts";
import type { Plan } from "../../plan.ts";

/** One line for each model that cannot be reached: its seats will be absent. */
export function describeUnreachableSeats({ models }: Pick<Estimate, "models">): string[] {
  return models.flatMap(({ seats, unreachable }) =>
    unreachable === undefined
      ? []
      : [
          [
            `${seats.join(", ")} cannot be reached and will be absent: ${unreachable.why}`,
            ...(unreachable.fix === null ? [] : [unreachable.fix]),
          ].join(" "),
        ],
  );
}

/** Refused before anything is spent where fewer than two seats would speak: that is no debate. */
export function refuseUnreachablePanel(
  { participants }: Pick<Plan, "participants">,
  { models }: Pick<Estimate, "models">,
): void {
  const lost = models.filter(({ unreachable }) => unreachable !== undefined);
  const absent = lost.flatMap(({ seats }) => seats);
  const [first] = lost;
  if (!first?.unreachable || participants.length - absent.length >= 2) return;
  const { code, why, fix } = first.unreachable;
  const others = lost.length > 1 ? ` So it is with ${lost.length - 1} more.` : "";
  const left = participants.length - absent.length;
  throw new SetupError(
    code,
    `${left === 0 ? "No seat" : "Only one seat"} can be reached. ${why}${others}`,
    fix === null ? {} : { hint: fix },
  );
}
