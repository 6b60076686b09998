/** The built-in readers in phase 1 of a board: what a seat makes of the brief alone. */
import type { Brief } from "../../../domain/brief.ts";
import type { ClaimDraft } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type LensAssessment, leadingPoint } from "../../retired-readers/bench.ts";
import { whatWouldMove } from "../../retired-readers/doubts.ts";
import { clauseOf, headline, nameOf } from "../../retired-readers/phrase.ts";
import { type ArgumentPoint, pointsOf } from "../../retired-readers/points.ts";
import { claimOf, confidenceOf } from "../../retired-readers/recommend.ts";
import { asSentence, quoted } from "../../retired-readers/sentences.ts";
import { weigh } from "../../retired-readers/weigh.ts";
import { type BoardStateInput, PROPOSAL } from "../prompts/prompt-input.ts";
import { APPROVE, benchOf, claimAs, heldAs } from "./lane.ts";

export function state({ brief, seat }: BoardStateInput): object {
  const bench = benchOf(brief, seat);
  if (!bench || bench.standings.length < 2) return nothingSaid(seat);
  const turned = seat.role === "contrarian" ? opposed(brief, bench) : bench;
  return { ...stated(brief, seat, turned), ...versions(seat, turned) };
}

/** The contrarian guesses where the table will head, and argues for the strongest thing that is not it. */
function opposed(brief: Brief, bench: LensAssessment): LensAssessment {
  const { reading } = bench;
  const expected = brief.options.length < 2 ? APPROVE : likelyChoice(brief);
  const points = pointsOf(reading, "plain");
  const standings = weigh(reading, "plain");
  const other = standings.filter(({ option }) => option !== expected);
  const same = standings.filter(({ option }) => option === expected);
  const [best, ...rest] = other;
  if (!best || points.length === 0) return bench;
  return { reading, lens: "plain", points, standings: [best, ...same, ...rest] };
}

/** The majority of the four directors, each reading alone. */
function likelyChoice(brief: Brief): string | undefined {
  const counts = new Map<string, number>();
  for (const id of ["ceo", "cto", "cfo", "coo"]) {
    const choice = benchOf(brief, { id, stance: null })?.standings[0]?.option;
    if (choice !== undefined) counts.set(choice, (counts.get(choice) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, forA], [b, forB]) => forB - forA || (a < b ? -1 : 1))[0]?.[0];
}

function stated(brief: Brief, seat: Participant, bench: LensAssessment) {
  const { reading, lens, standings } = bench;
  const [best, second] = standings;
  if (!best || !second) throw new TypeError("There are two options at least.");
  const point = leadingPoint(bench);
  const claims = claimsFor(bench).map((draft) => claimAs(brief, draft));
  const position = headline({ lens, chosen: best.option, rival: second.option, point }, reading);
  return {
    position,
    ...heldAs(brief, best.option),
    confidence: confidenceOf(lens, best, second),
    reasoning: [
      `I read the brief for ${seat.stance ?? "what it says"}.`,
      ...claims.map(({ text }) => text),
    ].join(" "),
    claims,
    assumptions: assumptionsOf(bench),
    risks: risksOf(bench),
    would_change_my_mind: whatWouldMove(bench),
  };
}

const MOST_CLAIMS = 3;

/** The leading point, what else speaks for the choice, and the worst of the rivals. */
function claimsFor(bench: LensAssessment): ClaimDraft[] {
  const { reading, points, standings } = bench;
  const chosen = standings[0]?.option;
  const pros = points.filter(({ option, side }) => option === chosen && side === "supports");
  const cons = points.filter(({ option, side }) => option !== chosen && side === "attacks");
  const picked = [leadingPoint(bench), ...pros.slice(0, 1), ...cons.slice(0, 1), ...pros.slice(1)];
  return distinct(picked)
    .slice(0, MOST_CLAIMS)
    .map((point) => claimOf(point, reading));
}

function distinct(points: readonly ArgumentPoint[]): ArgumentPoint[] {
  return points.filter(
    (point, index) =>
      points.findIndex(({ passage }) => passage.quote === point.passage.quote) === index,
  );
}

/** What the choice, or for the contrarian the other side, takes for granted. */
function assumptionsOf({ reading, standings, points }: LensAssessment): string[] {
  const [chosen, rival] = standings;
  const taken = [chosen, rival].flatMap(
    (standing) =>
      points.find(({ option, side }) => option === standing?.option && side === "supports") ?? [],
  );
  const held = distinct(taken).map(
    (point) => `That this stays true: ${quoted(clauseOf(point, nameOf(reading, point.option)))}.`,
  );
  return [...held, UNSAID, UNNAMED].slice(0, Math.max(2, held.length));
}

const UNSAID = "That the brief leaves out nothing that would count for more than what it says.";
const UNNAMED = "That nobody outside of this brief has to agree first.";

const MOST_RISKS = 2;

/** The brief's points against the choice, in any domain. */
function risksOf({ reading, standings, points }: LensAssessment): string[] {
  const chosen = standings[0]?.option ?? "";
  const against = [...points, ...pointsOf(reading, "plain")].filter(
    ({ option, side }) => option === chosen && side === "attacks",
  );
  const name = nameOf(reading, chosen);
  const risks = distinct(against).map((point) => asSentence(clauseOf(point, name)));
  return risks.length > 0
    ? risks.slice(0, MOST_RISKS)
    : [`The brief names nothing that speaks against ${name}, so nobody has looked for it.`];
}

function versions({ role }: Participant, bench: LensAssessment): object {
  const { reading, standings } = bench;
  const name = nameOf(reading, standings[0]?.option ?? "");
  if (role === "contrarian") {
    const support = bench.points.find(
      ({ option, side }) => option === standings[0]?.option && side === "supports",
    );
    const why = support ? `: ${quoted(clauseOf(support, name))}` : "";
    return {
      alternative: `Take ${name} instead, and decide on the rest when it has shown its worth${why}.`,
    };
  }
  if (role !== "moonshot") return {};
  const first = weigh(reading, "effort")[0]?.option ?? standings[0]?.option ?? "";
  return {
    moonshot: `Take ${name} all the way, for everyone the brief speaks of and not for a part of them, and measure it by that.`,
    stepping_stone: `Begin with ${nameOf(reading, first)} in its smallest form, with one group of people, and keep what they use.`,
  };
}

/** A brief without anything to weigh can only be sent back; that is a position too. */
function nothingSaid(seat: Participant): object {
  const subject = seat.role === "director" ? seat.stance : null;
  const lack = `The brief says nothing about ${subject ?? "its subject"} that could be weighed`;
  return {
    position: asSentence(`${lack}, so it cannot be approved as it stands`),
    option: null,
    verdict: seat.role === "contrarian" ? "reject" : "conditional",
    confidence: 10,
    reasoning: asSentence(
      `${lack}: neither a figure nor a cost, a gain or a danger is named in it`,
    ),
    claims: [
      {
        text: asSentence(`${lack}, and a choice made on it would be a guess`),
        about: PROPOSAL,
        side: "attacks",
        evidence: [],
      },
    ],
    assumptions: [UNSAID, UNNAMED],
    risks: ["A decision without grounds cannot be checked afterwards either."],
    would_change_my_mind: "A brief that says what each way gives and costs.",
    ...(seat.role === "contrarian" && {
      alternative: "Send the brief back, and decide when it names what each way gives and costs.",
    }),
    ...(seat.role === "moonshot" && {
      moonshot:
        "Ask first what the best possible answer would look like, and write the brief from there.",
      stepping_stone: "Add to the brief one figure and one named person who would use the result.",
    }),
  };
}
