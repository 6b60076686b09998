import type { DocumentSentence } from "../markdown/document-sentences.ts";
/** What a sentence says, whatever document it stands in: drafts share many, and each is read once. */
import { type KeyedClaim, addClaimKeys } from "./claim-keys.ts";
import { findColumnDates, type ScheduledDate, findScheduledDates } from "./schedule.ts";
import { isUnderNegativeLead, listUtterances } from "./sentence-utterance.ts";
import { type StatedNeed, findNeeds } from "./stated-needs.ts";
import { extractSentenceClaims } from "./statements.ts";
import {
  findColumnDependencies,
  findDependencies,
  type StepDependency,
} from "./step-dependencies.ts";
import { extractTableClaims } from "./table-claims.ts";

export interface SentenceStatements {
  readonly claims: readonly KeyedClaim[];
  readonly needs: readonly StatedNeed[];
  readonly dependencies: readonly StepDependency[];
  readonly dates: readonly ScheduledDate[];
}

export type SentenceReader = (sentence: DocumentSentence) => SentenceStatements;

/** For one piece of work: what was heard is forgotten with it. */
export function createSentenceReader(): SentenceReader {
  const known = new Map<string, SentenceStatements>();
  return (sentence) => {
    const key = formatSentenceKey(sentence);
    const found = known.get(key) ?? readSentence(sentence);
    known.set(key, found);
    return found;
  };
}

function readSentence(sentence: DocumentSentence): SentenceStatements {
  const utterances = listUtterances(sentence);
  const row = sentence.place === "row";
  const claims = [
    ...(row ? extractTableClaims(sentence) : []),
    ...utterances.flatMap(extractSentenceClaims),
  ];
  return {
    claims: claims.map(addClaimKeys),
    needs: utterances.flatMap(findNeeds),
    dependencies: [
      ...(row ? findColumnDependencies(sentence) : []),
      ...utterances.flatMap(findDependencies),
    ],
    dates: [...(row ? findColumnDates(sentence) : []), ...utterances.flatMap(findScheduledDates)],
  };
}

/** Everything that what is said depends on. */
function formatSentenceKey(sentence: DocumentSentence): string {
  const { place, text, cells, head, subject } = sentence;
  if (place === "row") return [subject, ...head, "", ...cells].join("\n");
  return isUnderNegativeLead(sentence) ? `-${text}` : text;
}
