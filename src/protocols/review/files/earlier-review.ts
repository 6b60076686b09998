/** L9: the last review of the same branch, and what it settled. */
import { type AppContext, openExistingApp } from "../../../app/app-context.ts";
import { readOpening, findSettlement } from "../../../domain/journal/event.ts";
import type { Outcome } from "../../../domain/outcome/outcome.ts";
import {
  readReportedFindings,
  type ReportedFinding,
} from "../../../domain/outcome/reported-finding.ts";
import { createSlug, LONGEST_NAME_TO_TYPE } from "../../../text/slug.ts";
import type { EarlierFinding } from "../rules/earlier-findings.ts";

export interface EarlierReview {
  readonly debate: string;
  /** As a source of the next review keeps it. */
  readonly text: string;
}

/** As many debates as are looked at for it. */
const MOST_SEARCHED = 100;

/** Null where there is none, or it cannot be read. */
export async function findEarlierReview(
  appContext: AppContext,
  branch: string,
): Promise<EarlierReview | null> {
  const brief = createSlug(`review ${branch}`, LONGEST_NAME_TO_TYPE) || "review";
  let app: ReturnType<typeof openExistingApp>;
  try {
    app = openExistingApp(appContext);
  } catch {
    return null;
  }
  try {
    const reviews = (await app.list()).filter(({ protocol }) => protocol === "review");
    for (const { id } of reviews.slice(0, MOST_SEARCHED)) {
      const record = await app.read(id).catch(() => null);
      if (record === null || readOpening(record.events).brief.id !== brief) continue;
      const outcome = findSettlement(record.events)?.outcome;
      if (!outcome) continue;
      const before = record.events[0]?.fact;
      const known =
        before?.type === "debate-opened" &&
        before.brief.sources.some((source) => source.id === "earlier")
          ? await readKept(
              record,
              before.brief.sources.find((source) => source.id === "earlier")?.sha256,
            )
          : [];
      const settled = [...known, ...listSettled(outcome, id)];
      return { debate: id, text: settled.length === 0 ? "" : JSON.stringify(settled.slice(-200)) };
    }
    return null;
  } finally {
    await app.close();
  }
}

async function readKept(
  record: { text(sha256: string): Promise<string | undefined> },
  sha256: string | undefined,
): Promise<EarlierFinding[]> {
  const text = sha256 === undefined ? undefined : await record.text(sha256);
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? (read as EarlierFinding[]) : [];
  } catch {
    return [];
  }
}

/** Refuted, withdrawn, or rejected by the author for a reason that counted. */
function listSettled(outcome: Outcome, debate: string): EarlierFinding[] {
  return (readReportedFindings(outcome) ?? []).flatMap((finding) => {
    const { path, quote, claim } = finding;
    const fate = describeFate(finding);
    return fate === null ? [] : [{ path, quote, claim, ...fate, debate }];
  });
}

function describeFate({
  fate,
  answer,
  verdicts,
}: ReportedFinding): Pick<EarlierFinding, "fate" | "reason"> | null {
  if (answer?.word === "reject" && fate !== "confirmed")
    return { fate: "rejected", reason: answer.reason };
  if (fate === "withdrawn") return { fate, reason: "its author withdrew it" };
  if (fate !== "refuted") return null;
  const refuting = verdicts.find(({ word }) => word === "refute");
  return { fate, reason: refuting?.reason ?? "" };
}
