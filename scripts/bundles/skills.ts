/** The five skills: what each is for, and the steps that an agent takes. */
import {
  EXIT_MEANINGS,
  formatBulletList,
  AGENT_RULES,
  DEBATE_WHEN,
  DEBATE_WHEN_NOT,
} from "../../src/cli/mcp/agent-guidance.ts";
import type { HostToolName } from "../../src/mcp/host-tools.ts";

export interface Skill {
  readonly name: string;
  readonly title: string;
  /** One line for lists of commands. */
  readonly summary: string;
  /** When a model should take it up, and when not. */
  readonly description: string;
  /** What a person gives with the command. */
  readonly given: string;
  readonly body: string;
}

/** A tool's name as the server has it: the compiler refuses one that is not there. */
const tool = (name: HostToolName): string => `\`${name}\``;

const UNASKED =
  "Not for facts that can be looked up, cheap reversible choices, or when the user did not ask for it.";

const FOLLOW = `Call ${tool("check_debate")} until it has ended. If \`waits_for\` names a seat of yours, answer with ${tool("answer_seat")}, from its prompt alone and in its stance, not yours.`;

const challenge: Skill = {
  name: "challenge",
  title: "Have a position challenged",
  summary: "Have a plan attacked before you rely on it",
  description: `Have a plan, design or position attacked by independent challengers. Use when the user asks to challenge, attack, red-team or stress-test a plan, or asks what is wrong with it. ${UNASKED}`,
  given: "the position, or its file; otherwise the plan discussed last",
  body: `1. Make sure that the user asked for this. If not, offer it in one sentence and wait.
2. Pass the whole position in its author's words. Name the files that it relies on as \`paths\`: challengers can quote
   nothing else.
3. Call ${tool("challenge_position")}. If it returns before the end, it gives an id. ${FOLLOW}
4. Report in this order: who was absent or what failed; open objections, each with its claim id and its quote; which
   were answered or withdrawn; what would change the verdict.

Without the tools: \`dissent challenge plan.md\`.`,
};

const debate: Skill = {
  name: "debate",
  title: "Put a question before a panel",
  summary: "Put options before a panel, then decide yourself",
  description: `Put a question with options before a panel that votes blind and then challenges each other. Use when the user asks for a debate, a panel or a second opinion on a choice that is expensive to undo. ${UNASKED}`,
  given: "the question and its options",
  body: `1. Make sure that the user asked for this. If not, offer it in one sentence and wait.
2. Check with ${tool("find_decisions")} whether it was decided before. If so, show that, and ask whether to reopen it.
3. Write the question and two to nine options, each a real choice. Show them to the user before you start.
4. Call ${tool("start_debate")}; tell the user its estimate. ${FOLLOW}
5. Report in this order: who was absent or what failed; the outcome by its label; every dissent word for word; who
   changed position because of which claim; what would change the result.
6. Call ${tool("decide")} when the user wants to decide. Only the user can answer it.

Without the tools: \`dissent run brief.md\`, where the brief is Markdown with \`question\` and \`options\` in its front matter.`,
};

const merge: Skill = {
  name: "merge",
  title: "Make one document of several drafts",
  summary: "Make one document of several drafts",
  description:
    "Merge 2 to 10 drafts of the same document into one, every paragraph traced to its draft. Use when the user asks to merge, combine or reconcile drafts or plans. Not for merging code or git branches, and not when the user did not ask for it.",
  given: "the drafts, as paths",
  body: `1. Make sure that the user asked for this, and which drafts they mean.
2. Call ${tool("merge_documents")} with their paths. ${FOLLOW}
3. Report what came from which draft, what was left out on purpose, and what stayed unresolved. Don't rewrite the merged
   text, or its provenance is lost.

Without the tools: \`dissent merge a.md b.md -o plan.md\`, then \`dissent merge --blame plan.md\`.`,
};

const review: Skill = {
  name: "review",
  title: "Have a change reviewed",
  summary: "Have a change attacked before you merge it",
  description:
    "Review my change: several models look for defects in a code change, and only findings that the others cannot refute are reported. Use when the user asks to review, attack or check a change, a branch or a pull request before it is merged. Not for style, for code that nobody changed, or when the user did not ask for it.",
  given: "a range or a commit; otherwise the working tree",
  body: `1. Make sure that the user asked for this, and which change they mean. Run the tests first: what they find needs no debate.
2. Call ${tool("review_change")}. ${FOLLOW}
3. Report in this order: who was absent or what was not shown; confirmed findings, worst first, each with file, line and
   the input that fails; open ones, with what speaks against them; how many were refuted.
4. Look at each confirmed finding in the code before you change anything. If one is wrong, say why to the user.
5. After a change, review again: what was refuted or rejected does not come back while its lines are the same.

Without the tools: \`dissent review\`, then \`dissent report last -f comment\`.`,
};

const readRecord: Skill = {
  name: "read-record",
  title: "Read the record of a debate",
  summary: "Read the record of a debate critically",
  description:
    "Read, explain or verify the record of a Dissent debate: outcome, dissents, changes of mind, audit, exit codes. Use when the user asks what a debate decided, whether to trust it, or what an exit code of dissent means. Asks no model and costs nothing.",
  given: "the debate's id, a file, or last",
  body: `1. Get it: ${tool("check_debate")} and the resource \`dissent://debates/<id>/record.md\`, or \`dissent show <id>\`.
2. First report what is missing: absent seats, limits that were reached. Call a degraded result degraded.
3. Then the outcome and its label, the dissents word for word, and who changed position because of which claim.
4. \`dissent show <id> --audit\` shows how far to rely on it: changes without a cause, models of one family, what would
   change the result.
5. \`dissent verify <id or file>\` recomputes it offline. Don't rely on a record that doesn't verify.
6. Stated confidence is the model's own. Don't add it up or report it as a probability.

| Exit code | Means |
| --- | --- |
${EXIT_MEANINGS.map(([code, meaning]) => `| ${code} | ${meaning} |`).join("\n")}`,
};

export const SKILLS: readonly Skill[] = [challenge, debate, merge, review, readRecord];

/** What holds for every skill that can start something. */
const WORTH = `## Worth a debate

${formatBulletList(DEBATE_WHEN)}

Not worth one:

${formatBulletList(DEBATE_WHEN_NOT)}`;

const ALWAYS = `## Always

${formatBulletList(AGENT_RULES)}`;

/** A skill's text without its front matter. */
export function skillText({ name, title, body }: Skill): string {
  const worth = name === "challenge" || name === "debate" ? [WORTH] : [];
  return [`# ${title}`, body, ...worth, ALWAYS].join("\n\n");
}

/** For hosts that take one text instead of skills. */
export const WHOLE_RULE = [
  "# Debates with Dissent",
  `The tools of the MCP server \`dissent\`: ${tool("challenge_position")} has a plan attacked, ${tool("start_debate")} puts options before a panel, ${tool("merge_documents")} makes one document of drafts, ${tool("review_change")} has a code change attacked, ${tool("find_decisions")} finds what was decided. ${FOLLOW}`,
  WORTH,
  ALWAYS,
].join("\n\n");
