/** Sentences that every surface says in the same words. */
import { isDegraded, type Outcome } from "../domain/outcome.ts";
import { spell } from "../domain/round.ts";
import type { Transcript } from "../domain/transcript.ts";

/** K4: the first line of every surface when someone was missing. */
export function degradedLine({
  outcome,
  participants,
}: Pick<Transcript, "outcome" | "participants">): string {
  if (!outcome) return "";
  const missing = outcome.absences.map(({ by, reason, step }) => {
    const name = participants.find(({ id }) => id === by)?.name ?? by;
    return `${name} ${spell(reason)} (${step})`;
  });
  return `Degraded: ${outcome.present} of ${outcome.expected} answered. ${missing.join("; ")}.`;
}

/** A degraded consensus is not called one. */
export function outcomeWord(outcome: Outcome): string {
  if (outcome.label === "CONSENSUS" && isDegraded(outcome)) {
    return `Agreement of ${outcome.present} present`;
  }
  const word = outcome.label.toLowerCase().replaceAll("_", " ");
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** K18: the blind vote, what the debate changed, and what that cost. */
export function worthLine(
  { accounts }: Transcript,
  { baseline, choice, rounds, tallies, ending }: Outcome,
): string | null {
  if (!baseline || Object.keys(baseline.distribution).length === 0) return null;
  const votes = Object.entries(baseline.distribution)
    .map(([option, voters]) => `${option} ${voters.length}`)
    .join(", ");
  const { calls, costUsd, wallMs } = accounts.afterBlind;
  const price = `${calls} more ${calls === 1 ? "call" : "calls"}, $${costUsd.toFixed(2)}, ${duration(wallMs)}`;
  // without options there is no vote to carry: positions are words
  if (
    tallies.length === 0 ||
    (choice === null && baseline.choice === null && ending === "decided")
  ) {
    const effect = baseline.changed
      ? "the debate changed the position"
      : "the debate changed nothing";
    return `At first they stood at ${votes}; ${effect}, at ${price}.`;
  }
  const blind = baseline.choice === null ? "no option carried" : `${baseline.choice} carried`;
  if (rounds <= 1) return `The blind vote (${votes}) settled it: ${blind}, nothing more was spent.`;
  const effect = baseline.changed
    ? `the debate changed that to ${choice ?? "no agreement"}`
    : "the debate did not change that";
  return `In the blind vote (${votes}) ${blind}; ${effect}, at ${price}.`;
}

export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)}m ${String(seconds % 60).padStart(2, "0")}s`;
}
