/** Two debates side by side: what was new on top, how each ended, who stands elsewhere and because of what. */
import "./compare.css";
import { useEffect, useState } from "preact/hooks";

import { readOpening } from "../../src/domain/journal/event.ts";
import { buildTranscript } from "../../src/domain/journal/transcript.ts";
import type { PageDebate, SentPageDebate } from "../../src/page/page-payload.ts";
import {
  compareDebates,
  type ComparedDebate,
  type ComparedEnding,
  type ComparedSeat,
  type DebateComparison,
} from "../../src/reports/debate-comparison.ts";
import type { PositionLane } from "../../src/timeline/debate-timeline.ts";
import { findOptionLane } from "../home/debate-status.ts";
import { Card } from "../kit/card.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { LaneMark } from "../kit/lane-mark.tsx";
import { MarkdownText } from "../kit/markdown/markdown.tsx";
import { formatOutcomeSentence } from "../kit/outcome-sentence.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { ViewHead } from "../kit/view-head.tsx";
import { buildDebateHref } from "../state/home-state.ts";
import { parseJournalEvents } from "../state/journal-chain.ts";
import { currentRoute } from "../state/page-route.ts";
import { fetchJson } from "../state/server-api.ts";

export function CompareView() {
  const { first: one = "", second: other = "" } = currentRoute.value.parameters;
  const [debates, setDebates] = useState<readonly [PageDebate, PageDebate] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setDebates(null);
    setProblem(null);
    Promise.all([fetchDebate(one), fetchDebate(other)]).then(setDebates, (error: unknown) =>
      setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, [one, other]);
  if (problem !== null) {
    return (
      <p class="alert" role="alert">
        {problem}
      </p>
    );
  }
  if (debates === null) return <p class="empty waiting">Reading both debates.</p>;
  const [first, second] = debates.map(readComparedDebate);
  return (
    <>
      <ViewHead
        question={readOpening(debates[0].events).brief.question}
        view="Two debates compared"
      />
      {first && second ? (
        <Comparison
          comparison={compareDebates(first, second)}
          debates={debates}
          lanes={readLanes(debates[0])}
        />
      ) : (
        <p class="empty">One of them has not got far enough to be compared.</p>
      )}
    </>
  );
}

/** A long debate comes without what follows from it, which is asked for then. */
async function fetchDebate(id: string): Promise<PageDebate> {
  const path = `/api/debates/${encodeURIComponent(id)}`;
  const sent = await fetchJson<SentPageDebate>(path);
  const findings = sent.findings ?? (await fetchJson<PageDebate["findings"]>(`${path}/findings`));
  return { ...sent, findings, events: parseJournalEvents(sent.lines) };
}

function readLanes({ events }: PageDebate): PositionLane[] {
  return readOpening(events).brief.options.flatMap(
    ({ id }, _, options) => findOptionLane(options, id) ?? [],
  );
}

function readComparedDebate({ events, findings }: PageDebate): ComparedDebate | null {
  const audit = findings?.audit ?? null;
  return audit === null ? null : { events, transcript: buildTranscript(events), audit };
}

interface ComparisonProps {
  readonly comparison: DebateComparison;
  readonly debates: readonly [PageDebate, PageDebate];
  readonly lanes: readonly PositionLane[];
}

function Comparison({ comparison, debates, lanes }: ComparisonProps) {
  const { endings, sameEnding, seats, settings } = comparison;
  return (
    <div class="col compare">
      <NewFacts debates={debates} />
      <Card title={sameEnding ? "Both ended alike" : "They ended differently"}>
        <div class="compare-endings">
          {endings.map((ending) => (
            <Ending key={ending.debate} ending={ending} lanes={lanes} />
          ))}
        </div>
      </Card>
      <Card title="Who stands where, and because of what">
        <div class="pad">
          <DataTable
            caption="The last position of each participant in both debates"
            head={["Participant", endings[0].debate, endings[1].debate, "Moved because of"]}
            rows={seats.map((seat) => [
              seat.name,
              <Position key="first" id={seat.positions[0]} lanes={lanes} />,
              <Position key="second" id={seat.positions[1]} lanes={lanes} />,
              <Moves key="moves" seat={seat} />,
            ])}
          />
        </div>
      </Card>
      <Differences settings={settings} seats={seats} names={endings} />
    </div>
  );
}

/** What only one of them knew, in full: the likeliest reason why they differ. */
function NewFacts({ debates }: Pick<ComparisonProps, "debates">) {
  const known = debates.map(({ events }) => readOpening(events).brief.sources);
  const facts = debates.flatMap(({ id, texts }, index) => {
    const others = new Set(known[1 - index]?.map(({ sha256 }) => sha256));
    return (known[index] ?? [])
      .filter(({ sha256 }) => !others.has(sha256))
      .map(({ id: source, sha256, title }) => ({ debate: id, source, title, text: texts[sha256] }));
  });
  if (facts.length === 0) return <p class="sub">Both panels knew the same.</p>;
  return (
    <Card title="What only one of them knew" class="pressing">
      {facts.map(({ debate, source, title, text }) => (
        <div class="pad" key={`${debate} ${source}`}>
          <p class="sub">
            <UntrustedText text={title === "" ? source : title} most={160} />, only in{" "}
            <span class="mono">{debate}</span>
          </p>
          {text !== undefined && <MarkdownText text={text} />}
        </div>
      ))}
    </Card>
  );
}

function Ending({ ending, lanes }: { ending: ComparedEnding; lanes: readonly PositionLane[] }) {
  const { choice, debate, decided, outcome, strength, summary } = ending;
  return (
    <section aria-label={debate}>
      <p class="sub">
        <a class="mono" href={buildDebateHref(debate)}>
          {debate}
        </a>
      </p>
      <p class="word">
        {outcome ?? "Not ended yet"} {choice !== null && <Position id={choice} lanes={lanes} />}
      </p>
      <p class="serif">
        <UntrustedText text={formatOutcomeSentence(summary)} most={400} />
      </p>
      {outcome !== null && (
        <p>
          <strong>Strength: {strength}.</strong>
          {decided !== null && ` A person decided ${decided}.`}
        </p>
      )}
    </section>
  );
}

function Position({ id, lanes }: { id: string | null; lanes: readonly PositionLane[] }) {
  if (id === null) return <span class="sub">–</span>;
  const lane = lanes.find((one) => one.id === id);
  return lane === undefined ? <code>{id}</code> : <LaneMark lane={lane} />;
}

function Moves({ seat: { moves } }: { seat: ComparedSeat }) {
  const all = moves.flat();
  if (all.length === 0) return <span class="sub">did not move</span>;
  return (
    <>
      {all.map(({ because, from, to }, index) => (
        <p key={index}>
          {from} → {to}: <UntrustedText text={because ?? "no cause was given"} most={200} />
        </p>
      ))}
    </>
  );
}

function Differences(props: {
  settings: DebateComparison["settings"];
  seats: readonly ComparedSeat[];
  names: DebateComparison["endings"];
}) {
  const { names, seats, settings } = props;
  const rows = [
    ...settings.map(({ name, values }) => [name, ...values]),
    ...seats
      .filter(({ models: [one, two] }) => one !== two)
      .map(({ models, name }) => [name, models[0] ?? "no seat", models[1] ?? "no seat"]),
  ];
  if (rows.length === 0) return null;
  return (
    <Card title="What else was different">
      <div class="pad">
        <DataTable
          caption="Settings and models that differ"
          head={["", names[0].debate, names[1].debate]}
          rows={rows}
        />
      </div>
    </Card>
  );
}
