import { describe, expect, test } from "vitest";

import {
  type DebateExpense,
  describePriceEstimate,
  describeReservationWarning,
  formatPriceRange,
  refuseUnpricedModels,
} from "../../app/debate-expense.ts";
import type { Estimate } from "../../debates/estimate.ts";
import { SetupError } from "../../errors.ts";
import { NO_LIMITS } from "../../plan.ts";
import type { CliContext } from "../cli-context.ts";
import { confirmDebateCost, formatShellCommand } from "./confirm-cost.ts";

const ESTIMATE: Estimate = {
  calls: { min: 3, max: 6 },
  bytes: 100,
  models: [],
  usd: { min: 0.6, max: 1.4 },
  approximate: false,
  reservedUsd: 0,
  unpriced: [],
  hosts: [],
};

const EXPENSE: DebateExpense = {
  estimate: ESTIMATE,
  limits: NO_LIMITS,
  confirmAboveUsd: 1,
  found: [],
};

function session(args: readonly string[] = ["run", "q.md"]): CliContext {
  const stderr = { write: () => true };
  return {
    env: { A_KEY: "planted-key" },
    homeDir: "/nowhere",
    args,
    stderr,
    flags: {},
  } as unknown as CliContext;
}

async function refusal(expense: DebateExpense, args?: readonly string[]): Promise<SetupError> {
  const error: unknown = await confirmDebateCost(session(args), expense, {}).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SetupError)) throw new Error(`No refusal: ${JSON.stringify(error)}`);
  return error;
}

describe("K12 what may cost more than is spent without asking", () => {
  test("is refused where no question can be asked, with the commands to paste", async () => {
    const { code, message, hint } = await refusal(EXPENSE, ["run", "my brief.md", "-p", "board"]);

    expect(code).toBe("needs-confirmation");
    expect(message).toBe(
      "This may cost $0.60-1.40, which is above $1.00, and there is no terminal to ask on.",
    );
    expect(hint?.split("\n")).toEqual([
      "Agree to it:   dissent run 'my brief.md' -p board --yes",
      "Or with a cap: dissent run 'my brief.md' -p board --budget 1.40",
    ]);
  });

  test.each([[{ yes: true }], [{ budget: "1" }]])("is agreed to by %j", async (flags) => {
    expect(await confirmDebateCost(session(), EXPENSE, flags)).toBe(true);
  });

  test("needs no word up to that amount, or where answers cost nothing", async () => {
    const at = { ...EXPENSE, confirmAboveUsd: 1.4 };
    const free = {
      ...EXPENSE,
      estimate: { ...ESTIMATE, usd: { min: 0, max: 0 } },
      confirmAboveUsd: 0,
    };

    expect(await confirmDebateCost(session(), at, {})).toBe(true);
    expect(await confirmDebateCost(session(), free, {})).toBe(true);
  });

  test("K17 is refused without a key that was typed", async () => {
    const { hint } = await refusal(EXPENSE, ["run", "q.md", "--option", "A: planted-key"]);

    expect(hint).not.toContain("planted-key");
  });
});

describe("a model of unknown price", () => {
  const estimate = { ...ESTIMATE, usd: null, unpriced: ["codex", "team/x"] };

  test("K12 is refused under a cap before anything is spent, unless that was allowed", () => {
    const limits = { ...NO_LIMITS, usd: 2 };

    expect(() => refuseUnpricedModels({ estimate, limits })).toThrow(
      "The price of codex, team/x is unknown, so a cap of $2.00 cannot be kept.",
    );
    expect(() =>
      refuseUnpricedModels({ estimate, limits: { ...limits, unpriced: true } }),
    ).not.toThrow();
    expect(() => refuseUnpricedModels({ estimate, limits: NO_LIMITS })).not.toThrow();
    expect(() => refuseUnpricedModels({ estimate: ESTIMATE, limits })).not.toThrow();
  });

  test("that was found, and that no person named, is asked about; one that a person named is not", async () => {
    const found = { ...EXPENSE, estimate, found: ["codex"] };

    expect((await refusal(found)).message).toBe(
      "You did not name codex, and the price is unknown, and there is no terminal to ask on.",
    );
    expect((await refusal(found)).hint).toBe("Agree to it:   dissent run q.md --yes");
    expect(await confirmDebateCost(session(), { ...EXPENSE, estimate }, {})).toBe(true);
    const allowed = { ...found, limits: { ...NO_LIMITS, unpriced: true } };
    expect(await confirmDebateCost(session(), allowed, {})).toBe(true);
  });
});

describe("words", () => {
  test.each([
    [{}, null, "$0.60-1.40"],
    [{ approximate: true }, 2, "about $0.60-1.40, cap $2.00"],
    [{ unpriced: ["a"] }, null, "$0.60-1.40, 1 model of unknown price"],
    [{ unpriced: ["a", "b"] }, null, "$0.60-1.40, 2 models of unknown price"],
    [{ usd: null, unpriced: ["a"] }, 1, "price unknown, cap $1.00"],
    [{ usd: { min: 0, max: 0 } }, 1, null],
    [{ usd: null }, null, null],
  ])("an estimate of %j under a cap of %j is %j", (changes, usd, says) => {
    expect(describePriceEstimate({ ...ESTIMATE, ...changes }, { usd })).toBe(says);
  });

  test.each([
    [{ min: 0.00004, max: 0.231 }, "$0.01-0.23"],
    [{ min: 0.002, max: 0.03 }, "$0.002-0.030"],
    [{ min: 0.5, max: 0.5 }, "$0.50"],
    [{ min: 0, max: 0 }, "$0.00"],
  ])("%j is %s", (range, says) => {
    expect(formatPriceRange(range)).toBe(says);
  });

  test("a cap below what a round sets aside is said", () => {
    const estimate = { ...ESTIMATE, reservedUsd: 0.76 };

    expect(describeReservationWarning(estimate, { usd: 0.5 })).toMatch(
      /^asking all seats at once sets \$0\.76 aside/,
    );
    expect(describeReservationWarning(estimate, { usd: 0.76 })).toBeNull();
    expect(describeReservationWarning(estimate, { usd: null })).toBeNull();
  });

  test("a command can be pasted: words are quoted, and more comes before what follows --", () => {
    expect(formatShellCommand(["run", "it's"], ["--yes"])).toBe(`dissent run 'it'\\''s' --yes`);
    expect(formatShellCommand(["run", "--", "-x"], ["--yes"])).toBe("dissent run --yes -- -x");
    expect(formatShellCommand(["run", "\u001b[2Jx"])).not.toContain("\u001b");
  });
});
