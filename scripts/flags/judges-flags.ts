/** What code draws from the words of judges: drift, causes, and challenges that say nothing. */
import type { Claim } from "../../src/domain/claim.ts";
import { type Recommendation, recommendations } from "../../src/protocols/judges/replies.ts";
import { findChangeProblems } from "../../src/protocols/judges/rules/change-duty.ts";
import { collectStanceWords, measureDrift } from "../../src/protocols/judges/rules/drift.ts";
import { draftPointClaims } from "../../src/protocols/judges/rules/points.ts";
import { findHollowness } from "../../src/text/substance.ts";
import { countRaised, type FlagRate, PLANTED, type RecordedReply } from "./recorded-replies.ts";

const LENSES = ["risk", "value", "effort"] as const;
type JudgeLens = (typeof LENSES)[number];

interface RecordedChallenge {
  readonly claim: string;
  readonly counter_argument: string;
}

interface RecordedJudge {
  readonly lens: JudgeLens;
  readonly words: string;
  readonly opening: Recommendation;
  readonly challenges: readonly RecordedChallenge[];
  readonly claims: readonly Claim[];
}

function listPanels(replies: readonly RecordedReply[]): RecordedJudge[][] {
  const names = [...new Set(replies.map(({ recording }) => recording))];
  return names.flatMap((name) => {
    const judges = LENSES.flatMap((lens) => {
      const said = replies.filter((one) => one.recording === name && one.seat === lens);
      const first = said.find(({ step }) => step === "openings");
      if (!first) return [];
      const opening: Recommendation = recommendations[lens].parse(first.reply);
      const words = said.map(({ reply }) => collectStanceWords(reply as unknown as Recommendation));
      const claims = draftPointClaims(lens, opening).map((draft, at): Claim => {
        const evidence = draft.evidence.map((one) => ({ ...one, verified: true }));
        return { ...draft, id: `${lens}-${at + 1}`, by: lens, evidence };
      });
      const answer = said.find(({ step }) => step === "responses")?.reply;
      const challenges = (answer?.["challenges"] ?? []) as readonly RecordedChallenge[];
      return [{ lens, words: words.join(" "), opening, challenges, claims }];
    });
    return judges.length === 0 ? [] : [judges];
  });
}

export function measureJudges(replies: readonly RecordedReply[]): FlagRate[] {
  const panels = listPanels(replies);
  const judges = panels.flat();
  // a case that was argued from one stance, handed in under another
  const swapped = judges.flatMap((judge) =>
    LENSES.filter((lens) => lens !== judge.lens).map((lens) => ({ ...judge, lens })),
  );
  const isDrifting = ({ lens, words }: Pick<RecordedJudge, "lens" | "words">): boolean =>
    measureDrift(lens, lens, words).drifting;
  const moves = panels.flatMap(listMoves);
  const challenges = panels.flatMap(listChallenges);
  const agreeing = PLANTED.hollow.map((text) => ({
    ...challenges[0],
    text,
    judged: "",
    others: [],
  }));
  // who repeats the point, or says the same to two judges, has challenged nobody
  const parroted = challenges.map((one) => ({ ...one, text: one.judged }));
  const doubled = challenges.map((one) => ({ ...one, others: [one.text] }));
  const isEmpty = ({ text, judged, others }: MadeChallenge): boolean =>
    findHollowness(text, { judged, others }) !== null;
  return [
    {
      rule: "J24",
      what: "a case argued from another stance",
      honest: countRaised(judges, isDrifting),
      planted: countRaised(swapped, isDrifting),
    },
    {
      rule: "J15 K8",
      what: "a challenge that does not count",
      honest: countRaised(challenges, isEmpty),
      planted: countRaised([...agreeing, ...parroted, ...doubled], isEmpty),
    },
    {
      rule: "J17 K5",
      what: "a changed vote whose cause does not bear on it",
      honest: countRaised(
        moves.filter(({ bears }) => bears),
        isRefused,
      ),
      planted: countRaised(
        moves.filter(({ bears }) => !bears),
        isRefused,
      ),
    },
  ];
}

interface MadeChallenge {
  readonly text: string;
  readonly judged: string;
  readonly others: readonly string[];
}

function listChallenges(panel: readonly RecordedJudge[]): MadeChallenge[] {
  const points = new Map(panel.flatMap(({ claims }) => claims).map((claim) => [claim.id, claim]));
  return panel.flatMap(({ challenges }) =>
    challenges.map(({ claim, counter_argument: text }) => {
      const point = points.get(claim);
      const others = challenges
        .filter((other) => other.claim !== claim)
        .map((other) => other.counter_argument);
      return { text, judged: `${point?.text ?? ""} ${point?.detail ?? ""}`.trim(), others };
    }),
  );
}

interface PossibleMove {
  readonly judge: RecordedJudge;
  readonly option: string;
  readonly cause: Claim;
  readonly visible: readonly Claim[];
  readonly bears: boolean;
}

/** Every change of vote that a judge could have made because of one point of another judge. */
function listMoves(panel: readonly RecordedJudge[]): PossibleMove[] {
  const visible = panel.flatMap(({ claims }) => claims);
  return panel.flatMap((judge) => {
    const left = judge.opening.option;
    const others = judge.opening.evaluations.map((one) => one.option).filter((id) => id !== left);
    return others.flatMap((option) =>
      visible
        .filter(({ by }) => by !== judge.lens)
        .map((cause) => {
          const { about, side } = cause;
          const bears = side === "attacks" ? about === left : about === option;
          return { judge, option, cause, visible, bears };
        }),
    );
  });
}

function isRefused({ judge, option, cause, visible }: PossibleMove): boolean {
  const explanation = `What ${cause.id} shows outweighs the reasons that I had for my first choice.`;
  const problems = findChangeProblems(
    { option, changed_because: { claims: [cause.id], evidence: [], explanation } },
    { by: judge.lens, before: judge.opening, visible, isVerified: () => true },
  );
  return problems.length > 0;
}
