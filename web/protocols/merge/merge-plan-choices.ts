/** The planned changes of a merge, read from its question to a person and from what it published before. */
import { type Json, isJsonObject } from "../../../src/domain/json.ts";
import type { PersonQuestion, TimelineTurn } from "../../../src/timeline/debate-timeline.ts";

export interface PlannedChangeChoice {
  /** The choice that leaves it out: `strike-3`. */
  readonly id: string;
  readonly number: number;
  /** Such as “insert “Monitoring” from Variant B”. */
  readonly title: string;
  /** Empty where the question does not say. */
  readonly point: string;
  readonly risk: string;
  /** The difference it follows from, in one sentence. */
  readonly finding: string;
  /** What the base says now, and what the other draft says; empty where it says nothing. */
  readonly before: string;
  readonly after: string;
  /** In the words of those who argued for it. */
  readonly why: string;
}

const STRIKE_CHOICE = /^strike-(\d+)$/;

/** Whether a question asks for the approval of planned changes. */
export function isPlanApprovalQuestion({ choices }: PersonQuestion): boolean {
  return choices.some(({ id }) => STRIKE_CHOICE.test(id));
}

interface PlanContext {
  /** The published analysis of differences; null where it is not at hand. */
  readonly analysis: string | null;
  readonly turns: readonly TimelineTurn[];
}

export function listPlannedChanges(
  question: PersonQuestion,
  { analysis, turns }: PlanContext,
): PlannedChangeChoice[] {
  const base = /for Variant ([A-Z])\b/.exec(question.question)?.[1] ?? "";
  const findings = parseAnalysisFindings(analysis ?? "");
  return question.choices.flatMap(({ id, label }) => {
    const number = STRIKE_CHOICE.exec(id)?.[1];
    if (number === undefined) return [];
    const { title, point, risk } = parseChangeLabel(label);
    const from = /from Variant ([A-Z])\b/.exec(title)?.[1] ?? "";
    const { finding = "", sides = new Map<string, string>() } = findings.get(point) ?? {};
    return [
      {
        id,
        number: Number(number),
        title,
        point,
        risk,
        finding,
        before: sides.get(base) ?? "",
        after: sides.get(from) ?? "",
        why: findVoteArgument(turns, point, from),
      },
    ];
  });
}

/** `not change #3: append “Goals” from Variant B (C-002, risk Low)` */
function parseChangeLabel(label: string): { title: string; point: string; risk: string } {
  const words = label.replace(/^not change #\d+: /, "");
  const end = /^(.*) \(([^(),]+), risk (\w+)\)$/s.exec(words);
  return { title: end?.[1] ?? words, point: end?.[2] ?? "", risk: end?.[3] ?? "" };
}

interface AnalysedFinding {
  readonly finding: string;
  /** Letter of a variant to its words. */
  readonly sides: Map<string, string>;
}

/** Rows `| C-003 | Medium | … | finding |`, and below them what each side says. */
function parseAnalysisFindings(analysis: string): ReadonlyMap<string, AnalysedFinding> {
  const found = new Map<string, AnalysedFinding>();
  let sides: Map<string, string> | undefined;
  for (const line of analysis.split("\n")) {
    const row = /^\| ([A-Z]-\d+) \| (.+) \|$/.exec(line);
    const heading = /^\*\*([A-Z]-\d+)\*\*$/.exec(line)?.[1];
    const side = /^- ([A-Z]), .*?, line \d+: “(.*)”$/.exec(line);
    if (row?.[1] !== undefined && !found.has(row[1])) {
      const last = (row[2] ?? "").split(/(?<!\\) \| /).at(-1) ?? "";
      found.set(row[1], { finding: unescapeMarkdown(last), sides: new Map() });
    } else if (heading !== undefined) sides = found.get(heading)?.sides;
    else if (side?.[1] !== undefined) sides?.set(side[1], unescapeMarkdown(side[2] ?? ""));
  }
  return found;
}

/** Text that was escaped for Markdown. */
function unescapeMarkdown(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** The newest vote for this variant on this point that gives a reason. */
function findVoteArgument(turns: readonly TimelineTurn[], point: string, letter: string): string {
  const variant = letter.charCodeAt(0) - "A".charCodeAt(0) + 1;
  for (const { reply } of turns.toReversed()) {
    const votes = reply !== null && isJsonObject(reply) ? reply["winners"] : undefined;
    const vote = (Array.isArray(votes) ? votes : []).find(
      (one: Json) => isJsonObject(one) && one["point"] === point && one["variant"] === variant,
    );
    if (vote !== undefined && isJsonObject(vote) && typeof vote["because"] === "string")
      return vote["because"];
  }
  return "";
}

/** The choice as it is sent: what is left out, or that all is approved. */
export function formatApprovalChoice(
  changes: readonly PlannedChangeChoice[],
  approved: ReadonlySet<string>,
): string {
  const struck = changes.filter(({ id }) => !approved.has(id)).map(({ id }) => id);
  return struck.length === 0 ? "approve" : struck.join(",");
}
