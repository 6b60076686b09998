/** Writes docs/prompts.md: one prompt of each kind, word for word as the golden files of the protocols have it. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Golden files of each protocol, in the order of its flow, with what is asked. */
const SHOWN: Readonly<Record<string, readonly (readonly [file: string, title: string])[]>> = {
  judges: [
    ["round-1-risk", "Round 1: recommend alone"],
    ["round-2-value", "Round 2: challenge and revise"],
  ],
  challenge: [
    ["open-users-words", "Opening for a plan in your own words"],
    ["attack", "Objections"],
    ["press", "Pressing an agreement that says nothing"],
    ["respond", "The proponent answers"],
    ["rebut", "Rebuttals"],
    ["refute", "Testing the final version"],
    ["expose-challenger", "What each side assumes"],
  ],
  board: [
    ["statement-director", "A statement"],
    ["response-1", "A response"],
    ["gate", "The gate review"],
    ["poll", "The poll"],
    ["synthesis", "The synthesis"],
    ["review", "A review of it"],
  ],
  roundtable: [
    ["positions-security", "A position"],
    ["proposal-1-lead", "The lead's proposal"],
    ["discussion-1-test", "The discussion"],
    ["scores-1-security", "A score"],
    ["adr-draft-lead", "The decision record"],
  ],
  merge: [
    ["find", "The analyst"],
    ["state", "An advocate's statement"],
    ["rebut", "A rebuttal"],
    ["evaluate-forward", "The evaluator"],
  ],
  review: [
    ["request", "Files beyond the change"],
    ["find", "Findings"],
    ["examine", "Cross-examination"],
    ["answer", "The author answers"],
    ["defend", "A defence"],
    ["rule", "After the defence"],
  ],
};

const ROOT = new URL("../", import.meta.url);
export const PROMPT_PAGE = fileURLToPath(new URL("docs/prompts.md", ROOT));

export function renderPromptPage(): string {
  const sections = Object.entries(SHOWN).flatMap(([protocol, prompts]) => {
    const shownIn = new Map<string, string>();
    return [
      `## ${protocol}`,
      ...prompts.map(([file, title]) => {
        const path = `src/protocols/${protocol}/prompts/__prompts__/${file}.md`;
        const text = readFileSync(new URL(path, ROOT), "utf8").trimEnd();
        return `### ${title}\n\n\`\`\`\`text\n${leaveOutRepeats(text, title, shownIn)}\n\`\`\`\``;
      }),
    ];
  });
  return `${["# Prompts", INTRODUCTION, ...sections].join("\n\n")}\n`;
}

const INTRODUCTION = `Read what each participant is asked, word for word. To see the prompts of your own debate, open its transcript:

\`\`\`
dissent view last
\`\`\`

There is one prompt of each kind, from the tests of each protocol. Paragraphs that an earlier prompt on this page has
already shown are left out: \`[… as in "Round 1: recommend alone"]\`. Agents, people and other participants that read only
the prompt also get [the form of the reply](models.md#what-a-model-is-told), as its last lines.`;

/** The same paragraphs begin most prompts of a protocol. Those that a reader has seen are named, not repeated. */
function leaveOutRepeats(text: string, title: string, shownIn: Map<string, string>): string {
  const shown: string[] = [];
  for (const paragraph of text.split("\n\n")) {
    const earlier = shownIn.get(paragraph);
    if (earlier === undefined || earlier === title || paragraph.length < SHORT) {
      shownIn.set(paragraph, earlier ?? title);
      shown.push(paragraph);
      continue;
    }
    const mark = `[… as in "${earlier}"]`;
    if (shown.at(-1) !== mark) shown.push(mark);
  }
  return shown.join("\n\n");
}

/** A paragraph of fewer characters is repeated, for the sake of what stands around it. */
const SHORT = 80;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PROMPT_PAGE, renderPromptPage());
}
