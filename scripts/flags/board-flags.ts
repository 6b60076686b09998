/** What code draws from the words of a board: code, deference, empty reasons, one version twice, repetition. */
import type { Claim } from "../../src/domain/claim.ts";
import { codeIn } from "../../src/protocols/board/rules/flags.ts";
import { createPointIndex } from "../../src/protocols/board/rules/point-index.ts";
import {
  defersToAuthority,
  findEmptyReason,
  isSameVersion,
} from "../../src/protocols/board/rules/reasons.ts";
import {
  countRaised,
  type FlagRate,
  listProse,
  listReasons,
  PLANTED,
  type RecordedReply,
} from "./recorded-replies.ts";

export function measureBoard(replies: readonly RecordedReply[]): FlagRate[] {
  const board = replies.filter(({ recording }) => recording === "board");
  const reasons = board.flatMap(({ reply }) => listReasons(reply)).filter((text) => text !== "");
  const points = board
    .filter(({ step }) => step === "statements")
    .flatMap(({ seat, reply }) => {
      const claims = (reply["claims"] ?? []) as readonly { text: string; detail: string | null }[];
      return claims.map((claim, at): Claim => {
        const { text, detail } = claim;
        const about = `${seat}-about-${at}`;
        const whole = { text, ...(detail !== null && { detail }) };
        return { ...whole, id: `${seat}-${at}`, by: seat, about, side: "supports", evidence: [] };
      });
    });
  const versions = board
    .filter(({ step, seat }) => step === "statements" && seat === "moonshot")
    .map(({ reply }) => [String(reply["moonshot"]), String(reply["stepping_stone"])] as const);
  const index = createPointIndex();
  const known = countRaised(points, (point) => {
    const isKnown = !index.isNew(point);
    index.add(point);
    return isKnown;
  });
  const again = points.map((point) => {
    const text = point.text.split(" ").slice(1).join(" ");
    return { ...point, id: `again-${point.id}`, about: `again-${point.about}`, by: "again", text };
  });
  return [
    {
      rule: "F24",
      what: "code where a plan is wanted",
      honest: countRaised(board, ({ reply }) => codeIn(listProse(reply).join("\n")).length > 0),
      planted: countRaised(PLANTED.code, (text) => codeIn(text).length > 0),
    },
    {
      rule: "F23 K8",
      what: "a reason that is a rubber stamp",
      honest: countRaised(reasons, (text) => findEmptyReason(text) !== null),
      planted: countRaised(
        [...PLANTED.hollow, ...PLANTED.deference],
        (text) => findEmptyReason(text, { mayAgree: false }) !== null,
      ),
    },
    {
      rule: "F16",
      what: "moonshot and stepping stone that are one version (planted: a version less its last word)",
      honest: countRaised(versions, ([one, other]) => isSameVersion(one, other)),
      planted: countRaised(versions.flat(), (text) =>
        isSameVersion(text, text.split(" ").slice(0, -1).join(" ")),
      ),
    },
    {
      rule: "F26",
      what: "a reason that only points to somebody's seat",
      honest: countRaised(reasons, defersToAuthority),
      planted: countRaised(PLANTED.deference, defersToAuthority),
    },
    {
      rule: "F27",
      what: "a point counted as made before (planted: another seat repeats it less its first word)",
      honest: known,
      planted: countRaised(again, (point) => !index.isNew(point)),
    },
  ];
}
