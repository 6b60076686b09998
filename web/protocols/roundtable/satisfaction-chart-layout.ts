/** The lines of the satisfaction chart, and positions for their labels that do not overlap. */
import type { ScoreCardOfRound } from "../../../src/protocols/roundtable/timeline/cards.ts";
import type { RoundtableStory } from "../../../src/protocols/roundtable/timeline/timeline.ts";
import type { SeatCard } from "../../../src/timeline/debate-timeline.ts";

export const HEIGHT = 310;
const EDGE = { top: 22, bottom: 40, start: 76, end: 74 };
const LABEL = 15;

export interface SatisfactionChart {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly rounds: readonly { readonly round: number; readonly x: number }[];
  readonly y: (score: number) => number;
  readonly lines: readonly ChartLine[];
  readonly stalls: readonly RoundBand[];
}

/** A round in which nothing moved any more. */
export interface RoundBand {
  readonly round: number;
  readonly x: number;
  readonly width: number;
  /** Where the one before leaves room for a word. */
  readonly isNamed: boolean;
}

export interface ChartLine {
  readonly seat: SeatCard;
  /** Its place among the shapes and dashes. */
  readonly style: number;
  readonly points: readonly ChartPoint[];
  readonly label: { readonly x: number; readonly y: number; readonly score: number } | null;
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly score: ScoreCardOfRound;
  /** The place of the stated score, for a rise that does not count. */
  readonly statedY: number | null;
}

export function layOutSatisfactionChart(told: RoundtableStory, width: number): SatisfactionChart {
  const last = Math.max(0, ...[...told.scores, ...told.missing].map(({ round }) => round));
  const left = EDGE.start;
  const right = Math.max(left + 60, width - EDGE.end);
  const step = last <= 1 ? 0 : (right - left - 64) / (last - 1);
  const computeX = (round: number): number =>
    last <= 1 ? (left + right) / 2 : left + 32 + step * (round - 1);
  const y = (score: number): number =>
    EDGE.top + ((100 - score) / 100) * (HEIGHT - EDGE.top - EDGE.bottom);
  const lines = told.specialists.map((seat, style): ChartLine => {
    const points = told.scores
      .filter((score) => score.seat === seat.id)
      .map((score) => {
        const aside = countScoreOffset(told, score);
        return {
          x: computeX(score.round) + aside * (step === 0 ? BESIDE.x : Math.min(BESIDE.x, step / 6)),
          y: y(score.counted) + aside * BESIDE.y,
          score,
          statedY: score.counted === score.stated ? null : y(score.stated),
        };
      });
    return { seat, style, points, label: null };
  });
  return {
    width,
    left,
    right,
    rounds: Array.from({ length: last }, (_, index) => ({
      round: index + 1,
      x: computeX(index + 1),
    })),
    y,
    lines: placeLabels(lines, right),
    stalls: told.stalls.map(({ round }, index) => ({
      round,
      x: computeX(round),
      width: step === 0 ? WIDEST : Math.min(WIDEST, step * 0.7),
      isNamed: index === 0 || step * (round - (told.stalls[index - 1]?.round ?? 0)) > WORD,
    })),
  };
}

const WIDEST = 48;
const WORD = 52;

/** Equal scores are beside each other, so that no shape hides another. */
const BESIDE = { x: 10, y: 2 };

function countScoreOffset(
  { scores }: RoundtableStory,
  { seat, round, counted }: ScoreCardOfRound,
): number {
  const equal = scores.filter((one) => one.round === round && one.counted === counted);
  return equal.findIndex((one) => one.seat === seat) - (equal.length - 1) / 2;
}

/** From the top down, each as near to the end of its line as those above it leave room. */
function placeLabels(lines: readonly ChartLine[], right: number): ChartLine[] {
  const ended = lines
    .flatMap((line) => {
      const last = line.points.at(-1);
      return last ? [{ line, last }] : [];
    })
    .sort((a, b) => a.last.y - b.last.y || a.line.style - b.line.style);
  const lowest = HEIGHT - EDGE.bottom;
  const places = ended.map(({ last }) => last.y);
  for (let index = 1; index < places.length; index++) {
    places[index] = Math.max(places[index] ?? 0, (places[index - 1] ?? 0) + LABEL);
  }
  for (let index = places.length - 1; index >= 0; index--) {
    const below = places[index + 1] ?? lowest + LABEL;
    places[index] = Math.min(places[index] ?? 0, below - LABEL);
  }
  const labels = new Map(
    ended.map(({ line, last }, index) => [
      line.seat.id,
      { x: right + 12, y: places[index] ?? last.y, score: last.score.counted },
    ]),
  );
  return lines.map((line) => ({ ...line, label: labels.get(line.seat.id) ?? null }));
}
