/**
 * J24: measures in words how much a judge argues for another stance's objective. Who says
 * less than a third as much for their own as for another's is asked once to argue from their stance; then it is on the
 * record. Calibrated in docs/real-models.md.
 */
import { listWords } from "../../../text/substance.ts";
import type { Recommendation } from "../replies.ts";
import type { LensId } from "./lens.ts";

export interface Drift {
  readonly judge: string;
  readonly own: number;
  readonly other: number;
  readonly drifting: boolean;
}

/** Words by which each stance's objective is argued. */
const OBJECTIVE: Readonly<Record<Exclude<LensId, "plain">, RegExp>> = {
  risk: /^(?:risk\w*|fail\w*|break\w*|broke\w*|bug\w*|outage\w*|los[st]|loss\w*|lose\w*|unsafe|safe\w*|secur\w*|irreversib\w*|reversib\w*|rollback\w*|undo\w*|conflict\w*|corrupt\w*|danger\w*|threat\w*|expos\w*|incident\w*|wrong\w*|worst|error\w*|harm\w*|vulnerab\w*|uncertain\w*|unknown\w*|unproven|untested|fragil\w*|liabilit\w*|overwrit\w*|audit\w*)$/,
  value:
    /^(?:valu\w*|customer\w*|user\w*|people|revenue|delight\w*|retention|retain\w*|churn\w*|growth|grow\w*|competit\w*|rival\w*|advantage\w*|demand\w*|benefit\w*|gain\w*|market\w*|renew\w*|trust\w*|opportunit\w*|need\w*|want\w*|improv\w*|useful\w*)$/,
  effort:
    /^(?:effort\w*|day|days|week|weeks|month|months|quarter\w*|hour\w*|cost\w*|cheap\w*|expens\w*|engineer\w*|team\w*|capacit\w*|deadline\w*|roi|return\w*|simpl\w*|increment\w*|ship\w*|schedul\w*|maintain\w*|maintenance|work\w*|build\w*|time\w*|afford\w*|staff\w*)$/,
};

/** The same words that the check and the record measure. */
export function collectStanceWords({
  headline,
  claims,
}: Pick<Recommendation, "headline" | "claims">): string {
  return [headline, ...claims.flatMap((claim) => [claim.headline, claim.detail])].join(" ");
}

export function measureDrift(judge: string, lens: LensId, words: string): Drift {
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
  return {
    judge,
    own,
    other,
    drifting: other >= (own === 0 ? MUCH : LONG_CASE) && 3 * own < other,
  };
}

/** Fewer words of another stance are needed to answer it. */
const MUCH = 5;
/** Where some words are for their own stance, only a long case for another's counts. */
const LONG_CASE = 10;

export function describeDrift(lens: LensId): string {
  return `your case argues mostly from another stance than your own (${lens}); argue from yours`;
}
