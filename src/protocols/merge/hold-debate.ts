/** A18-A28: step 2: statements in parallel, rebuttals and final arguments in turn, as deep as requested and needed. */
import type { Floor } from "../../protocol.ts";
import { transcriptPage } from "./documents/transcript-page.ts";
import { closeCase, rebut, stateCase } from "./prompts/advocate-asks.ts";
import type { FinalArgumentReply, AdvocateRebuttalReply } from "./replies.ts";
import { listDebaters, listPresentAdvocates } from "./rules/advocates.ts";
import { computeConvergence, reachesThreshold } from "./rules/convergence.ts";
import { isUnanimous, matrixAfter } from "./rules/matrix.ts";
import { stopAfterDebate } from "./rules/stops.ts";
import type { ComparedMerge, Debated } from "./rules/table.ts";
import { FOLDER } from "./rules/variants.ts";
import { computeThreshold } from "./settings.ts";

export async function holdDebate(floor: Floor, compared: ComparedMerge): Promise<Debated> {
  const silent: Debated = {
    ...compared,
    statements: null,
    statementsAgain: null,
    rebuttals: null,
    finals: null,
  };
  // A16, l: nothing to agree on
  const debated = compared.voted.length === 0 ? silent : await holdRounds(floor, silent);
  const stopped = isAbandoned(debated) ? debated : await stopAfterDebate(floor, debated);
  await floor.publish(`${FOLDER}/debate-transcript.md`, transcriptPage(stopped));
  return stopped;
}

async function holdRounds(floor: Floor, silent: Debated): Promise<Debated> {
  const { depth } = silent.settings;
  const stated = await collectStatements(floor, silent);
  if (isAbandoned(stated) || depth === "quick") return stated;
  if (depth === "deep" && isUnanimous(matrixAfter(stated, 1))) return stated;

  const rebuttals = await floor.turns<AdvocateRebuttalReply>(
    "rebuttals",
    listPresentAdvocates(stated),
    (seat, earlier) => rebut(stated, seat, { earlier, fence: floor.fence }),
  );
  const rebutted = { ...stated, rebuttals };
  const reached = reachesThreshold(
    computeConvergence(matrixAfter(rebutted, 2)),
    computeThreshold(rebutted.settings),
  );
  if (depth === "standard" || reached) return rebutted;

  // p: whoever spoke first in the rebuttals speaks last here
  const [first, ...others] = listPresentAdvocates(rebutted);
  const order = first ? [...others, first] : others;
  const finals = await floor.turns<FinalArgumentReply>("finals", order, (seat, earlier) =>
    closeCase(rebutted, seat, { earlier, fence: floor.fence }),
  );
  return { ...rebutted, finals };
}

/** A20: all at once. A43, x: whoever was absent is asked once more. */
async function collectStatements(floor: Floor, silent: Debated): Promise<Debated> {
  const seats = listDebaters(silent);
  const first = await floor.round("statements", seats, (seat) =>
    stateCase(silent, seat, floor.fence),
  );
  const missing = seats.filter(({ id }) => first.absent.some(({ by }) => by === id));
  if (missing.length === 0) return { ...silent, statements: first };
  const again = await floor.round("statements-again", missing, (seat) =>
    stateCase(silent, seat, floor.fence),
  );
  return { ...silent, statements: first, statementsAgain: again };
}

/** A47: one advocate has nobody to argue with. */
export function isAbandoned(debated: Debated): boolean {
  return debated.statements !== null && listPresentAdvocates(debated).length < 2;
}
