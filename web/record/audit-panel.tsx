/** What the debate was worth, as an instrument: every measure beside the rule it was read by. */
import type { ComponentChildren } from "preact";

import type { PageAudit } from "../../src/page/payload.ts";
import { calibrationWords, independenceLine, survivalLine } from "../../src/reports/audit-words.ts";
import type { Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { visible } from "../kit/visible.ts";
import { count, duration, plural, usd } from "../kit/words.ts";
import { Position } from "../transcript/position.tsx";
import { Flips } from "./flips.tsx";
import { Tallies } from "./tallies.tsx";
import { Trials } from "./trials.tsx";

export interface AuditProps {
  readonly story: Story;
  readonly audit: PageAudit;
}

/** The label and the rule that decided it: the headline of the audit. */
export function TrustCard({ audit }: { audit: PageAudit }) {
  const { label, rule, caps } = audit;
  return (
    <Card title="How far to trust this" class="trust">
      <div class="pad">
        <p class="trust-label">{label ?? "No label"}</p>
        <p class="serif audit-rule">{visible(rule)}.</p>
        <p class="sub">{calibrationWords(audit)}</p>
        {caps.length > 1 && (
          <>
            <h3>What keeps it from a stronger label</h3>
            <ul class="audit-caps">
              {caps.map((cap) => (
                <li key={cap}>{visible(cap)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}

export function AuditPanel({ story, audit }: AuditProps) {
  return (
    <div class="audit-cards">
      <Tallies story={story} audit={audit} />
      <div class="two">
        <Independence audit={audit} />
        <Worth story={story} audit={audit} />
      </div>
      <Flips story={story} audit={audit} />
      <Trials audit={audit} />
      <Evidence story={story} audit={audit} />
    </div>
  );
}

function Independence({ audit }: { audit: PageAudit }) {
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
        <p>{visible(independenceLine(audit))}</p>
        <dl class="audit-figures">
          <Figure name="Model families">
            {visible(
              Object.entries(families)
                .map(([family, seats]) => `${family} (${seats.length})`)
                .join(", "),
            )}
          </Figure>
          <Figure name="Heterogeneity">{heterogeneity.toFixed(2)}</Figure>
          <Figure name="Different first positions">{distinctFirst}</Figure>
        </dl>
      </div>
    </Card>
  );
}

/** What debating added to voting, and what it took. */
function Worth({ story, audit }: AuditProps) {
  const { blindChoice, finalChoice, changed, extra } = audit.value;
  const isVoted = audit.tallies.final.cast > 0;
  const note = changed ? "it changed what stood at first" : "it changed nothing";
  return (
    <Card title="Worth more than a vote?" note={note}>
      <div class="pad">
        <dl class="audit-figures">
          {isVoted && (
            <>
              <Figure name="A blind vote would have chosen">{chosen(story, blindChoice)}</Figure>
              <Figure name="The debate came to">{chosen(story, finalChoice)}</Figure>
            </>
          )}
          <Figure name="What came after the blind round took">
            {plural(extra.calls, "call")}, {extra.unpriced > 0 ? "at least " : ""}
            {usd(extra.costUsd)}, {duration(extra.wallMs)}
          </Figure>
          {extra.inputTokens + extra.outputTokens > 0 && (
            <Figure name="Tokens of it">{count(extra.inputTokens + extra.outputTokens)}</Figure>
          )}
        </dl>
      </div>
    </Card>
  );
}

function chosen(story: Story, id: string | null): ComponentChildren {
  return id === null ? "nothing" : <Position story={story} id={id} />;
}

function Figure({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Evidence({ story, audit }: AuditProps) {
  const { ledger, unanswered } = audit;
  const nameOf = (id: string): string => story.seats.find((seat) => seat.id === id)?.name ?? id;
  const lines = [
    `${plural(ledger.claims, "claim")}, ${count(ledger.proven)} proven by a quote of 20 characters or more, ${count(ledger.novel)} new when made.`,
    ...survivalLine(audit),
    ...(ledger.blindSeats.length === 0
      ? []
      : [`Quoted nothing that verifies: ${ledger.blindSeats.map(nameOf).join(", ")}.`]),
  ];
  return (
    <Card
      title="Evidence and fidelity"
      note={
        unanswered.length === 0
          ? "no proven attack is unanswered"
          : `${plural(unanswered.length, "proven attack")} unanswered`
      }
    >
      <div class="pad">
        <ul class="audit-list">
          {lines.map((line) => (
            <li key={line}>{visible(line)}</li>
          ))}
          {unanswered.length > 0 && (
            <li class="open-words">
              Proven attacks on what carried that nobody answered:{" "}
              {unanswered.map((id, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <ClaimRef id={id} />
                </span>
              ))}
            </li>
          )}
          {ledger.sources.map(({ id, title, quotes, by, sha256 }) => (
            <li key={id}>
              <span class="mono">{visible(id)}</span> {visible(title)}:{" "}
              {plural(quotes, "verified quote")}
              {by.length > 0 && ` by ${visible(by.map(nameOf).join(", "))}`},{" "}
              <span class="mono">{sha256.slice(0, 12)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
