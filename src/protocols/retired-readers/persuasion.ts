/**
 * What a judge adopts from the others' claims.
 *
 * Only a verified quote counts, only with a hard figure or a strong cue, only if the judge did not cite it itself,
 * and only if its own lens had not counted it: a risk is news to the lens of value, but not to the lens of risk.
 */
import type { Claim } from "../../domain/claim.ts";
import { foldText } from "../../domain/evidence.ts";
import type { PassageFinding, PassageMeasure } from "./findings.ts";
import type { OldLensId } from "./old-lens.ts";
import type { OldPosition } from "./old-position.ts";
import { clauseOf, nameOf } from "./phrase.ts";
import { type ArgumentPoint, pointsOf } from "./points.ts";
import type { OfflineBriefReading } from "./read-brief.ts";

export interface Persuasion {
  readonly claim: string;
  /** The quoted words, with the option they speak of named. */
  readonly clause: string;
  readonly finding: PassageFinding;
}

export function persuasionsFrom(
  peers: readonly OldPosition[],
  own: OldPosition,
  reading: OfflineBriefReading,
): Persuasion[] {
  const cited = new Set(own.claims.flatMap(quotesOf));
  const news = newsOf(reading);
  const taken = new Set<string>();
  return peers
    .flatMap(({ claims }) => claims)
    .flatMap((claim) => {
      const quotes = quotesOf(claim).filter((quote) => !cited.has(quote));
      return news
        .filter(({ point }) => point.option === claim.about && point.side === claim.side)
        .filter(({ words }) =>
          quotes.some((quote) => quote.includes(words) || words.includes(quote)),
        )
        .slice(0, 1)
        .flatMap(({ point }) => {
          const clause = clauseOf(point, nameOf(reading, point.option));
          return effectsOn(own.lens, point, reading)
            .filter((finding) => isNew(finding, taken))
            .map((finding) => ({ claim: claim.id, clause, finding }));
        });
    });
}

/** Two judges who quote the same words bring one piece of news. */
function isNew({ option, measure, kind, passage }: PassageFinding, taken: Set<string>): boolean {
  const key = `${option}/${measure}/${kind}/${passage.said}`;
  if (taken.has(key)) return false;
  taken.add(key);
  return true;
}

function quotesOf({ evidence }: Claim): string[] {
  return evidence.filter(({ verified }) => verified).map(({ quote }) => foldText(quote));
}

interface News {
  readonly point: ArgumentPoint;
  readonly words: string;
}

/** Every point of the brief that is strong enough to move someone, whatever its lens. */
function newsOf(reading: OfflineBriefReading): News[] {
  return [
    ...pointsOf(reading, "risk"),
    ...pointsOf(reading, "value"),
    ...pointsOf(reading, "effort"),
  ]
    .filter(({ strength, hard }) => hard || strength >= STRONG)
    .map((point) => ({ point, words: foldText(point.passage.quote) }));
}

/** The strength of a point whose cue decides by itself. */
const STRONG = 6;

interface Effect {
  readonly measure: PassageMeasure;
  readonly weight: number;
}

function effectsOn(
  lens: OldLensId,
  point: ArgumentPoint,
  reading: OfflineBriefReading,
): PassageFinding[] {
  const subject = subjectOf(point);
  const weight = point.strength >= STRONG ? 3 : 2;
  const effect = EFFECTS[lens][`${subject}/${point.side}`]?.(weight);
  if (effect) return [findingFrom(point, point.option, effect)];
  if (lens !== "risk" || point.side !== "supports" || subject !== "value") return [];
  return leftBehind(point, reading).map((option) => findingFrom(point, option, UNSERVED(weight)));
}

function subjectOf({ topic }: ArgumentPoint): string {
  const [first = ""] = topic.split("/");
  return first === "need" ? "value" : first;
}

const retention: PassageMeasure = { measure: "value", kind: "retention" };
const growth: PassageMeasure = { measure: "value", kind: "growth" };
const business: PassageMeasure = { measure: "risk", kind: "business" };
const technical: PassageMeasure = { measure: "risk", kind: "technical" };
const uncertainty: PassageMeasure = { measure: "uncertainty", kind: "uncertainty" };

type Effects = Readonly<Record<string, (weight: number) => Effect>>;

const EFFECTS: Readonly<Record<OldLensId, Effects>> = {
  risk: {
    "value/attacks": (weight) => ({ measure: business, weight: weight - 1 }),
    "work/attacks": (weight) => ({ measure: technical, weight: weight - 1 }),
    "uncertainty/attacks": (weight) => ({ measure: technical, weight: weight - 1 }),
    "work/supports": () => ({ measure: technical, weight: -1 }),
  },
  value: {
    "risk/attacks": (weight) => ({ measure: retention, weight: -weight }),
    "work/attacks": (weight) => ({ measure: growth, weight: -weight }),
    "uncertainty/attacks": (weight) => ({ measure: growth, weight: 1 - weight }),
    "risk/supports": () => ({ measure: retention, weight: 1 }),
    "work/supports": () => ({ measure: growth, weight: 1 }),
  },
  effort: {
    "risk/attacks": (weight) => ({ measure: uncertainty, weight: weight - 1 }),
    "risk/supports": () => ({ measure: uncertainty, weight: -1 }),
  },
  plain: {
    "work/attacks": (weight) => ({ measure: growth, weight: -weight }),
    "work/supports": (weight) => ({ measure: growth, weight: weight - 1 }),
  },
};

/** To the lens of risk a need that is worth much is a danger for whoever leaves it unserved. */
const UNSERVED = (weight: number): Effect => ({ measure: business, weight: weight - 1 });

function leftBehind(
  { passage }: ArgumentPoint,
  { options, findings }: OfflineBriefReading,
): string[] {
  const served = new Set(
    findings
      .filter(
        (finding) =>
          finding.passage === passage && finding.measure === "value" && finding.weight > 0,
      )
      .map(({ option }) => option),
  );
  return options.map(({ id }) => id).filter((id) => !served.has(id));
}

function findingFrom(
  point: ArgumentPoint,
  option: string,
  { measure, weight }: Effect,
): PassageFinding {
  const { passage, hard } = point;
  return {
    ...measure,
    passage,
    option,
    weight,
    hard,
    reach: null,
    doubtful: false,
    indirect: option !== point.option,
  };
}
