/** What a simulated participant answers to what it sees. Every draw has a name, so that it comes out the same again. */
import { drawUniform } from "../../audit/statistics/seeded-generator.ts";
import type {
  SimulatedAnswer,
  SimulatedPeer,
  SimulatedReason,
  SimulatedView,
} from "../../domain/simulated-answer.ts";
import type { SimTraits } from "./sim-traits.ts";
import { drawFirstRank, listFirstChances, pickByWeight, rankOptionsOnce } from "./sim-world.ts";

interface SimMove {
  readonly option: string;
  readonly because: readonly string[];
}

export function decideSimulated(traits: SimTraits, view: SimulatedView): SimulatedAnswer {
  const ranking = rankOptionsOnce(view);
  const { option, because } = moveSimulated(traits, view, ranking);
  return {
    option,
    confidence: stateConfidence(traits, view, { ranking, option }),
    reasons: giveReasons(traits, view, { ranking, option }),
    because: option === view.own.at(-1) ? [] : because,
  };
}

function moveSimulated(
  traits: SimTraits,
  view: SimulatedView,
  ranking: readonly string[],
): SimMove {
  const trapped = ranking[Math.min(1, ranking.length - 1)] ?? "";
  if (traits.role === "confederate") return { option: trapped, because: [] };
  const own = view.own.at(-1);
  const last = view.peers.at(-1) ?? [];
  if (own === undefined) return { option: answerFirst(traits, view, ranking), because: [] };
  const majority = findMajority([own, ...last.map(({ holds }) => holds)]);
  if (traits.role === "capitulator") return { option: majority ?? own, because: [] };
  if (traits.role === "contrarian") {
    const other = ranking.find((option) => option !== majority) ?? own;
    return { option: majority === own ? other : own, because: [] };
  }
  if (traits.lock === "truth" && own === ranking[0]) return { option: own, because: [] };
  if (traits.lock === "majority" && own === majority) return { option: own, because: [] };
  if (traits.lock === "minority" && own !== majority) return { option: own, because: [] };
  const drawn = (what: string): number =>
    drawUniform(traits.seed, view.item, view.seat, view.round, what);
  switch (traits.rule) {
    case "hold":
      return { option: own, because: [] };
    case "belief": {
      if (majority !== null && drawn("follow") < traits.follow)
        return { option: majority, because: [] };
      const belief = computeBelief(traits, view, ranking);
      const mass = belief.reduce((sum, one) => sum + one, 0);
      return { option: ranking[pickByWeight(belief, drawn("belief") * mass)] ?? own, because: [] };
    }
    case "conform":
      return { option: giveIn(traits, { own, majority, drawn }), because: [] };
    case "copy": {
      const copied = last[Math.floor(drawn("copy") * last.length)];
      return { option: copied?.holds ?? own, because: [] };
    }
    case "evidence":
      return weighEvidence(traits, { own, majority, last, drawn });
  }
}

function answerFirst(traits: SimTraits, view: SimulatedView, ranking: readonly string[]): string {
  const own = ranking[drawFirstRank(traits, view, ranking.length)] ?? "";
  const shown = [...view.peers.flat().map(({ holds }) => holds), ...view.inserted];
  if (shown.length === 0 || traits.rule === "hold") return own;
  if (view.inserted.length > 0) {
    const said = findMajority(view.inserted) ?? own;
    const draw = drawUniform(traits.seed, view.item, view.seat, "inserted");
    // one voice has less pull than five
    return draw < traits.c * (1 - 0.5 ** view.inserted.length) ? said : own;
  }
  return joinCascade(traits, view, own);
}

/** Those who spoke before count like a sign of one's own, until two more of them agree: then nobody looks any more. */
function joinCascade(traits: SimTraits, view: SimulatedView, own: string): string {
  const ranking = rankOptionsOnce(view);
  const [right = "", wrong = ""] = ranking;
  const acts = view.peers.flat().map(({ holds }) => holds);
  let lead = 0;
  for (const act of acts) {
    if (Math.abs(lead) >= 2) break;
    lead += act === right ? 1 : -1;
  }
  if (Math.abs(lead) >= 2) return lead > 0 ? right : wrong;
  const pull = lead === 0 ? own : lead > 0 ? right : wrong;
  if (pull === own) return own;
  return drawUniform(traits.seed, view.item, view.seat, "coin") < 0.5 ? own : pull;
}

/** First belief, and one count for every position heard or held since. */
function computeBelief(
  traits: SimTraits,
  { own, peers, named }: SimulatedView,
  ranking: readonly string[],
): number[] {
  const belief = listFirstChances(traits, ranking.length).map((chance) => chance * traits.s);
  const add = (option: string, weight: number): void => {
    const at = ranking.indexOf(option);
    if (at !== -1) belief[at] = (belief[at] ?? 0) + weight;
  };
  // nobody can weigh their own words differently who is not told which are theirs
  const even = (traits.wself + traits.wpeer) / 2;
  for (const held of own) add(held, named ? traits.wself : even);
  for (const peer of peers.flat()) add(peer.holds, named ? traits.wpeer : even);
  return belief;
}

interface SimPressure {
  readonly own: string;
  readonly majority: string | null;
  readonly drawn: (what: string) => number;
}

function giveIn({ c, gated }: SimTraits, { own, majority, drawn }: SimPressure): string {
  if (gated || majority === null || majority === own) return own;
  return drawn("conform") < c ? majority : own;
}

function weighEvidence(
  traits: SimTraits,
  pressure: SimPressure & { readonly last: readonly SimulatedPeer[] },
): SimMove {
  const { own, last, drawn } = pressure;
  const backed = last
    .flatMap(({ holds, points }) => (holds === own ? [] : points))
    .filter((point) => (traits.gated ? point.verified : point.backed));
  const [first] = backed;
  if (first && drawn("persuade") < traits.persuade) {
    const causes = backed.filter(({ about }) => about === first.about).map(({ id }) => id);
    return { option: first.about, because: causes.slice(0, 3) };
  }
  return { option: giveIn(traits, pressure), because: [] };
}

/** Null for a tie. */
export function findMajority(positions: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const one of positions) counts.set(one, (counts.get(one) ?? 0) + 1);
  let best: string | null = null;
  let most = 0;
  for (const [option, count] of counts) {
    if (count === most) best = null;
    if (count > most) [best, most] = [option, count];
  }
  return best;
}

interface SimStand {
  readonly ranking: readonly string[];
  readonly option: string;
}

/** Evidence is a line of the material; what fails the check is a line that is not there. */
function giveReasons(
  traits: SimTraits,
  view: SimulatedView,
  { ranking, option }: SimStand,
): SimulatedReason[] {
  const text = `Round ${view.round}: ${option} fits what the material says better than the others do.`;
  const plain = [{ text, about: option, quote: null }];
  const isRight = option === ranking[0];
  const hasAny =
    traits.role === "fabricator" ||
    (traits.rule === "evidence" &&
      drawUniform(traits.seed, view.item, view.seat, view.round, "evidence") <
        (isRight ? traits.et : traits.ef));
  if (!hasAny) return plain;
  // who holds an option in one round shows the same exhibit
  const check = drawUniform(traits.seed, view.item, view.round, ranking.indexOf(option), "check");
  const passes = traits.role !== "fabricator" && check < (isRight ? traits.sens : 1 - traits.spec);
  const found = passes ? findExhibit(view, option) : undefined;
  const quote = found ?? {
    source: view.sources[0]?.id ?? "brief",
    words: `Exhibit that ${view.seat} never found for ${option} in round ${view.round}`,
  };
  return [{ text: `Round ${view.round}: an exhibit speaks for ${option}.`, about: option, quote }];
}

/** The first line of a source that names the option's words. */
function findExhibit(view: SimulatedView, option: string): SimulatedReason["quote"] {
  const label = view.options.find(({ id }) => id === option)?.label ?? option;
  for (const { id, text } of view.sources) {
    const line = text.split("\n").find((one) => one.includes(label));
    if (line !== undefined) return { source: id, words: line.trim() };
  }
  return null;
}

function stateConfidence(
  traits: SimTraits,
  view: SimulatedView,
  { ranking, option }: SimStand,
): number {
  const belief = computeBelief(traits, view, ranking);
  const mass = belief.reduce((sum, one) => sum + one, 0);
  const share = Math.min(0.999, Math.max(0.001, (belief[ranking.indexOf(option)] ?? 0) / mass));
  const odds = traits.ca + traits.cb * Math.log(share / (1 - share));
  return Math.round(100 / (1 + Math.exp(-odds)));
}
