/** What a reader of the outcome must know, in sentences. */
import { findOption } from "../../../domain/brief.ts";
import { type BoardHearing, nameOf, NOTHING } from "./board-debate.ts";
import { capitulationsIn, changesIn } from "./changes.ts";
import { assignedOpposition, standingDissents, unmetChallenges } from "./dissents.ts";
import { flagsIn } from "./flags.ts";
import { finalPositions, finalTally } from "./positions.ts";
import { disputedIn, type Drafted, finalDraft } from "./synthesis.ts";

export function notesOn(hearing: BoardHearing, drafted: Drafted | null): string[] {
  const synthesis = drafted ? finalDraft(drafted) : undefined;
  const name = (id: string): string => nameOf(hearing, id);
  return [
    ...endingNotes(hearing, drafted),
    ...hearing.rulings.map(({ choice, by, reason }) => `${by} decided "${choice}": ${reason}`),
    ...unmetChallenges(hearing).map((id) => `${name(id)} challenged no position in phase 2`),
    ...changesIn(hearing)
      .filter(({ standing }) => standing === "unexplained")
      .map(
        ({ by, from, to, round, reason }) =>
          `${name(by)} moved from ${from} to ${to} in round ${round} without a valid cause (${reason})`,
      ),
    ...capitulationsIn(hearing)
      .filter(({ dropped }) => dropped === "formal dissent")
      .map(
        ({ by, round, against }) =>
          `${name(by)} dropped its formal dissent against ${against} in round ${round} and named no cause`,
      ),
    ...(synthesis ? againstMajority(hearing, synthesis.reply.chosen.option) : []),
    ...(synthesis ? quietDisagreement(hearing, synthesis.reply.chosen.option) : []),
    ...(drafted ? disputedIn(drafted) : []).map(
      ({ by }) =>
        `${name(by)} disputes how the synthesis represents it; its own words stand beside`,
    ),
    ...assignedOpposition(hearing).map(
      ({ by }) => `${name(by)} opposed as assigned and does not formally dissent at the end`,
    ),
    ...flagsIn(hearing, synthesis).map(
      ({ by, turn, kind, detail }) => `flagged ${kind}: ${name(by)} in ${turn} (${detail})`,
    ),
  ];
}

function endingNotes(hearing: BoardHearing, drafted: Drafted | null): string[] {
  const { way, settings, offices } = hearing;
  const forced =
    way === "forced"
      ? [`no two thirds asked for it within ${settings.max_rounds} rounds, so phase 3 was forced`]
      : [];
  const synthesis = drafted && finalDraft(drafted);
  const stepped =
    synthesis && synthesis.by !== offices.synthesizer
      ? [
          `${nameOf(hearing, synthesis.by)} wrote the synthesis in place of ${nameOf(hearing, offices.synthesizer)}`,
        ]
      : [];
  const unreviewed = (drafted?.reviews?.absent ?? []).map(
    ({ by }) => `${nameOf(hearing, by)} did not review the synthesis, which is no approval of it`,
  );
  const alone =
    synthesis && drafted.reviews === null ? ["nobody was left to review the synthesis"] : [];
  return [...forced, ...stepped, ...alone, ...unreviewed];
}

/** A synthesizer may choose a minority position, but not unnoticed. */
function againstMajority(hearing: BoardHearing, option: string | null): string[] {
  const { distribution, cast } = finalTally(hearing);
  // numeric ids come first in an object, however few votes they have
  const [leading] = Object.entries(distribution).toSorted(([, a], [, b]) => b.length - a.length);
  if (option === null || !leading || hearing.brief.options.length === 0) return [];
  const own = distribution[option]?.length ?? 0;
  const [most, holders] = leading;
  if (own >= holders.length) return [];
  return [
    `the synthesis chooses ${option}, held by ${own} of ${cast}; ${most} is held by ${holders.length}`,
  ];
}

/** An option may have the same name as the label for no option. */
function isHeld({ brief }: BoardHearing, holds: string): boolean {
  return holds !== NOTHING || findOption(brief, NOTHING) !== undefined;
}

/** Another position is not a formal dissent, but it is not shown as agreement either. */
function quietDisagreement(hearing: BoardHearing, option: string | null): string[] {
  if (option === null) return [];
  const dissenting = new Set(standingDissents(hearing).map(({ seat }) => seat.id));
  return finalPositions(hearing)
    .filter(({ by, holds }) => holds !== option && isHeld(hearing, holds) && !dissenting.has(by))
    .map(({ role, holds }) => `${role} holds ${holds} and did not formally dissent`);
}
