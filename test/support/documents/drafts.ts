/** Drafts of one document, and briefs that ask for their merge. */
import type { Brief } from "../../../src/domain/brief.ts";
import { source } from "../protocols/debate.ts";

/** Two drafts that differ in order, approach, a figure and what they cover. */
export const DRAFT_A = `# Export service

The service exports orders for the finance team.

## Storage

Exports are kept in PostgreSQL, one row per export, because the team already runs it.

Exports are kept for 30 days.

## Delivery

Finance fetches the file over HTTPS. FR-001: the file is encrypted at rest.

## Rollout

The first customer is switched on 2026-03-01.
`;

export const DRAFT_B = `# Export service

The service exports orders for the finance team.

## Delivery

The service pushes the file to the customer's SFTP server every night at 02:00. FR-002: a failed push is retried 3 times.

## Storage

Exports are objects in S3 with a lifecycle rule, so that nobody has to delete anything by hand.

Exports are kept for 90 days.

## Monitoring

An alert fires when no export succeeded for 26 hours. The on-call engineer gets the run book.
`;

export const DRAFT_C = `# Export service

The service exports orders for the finance team.

## Storage

Exports are files on a shared disk that is backed up each night.

Exports are kept for 60 days.

## Delivery

Finance fetches the file over HTTPS. FR-001: the file is encrypted at rest.

## Security

Only members of the finance group may read an export. Every access is logged for 12 months.
`;

export function draftsBrief(
  texts: readonly string[] = [DRAFT_A, DRAFT_B],
  { names, original }: { names?: readonly string[]; original?: string } = {},
): Brief {
  const name = (index: number): string => names?.[index] ?? `draft-${"abcdefghij"[index]}.md`;
  return {
    id: "export-service",
    question: `Merge ${texts.map((_, index) => name(index)).join(", ")}`,
    options: [],
    sources: [
      ...texts.map((text, index) => source(`variant-${index + 1}`, name(index), text)),
      ...(original === undefined ? [] : [source("source", "source.md", original)]),
    ],
    featureName: null,
    featureDir: null,
  };
}

export const SOURCE =
  "# Needs\n\nFR-001: files are encrypted at rest.\n\nFR-002: a failed push is retried.\n";

/** Generate mode: one source, as many authors as there are agents. */
export function writtenBrief(original = SOURCE): Brief {
  return {
    ...draftsBrief([]),
    question: "Write a design",
    sources: [source("source", "needs.md", original)],
  };
}

export const AGENTS = [
  { model: "lab/opus", persona: "architect", instruction: null },
  { model: "lab/sonnet", persona: "security", instruction: "Think of auditors." },
  { model: "lab/haiku", persona: null, instruction: null },
] as const;
