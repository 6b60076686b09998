import { SetupError } from "../errors.ts";
import { plainLine } from "../text/plain-text.ts";
/** The settings that environment variables carry. */
import { isSlug } from "../text/slug.ts";
import type { Override } from "./layers.ts";
import { withoutPassword } from "./literal-database.ts";

/** Variable to the path of its setting. */
const VARIABLES: Readonly<Record<string, string>> = {
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

const SEAT = "DISSENT_SEAT_";

/** An empty variable counts as none: that is how shells and workflows unset one. */
export function environmentOverrides(
  env: Readonly<Record<string, string | undefined>>,
): readonly Override[] {
  return Object.entries(env).flatMap(([from, value]): readonly Override[] => {
    if (value === undefined || value.trim() === "") return [];
    const key = from.startsWith(SEAT) ? seatKey(from) : VARIABLES[from];
    if (key === undefined) return [];
    return [{ from, key, value: key === "database" ? withoutPassword(value) : value }];
  });
}

function seatKey(variable: string): string {
  const seat = variable.slice(SEAT.length).toLowerCase().replaceAll("_", "-");
  if (isSlug(seat)) return `participants.${seat}.model`;
  throw new SetupError("bad-config", `${plainLine(variable)} does not name a seat.`, {
    hint: "Write the seat's id after DISSENT_SEAT_, such as DISSENT_SEAT_RISK.",
  });
}
