/** What code draws from the words of challengers: thin agreements, joined objections, repetition. */
import { createQuoteChecker } from "../../src/domain/evidence/evidence.ts";
import { readRecording } from "../../src/models/recorded/recording.ts";
import type { Objection } from "../../src/protocols/challenge/prompts/prompt-input.ts";
import { ChallengeReply } from "../../src/protocols/challenge/replies.ts";
import { readGrounds } from "../../src/protocols/challenge/rules/agreement.ts";
import { areSameObjection } from "../../src/protocols/challenge/rules/joined-objections.ts";
import { saysSomethingNew } from "../../src/protocols/challenge/rules/novelty.ts";
import { findHollowness } from "../../src/text/substance.ts";
import {
  countRaised,
  type FlagRate,
  PLANTED,
  type RecordedReply,
  RECORDINGS,
} from "./recorded-replies.ts";

interface FiledBy {
  readonly seat: string;
  readonly objection: Objection;
}

function listFiled(replies: readonly RecordedReply[]): FiledBy[] {
  return replies
    .filter(({ step }) => step === "challenges")
    .flatMap(({ recording, seat, reply }) => {
      const { brief } = readRecording(RECORDINGS, recording);
      const check = createQuoteChecker(new Map(brief.sources.map(({ id, text }) => [id, text])));
      return ChallengeReply.parse(reply).objections.map((filed, at) => ({
        seat,
        objection: {
          ...filed,
          id: `${seat}-${at + 1}`,
          challenger: seat,
          name: seat,
          missing: null,
          madeIn: 0,
          text: filed.headline,
          filed: filed.strength,
          blocked: true,
          evidence: filed.evidence.map(check),
          rounds: [],
          state: "open" as const,
        },
      }));
    });
}

export function measureChallenge(replies: readonly RecordedReply[]): FlagRate[] {
  const filed = listFiled(replies);
  const pairs = filed.flatMap((one, at) =>
    filed
      .slice(at + 1)
      .flatMap((other) => (one.seat === other.seat ? [] : [[one, other] as const])),
  );
  const isSame = ([one, other]: readonly [FiledBy, FiledBy]): boolean =>
    PLANTED.same.some((ids) => ids.includes(one.objection.id) && ids.includes(other.objection.id));
  const isJoined = ([one, other]: readonly [FiledBy, FiledBy]): boolean =>
    areSameObjection(one.objection, other.objection);
  const grounds = replies
    .filter(({ step }) => step === "challenges")
    .map(({ reply }) => readGrounds(ChallengeReply.parse(reply)));
  const isBare = (text: string): boolean =>
    findHollowness(text, { mayAgree: true, rule: { minimumWords: 40 } }) !== null;
  return [
    {
      rule: "H17 K8",
      what: "grounds too thin for an agreement",
      honest: countRaised(grounds, isBare),
      planted: countRaised(PLANTED.agreements, isBare),
    },
    {
      rule: "H20",
      what: "two objections joined as one (planted: pairs that make one point)",
      honest: countRaised(
        pairs.filter((pair) => !isSame(pair)),
        isJoined,
      ),
      planted: countRaised(pairs.filter(isSame), isJoined),
    },
    {
      rule: "H27",
      what: "words that their author had said before",
      honest: countRaised(filed, ({ seat, objection }) => {
        const others = filed.filter((one) => one.seat === seat && one.objection !== objection);
        return !saysSomethingNew(
          { text: `${objection.text} ${objection.detail}`, evidence: [] },
          others.map((one) => ({
            text: `${one.objection.text} ${one.objection.detail}`,
            evidence: [],
          })),
        );
      }),
      planted: countRaised(
        PLANTED.repeats,
        ([earlier, again]) =>
          !saysSomethingNew({ text: again, evidence: [] }, [{ text: earlier, evidence: [] }]),
      ),
    },
  ];
}
