/** Sentences that every surface uses word for word. */
import type { UsageAccount } from "../domain/journal/accounts.ts";
import type { Transcript } from "../domain/journal/transcript.ts";
import { isUnjudgedOutcome, NOBODY_JUDGED } from "../domain/outcome/judgement.ts";
import {
  type DissentingOpinion,
  isDegradedOutcome,
  type RecordedAbsence,
  type Outcome,
} from "../domain/outcome/outcome.ts";
import { findParticipantName } from "../domain/participant.ts";
import { type AbsenceReason, describeAbsenceReason } from "../domain/round.ts";

/** K20, K4: what every surface says before anything else: that no model judged, and who was missing. */
export function formatLeadingNotices(
  shown: Pick<Transcript, "outcome" | "participants"> & { readonly decisions: readonly unknown[] },
): string[] {
  const { outcome, decisions } = shown;
  if (!outcome) return [];
  return [
    ...(isUnjudgedOutcome(outcome, decisions) ? [NOBODY_JUDGED] : []),
    ...(isDegradedOutcome(outcome) ? [formatDegradedLine(shown)] : []),
  ];
}

/** K4: who was missing, in one line. */
export function formatDegradedLine({
  outcome,
  participants,
}: Pick<Transcript, "outcome" | "participants">): string {
  if (!outcome) return "";
  const missing = groupAbsences(outcome.absences).map(({ absent, reason, step }) => {
    const names = absent.map((by) => findParticipantName(participants, by));
    const last = names.pop() ?? "";
    const who = names.length === 0 ? last : `${names.join(", ")} and ${last} each`;
    return `${who} ${describeAbsenceReason(reason)} (${step})`;
  });
  const { present, expected } = outcome;
  // who was missing for a while may have answered afterwards
  const end = present === expected ? " in the end" : "";
  return `Degraded: ${present} of ${expected} answered${end}. ${missing.join("; ")}.`;
}

/** If a limit or a provider silences many at once, the line stays readable. */
function groupAbsences(
  absences: readonly RecordedAbsence[],
): { absent: string[]; reason: AbsenceReason; step: string }[] {
  const MANY = 3;
  const groups = Map.groupBy(absences, ({ reason, step }) => `${reason} ${step}`);
  return [...groups.values()].flatMap((group) => {
    const all = group.map(({ by, reason, step }) => ({ absent: [by], reason, step }));
    const [first] = all;
    return first && all.length >= MANY ? [{ ...first, absent: group.map(({ by }) => by) }] : all;
  });
}

/** A degraded consensus is not called one, and an outcome that no model judged says so. */
export function describeOutcomeLabel(outcome: Outcome): string {
  if (outcome.nobodyJudged) return `${formatLabelWord(outcome)} (built-in readers only)`;
  if (outcome.label === "CONSENSUS" && isDegradedOutcome(outcome)) {
    return `Agreement of ${outcome.present} present`;
  }
  return formatLabelWord(outcome);
}

function formatLabelWord({ label }: Outcome): string {
  const word = label.toLowerCase().replaceAll("_", " ");
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** K18: the blind vote, what the debate changed, and what that cost. */
export function describeDebateWorth(
  { accounts }: Transcript,
  { baseline, choice, rounds, tallies, ending, nobodyJudged }: Outcome,
): string | null {
  if (!baseline || Object.keys(baseline.distribution).length === 0) return null;
  const votes = Object.entries(baseline.distribution)
    .map(([option, voters]) => `${option} ${voters.length}`)
    .join(", ");
  const { calls, wallMs } = accounts.afterBlind;
  const price = `${calls} more ${calls === 1 ? "call" : "calls"}, ${formatCostLine(accounts.afterBlind)}, ${formatWallTime(wallMs)}`;
  // without options there is no vote to count: positions are words
  if (
    tallies.length === 0 ||
    (choice === null && baseline.choice === null && (ending === "decided" || nobodyJudged))
  ) {
    const effect = baseline.changed
      ? "the debate changed the position"
      : "the debate left the position as it was";
    return `At first they stood at ${votes}; ${effect}, at ${price}.`;
  }
  const blind = baseline.choice === null ? "no option carried" : `${baseline.choice} carried`;
  if (rounds <= 1) {
    const spent = calls === 0 ? "nothing more was spent" : `after it came ${price}`;
    return `The blind vote (${votes}) settled it: ${blind}, ${spent}.`;
  }
  const effect = baseline.changed
    ? `the debate changed that to ${choice ?? "no agreement"}`
    : "the debate did not change that";
  return `In the blind vote (${votes}) ${blind}; ${effect}, at ${price}.`;
}

export function formatWallTime(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}

/** What was spent, with what is not certain about it: "about $0.12, 2 of 6 calls of unknown price". */
export function formatCostLine({ costUsd, calls, approximate, unpriced }: UsageAccount): string {
  if (unpriced === 0) return `${approximate > 0 ? "about " : ""}${formatDollars(costUsd)}`;
  if (unpriced === calls) return calls === 1 ? "price unknown" : "prices unknown";
  return `about ${formatDollars(costUsd)}, ${unpriced} of ${calls} calls of unknown price`;
}

/** Cents, and more digits where cents would say nothing. */
export function formatDollars(usd: number): string {
  if (usd === 0 || usd >= 0.1) return `$${usd.toFixed(2)}`;
  return `$${usd >= 0.01 ? usd.toFixed(3) : usd >= 0.0001 ? usd.toFixed(4) : "0.0001"}`;
}

/** What else a call can tell of, left out where there is nothing to tell. */
export function listCallNotes({ cachedTokens, inputTokens, retries }: UsageAccount): string[] {
  const share = inputTokens === 0 ? 0 : Math.round((100 * cachedTokens) / inputTokens);
  return [
    ...(cachedTokens > 0 ? [`${share}% of input cached`] : []),
    ...(retries > 0 ? [`${retries} ${retries === 1 ? "try" : "tries"} repeated`] : []),
  ];
}

/** Seats that took anything worth telling, the dearest first; none where answers cost nothing. */
export function listSeatCosts({
  accounts,
  participants,
}: Pick<Transcript, "accounts" | "participants">): {
  readonly name: string;
  readonly model: string;
  readonly account: UsageAccount;
}[] {
  const told = participants.flatMap(({ id, name, model }) => {
    const account = accounts.seats[id];
    return account && hasReportableCost(account) ? [{ name, model, account }] : [];
  });
  return told.sort((a, b) => b.account.costUsd - a.account.costUsd);
}

function hasReportableCost({ costUsd, unpriced, cachedTokens, retries }: UsageAccount): boolean {
  return costUsd > 0 || unpriced > 0 || cachedTokens > 0 || retries > 0;
}

/** R14: whether a dissenter was asked to confirm their wording, and the answer. */
export function describeAttestation(attested: DissentingOpinion["attested"]): string {
  switch (attested) {
    case "confirmed":
      return "attested";
    case "corrected":
      return "corrected by the dissenter";
    case "unattested":
      return "unattested: the dissenter did not answer";
    case undefined:
      return "unattested";
  }
}
