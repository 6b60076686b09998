/** What a sentence says, whatever document it stands in: drafts share many, and each is read once. */
import { type KeyedClaim, keyed } from "./claim-keys.ts";
import { columnDependencies, dependenciesIn, type Dependency } from "./dependencies.ts";
import { type Need, needsIn } from "./needs.ts";
import { columnDates, type Scheduled, scheduleIn } from "./schedule.ts";
import type { Sentence } from "./sentences.ts";
import { claimsIn } from "./statements.ts";
import { cellValues } from "./table-claims.ts";
import { isUnderNegation, utterancesIn } from "./utterance.ts";

export interface Said {
  readonly claims: readonly KeyedClaim[];
  readonly needs: readonly Need[];
  readonly dependencies: readonly Dependency[];
  readonly dates: readonly Scheduled[];
}

export type Hearing = (sentence: Sentence) => Said;

/** For one piece of work: what was heard is forgotten with it. */
export function hearing(): Hearing {
  const known = new Map<string, Said>();
  return (sentence) => {
    const key = keyOf(sentence);
    const found = known.get(key) ?? saidIn(sentence);
    known.set(key, found);
    return found;
  };
}

function saidIn(sentence: Sentence): Said {
  const utterances = utterancesIn(sentence);
  const row = sentence.place === "row";
  const claims = [...(row ? cellValues(sentence) : []), ...utterances.flatMap(claimsIn)];
  return {
    claims: claims.map(keyed),
    needs: utterances.flatMap(needsIn),
    dependencies: [
      ...(row ? columnDependencies(sentence) : []),
      ...utterances.flatMap(dependenciesIn),
    ],
    dates: [...(row ? columnDates(sentence) : []), ...utterances.flatMap(scheduleIn)],
  };
}

/** Everything that what is said depends on. */
function keyOf(sentence: Sentence): string {
  const { place, text, cells, head, subject } = sentence;
  if (place === "row") return [subject, ...head, "", ...cells].join("\n");
  return isUnderNegation(sentence) ? `-${text}` : text;
}
