/** F10-F13, K19: how many of the whole roster stand behind a synthesis, and how sure that makes it. Code counts, nobody states it. */
import { reachesShare, TWO_THIRDS } from "../../../../domain/outcome/tally.ts";
import type { Spoken } from "../../../../domain/round.ts";
import { PROPOSAL } from "../../prompts/prompt-input.ts";
import type { Synthesis } from "../../replies.ts";
import { absencesIn } from "../attendance.ts";
import { type BoardHearing, claimsBefore, describeChoice, heldBy } from "../board-debate.ts";
import { changesIn, findLean } from "../changes.ts";
import { isHaltAgainstFigures } from "../novelty.ts";
import { countHolders } from "../positions.ts";
import { findEmptyReason } from "../reasons.ts";
import { standingDissents } from "./dissents.ts";
import { disputedIn, type Drafted, finalDraft, finalReviews } from "./synthesis.ts";

export interface SynthesisSupport {
  readonly verdict: string;
  /** Seats that held the verdict when phase 2 ended. */
  readonly holders: readonly string[];
  /** Seats that said of the final text that they go along, and have no formal dissent from it. */
  readonly behind: readonly string[];
  readonly of: number;
  readonly confidence: "HIGH" | "MEDIUM" | "LOW";
  /** More than half of the whole roster. */
  readonly majority: boolean;
  /** Why it is not HIGH; empty if it is. */
  readonly limits: readonly string[];
  /** Set where another choice has more holders. */
  readonly minority: string | null;
}

export function weighSupport(
  hearing: BoardHearing,
  drafted: Drafted,
  written: Spoken<Synthesis>,
): SynthesisSupport {
  const verdict = heldBy(hearing.brief, { choice: written.reply.verdict });
  const behind = listSupporters(hearing, drafted, { verdict, written });
  const of = hearing.seats.length;
  const limits = listLimits(hearing, drafted, { verdict, behind });
  const majority = 2 * behind.length > of;
  const confidence = !majority ? "LOW" : limits.length === 0 ? "HIGH" : "MEDIUM";
  const holders = countHolders(hearing);
  return {
    verdict,
    holders: holders.get(verdict) ?? [],
    behind,
    of,
    confidence,
    majority,
    limits,
    minority: describeMinority(hearing, verdict, holders),
  };
}

/** K4: nobody who was not heard on the final text is counted. */
function listSupporters(
  hearing: BoardHearing,
  drafted: Drafted,
  { verdict, written }: { verdict: string; written: Spoken<Synthesis> },
): string[] {
  const against = new Set(listBlockingSeats(hearing, verdict));
  const said = new Map((finalReviews(drafted)?.spoken ?? []).map(({ by, reply }) => [by, reply]));
  said.set(written.by, { ...written.reply, accurate: "yes", misrepresented: null });
  const holders = new Set(countHolders(hearing).get(verdict));
  return hearing.seats
    .map(({ id }) => id)
    .filter((id) => {
      const review = said.get(id);
      if (review?.stand !== "go along" || against.has(id)) return false;
      // K8: who held something else goes along with a reason, or not at all
      return holders.has(id) || findEmptyReason(review.stand_reason) === null;
    });
}

/** Seats whose formal dissent is from what was chosen. One from something else blocks nothing. */
function listBlockingSeats(hearing: BoardHearing, verdict: string): string[] {
  const claims = claimsBefore(hearing);
  const hasOptions = hearing.brief.options.length > 0;
  return standingDissents(hearing)
    .filter(({ about }) => {
      const { subject, supports } = findLean({ about, side: "attacks" }, claims, hearing);
      const isChosen =
        subject === PROPOSAL ? hasOptions || verdict === "adopt" : subject === verdict;
      return isChosen && !supports;
    })
    .map(({ seat }) => seat.id);
}

function listLimits(
  hearing: BoardHearing,
  drafted: Drafted,
  { verdict, behind }: { verdict: string; behind: readonly string[] },
): string[] {
  const { way, settings, seats } = hearing;
  const unexplained = changesIn(hearing).some(
    ({ standing, to }) => standing === "unexplained" && to === verdict,
  );
  const when = (holds: boolean, why: string): string[] => (holds ? [why] : []);
  return [
    ...when(
      !reachesShare(TWO_THIRDS, behind.length, seats.length),
      `${behind.length} of ${seats.length} stand behind it, and two thirds are needed`,
    ),
    ...when(way === "forced", `the limit of ${settings.max_rounds} rounds ended the debate`),
    ...when(way === "person", "a person ended the debate"),
    ...when(
      way === "gate",
      isHaltAgainstFigures(hearing)
        ? "the gate reviewer halted the debate although the last rounds still brought something new"
        : "the gate reviewer halted the debate",
    ),
    ...when(absencesIn(hearing, drafted).length > 0, "not everyone answered every time"),
    ...when(disputedIn(drafted).length > 0, "someone disputes how they are represented"),
    ...when(unexplained, "someone moved to it without naming a cause"),
  ];
}

function describeMinority(
  hearing: BoardHearing,
  verdict: string,
  holders: ReadonlyMap<string, readonly string[]>,
): string | null {
  const own = holders.get(verdict)?.length ?? 0;
  const [most] = [...holders].toSorted(([, a], [, b]) => b.length - a.length);
  if (!most || most[1].length <= own) return null;
  return `This decision is for ${describeChoice(hearing, verdict)}, which ${own} of ${hearing.seats.length} hold; ${most[1].length} hold ${describeChoice(hearing, most[0])}.`;
}

/** The same for whoever has no draft in hand. */
export function findSupport(
  hearing: BoardHearing,
  drafted: Drafted | null,
): SynthesisSupport | null {
  const written = drafted && finalDraft(drafted);
  return drafted && written ? weighSupport(hearing, drafted, written) : null;
}
