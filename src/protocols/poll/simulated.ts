/** How a simulated participant answers a poll. */
import type { DecideSimulated, SimulatedView } from "../../domain/simulated-answer.ts";
import type { PromptInput } from "../../model.ts";
import type { PollInput } from "./prompts/asks.ts";
import type { PollReply } from "./replies.ts";
import type { ShownPosition } from "./rules/exchange.ts";

export const pollSimulated: Readonly<
  Record<string, (input: PromptInput, decide: DecideSimulated) => unknown>
> = {
  "poll.choose": (input, decide) => choose(input as PollInput, decide),
};

function choose(
  { brief, seat, round, view, letters, named }: PollInput,
  decide: DecideSimulated,
): PollReply {
  const seen: SimulatedView = {
    item: brief.question,
    options: brief.options.map(({ id, label }) => ({ id, label })),
    sources: brief.sources.map(({ id, text }) => ({ id, text })),
    seat,
    round,
    own: view.own,
    peers: view.others.map((shown) => shown.flatMap(splitPosition)),
    inserted: view.inserted.flatMap(({ option }) => option ?? []),
    named,
  };
  const { option, confidence, reasons, because } = decide(seen);
  return {
    option: letters.find((one) => one.option === option)?.letter ?? option,
    confidence,
    reasons: reasons.map(({ text, quote }) => ({
      point: text,
      evidence: quote ? [{ kind: "quote", source: quote.source, quote: quote.words }] : [],
    })),
    because: [...because],
  };
}

/** What several hold is heard once where it is shown once (R4). */
function splitPosition({
  label,
  holds,
  points,
}: ShownPosition): SimulatedView["peers"][number][number] {
  return {
    seat: label,
    holds,
    points: points.map(({ id, backed, verified }) => ({ id, about: holds, backed, verified })),
  };
}
