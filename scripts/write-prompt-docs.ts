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
};

const ROOT = new URL("../", import.meta.url);
export const PROMPT_PAGE = fileURLToPath(new URL("docs/prompts.md", ROOT));

export function renderPromptPage(): string {
  const sections = Object.entries(SHOWN).flatMap(([protocol, prompts]) => [
    `## ${protocol}`,
    ...prompts.map(([file, title]) => {
      const path = `src/protocols/${protocol}/prompts/__prompts__/${file}.md`;
      const text = readFileSync(new URL(path, ROOT), "utf8").trimEnd();
      return `### ${title}\n\n\`\`\`\`text\n${text}\n\`\`\`\``;
    }),
  ]);
  return `${[
    "# Prompts",
    "These are the prompts that participants get, word for word, from the test fixtures of each protocol. Whatever reads only " +
      "its prompt also gets the shape of the reply, as its last lines. To see the prompts of a debate of your own, open its " +
      "transcript on the page: `dissent view last`.",
    ...sections,
  ].join("\n\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PROMPT_PAGE, renderPromptPage());
}
