/** What happens when no model is found: a terminal asks, and everything else is told how to connect one. */
import type { PreparedDebate } from "../../app/prepare-debate.ts";
import { WAYS_TO_CONNECT, createNoModelError } from "../../app/seating/model-seating.ts";
import { VENDORS } from "../../domain/vendor.ts";
import { saveStoredKey } from "../../models/stored-keys.ts";
import type { CliContext } from "../cli-context.ts";
import { askForKey } from "../commands/setup/keys.ts";
import { askPerson, canAskPerson } from "./ask-person.ts";

/** `sketch`: go on with the built-in reader. `stop`: the person was told what to do. Throws where no question can be asked. */
export async function askWithoutModel(
  cli: CliContext,
  { preview: { plan }, withoutModel: seats }: Pick<PreparedDebate, "preview" | "withoutModel">,
  mayAsk: boolean,
): Promise<"sketch" | "stop"> {
  if (!mayAsk || !canAskPerson(cli) || cli.flags.json === true) {
    throw createNoModelError(plan, { seats, hint: NO_MODEL_HINT });
  }
  cli.stderr.write(`${CHOICES.join("\n")}\n`);
  const choice = await askPerson(cli, { whenLeft: NOTHING_DEBATED }, async (ask) => {
    for (;;) {
      const answer = await ask("Your choice [1/2/3] ");
      if (answer === undefined) return "stop";
      const choice = answer.trim().toLowerCase();
      if (/^(?:2|s|sketch)$/.test(choice)) return "sketch";
      if (/^(?:1|c|connect)$/.test(choice)) {
        cli.stderr.write(`${["", ...WAYS_TO_CONNECT].join("\n")}\n`);
        return { vendor: (await ask(KEY_QUESTION)) ?? "" };
      }
      if (/^(?:|3|q|stop)$/.test(choice)) {
        cli.stderr.write(`${NOTHING_DEBATED}\n`);
        return "stop";
      }
    }
  });
  if (typeof choice === "string") return choice;
  await askForVendorKey(cli, choice.vendor.trim().toLowerCase());
  cli.stderr.write("Then type the same command again.\n");
  return "stop";
}

const KEY_QUESTION = "Paste a key now? [anthropic, openai, google; Enter: not now] ";

/** Any other answer means: not now. */
async function askForVendorKey(cli: CliContext, name: string): Promise<void> {
  const keyName = VENDORS.find((vendor) => vendor.name === name)?.keyNames[0];
  const key = keyName === undefined ? undefined : await askForKey(cli, keyName);
  if (keyName === undefined || key === undefined) return;
  await saveStoredKey(cli, keyName, key);
  cli.stderr.write(`Stored ${keyName}.\n`);
}

const NOTHING_DEBATED =
  "No model was called and nothing was written. See a recorded debate: dissent demo";

const CHOICES: readonly string[] = [
  "No language model was found. You can:",
  "  1  connect one, and see how",
  "  2  sketch: the built-in reader quotes what the brief marks for and against, and decides nothing",
  "  3  stop",
];

const NO_MODEL_HINT = [
  "Connect one:",
  ...WAYS_TO_CONNECT.map((way) => `  ${way}`),
  "Or use the built-in reader, which decides nothing: add --offline. Or see a recorded debate: dissent demo",
].join("\n");
