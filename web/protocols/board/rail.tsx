/** The phases of a board in a row: the one that is on is lit, those to come are dashed. */
import type { Phase } from "../../../src/protocols/board/timeline/phases.ts";
import { Card } from "../../kit/card.tsx";
import { Then } from "../panel-parts.tsx";

export function PhaseRail({ phases }: { phases: readonly Phase[] }) {
  if (phases.length === 0) return null;
  const now = phases.find(({ state }) => state === "now");
  return (
    <Card
      title="Phases"
      note={now ? `${now.heard} of ${now.asked} have answered in this one` : undefined}
    >
      <ol class="pad rail">
        {phases.map((phase) => (
          <li
            key={phase.step}
            class={phase.state}
            aria-current={phase.state === "now" ? "step" : undefined}
          >
            {phase.at === null ? (
              <span>
                {formatPhaseName(phase)}
                <span class="sr">, to come</span>
              </span>
            ) : (
              <Then at={phase.at}>{formatPhaseName(phase)}</Then>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const NAMES: Readonly<Record<Phase["kind"], string>> = {
  statements: "Statements",
  responses: "Responses",
  gate: "Gate",
  poll: "Poll",
  synthesis: "Synthesis",
  reviews: "Reviews",
  correction: "Correction",
  recheck: "Recheck",
};

function formatPhaseName({ kind, round }: Phase): string {
  return round === null ? NAMES[kind] : `${NAMES[kind]} ${round}`;
}
