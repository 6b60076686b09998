/** What a token allows, and the limits of what can be requested. */
import { SetupError } from "../../errors.ts";
import { LARGEST_BUDGET_USD } from "./micro-dollars.ts";

/** None implies another: `admin` alone starts nothing, and `run` alone reads nothing. */
export const SCOPES = ["read", "run", "decide", "admin"] as const;
export type TokenScope = (typeof SCOPES)[number];

export interface TokenGrant {
  /** The public part of the token. */
  readonly id: string;
  readonly person: string;
  readonly scopes: readonly TokenScope[];
  /** Dollars this token may spend in all; null: no limit. */
  readonly budgetUsd: number | null;
  readonly expiresMs: number | null;
}

export type TokenRequest = Omit<TokenGrant, "id">;

/** Who gives or takes a token away; a name alone where no token and no address is known. */
export type TokenIssuer =
  | string
  | { readonly id: string | null; readonly person: string; readonly from: string };

const LATEST_MS = Date.UTC(9999, 11, 31);
const LONGEST_NAME = 80;

/** The wish as it is kept, or one line about what is wrong with it. */
export function validateTokenRequest(wish: TokenRequest): TokenRequest {
  const { budgetUsd, expiresMs } = wish;
  if (budgetUsd !== null && !(budgetUsd >= 0 && budgetUsd <= LARGEST_BUDGET_USD)) {
    throw new SetupError("usage", `A budget is between $0 and $${LARGEST_BUDGET_USD}.`, {
      hint: "Write dollars as a number, such as 5 or 0.50.",
    });
  }
  if (expiresMs !== null && !(Number.isSafeInteger(expiresMs) && expiresMs <= LATEST_MS)) {
    throw new SetupError("usage", "A token ends at a time before the year 10000, or never.", {
      hint: "Name the time in milliseconds since 1970.",
    });
  }
  return {
    person: normalizePersonName(wish.person),
    scopes: validateTokenScopes(wish.scopes),
    budgetUsd,
    expiresMs,
  };
}

/** One spelling per name, so that a search finds all of it. */
function normalizePersonName(person: string): string {
  const name = person.normalize("NFC").trim();
  if (name === "" || Array.from(name).length > LONGEST_NAME || UNSPEAKABLE.test(name)) {
    throw new SetupError(
      "usage",
      `A person's name has 1 to ${LONGEST_NAME} characters and no control characters.`,
      { hint: "Name who will use the token: --person ann" },
    );
  }
  return name;
}

// what moves a cursor, breaks a line, hides or turns text round, and halves of characters
const UNSPEAKABLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;

function validateTokenScopes(scopes: readonly string[]): TokenScope[] {
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  if (known.length > 0 && known.length === new Set(scopes).size) return known;
  throw new SetupError("usage", "A token has at least one scope, and only scopes that there are.", {
    hint: `Choose from: ${SCOPES.join(", ")}.`,
  });
}
