/** The outcome as the headline; missing participants are named first. */
import { readOpening } from "../../src/domain/journal/event.ts";
import { listOutcomeConditions, type Outcome } from "../../src/domain/outcome/outcome.ts";
import { formatLeadingNotices, describeOutcomeLabel } from "../../src/reports/summary-text.ts";
import type {
  DecisionCard,
  PositionLane,
  DebateSnapshot,
  DebateTimeline,
} from "../../src/timeline/debate-timeline.ts";
import { focusDecisionForm } from "../act/decision-hotkeys.ts";
import { Button } from "../kit/button.tsx";
import { CopyMarkdownButton } from "../kit/export-text.tsx";
import { capitalizeText, formatDay, formatPlural } from "../kit/format-text.ts";
import { LaneMark, findLane } from "../kit/lane-mark.tsx";
import { formatOutcomeSentence } from "../kit/outcome-sentence.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { currentDebate, debateFindings } from "../state/debate-state.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { canDecide } from "../state/server-api.ts";

export function OutcomeHead({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  const { outcome } = snapshot;
  if (outcome === null) return null;
  const decision = snapshot.decisions.at(-1);
  const { participants } = readOpening(debateTimeline.events);
  return (
    <section
      class={`outcome ${decision === undefined ? outcome.ending : "settled"}`}
      aria-label="Outcome"
    >
      {formatLeadingNotices({ outcome, participants, decisions: snapshot.decisions }).map(
        (line) => (
          <p key={line} class="degraded">
            {showInvisibleCharacters(line)}
          </p>
        ),
      )}
      {decision !== undefined && (
        <PersonDecision timeline={debateTimeline} decision={decision} outcome={outcome} />
      )}
      <div class="verdict-line">
        <p class="word">{showInvisibleCharacters(describeOutcomeLabel(outcome))}</p>
        <OutcomeChoice
          timeline={debateTimeline}
          outcome={outcome}
          isDecided={decision !== undefined}
        />
      </div>
      <p class="serif summary">
        <UntrustedText text={formatOutcomeSummary(debateTimeline, outcome)} most={600} />
      </p>
      <OutcomeStrengthMark />
      <OutcomeMarks timeline={debateTimeline} snapshot={snapshot} outcome={outcome} />
      <div class="outcome-foot">
        <OnlyIf
          timeline={debateTimeline}
          conditions={listOutcomeConditions(outcome)}
          isDecided={outcome.ending === "decided"}
        />
        {outcome.notes.length > 0 && (
          <details>
            <summary>What else was found: {formatPlural(outcome.notes.length, "note")}</summary>
            <ul class="outcome-notes">
              {outcome.notes.map((note) => (
                <li key={note}>
                  <UntrustedText text={note} most={400} />
                </li>
              ))}
            </ul>
          </details>
        )}
        <div class="act">
          {outcome.ending === "open" && decision === undefined && canDecide.value && (
            <Button kind="primary" hotkey="D" onPress={focusDecisionForm}>
              Decide
            </Button>
          )}
          <a class="btn" href={buildViewAddress("record")}>
            Open record
          </a>
          {debateFindings.value !== null && (
            <CopyMarkdownButton text={debateFindings.value.record} trouble="Not copied" />
          )}
        </div>
      </div>
    </section>
  );
}

function OutcomeMarks(props: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
  outcome: Outcome;
}) {
  const { timeline: debateTimeline, snapshot, outcome } = props;
  const dissents = outcome.dissents.length;
  const moved = debateTimeline.moves.filter(({ at }) => at <= snapshot.at).length;
  return (
    <ul class="marks">
      <li>
        {outcome.present} of {outcome.expected} voices counted
      </li>
      {moved > 0 && <li>{formatPlural(moved, "change of mind", "changes of mind")}</li>}
      <li>
        <a href={buildViewAddress("record")}>
          {dissents === 0 ? "no dissent" : `${formatPlural(dissents, "dissent")} on record`}
        </a>
      </li>
      {outcome.baseline !== null && outcome.rounds > 1 && (
        <li>
          {outcome.baseline.changed ? "the debate changed the first vote" : "the first vote stood"}
        </li>
      )}
    </ul>
  );
}

/** Folded: there can be a dozen. */
function OnlyIf({
  timeline: { seats },
  conditions,
  isDecided,
}: {
  timeline: DebateTimeline;
  conditions: ReturnType<typeof listOutcomeConditions>;
  isDecided: boolean;
}) {
  if (conditions.length === 0) return null;
  return (
    <details>
      <summary>
        {isDecided
          ? `Only if: ${formatPlural(conditions.length, "condition")}`
          : `Conditions of each case: ${conditions.length}`}
      </summary>
      <ul class="outcome-notes">
        {conditions.map(({ by, text }) => (
          <li key={`${by} ${text}`}>
            <UntrustedText
              text={`${seats.find(({ id }) => id === by)?.name ?? by}: ${text}`}
              most={400}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Who holds what, where the votes were split; else the outcome's own sentence without what the headline said. */
function formatOutcomeSummary(debateTimeline: DebateTimeline, outcome: Outcome): string {
  const { summary, choice } = outcome;
  const lane = findLane(debateTimeline, choice);
  const said = lane === undefined ? "" : `${lane.id} ${lane.label}, `;
  return said !== "" && summary.startsWith(said)
    ? capitalizeText(summary.slice(said.length))
    : formatOutcomeSentence(summary);
}

/** The page has a view of what a command shows. */
const TERMINAL_NOTE = / \(show --audit\)/;

/** K19: how strong it is, why, and what a person does now; it is known once a debate has been measured. */
export function OutcomeStrengthMark() {
  const verdict = currentDebate.value?.findings?.verdict ?? null;
  if (verdict === null) return null;
  const { strength, reasons, next } = verdict;
  return (
    <>
      <p class="strength">
        <strong>Strength: {strength}.</strong>{" "}
        {showInvisibleCharacters(capitalizeText(reasons.join("; ")))}.
      </p>
      <p class="next-step">
        <strong>Next:</strong> {showInvisibleCharacters(next.replace(TERMINAL_NOTE, ""))}
      </p>
    </>
  );
}

function OutcomeChoice(props: { timeline: DebateTimeline; outcome: Outcome; isDecided: boolean }) {
  const { timeline: debateTimeline, outcome, isDecided } = props;
  const lane = findLane(debateTimeline, outcome.choice);
  const label =
    lane?.label ??
    outcome.choices?.find(({ id }) => id === outcome.choice)?.label ??
    outcome.choice;
  if (label !== null) return <OutcomeOptionName lane={lane} label={label} />;
  return outcome.ending === "open" && !isDecided ? (
    <p class="choice">A person must decide</p>
  ) : null;
}

function OutcomeOptionName({ lane, label }: { lane: PositionLane | undefined; label: string }) {
  return (
    <p class="choice">
      {lane !== undefined && <LaneMark lane={lane} />}
      <UntrustedText text={label} most={160} />
    </p>
  );
}

/** A person's decision takes precedence over the panel's, and says so. */
function PersonDecision(props: {
  timeline: DebateTimeline;
  decision: DecisionCard;
  outcome: Outcome;
}) {
  const { timeline: debateTimeline, decision, outcome } = props;
  const lane = findLane(debateTimeline, decision.choice);
  const label = lane?.label ?? outcome.choices?.find(({ id }) => id === decision.choice)?.label;
  const overrides = outcome.choice !== null && outcome.choice !== decision.choice;
  return (
    <div class="by-person">
      <div class="verdict-line">
        <p class="word">Decided by {decision.by}</p>
        <OutcomeOptionName lane={lane} label={label ?? decision.choice} />
      </div>
      <p class="serif summary">
        <UntrustedText text={decision.reason} most={600} />
      </p>
      <p class="sub">
        {formatDay(decision.atMs)}
        {overrides && ", against the panel"}
        {decision.blind && ", chosen before the panel’s words were shown"}. The panel said:
      </p>
    </div>
  );
}
