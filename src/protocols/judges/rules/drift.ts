/** J24: measures in words how much a judge argues for another stance's objective, and reports it. */
import { listWords } from "../../../text/substance.ts";
import type { LensId } from "./lens.ts";

export interface Drift {
  readonly judge: string;
  readonly own: number;
  readonly other: number;
  readonly drifting: boolean;
}

/** Words by which each stance's objective is argued. */
const OBJECTIVE: Readonly<Record<Exclude<LensId, "plain">, RegExp>> = {
  risk: /^(?:risk\w*|fail\w*|break\w*|bug\w*|outage\w*|loss|lose\w*|unsafe|safe\w*|secur\w*|irreversib\w*|reversib\w*|rollback|conflict\w*|corrupt\w*|danger\w*|threat\w*|exposure|incident\w*)$/,
  value:
    /^(?:value|customer\w*|user\w*|revenue|delight\w*|retention|churn\w*|growth|grow\w*|competit\w*|rival\w*|advantage|demand|benefit\w*|gain\w*|market)$/,
  effort:
    /^(?:effort|day|days|week|weeks|month|months|cost\w*|cheap\w*|engineer\w*|team|capacity|deadline|roi|return|simple\w*|incremental\w*|ship\w*|schedule|maintain\w*|maintenance)$/,
};

export function driftOf(judge: string, lens: LensId, words: string): Drift {
  if (lens === "plain") return { judge, own: 0, other: 0, drifting: false };
  const counts = new Map<string, number>();
  for (const word of listWords(words)) {
    for (const [objective, pattern] of Object.entries(OBJECTIVE)) {
      if (pattern.test(word)) counts.set(objective, (counts.get(objective) ?? 0) + 1);
    }
  }
  const own = counts.get(lens) ?? 0;
  const other = Math.max(
    ...Object.keys(OBJECTIVE).map((objective) =>
      objective === lens ? 0 : (counts.get(objective) ?? 0),
    ),
  );
  // a few words of another stance are needed to answer it; three times one's own is arguing its case
  return { judge, own, other, drifting: other >= 4 && other >= own * 3 };
}
