/** The audit of a debate: every measure beside the rule behind it. */
import type { ComponentChildren } from "preact";

import type { RobustnessTrial } from "../../src/audit/measures/outcome-robustness.ts";
import type { PageAudit } from "../../src/page/page-payload.ts";
import {
  describeCalibration,
  describeFidelity,
  describeIndependence,
} from "../../src/reports/audit-text.ts";
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { formatInteger, formatPlural, formatStopwatch, formatUsd } from "../kit/format-text.ts";
import { PositionLabel } from "../kit/position-label.tsx";
import { findSeatName } from "../kit/seat-monogram.tsx";
import { ClaimReference } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { AuditTallyBars, MoveAuditTable } from "./audit-tables.tsx";

export interface AuditPanelProps {
  readonly timeline: DebateTimeline;
  readonly audit: PageAudit;
}

/** K19: the strength of the outcome with its reasons: the headline of the audit. */
export function StrengthCard({ audit }: { audit: PageAudit }) {
  const { strength, reasons } = audit;
  const [first = "", ...others] = reasons;
  return (
    <Card title="Strength" class="trust">
      <div class="pad">
        <p class="trust-label">{strength}</p>
        <p class="serif audit-rule">{showInvisibleCharacters(first)}.</p>
        <p class="sub">{describeCalibration(audit)}</p>
        {others.length > 0 && (
          <>
            <h3>Also</h3>
            <ul class="audit-caps">
              {others.map((reason) => (
                <li key={reason}>{showInvisibleCharacters(reason)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}

export function AuditPanel({ timeline: debateTimeline, audit }: AuditPanelProps) {
  return (
    <div class="audit-cards">
      <AuditTallyBars timeline={debateTimeline} audit={audit} />
      <div class="two">
        <IndependenceFigures audit={audit} />
        <DebateEffectFigures timeline={debateTimeline} audit={audit} />
      </div>
      <MoveAuditTable timeline={debateTimeline} audit={audit} />
      <RobustnessTrials audit={audit} />
      <EvidenceFigures timeline={debateTimeline} audit={audit} />
    </div>
  );
}

function IndependenceFigures({ audit }: { audit: PageAudit }) {
  const { independence } = audit;
  const { voices, effectiveVotes, families, heterogeneity, distinctFirst } = independence;
  if (voices === 0) return null;
  const share = Math.min(100, (100 * effectiveVotes) / voices);
  return (
    <Card title="Independence" note={`${effectiveVotes.toFixed(2)} of ${voices} votes`}>
      <div class="pad">
        <div
          class="audit-meter"
          role="img"
          aria-label={`${voices} votes are worth ${effectiveVotes.toFixed(2)}`}
        >
          <span style={{ inlineSize: `${share}%` }} />
        </div>
        <p>{showInvisibleCharacters(describeIndependence(audit))}</p>
        <dl class="audit-figures">
          <AuditFigure name="Model families">
            {showInvisibleCharacters(
              Object.entries(families)
                .map(([family, seats]) => `${family} (${seats.length})`)
                .join(", "),
            )}
          </AuditFigure>
          <AuditFigure name="Heterogeneity">{heterogeneity.toFixed(2)}</AuditFigure>
          <AuditFigure name="Different first positions">{distinctFirst}</AuditFigure>
        </dl>
      </div>
    </Card>
  );
}

/** What debating added to voting, and what it took. */
function DebateEffectFigures({ timeline: debateTimeline, audit }: AuditPanelProps) {
  const { blindChoice, finalChoice, changed, extra } = audit.value;
  const isVoted = audit.tallies.final.cast > 0;
  const note = changed ? "it changed what stood at first" : "it changed nothing";
  return (
    <Card title="Worth more than a vote?" note={note}>
      <div class="pad">
        <dl class="audit-figures">
          {isVoted && (
            <>
              <AuditFigure name="A blind vote would have chosen">
                {renderChosenPosition(debateTimeline, blindChoice)}
              </AuditFigure>
              <AuditFigure name="The debate came to">
                {renderChosenPosition(debateTimeline, finalChoice)}
              </AuditFigure>
            </>
          )}
          <AuditFigure name="What came after the blind round took">
            {formatPlural(extra.calls, "call")}, {extra.unpriced > 0 ? "at least " : ""}
            {formatUsd(extra.costUsd)}, {formatStopwatch(extra.wallMs)}
          </AuditFigure>
          {extra.inputTokens + extra.outputTokens > 0 && (
            <AuditFigure name="Tokens of it">
              {formatInteger(extra.inputTokens + extra.outputTokens)}
            </AuditFigure>
          )}
        </dl>
      </div>
    </Card>
  );
}

function renderChosenPosition(
  debateTimeline: DebateTimeline,
  id: string | null,
): ComponentChildren {
  return id === null ? "nothing" : <PositionLabel timeline={debateTimeline} id={id} />;
}

function AuditFigure({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function EvidenceFigures({ timeline: debateTimeline, audit }: AuditPanelProps) {
  const { ledger, unanswered } = audit;
  const findName = (id: string): string => findSeatName(debateTimeline, id);
  const lines = [
    `${formatPlural(ledger.claims, "claim")}, ${formatInteger(ledger.proven)} with a quote of 20 characters or more that was found, ${formatInteger(ledger.novel)} new when made.`,
    ...describeFidelity(audit),
    ...(ledger.blindSeats.length === 0
      ? []
      : [`Quoted nothing that verifies: ${ledger.blindSeats.map(findName).join(", ")}.`]),
  ];
  return (
    <Card
      title="Evidence and fidelity"
      note={
        unanswered.length === 0
          ? "no quoted attack is unanswered"
          : `${formatPlural(unanswered.length, "quoted attack")} unanswered`
      }
    >
      <div class="pad">
        <ul class="audit-list">
          {lines.map((line) => (
            <li key={line}>{showInvisibleCharacters(line)}</li>
          ))}
          {unanswered.length > 0 && (
            <li class="open-words">
              Quoted attacks on what carried that nobody answered:{" "}
              {unanswered.map((id, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <ClaimReference id={id} />
                </span>
              ))}
            </li>
          )}
          {ledger.sources.map(({ id, title, quotes, by, sha256 }) => (
            <li key={id}>
              <span class="mono">{showInvisibleCharacters(id)}</span>{" "}
              {showInvisibleCharacters(title)}: {formatPlural(quotes, "verified quote")}
              {by.length > 0 && ` by ${showInvisibleCharacters(by.map(findName).join(", "))}`},{" "}
              <span class="mono">{sha256.slice(0, 12)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

// What would change the outcome? One thing is changed at a time, and everything is counted again.

const TRIAL_KINDS: readonly (readonly [RobustnessTrial["kind"], string])[] = [
  ["seat", "Without one voice"],
  ["threshold", "At another threshold"],
  ["family", "By model family"],
  ["source", "Without one source"],
];

function RobustnessTrials({ audit: { robustness, tallies } }: { audit: PageAudit }) {
  const { trials, sentence } = robustness;
  if (trials.length === 0 || tallies.final.cast === 0) return null;
  const turned = trials.filter(({ differs }) => differs).length;
  return (
    <Card title="Would the outcome be another?" note={`in ${turned} of ${trials.length} trials`}>
      <div class="pad">
        <p class="serif audit-rule">{showInvisibleCharacters(sentence)}</p>
        <div class="audit-trials">
          {TRIAL_KINDS.map(([kind, title]) => (
            <TrialGroup
              key={kind}
              title={title}
              trials={trials.filter((trial) => trial.kind === kind)}
            />
          ))}
        </div>
      </div>
    </Card>
  );
}

function TrialGroup({ title, trials }: { title: string; trials: readonly RobustnessTrial[] }) {
  if (trials.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {trials.map(({ change, choice, differs }) => (
          <li key={change} class={differs ? "trial-differs" : ""}>
            <span>{showInvisibleCharacters(change)}</span>
            <span class="trial-then">
              {differs && "another: "}
              {showInvisibleCharacters(choice ?? "nothing")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
