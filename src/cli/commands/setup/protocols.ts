/** Lists the protocols, and describes one. */
import * as z from "zod";

import { PROTOCOLS } from "../../../dissent.ts";
import { SetupError } from "../../../errors.ts";
import type { Protocol } from "../../../protocol.ts";
import { findNearestWord } from "../../../text/nearest-word.ts";
import type { CommandHandler } from "../../program/program.ts";
import { padToColumns } from "../../terminal/terminal-style.ts";

export const runProtocolsListCommand: CommandHandler = async (cli) => {
  const rows = PROTOCOLS.map(({ id, version, summary }) => ({ id, version, summary }));
  const text = cli.flags.json
    ? JSON.stringify(rows)
    : rows
        .map(({ id, summary }) => `${padToColumns(cli.style.bold(id), 20)} ${summary}`)
        .join("\n");
  cli.stdout.write(`${text}\n`);
  return 0;
};

export const runProtocolsShowCommand: CommandHandler = async (cli, [name = ""]) => {
  const protocol = PROTOCOLS.find(({ id }) => id === name);
  if (!protocol) throw createUnknownProtocolError(name);
  const schema = z.toJSONSchema(protocol.settings, { io: "input" }) as SettingsSchema;
  if (cli.flags.json) {
    const { id, version, summary, seats } = protocol;
    cli.stdout.write(`${JSON.stringify({ id, version, summary, seats, settings: schema })}\n`);
    return 0;
  }
  const { style } = cli;
  const settings = Object.entries(schema.properties ?? {}).map(
    ([key, { default: value, description }]) =>
      `  ${padToColumns(key, 30)} ${padToColumns(JSON.stringify(value ?? null), 12)} ${description ?? ""}`,
  );
  const seats = protocol.seats.map(
    ({ id, name: title, stance }) =>
      `  ${padToColumns(id, 12)} ${padToColumns(title, 12)} ${stance ?? ""}`,
  );
  cli.stdout.write(
    [
      `${style.bold(protocol.id)} (version ${protocol.version})`,
      protocol.summary,
      "",
      style.bold("Seats"),
      ...seats,
      "",
      style.bold("Settings") +
        style.dim("   --setting name=value, or settings: in dissent.yaml or the brief"),
      ...settings,
      "",
    ].join("\n"),
  );
  return 0;
};

interface SettingsSchema {
  readonly properties?: Readonly<Record<string, { default?: unknown; description?: string }>>;
}

function createUnknownProtocolError(name: string): SetupError {
  const known = PROTOCOLS.map(({ id }: Protocol) => id);
  const guess = findNearestWord(name, known);
  return new SetupError("unknown-protocol", `There is no protocol "${name}".`, {
    hint: guess === undefined ? `Choose one of: ${known.join(", ")}.` : `Did you mean ${guess}?`,
  });
}
