/** The two steps of a confrontation: the proponent responds and is answered; a new version is tested as a whole. */
import type { Floor } from "../../protocol.ts";
import { refuteVersion } from "./prompts/asks.ts";
import { rebutAnswers, respondToObjections } from "./prompts/confrontation-asks.ts";
import { isConceded, listNextRefuters } from "./rules/confrontation.ts";
import { listDissenters } from "./rules/objections.ts";
import { nameRefutationStep } from "./rules/steps.ts";
import { type Debate, replaceLastExchange } from "./rules/table.ts";

/** H20-H24: nobody is asked to rebut a response that never came, or that gives the position up. */
export async function confrontOnce(floor: Floor, debate: Debate): Promise<Debate> {
  const { fence } = floor;
  const round = debate.exchanges.length + 1;
  const response = await floor.ask(
    `response-${round}`,
    debate.proponent,
    respondToObjections(debate, fence),
  );
  const exchange = { round, response, rebuttals: null, refutations: [] };
  const answered: Debate = { ...debate, exchanges: [...debate.exchanges, exchange] };
  if (response.kind === "absent" || isConceded(answered)) return answered;
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
