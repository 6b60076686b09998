/** The judges' tables: options by the dimensions of each stance, with sums computed by code. */
import type { EffortEstimate } from "../../../src/protocols/judges/timeline/estimates.ts";
import type { ScoreCard } from "../../../src/protocols/judges/timeline/scores.ts";
import type { JudgesStory } from "../../../src/protocols/judges/timeline/timeline.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { Card } from "../../kit/card.tsx";
import { FoldedDataTable } from "../../kit/data-table.tsx";
import { capitalizeText, truncateText } from "../../kit/format-text.ts";
import { findLane, formatPositionHue } from "../../kit/lane-mark.tsx";
import { UntrustedText } from "../../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { OptionSign, Tag, Then, Warning, Who, showSeatName } from "../panel-parts.tsx";

export function ScoreCards({
  timeline: debateTimeline,
  told,
}: {
  timeline: DebateTimeline;
  told: JudgesStory;
}) {
  const { cards, drift } = told;
  if (cards.length === 0) return null;
  return (
    <Card
      title="Scores by each judge’s own measure"
      note="Judges fill in the rows; the totals are added up from them."
    >
      <div class="scorecards">
        {cards.map((card) => (
          <OneCard key={card.seat} timeline={debateTimeline} card={card} />
        ))}
      </div>
      {drift.length > 0 && (
        <div class="pad foot">
          {drift.map(({ seat, own, other }) => (
            <Warning key={seat}>
              {showSeatName(debateTimeline, seat)} argues for another stance: {other} words for it,{" "}
              {own} for their own, also after being asked.
            </Warning>
          ))}
        </div>
      )}
      <FoldedDataTable
        caption="Every row of every judge"
        head={["Judge", "Id", "Option", "Row", "Given", "Why"]}
        rows={cards.flatMap((card) =>
          card.options.flatMap(({ option, dimensions }) =>
            dimensions.map(({ id, kind, given, description }) => [
              showSeatName(debateTimeline, card.seat),
              id === null ? "" : showInvisibleCharacters(id),
              findLane(debateTimeline, option)?.letter ?? showInvisibleCharacters(option),
              formatKind(kind),
              given,
              <UntrustedText key="why" text={description} most={300} />,
            ]),
          ),
        )}
      />
    </Card>
  );
}

const MEASURES = {
  risk: "risk, less is better",
  value: "value, more is better",
  effort: "return on effort, more is better",
  plain: "its stance, more is better",
} as const;

function OneCard({
  timeline: debateTimeline,
  card,
}: {
  timeline: DebateTimeline;
  card: ScoreCard;
}) {
  const kinds = [
    ...new Set(card.options.flatMap(({ dimensions }) => dimensions.map(({ kind }) => kind))),
  ];
  const name = showSeatName(debateTimeline, card.seat);
  return (
    <section class="scorecard" aria-label={`Scores of ${name}`}>
      <h3>
        <Who timeline={debateTimeline} id={card.seat} />
        <Then at={card.at}>
          <span class="sub">
            {MEASURES[card.lens]}
            {card.horizon !== null && `, over ${card.horizon} months`}
          </span>
        </Then>
      </h3>
      {card.headline !== null && (
        <p class="small">
          <UntrustedText text={card.headline} most={300} />
          {card.conditions.map((condition) => (
            <span key={condition}>
              {" "}
              <Tag>only if</Tag> <UntrustedText text={condition} most={300} />
            </span>
          ))}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label={`Scores of ${name}, as a table`}>
        <table>
          <caption class="sr">{`Options by ${MEASURES[card.lens]}, as ${name} scored them`}</caption>
          <thead>
            <tr>
              <th scope="col">Option</th>
              <th scope="col">In all</th>
              {kinds.map((kind) => (
                <th scope="col" key={kind}>
                  {capitalizeText(formatKind(kind))}
                </th>
              ))}
              {card.lens === "effort" && <th scope="col">Unknowns, value</th>}
            </tr>
          </thead>
          <tbody>
            {card.options.map((option) => (
              <OptionRow
                key={option.option}
                timeline={debateTimeline}
                card={card}
                option={option}
                kinds={kinds}
              />
            ))}
          </tbody>
        </table>
      </div>
      <OwnConflict timeline={debateTimeline} card={card} />
      <CorrectedRows timeline={debateTimeline} card={card} />
    </section>
  );
}

function OwnConflict({
  timeline: debateTimeline,
  card,
}: {
  timeline: DebateTimeline;
  card: ScoreCard;
}) {
  if (!card.conflicts || card.recommends === null) return null;
  return (
    <Warning>
      Recommends <OptionSign timeline={debateTimeline} id={card.recommends} /> against its own
      scores, which put{" "}
      {card.best.map((id) => (
        <OptionSign key={id} timeline={debateTimeline} id={id} />
      ))}{" "}
      first.{" "}
      {card.conflictReason === null ? (
        "No reason is given. The vote counts all the same."
      ) : (
        <>
          Because: <UntrustedText text={card.conflictReason} most={400} />
        </>
      )}
    </Warning>
  );
}

/** Rows that the judge saw otherwise after round 2; the table above has the new figures. */
function CorrectedRows({
  timeline: debateTimeline,
  card,
}: {
  timeline: DebateTimeline;
  card: ScoreCard;
}) {
  const rows = card.options.flatMap(({ option, dimensions, effort }) => [
    ...dimensions.flatMap(({ kind, given, corrected }) =>
      corrected === null ? [] : [{ option, kind, given, ...corrected }],
    ),
    ...(effort?.corrected
      ? [{ option, kind: "estimate", given: formatEstimate(effort), ...effort.corrected }]
      : []),
  ]);
  if (rows.length === 0) return null;
  return (
    <ul class="lines" aria-label="Rows corrected in round 2">
      {rows.map(({ option, kind, given, from, reason }) => (
        <li key={`${option} ${kind}`}>
          <OptionSign timeline={debateTimeline} id={option} />
          <span>
            Corrected: {formatKind(kind)}, {from} becomes {given}.{" "}
            <UntrustedText text={reason} most={300} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function formatEstimate({ uncertainty, value }: EffortEstimate): string {
  return `days × ${uncertainty}, value ${value} of 10`;
}

function formatKind(kind: string): string {
  return truncateText(showInvisibleCharacters(kind.replaceAll("_", " ")), 24);
}

function OptionRow(props: {
  timeline: DebateTimeline;
  card: ScoreCard;
  option: ScoreCard["options"][number];
  kinds: readonly string[];
}) {
  const { timeline: debateTimeline, card, option, kinds } = props;
  const isChosen = card.recommends === option.option;
  return (
    <tr class={`${formatPositionHue(debateTimeline, option.option)}${isChosen ? " chosen" : ""}`}>
      <th scope="row">
        <OptionSign timeline={debateTimeline} id={option.option} />
      </th>
      <td class="sum">
        {option.share !== null && <Bar share={option.share} whole />}
        {option.shown ?? "cannot be read"} {isChosen && <Tag>recommended</Tag>}
      </td>
      {kinds.map((kind) => {
        const found = option.dimensions.find((one) => one.kind === kind);
        return (
          <td
            key={kind}
            title={found && truncateText(showInvisibleCharacters(found.description), 300)}
          >
            {found && card.lens !== "plain" && <Bar share={found.share} />}
            {found &&
              (card.lens === "plain" ? (
                <UntrustedText text={found.description} most={160} />
              ) : (
                found.given
              ))}
          </td>
        );
      })}
      {card.lens === "effort" && <td>{option.effort !== null && formatEstimate(option.effort)}</td>}
    </tr>
  );
}

function Bar({ share, whole = false }: { share: number; whole?: boolean }) {
  return (
    <span class={whole ? "amount whole" : "amount"} aria-hidden="true">
      <i style={{ inlineSize: `${Math.round(100 * Math.min(1, share))}%` }} />
    </span>
  );
}
