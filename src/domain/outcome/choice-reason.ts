/** What a person's reason must name before a choice counts, such as the risk that it accepts. */
import { listWords } from "../../text/substance.ts";

export interface ReasonNeed {
  /** What has to be named, as a person reads it. */
  readonly what: string;
  /** Each of these words or ids is enough. */
  readonly anyOf: readonly string[];
}

export interface OfferedChoice {
  readonly id: string;
  readonly label: string;
  /** Left out where any reason will do. */
  readonly needs?: readonly ReasonNeed[];
}

/** What a reason for these choices leaves unnamed; empty if it is complete. */
export function findUnmetNeeds(
  choices: readonly OfferedChoice[],
  chosen: readonly string[],
  reason: string,
): string[] {
  const said = ` ${listWords(reason).join(" ")} `;
  const names = (words: string): boolean => said.includes(` ${listWords(words).join(" ")} `);
  return choices
    .filter(({ id }) => chosen.includes(id))
    .flatMap(({ needs = [] }) => needs)
    .filter(({ anyOf }) => !anyOf.some(names))
    .map(({ what }) => what);
}
