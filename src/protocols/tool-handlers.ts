/** What the tools of protocols do, and what hosts are told of a result beyond its status. */
import type { AppContext } from "../app/app-context.ts";
import { readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { handleChallengePosition } from "./challenge/mcp/challenge-position.ts";
import { describeMergeResult, handleMergeDocuments } from "./merge/mcp/merge-documents.ts";
import { describeReviewResult, handleReviewChange } from "./review/mcp/review-change.ts";

export const PROTOCOL_HANDLERS = {
  challenge_position: handleChallengePosition,
  merge_documents: handleMergeDocuments,
  review_change: handleReviewChange,
};

type DescribeResult = (
  context: AppContext,
  record: DebateRecord,
) => Promise<Readonly<Record<string, unknown>>>;

const RESULT_DESCRIPTIONS: Readonly<Record<string, DescribeResult>> = {
  merge: describeMergeResult,
  review: describeReviewResult,
};

/** Fields beside the status; none where the protocol has nothing more to tell. */
export async function describeProtocolResult(
  context: AppContext,
  record: DebateRecord,
): ReturnType<DescribeResult> {
  const { protocol } = readOpening(record.events);
  const describe = Object.hasOwn(RESULT_DESCRIPTIONS, protocol)
    ? RESULT_DESCRIPTIONS[protocol]
    : undefined;
  return (await describe?.(context, record)) ?? {};
}
