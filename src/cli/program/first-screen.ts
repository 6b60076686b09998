/** What `dissent` alone prints: enough to get started, on one screen of 80 columns. */
import { FIRST_SCREEN_EXAMPLES } from "../../protocols/examples.ts";

export const FIRST_SCREEN = `Dissent makes several AI models debate a question. They commit blind, challenge
each other, and code computes the result. Every dissent is kept.

See one without a key:
  dissent demo                      play a recorded debate of language models

Connect a model and write your question down:
  dissent init                      asks four questions, names the next command
  dissent doctor                    tries every model it finds

Then debate it:
  dissent run debates/my-question.md
  dissent "Postgres or SQLite?" --option "A: Postgres" --option "B: SQLite"
${FIRST_SCREEN_EXAMPLES.join("\n")}
  dissent list                      see your debates

More: dissent --help, or dissent <command> --help
`;
