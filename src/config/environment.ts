import { SetupError } from "../errors.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
/** The settings that environment variables carry. */
import { isSlug } from "../text/slug.ts";
import type { ConfigOverride } from "./config-layers.ts";
import { redactDatabaseAddress } from "./database-reference.ts";

/** Variable to the path of its setting. */
const SETTING_BY_VARIABLE: Readonly<Record<string, string>> = {
  DISSENT_PROTOCOL: "protocol",
  DISSENT_CONSENSUS: "consensus",
  DISSENT_MAX_ROUNDS: "maxRounds",
  DISSENT_TIMEOUT: "timeout",
  DISSENT_MAX_CALLS: "limits.calls",
  DISSENT_MAX_TOKENS: "limits.tokens",
  DISSENT_BUDGET: "limits.usd",
  DISSENT_MAX_TIME: "limits.time",
  DISSENT_DISPLAY: "display",
  DISSENT_ENGINE: "engine",
  DISSENT_OUT: "out",
  DISSENT_DATABASE_URL: "database",
};

const SEAT_VARIABLE_PREFIX = "DISSENT_SEAT_";

/** An empty variable counts as none: that is how shells and workflows unset one. */
export function listEnvironmentOverrides(
  env: Readonly<Record<string, string | undefined>>,
): readonly ConfigOverride[] {
  return Object.entries(env).flatMap(([from, value]): readonly ConfigOverride[] => {
    if (value === undefined || value.trim() === "") return [];
    const key = from.startsWith(SEAT_VARIABLE_PREFIX)
      ? parseSeatVariable(from)
      : SETTING_BY_VARIABLE[from];
    if (key === undefined) return [];
    return [{ from, key, value: key === "database" ? redactDatabaseAddress(value) : value }];
  });
}

function parseSeatVariable(variable: string): string {
  const seat = variable.slice(SEAT_VARIABLE_PREFIX.length).toLowerCase().replaceAll("_", "-");
  if (isSlug(seat)) return `participants.${seat}.model`;
  throw new SetupError("bad-config", `${stripToPlainLine(variable)} does not name a seat.`, {
    hint: "Write the seat's id after DISSENT_SEAT_, such as DISSENT_SEAT_RISK.",
  });
}
