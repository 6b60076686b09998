/** Reads a plan or decision record as people write them: its title, and the text that states the position. */

export interface PlanReading {
  readonly title: string | null;
  /** Everything below the front matter. */
  readonly body: string;
  /** The line of the file on which the body begins. */
  readonly bodyLine: number;
  /** Title and deciding section; the whole body where no section says what is decided. */
  readonly position: string;
  /** The heading of the deciding section; null where the position is the whole body. */
  readonly section: string | null;
}

/** Expects line feeds only. */
export function parsePlanText(text: string): PlanReading {
  const { front, lines, bodyLine } = splitPlanFrontMatter(text.split("\n"));
  const sections = parsePlanSections(lines);
  const title = findPlanTitle(front, sections) ?? findFeatureName(lines);
  const body = lines.join("\n").trim();
  const deciding = findDecidingSection(sections);
  if (!deciding)
    return { title, body, bodyLine, position: stripAuthorDetails(lines), section: null };
  const name = deciding.name;
  const heading = title === null ? "" : `# ${title}\n\n`;
  const position = `${heading}## ${name}\n\n${deciding.words}`;
  return { title, body, bodyLine, position, section: name };
}

/** True for front matter that says what is debated, which only a brief has. */
export function isBriefFrontMatter(front: string): boolean {
  return BRIEF_FIELD.test(front);
}

const BRIEF_FIELD =
  /^["']?(?:question|question_text|options|debate_context|protocol|settings|seats|participants)["']?[ \t]*:/m;

/** The front matter of a text, whatever it contains; null if there is none. */
export function extractFrontMatter(text: string): string | null {
  return splitPlanFrontMatter(text.split("\n")).front;
}

const FRONT_MATTER_FENCES: readonly (readonly [RegExp, RegExp])[] = [
  [/^---[ \t]*$/, /^(?:---|\.\.\.)[ \t]*$/],
  [/^\+\+\+[ \t]*$/, /^\+\+\+[ \t]*$/],
];

function splitPlanFrontMatter(lines: readonly string[]): {
  front: string | null;
  lines: readonly string[];
  bodyLine: number;
} {
  const [, closing] = FRONT_MATTER_FENCES.find(([opening]) => opening.test(lines[0] ?? "")) ?? [];
  const end = closing ? lines.findIndex((line, index) => index > 0 && closing.test(line)) : -1;
  // a rule that nothing closes is a rule
  if (end < 0) return { front: null, lines, bodyLine: 1 };
  return {
    front: lines.slice(1, end).join("\n"),
    lines: lines.slice(end + 1),
    bodyLine: end + 2,
  };
}

interface PlanSection {
  readonly level: number;
  readonly name: string;
  /** Without comments and link definitions; up to the first heading below it, if anything comes before that. */
  readonly words: string;
}

function parsePlanSections(lines: readonly string[]): PlanSection[] {
  const headings = findPlanHeadings(lines);
  return headings.map(({ level, name, at }, index) => {
    const following = headings.slice(index + 1);
    const nextAt = following[0]?.at ?? lines.length;
    const endAt = following.find((other) => other.level <= level)?.at ?? lines.length;
    const lead = stripAsides(lines.slice(at + 1, nextAt));
    return { level, name, words: lead === "" ? stripAsides(lines.slice(at + 1, endAt)) : lead };
  });
}

/** Headings outside of code, underlined ones included. */
function findPlanHeadings(lines: readonly string[]): { level: number; name: string; at: number }[] {
  let fence = "";
  return lines.flatMap((line, at) => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark.startsWith(fence))) {
      fence = fence === "" ? mark : "";
      return [];
    }
    if (fence !== "") return [];
    const [, marks, words] = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? [];
    if (marks !== undefined && words !== undefined) {
      return [{ level: marks.length, name: words.replace(/[ \t]+#+[ \t]*$/, "").trim(), at }];
    }
    const underline = /^(?:(=+)|-{3,})[ \t]*$/.exec(lines[at + 1] ?? "");
    const before = lines[at - 1] ?? "";
    if (!underline || !/^\S/.test(line) || before.trim() !== "") return [];
    return [{ level: underline[1] === undefined ? 2 : 1, name: line.trim(), at }];
  });
}

/** From the clearest word for it to the vaguest. */
const DECIDING_HEADINGS: readonly RegExp[] = [
  /^(?:the |our )?decision(?: outcome| made)?$/,
  /^(?:the )?(?:proposal|proposed (?:solution|decision|design|change|approach)s?|recommendation)$/,
  /^(?:the |our )?(?:solution|approach|plan)$/,
];

/** What it says in short is neither a title nor all that can be attacked. */
const SUMMARY_HEADING = /^(?:summary|executive summary|overview|abstract|tl;?dr)$/;

function findDecidingSection(sections: readonly PlanSection[]): PlanSection | undefined {
  for (const name of DECIDING_HEADINGS) {
    const found = sections.find((one) => name.test(normalizeHeading(one.name)) && one.words !== "");
    if (found) return found;
  }
  return undefined;
}

/** A heading without its number and its marks. */
function normalizeHeading(name: string): string {
  return name
    .replace(/^(?:\d+(?:\.\d+)*[.)]?|[IVX]+[.)])\s+/, "")
    .replace(/[*_`]/g, "")
    .replace(/[\s:.]+$/, "")
    .toLowerCase();
}

function findPlanTitle(front: string | null, sections: readonly PlanSection[]): string | null {
  const written = /^["']?title["']?[ \t]*[:=][ \t]*(\S.*)$/im.exec(front ?? "")?.[1];
  const named = written?.trim().replace(/^(["'])(.*)\1$/, "$2");
  if (named !== undefined && named !== "") return named;
  // where all sections are top headings, none of them is the title
  const tops = sections.filter(({ level }) => level === 1);
  const [first] = tops;
  if (!first || isKnownSectionName(first.name)) return null;
  return first.name;
}

/** Requests for comments name what they are about in a list at their top. */
function findFeatureName(lines: readonly string[]): string | null {
  const named = lines.map((line) => /^[-*\s]*Feature Name\s*:\s*(\S.*)$/i.exec(line)?.[1]);
  return (
    named
      .find((name) => name !== undefined)
      ?.replace(/[`*]/g, "")
      .trim() ?? null
  );
}

function isKnownSectionName(name: string): boolean {
  const words = normalizeHeading(name);
  return (
    [...DECIDING_HEADINGS, SUMMARY_HEADING].some((one) => one.test(words)) ||
    /^(?:context|motivation|status)$/.test(words)
  );
}

/** Comments, tables of contents and link definitions say nothing about the plan. */
function stripAsides(lines: readonly string[]): string {
  return lines
    .join("\n")
    .replace(/<!--[^]*?-->/g, "")
    .replace(/^\[[^\]\n]+\]:[ \t]*\S+.*$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The whole body without the lines that only say who wrote it, when, and its status. */
function stripAuthorDetails(lines: readonly string[]): string {
  let inHead = true;
  const kept = lines.filter((line) => {
    if (!inHead || line.trim() === "" || line.startsWith("#")) return true;
    if (AUTHOR_DETAIL.test(line)) return false;
    inHead = false;
    return true;
  });
  return stripAsides(kept);
}

const AUTHOR_DETAIL =
  /^\s*(?:[-*]\s+)?(?:\*\*|__)?(?:authors?|owners?|date|created|updated|last updated|status|version|reviewers?|deciders?|approvers?|tags?|start date|feature name|[\w ]*\b(?:pr|issue))(?:\*\*|__)?\s*:(?:\*\*|__)?\s*\S/i;
