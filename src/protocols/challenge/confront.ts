/** The two steps of a confrontation: the proponent responds and is answered; a new version is tested as a whole. */
import type { GatheredEvidence } from "../../evidence/gather-evidence.ts";
import { lookAgain } from "../../evidence/look-again.ts";
import type { Floor } from "../../protocol.ts";
import { refuteVersion } from "./prompts/asks.ts";
import { rebutAnswers, respondToObjections } from "./prompts/confrontation-asks.ts";
import { isConceded, listNextRefuters } from "./rules/confrontation.ts";
import { listDissenters } from "./rules/objections.ts";
import { nameRefutationStep } from "./rules/steps.ts";
import { type Debate, replaceLastExchange } from "./rules/table.ts";

/**
 * H20-H24: nobody is asked to rebut a response that never came, or that gives the position up. In the first round each
 * side may ask for files again when it sees what the other said.
 */
export async function confrontOnce(
  floor: Floor,
  begun: Debate,
  askAgain: GatheredEvidence["askAgain"],
): Promise<Debate> {
  const { fence } = floor;
  const round = begun.exchanges.length + 1;
  const isFirst = round === 1;
  const debate = await lookAgain(floor, begun, {
    askAgain,
    seats: isFirst ? [begun.proponent] : [],
    nextAsk: (known) => respondToObjections(known, fence),
  });
  const response = await floor.ask(
    `response-${round}`,
    debate.proponent,
    respondToObjections(debate, fence),
  );
  const exchange = { round, response, rebuttals: null, refutations: [] };
  const responded: Debate = { ...debate, exchanges: [...debate.exchanges, exchange] };
  if (response.kind === "absent" || isConceded(responded)) return responded;
  const answered = await lookAgain(floor, responded, {
    askAgain,
    seats: isFirst ? listDissenters(responded) : [],
    nextAsk: (known, seat) => rebutAnswers(known, seat, fence),
  });
  const rebuttals = await floor.round(`rebuttals-${round}`, listDissenters(answered), (seat) =>
    rebutAnswers(answered, seat, fence),
  );
  return replaceLastExchange(answered, { rebuttals });
}

/** H24: first those whose alternatives are not in the version; the others are asked when it is called again. */
export async function testNewVersion(floor: Floor, debate: Debate): Promise<Debate> {
  const refutation = await floor.round(
    nameRefutationStep(debate),
    listNextRefuters(debate),
    (seat) => refuteVersion(debate, seat, floor.fence),
  );
  const before = debate.exchanges.at(-1)?.refutations ?? [];
  return replaceLastExchange(debate, { refutations: [...before, refutation] });
}
