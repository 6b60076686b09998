/** What a reader of the outcome must know, in sentences. */
import { NO_OPTION } from "../../prompts/prompt-input.ts";
import { type BoardHearing, describeChoice, findBoardName } from "../board-debate.ts";
import { changesIn } from "../changes.ts";
import { flagsIn } from "../flags.ts";
import { isHaltAgainstFigures } from "../novelty.ts";
import { finalPositions } from "../positions.ts";
import {
  assignedOpposition,
  formalDissents,
  standingDissents,
  unmetChallenges,
} from "./dissents.ts";
import { listUnaddressed, listUnregisteredRisks } from "./register.ts";
import { findSupport } from "./support.ts";
import {
  closingDissents,
  disputedIn,
  type Drafted,
  finalDraft,
  incompleteIn,
} from "./synthesis.ts";

export function notesOn(hearing: BoardHearing, drafted: Drafted | null): string[] {
  const synthesis = drafted ? finalDraft(drafted) : undefined;
  const support = findSupport(hearing, drafted);
  const name = (id: string): string => findBoardName(hearing, id);
  return [
    ...(support?.minority ? [support.minority] : []),
    ...endingNotes(hearing, drafted),
    ...hearing.rulings.map(({ choice, by, reason }) => `${by} decided "${choice}": ${reason}`),
    ...unmetChallenges(hearing).map((id) => `${name(id)} challenged no position in phase 2`),
    ...changesIn(hearing)
      .filter(({ standing }) => standing === "unexplained")
      .map(
        ({ by, from, to, round, reason }) =>
          `${name(by)} moved from ${from} to ${to} in round ${round} without a valid cause (${reason})`,
      ),
    ...formalDissents(hearing).flatMap(({ seat, id, attempts }) =>
      attempts.map(
        (round) =>
          `${seat.name} tried to withdraw the dissent ${id} in round ${round} and named no valid cause, so it stands`,
      ),
    ),
    ...(synthesis && support ? quietDisagreement(hearing, drafted, support.verdict) : []),
    ...(drafted ? reviewNotes(hearing, drafted) : []),
    ...(synthesis ? omissionNotes(hearing, synthesis.reply) : []),
    ...assignedOpposition(hearing, support?.verdict ?? null).map(
      ({ by }) => `${name(by)} opposed as assigned and does not formally dissent at the end`,
    ),
    ...flagsIn(hearing, synthesis).map(
      ({ by, turn, kind, detail }) => `flagged ${kind}: ${name(by)} in ${turn} (${detail})`,
    ),
  ];
}

function endingNotes(hearing: BoardHearing, drafted: Drafted | null): string[] {
  const { way, settings, synthesizer } = hearing;
  const forced =
    way === "forced"
      ? [`no two thirds asked for it within ${settings.max_rounds} rounds, so phase 3 was forced`]
      : [];
  const halted = isHaltAgainstFigures(hearing)
    ? ["the gate reviewer halted the debate although the last rounds still brought something new"]
    : [];
  const synthesis = drafted && finalDraft(drafted);
  const stepped =
    synthesis && synthesis.by !== synthesizer
      ? [
          `${findBoardName(hearing, synthesis.by)} wrote the synthesis in place of ${findBoardName(hearing, synthesizer)}`,
        ]
      : [];
  const alone =
    synthesis && drafted.reviews === null ? ["nobody was left to review the synthesis"] : [];
  return [...forced, ...halted, ...stepped, ...alone];
}

function reviewNotes(hearing: BoardHearing, drafted: Drafted): string[] {
  const name = (id: string): string => findBoardName(hearing, id);
  const last = drafted.rechecks ?? drafted.reviews;
  return [
    ...(last?.absent ?? []).map(
      ({ by }) => `${name(by)} did not review the final text, which does not approve it`,
    ),
    ...disputedIn(drafted).map(
      ({ by }) =>
        `${name(by)} disputes how the synthesis represents them; their own words stand beside it`,
    ),
    ...incompleteIn(drafted).map(({ by }) => `${name(by)} finds the synthesis incomplete`),
  ];
}

function omissionNotes(
  hearing: BoardHearing,
  synthesis: Parameters<typeof listUnregisteredRisks>[1] & Parameters<typeof listUnaddressed>[1],
): string[] {
  const risks = listUnregisteredRisks(hearing, synthesis).map(({ id }) => id);
  const others = listUnaddressed(hearing, synthesis).map(({ id }) => id);
  return [
    ...(risks.length === 0
      ? []
      : [`the synthesis leaves out the raised risks ${risks.join(", ")}`]),
    ...(others.length === 0 ? [] : [`the synthesis does not say why not ${others.join(", ")}`]),
  ];
}

/** Another position is not a formal dissent, but it is not shown as agreement either. */
function quietDisagreement(
  hearing: BoardHearing,
  drafted: Drafted | null,
  verdict: string,
): string[] {
  const dissenting = new Set([
    ...standingDissents(hearing).map(({ seat }) => seat.id),
    ...closingDissents(drafted).map(({ by }) => by),
  ]);
  return finalPositions(hearing)
    .filter(({ by, holds }) => holds !== verdict && holds !== NO_OPTION && !dissenting.has(by))
    .map(({ role, holds }) => `${role} would have chosen ${describeChoice(hearing, holds)}`);
}
