/** Classifies a brief by keywords on word boundaries, and reports every match. */
import { type Brief, formatOptionText } from "../../../domain/brief.ts";
import { matchedIn } from "./keywords.ts";

export const BRIEF_CLASSES = ["strategic", "technical", "hotfix"] as const;
export type BriefClass = (typeof BRIEF_CLASSES)[number];

export interface BriefClassification {
  readonly class: BriefClass;
  /** Who said so: a person, or the words of the brief. */
  readonly source: "given" | "auto";
  readonly matched: readonly string[];
}

const KEYWORDS: Readonly<Record<BriefClass, string>> = {
  hotfix: `hotfix, hot fix, outage, incident, production is down, is down, rollback, roll back, revert,
    regression, urgent, emergency, data loss, breach, patch, vulnerability, crash, on fire`,
  strategic: `strategy, strategic, market, revenue, pricing, business model, competitor, competitors, customers,
    investors, hire, hiring, acquire, acquisition, partnership, roadmap, mission, vision, open source,
    license, licence, brand, budget, profit, growth, region, country, sell, sales, company`,
  technical: `api, database, schema, migration, migrate, refactor, rewrite, framework, library, architecture,
    service, services, queue, cache, index, latency, throughput, deploy, deployment, infrastructure,
    protocol, encryption, authentication, module, codebase, endpoint, runtime, kubernetes, pipeline`,
};

/**
 * A hotfix is known by its question, for its body is as technical as any; otherwise the class with the most
 * words, on a tie the one that seats the fuller table.
 */
export function classifyBrief(
  brief: Brief,
  given: BriefClass | "auto" = "auto",
): BriefClassification {
  const words = [
    brief.question,
    ...brief.options.map(formatOptionText),
    ...brief.sources.map(({ text }) => text),
  ].join("\n");
  const counts = BRIEF_CLASSES.map((one) => ({
    class: one,
    matched: matchedIn(words, KEYWORDS[one]),
  }));
  if (given !== "auto") {
    const matched = counts.find((one) => one.class === given)?.matched ?? [];
    return { class: given, source: "given", matched };
  }
  const urgent = matchedIn(brief.question, KEYWORDS.hotfix);
  if (urgent.length > 0) return { class: "hotfix", source: "auto", matched: urgent };
  const most = Math.max(...counts.map(({ matched }) => matched.length));
  const [best = { class: "strategic" as const, matched: [] }] = counts.filter(
    ({ matched }) => matched.length === most,
  );
  return { ...best, source: "auto" };
}
