import type { SpendingBudget } from "../../server/spending-budget.ts";
import type { Team } from "../tokens/team.ts";
/** A token's money: set aside before anything is opened, and bound to what was. */
import type { TokenGrant } from "../tokens/token-grant.ts";

export function createRequestBudget(
  team: Pick<Team, "allowance" | "reserve">,
  grant: TokenGrant,
): SpendingBudget {
  return {
    readRemainingUsd: async () => (grant.budgetUsd === null ? null : team.allowance(grant)),
    async reserveAndOpen(usd, open) {
      const reserved = await team.reserve(grant, usd);
      const debate = await open().catch(async (error: unknown) => {
        await reserved.giveBack();
        throw error;
      });
      await reserved.bind(debate);
      return debate;
    },
    async reserveForDebate(usd, debate) {
      const reserved = await team.reserve(grant, usd, debate);
      await reserved.bind(debate).catch(async (error: unknown) => {
        await reserved.giveBack();
        throw error;
      });
    },
  };
}
