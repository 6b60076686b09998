/** What all debates show together: how strong outcomes were, what they cost, and how often debating changed one. */
import "./statistics.css";
import { useEffect, useState } from "preact/hooks";

import type { CaseGroup, CaseRate } from "../../src/audit/project-stats.ts";
import type { PageStatistics } from "../../src/page/page-payload.ts";
import { Card } from "../kit/card.tsx";
import { DataTable } from "../kit/data-table.tsx";
import {
  capitalizeText,
  formatInteger,
  formatPlural,
  formatStopwatch,
  formatUsd,
} from "../kit/format-text.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { fetchJson } from "../state/server-api.ts";
import { MonthChart } from "./month-chart.tsx";

export function StatisticsView() {
  const [found, setFound] = useState<PageStatistics | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const uncounted = found?.uncounted ?? null;
  useEffect(() => {
    if (uncounted === 0) return;
    fetchJson<PageStatistics>("/api/statistics").then(setFound, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [uncounted]);
  return (
    <div class="home statistics">
      <header class="home-head">
        <div>
          <h1>Statistics</h1>
          <p class="sub">
            Over all debates that have ended; recorded ones don't count.
            {uncounted !== null && uncounted > 0 && ` ${uncounted} are still being counted.`}
          </p>
        </div>
        <a class="btn" href={buildViewAddress("home")}>
          All debates
        </a>
      </header>
      {problem !== null && (
        <p class="alert" role="alert">
          {problem}
        </p>
      )}
      {found === null ? (
        problem === null && <p class="empty waiting">Reading all debates.</p>
      ) : found.all.debates === 0 ? (
        <p class="empty">No debate has ended here yet.</p>
      ) : (
        <StatisticsCards {...found} />
      )}
    </div>
  );
}

function StatisticsCards({ all, byProtocol, byPanel, months, calibration }: PageStatistics) {
  return (
    <>
      <dl class="figures">
        <Figure name="Debates" value={formatInteger(all.debates)} />
        <Figure name="Spent" value={formatUsd(all.costUsd)} />
        <Figure name="Calls" value={formatInteger(all.calls)} />
        <Figure
          name="Changed by debating"
          value={`${all.changed.count} of ${all.changed.of}`}
          note={formatInterval(all.changed)}
        />
        <Figure
          name="Contested"
          value={`${all.contested.count} of ${all.contested.of}`}
          note={formatInterval(all.contested)}
        />
      </dl>
      <Card title="What debating added" note="on top of the blind vote">
        <div class="pad">
          <p>
            On average {all.extraCalls.toFixed(1)} calls, {formatUsd(all.extraUsd)} and{" "}
            {formatStopwatch(all.extraMs)} more for each debate.
          </p>
          <p>
            The outcome changed in {all.changed.count} of {all.changed.of}; in {all.hollow.count}{" "}
            only because of changes of mind that nothing supports.{" "}
            {all.capitulated.of > 0 &&
              `Of ${formatPlural(all.capitulated.of, "change")} of mind, ${all.capitulated.count} gave no cause.`}
          </p>
        </div>
      </Card>
      <div class="two">
        <Card title="Strength of outcomes" note="by month">
          <MonthChart months={months} kind="strengths" />
        </Card>
        <Card title="Cost" note="by month">
          <MonthChart months={months} kind="cost" />
        </Card>
      </div>
      <GroupTable title="By protocol" groups={byProtocol} />
      <GroupTable title="By panel" groups={byPanel} />
      <CalibrationCard {...calibration} />
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** How little few cases allow to be said. */
function formatInterval({ interval: { low, high } }: CaseRate): string {
  return `${Math.round(low * 100)} to ${Math.round(high * 100)}% is likely`;
}

function GroupTable({ title, groups }: { title: string; groups: readonly CaseGroup[] }) {
  return (
    <Card title={title}>
      <div class="pad scroll" tabIndex={0} role="group" aria-label={title}>
        <DataTable
          caption={title}
          head={["", "Debates", "Changed", "Contested", "Degraded", "Cost"]}
          rows={groups.map(({ name, debates, changed, contested, degraded, costUsd }) => [
            name === "" ? "no answers" : showInvisibleCharacters(capitalizeText(name)),
            debates,
            `${changed.count} of ${changed.of}`,
            `${contested.count} of ${contested.of}`,
            `${degraded.count} of ${degraded.of}`,
            formatUsd(costUsd),
          ])}
        />
      </div>
    </Card>
  );
}

function CalibrationCard({
  judged,
  needed,
  byStrength,
  error,
  correlation,
}: PageStatistics["calibration"]) {
  return (
    <Card title="Were the decisions right?" note={`${formatPlural(judged, "decision")} judged`}>
      <div class="pad">
        {byStrength === null ? (
          <p>
            Not known yet: {judged} of {needed} decisions were judged. Judge one in a terminal with{" "}
            <code>dissent decisions outcome</code>.
          </p>
        ) : (
          <DataTable
            caption="How often each strength was right"
            head={["Strength", "Right", "Likely"]}
            rows={Object.entries(byStrength)
              .filter(([, { of }]) => of > 0)
              .map(([strength, rate]) => [
                capitalizeText(strength),
                `${rate.count} of ${rate.of}`,
                formatInterval(rate),
              ])}
          />
        )}
        {error !== null && <p class="sub">Calibration error {error.toFixed(3)}.</p>}
        {correlation !== null && (
          <p class="sub">Errors of two seats correlate by {correlation.toFixed(2)}.</p>
        )}
      </div>
    </Card>
  );
}
