/** The duty to challenge, made visible: the whole map, and the same as a table. */
import { useMemo } from "preact/hooks";

import { type Challenge, challengesAt, storyUpTo } from "../../src/timeline/moment.ts";
import type { Fate, Moment, Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { capital, plural } from "../kit/words.ts";
import { moment, story } from "../state/debate.ts";
import { addressOf, go, route } from "../state/route.ts";
import { ViewHead } from "../transcript/view-head.tsx";
import { ChallengeMap, countWords } from "./challenge-map.tsx";
import { ChallengeTable } from "./challenge-table.tsx";

import "./challenges.css";
import { ExchangePanel } from "./exchange-panel.tsx";
import { hasAlike } from "./graph.ts";

export function ChallengesView() {
  if (story.value === null || moment.value === null) return null;
  return <Challenges whole={story.value} now={moment.value} />;
}

const FATES: readonly Fate[] = ["open", "answered", "granted"];

function Challenges({ whole, now }: { whole: Story; now: Moment }) {
  const { parameters } = route.value;
  const told = useMemo(() => storyUpTo(whole, now.at), [whole, now.at]);
  const all = useMemo(() => challengesAt(told, now.at), [told, now.at]);
  const fate = FATES.find((one) => one === parameters["fate"]) ?? null;
  const chosen = parameters["claim"] ?? null;
  const each = parameters["each"] === "1";
  const hasGroups = useMemo(() => hasAlike(told, all, now.at), [told, all]);
  const shown = fate === null ? all : all.filter((challenge) => challenge.fate === fate);
  return (
    <div class={chosen === null ? "challenges-view" : "challenges-view with-exchange"}>
      <ViewHead question={told.question} view="Challenges" />
      <Choices fate={fate} all={all} each={hasGroups ? each : null} />
      {all.length === 0 && (
        <Card title="Challenges">
          <p class="pad empty">Nobody has challenged anything by this moment.</p>
        </Card>
      )}
      {chosen !== null && <ExchangePanel story={told} id={chosen} at={now.at} />}
      <div class="map-and-table">
        <ChallengeMap story={told} moment={now} each={each} fate={fate} chosen={chosen} />
        {all.length > 0 && (
          <Card
            title="All of them"
            note={fate === null ? countWords(all) : `${plural(shown.length, "challenge")}, ${fate}`}
          >
            <ChallengeTable story={told} challenges={shown} chosen={chosen} />
          </Card>
        )}
      </div>
    </div>
  );
}

interface ChoicesProps {
  readonly fate: Fate | null;
  readonly all: readonly Challenge[];
  /** Null where there is nothing to take apart. */
  readonly each: boolean | null;
}

function Choices({ fate, all, each }: ChoicesProps) {
  if (all.length === 0) return null;
  const choose = (changes: Record<string, string | null>): void =>
    go(addressOf("challenges", changes), { replace: true });
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
            {capital(one)} {all.filter((challenge) => challenge.fate === one).length}
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
