/** The built-in readers in the gate, the poll and phase 3 of a board. */
import { type Brief, findOption } from "../../../domain/brief.ts";
import { foldText } from "../../../domain/evidence.ts";
import { nameOf } from "../../retired-readers/phrase.ts";
import { pointsOf } from "../../retired-readers/points.ts";
import { readBrief } from "../../retired-readers/read-brief.ts";
import { asSentence, quoted, shortened } from "../../retired-readers/sentences.ts";
import { stemsOf } from "../../retired-readers/words.ts";
import type {
  BoardVoice,
  GateMatter,
  PollMatter,
  BoardReviewInput,
  RoundFigures,
  SynthesizeMatter,
} from "../prompts/prompt-input.ts";
import { choiceOf, heldAs, readable } from "./lane.ts";

/** New information: at least a third of what was claimed, or somebody moved. */
function isNews({ claims, new_claims, changes }: RoundFigures): boolean {
  return changes > 0 || (new_claims > 0 && 3 * new_claims >= claims);
}

export function review({ rounds, unjudged, stale }: GateMatter): object {
  const judged = unjudged.map((round) => {
    const figures = rounds.find((one) => one.round === round);
    return { round, new_information: figures !== undefined && isNews(figures) };
  });
  const quiet = new Set([
    ...stale,
    ...judged.filter((one) => !one.new_information).map(({ round }) => round),
  ]);
  const last = rounds.at(-1);
  if (!last) return { rounds: judged, decision: "CONTINUE", reason: "No round has been held." };
  const share = `${last.new_claims} of ${last.claims} claims in round ${last.round} are new`;
  if (!quiet.has(last.round) || !quiet.has(last.round - 1)) {
    return { rounds: judged, decision: "CONTINUE", reason: asSentence(share) };
  }
  const fundamental = 2 * last.formal_dissents >= last.voices && last.formal_dissents > 0;
  return {
    rounds: judged,
    decision: fundamental ? "ESCALATE" : "HALT",
    reason: fundamental
      ? `${share}, and ${last.formal_dissents} of ${last.voices} formally dissent.`
      : `${share}, and the round before brought nothing new either.`,
  };
}

/** Whoever dissents wants one more round; whoever has nothing new to say does not. */
export function vote({ own, round, figures }: PollMatter): object {
  if (own.dissent !== null && round < 3) {
    return {
      vote: "no",
      reason: "My dissent has been heard in one round only and is not answered yet.",
    };
  }
  return {
    vote: "yes",
    reason: `Round ${round} brought ${figures.new_claims} new claims, and none of them moves me.`,
  };
}

export function synthesis(promptInput: SynthesizeMatter): object {
  const { brief, seat, voices, self = seat.id } = promptInput;
  const { choice, holders } = mostHeldBy(brief, voices, self);
  const reading = readBrief(readable(brief));
  const name = nameOf(reading, choice);
  const who = holders.map(({ seat: holder }) => holder.name).join(", ");
  const words = holders.map(({ position }) => shortened(position, 200));
  const held = choice === NOTHING ? { option: null, verdict: null } : heldAs(brief, choice);
  return {
    chosen: {
      option: held.option,
      approach: approachOf(brief, { choice, name, verdict: held.verdict }),
      reasoning: `${holders.length} of ${voices.length} hold it (${who}). ${words.slice(0, 3).join(" ")}`,
    },
    rejected: rejectedOf(promptInput, choice),
    risk_register: riskRegister(promptInput, choice),
    confidence: voices.some(({ dissent }) => dissent !== null) ? "LOW" : "MEDIUM",
  };
}

function approachOf(
  brief: Brief,
  { choice, name, verdict }: { choice: string; name: string; verdict: string | null },
): string {
  if (choice === NOTHING) return "Send the brief back: nothing in it can be weighed.";
  const label = findOption(brief, choice)?.label ?? name;
  if (brief.options.length >= 2)
    return asSentence(`Go with ${quoted(label)} as the brief describes it`);
  return verdict === "approve" ? asSentence(`Do it: ${name}`) : "Leave it as it is, for now.";
}

const NOTHING = "";

/** The majority; on a tie the synthesizer's position, otherwise the first in the alphabet. */
function mostHeldBy(
  brief: Brief,
  voices: readonly BoardVoice[],
  own: string,
): { choice: string; holders: readonly BoardVoice[] } {
  const groups = new Map<string, BoardVoice[]>();
  for (const voice of voices) {
    const choice = choiceOf(brief, voice) ?? NOTHING;
    groups.set(choice, [...(groups.get(choice) ?? []), voice]);
  }
  const mine = (holders: readonly BoardVoice[]): number =>
    Number(holders.some(({ seat }) => seat.id === own));
  const [first] = [...groups].toSorted(
    ([a, forA], [b, forB]) =>
      forB.length - forA.length ||
      Number(a === NOTHING) - Number(b === NOTHING) ||
      mine(forB) - mine(forA) ||
      (a < b ? -1 : 1),
  );
  return { choice: first?.[0] ?? NOTHING, holders: first?.[1] ?? [] };
}

function rejectedOf({ brief, voices, alternatives }: SynthesizeMatter, choice: string) {
  const reading = readBrief(readable(brief));
  const points = pointsOf(reading, "plain");
  const options = brief.options.length >= 2 ? brief.options.filter(({ id }) => id !== choice) : [];
  const others = options.map(({ id, label }) => {
    const worst = points.find(({ option, side }) => option === id && side === "attacks");
    const holders = voices.filter((voice) => choiceOf(brief, voice) === id);
    const who =
      holders.length === 0
        ? "Nobody holds it"
        : `Held by ${holders.map(({ seat }) => seat.name).join(", ")}`;
    return {
      alternative: asSentence(label),
      reasoning: worst
        ? `${who}. What stands against it is ${quoted(worst.passage.said)}.`
        : `${who}, and the brief says less for it than for what was chosen.`,
    };
  });
  const proposed = alternatives.map(({ by, text }) => ({
    alternative: text,
    reasoning: `Put forward by the ${by}; too few at the table took it up for it to carry.`,
  }));
  const all = [...others, ...proposed];
  return all.length > 0
    ? all.slice(0, 8)
    : [
        {
          alternative: "Deciding nothing.",
          reasoning: "The question would stay open, and its costs would go on.",
        },
      ];
}

const MOST_RISKS = 8;

/** Each risk once, with how many raised it; what eases a risk of the choice is quoted as its mitigation. */
function riskRegister({ brief, voices }: SynthesizeMatter, choice: string) {
  const points = pointsOf(readBrief(readable(brief)), "plain");
  const raised = voices.flatMap(({ seat, risks }) => risks.map((risk) => ({ risk, by: seat.id })));
  const distinct = raised.filter(
    ({ risk }, index) =>
      raised.findIndex((other) => foldText(other.risk) === foldText(risk)) === index,
  );
  const ofChoice = distinct.filter(({ risk }) => {
    const about = points.filter(({ passage }) => foldText(risk).includes(foldText(passage.said)));
    return about.length === 0 || about.some(({ option }) => option === choice);
  });
  const kept = ofChoice.length > 0 ? ofChoice : distinct;
  const register = kept.slice(0, MOST_RISKS).map(({ risk, by }) => {
    const times = raised.filter((other) => foldText(other.risk) === foldText(risk)).length;
    const point = points.find(({ passage }) => foldText(risk).includes(foldText(passage.said)));
    const strength = point?.strength ?? 0;
    const relief = points.find(
      ({ option, side, topic, passage }) =>
        option === choice &&
        side === "supports" &&
        topic.startsWith("risk/") &&
        sharesWords(risk, passage.said),
    );
    return {
      risk,
      likelihood: times >= 3 || point?.hard ? "high" : times === 2 ? "medium" : "low",
      impact: strength >= 6 ? "high" : strength >= 4 ? "medium" : "low",
      mitigation: relief
        ? `Hold on to what eases it: ${quoted(relief.passage.said)}.`
        : "Name one person who watches for it, and a date on which that is looked at again.",
      raised_by: by,
    };
  });
  const [first] = voices;
  return register.length > 0
    ? register
    : [
        {
          risk: "Nobody named a risk.",
          likelihood: "medium",
          impact: "medium",
          mitigation: "Ask once more before anything is begun.",
          raised_by: first?.seat.id ?? "",
        },
      ];
}

function sharesWords(risk: string, said: string): boolean {
  const words = new Set(stemsOf(risk).filter((stem) => stem.length > 4));
  return new Set(stemsOf(said).filter((stem) => words.has(stem))).size >= 2;
}

/** A reader checks the one thing it can: that its dissent is there word for word. */
export function reread({ own, document }: BoardReviewInput): object {
  const dissent = own.dissent?.text;
  if (dissent === undefined || foldText(document).includes(foldText(dissent))) {
    return { accurate: true, misrepresented: null };
  }
  return { accurate: false, misrepresented: `My dissent is missing from it: ${quoted(dissent)}` };
}
