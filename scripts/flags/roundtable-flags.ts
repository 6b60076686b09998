/** What code draws from the words of a roundtable: repeated concerns, and concerns closed without a reason. */
import {
  addConcerns,
  type LedgerConcern,
  findEmptyWhy,
} from "../../src/protocols/roundtable/rules/ledger.ts";
import { countRaised, type FlagRate, PLANTED, type RecordedReply } from "./recorded-replies.ts";

export function measureRoundtable(replies: readonly RecordedReply[]): FlagRate[] {
  type Stated = Parameters<typeof addConcerns>[1][number];
  const stated = replies
    .filter(({ recording }) => recording === "roundtable")
    .flatMap(({ seat, step, reply }) => {
      const isNew = step === "positions" || step.startsWith("discussion-");
      const concerns = isNew ? ((reply["concerns"] ?? []) as readonly Stated[]) : [];
      return concerns.map((concern) => ({ seat, concern }));
    });
  const around = { round: 0, stage: 0, claims: [] };
  const join = (ledger: readonly LedgerConcern[], seat: string, concern: Stated) =>
    addConcerns(ledger, [concern], { ...around, by: seat }).map((one, at) => ({
      ...one,
      id: `${one.by}-${at}`,
    }));
  let ledger: readonly LedgerConcern[] = [];
  const repeats = (seat: string, concern: Stated): boolean => {
    const before = ledger.length;
    ledger = join(ledger, seat, concern);
    return ledger.length === before;
  };
  const honest = countRaised(stated, ({ seat, concern }) => repeats(seat, concern));
  const again = stated.map(({ seat, concern }) => {
    const text = concern.text.split(" ").slice(0, -1).join(" ");
    return { seat, concern: { ...concern, text } };
  });
  const concerns = stated.map(({ concern }) => concern.text);
  const whys = listClosingReasons(replies);
  return [
    {
      rule: "T16",
      what: "a concern that repeats an own one (planted: the same less its last word)",
      honest,
      planted: countRaised(again, ({ seat, concern }) => repeats(seat, concern)),
    },
    {
      rule: "T16 K8",
      what: "a concern closed without saying how (planted: filler, and the concern again)",
      honest: countRaised(whys, ({ seat, why }) =>
        stated.some((one) => one.seat === seat && isRefused(why, one.concern.text)),
      ),
      planted: countRaised([...PLANTED.hollow, ...concerns], (why) => isRefused(why, why)),
    },
  ];
}

/** Why a concern counts as settled, in the words of its owner. */
function listClosingReasons(replies: readonly RecordedReply[]): { seat: string; why: string }[] {
  return replies
    .filter(({ recording }) => recording === "roundtable")
    .flatMap(({ seat, reply }) => {
      const scored = (reply["my_concerns"] ?? []) as readonly { state: string; why: string }[];
      const talked = (reply["settled"] ?? []) as readonly { why: string }[];
      return [...scored.filter(({ state }) => state === "settled"), ...talked].map(({ why }) => ({
        seat,
        why,
      }));
    });
}

function isRefused(why: string, concern: string): boolean {
  return findEmptyWhy({ text: concern }, why) !== null;
}
