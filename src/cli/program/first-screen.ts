/** What `dissent` alone prints: enough to get started, on one screen of 80 columns. */
import { FIRST_SCREEN_EXAMPLES } from "../../protocols/examples.ts";

export const FIRST_SCREEN = `Dissent makes several AI models debate a question. They commit blind, challenge
each other, and code computes the result. Every dissent is kept.

See one without a key:
  dissent demo                      play a recorded debate of language models

Connect a model:
  dissent config keys set anthropic        or openai, google; the key stays here
  dissent doctor                    find keys, coding agents and local models

Then your own:
  dissent init                      write an example brief and settings
  dissent run debates/example.md    debate it
  dissent "Postgres or SQLite?" --option "A: Postgres" --option "B: SQLite"
${FIRST_SCREEN_EXAMPLES.join("\n")}
  dissent list                      see your debates

More: dissent --help, or dissent <command> --help
`;
