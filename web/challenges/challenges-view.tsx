/** All challenges of a debate: the map, and the same as a table. */
import { useMemo } from "preact/hooks";

import type {
  ChallengeFate,
  DebateSnapshot,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import {
  type ChallengeSnapshot,
  listChallengesAt,
  cutTimelineAt,
} from "../../src/timeline/snapshot/snapshot.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { capitalizeText, formatPlural } from "../kit/format-text.ts";
import { ViewHead } from "../kit/view-head.tsx";
import { shownSnapshot, debateTimeline } from "../state/debate-state.ts";
import { buildViewAddress, navigateTo, currentRoute } from "../state/page-route.ts";
import { ChallengeMap } from "./challenge-map.tsx";
import { ChallengeTable } from "./challenge-table.tsx";

import "./challenges.css";
import { ExchangePanel } from "./exchange-panel.tsx";
import { FATES, FATE_WORDS, FateCounts } from "./fate-words.tsx";
import { hasChallengeGroups } from "./map-graph.ts";

export function ChallengesView() {
  if (debateTimeline.value === null || shownSnapshot.value === null) return null;
  return <ChallengesContent whole={debateTimeline.value} now={shownSnapshot.value} />;
}

function ChallengesContent({ whole, now }: { whole: DebateTimeline; now: DebateSnapshot }) {
  const { parameters } = currentRoute.value;
  const told = useMemo(() => cutTimelineAt(whole, now.at), [whole, now.at]);
  const all = useMemo(() => listChallengesAt(told, now.at), [told, now.at]);
  const fate = FATES.find((one) => one === parameters["fate"]) ?? null;
  const chosen = parameters["claim"] ?? null;
  const each = parameters["each"] === "1";
  const hasGroups = useMemo(() => hasChallengeGroups(told, all, now.at), [told, all]);
  const shown = fate === null ? all : all.filter((challenge) => challenge.fate === fate);
  return (
    <div class={chosen === null ? "challenges-view" : "challenges-view with-exchange"}>
      <ViewHead question={told.question} view="Challenges" />
      <FateFilter fate={fate} all={all} each={hasGroups ? each : null} />
      {all.length === 0 && (
        <Card title="Challenges">
          <p class="pad empty">Nobody has challenged anything by this moment.</p>
        </Card>
      )}
      {chosen !== null && <ExchangePanel timeline={told} id={chosen} at={now.at} />}
      <div class="map-and-table">
        <ChallengeMap timeline={told} snapshot={now} each={each} fate={fate} chosen={chosen} />
        {all.length > 0 && (
          <Card
            title="All of them"
            note={
              fate === null ? (
                <FateCounts challenges={all} />
              ) : (
                `${formatPlural(shown.length, "challenge")}, ${FATE_WORDS[fate]}`
              )
            }
          >
            <ChallengeTable timeline={told} challenges={shown} chosen={chosen} />
          </Card>
        )}
      </div>
    </div>
  );
}

interface FateFilterProps {
  readonly fate: ChallengeFate | null;
  readonly all: readonly ChallengeSnapshot[];
  /** Null where there is nothing to take apart. */
  readonly each: boolean | null;
}

function FateFilter({ fate, all, each }: FateFilterProps) {
  if (all.length === 0) return null;
  const choose = (changes: Record<string, string | null>): void =>
    navigateTo(buildViewAddress("challenges", changes), { replace: true });
  return (
    <div class="choices-bar">
      <div class="act" role="group" aria-label="Show">
        <Button pressed={fate === null} onPress={() => choose({ fate: null })}>
          All {all.length}
        </Button>
        {FATES.map((one) => (
          <Button
            key={one}
            pressed={fate === one}
            onPress={() => choose({ fate: fate === one ? null : one })}
          >
            {capitalizeText(FATE_WORDS[one])}{" "}
            {all.filter((challenge) => challenge.fate === one).length}
          </Button>
        ))}
      </div>
      {each !== null && (
        <div class="act">
          <Button pressed={each} onPress={() => choose({ each: each ? null : "1" })}>
            Show each one in the map
          </Button>
        </div>
      )}
    </div>
  );
}
