/** How a difference was decided: who voted for which variant, who gave in, and in which turn. */
import type {
  MergedPoint,
  MergedView,
  MergedVote,
} from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";
import { LaneMark } from "../../../kit/lane-mark.tsx";
import { SeatMonogram, findSeat } from "../../../kit/seat-monogram.tsx";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { buildViewAddress } from "../../../state/page-route.ts";
import { findVariantLane, type VariantLane } from "./variant-lanes.ts";

interface PointExchangeProps {
  readonly point: MergedPoint;
  readonly timeline: DebateTimeline;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
}

export function PointExchange({
  point,
  timeline: debateTimeline,
  view,
  lanes,
}: PointExchangeProps) {
  const conceding = point.concededBy.flatMap(
    (seat) => point.cast.findLast((vote) => vote.by === seat && vote.conceded) ?? [],
  );
  const winning = point.cast.findLast(
    ({ variant, conceded }) => variant === point.winner && !conceded,
  );
  // those who gave it up often say it in the words of the one who won
  const quoted = conceding.find(({ because }) => because !== winning?.because) ?? conceding[0];
  return (
    <>
      <p>{describePointVerdict(point, view, lanes)}</p>
      {quoted && <VoteQuote vote={quoted} timeline={debateTimeline} verb="conceded" />}
      {winning && winning.because !== quoted?.because && (
        <VoteQuote vote={winning} timeline={debateTimeline} verb="said" />
      )}
      {point.turns.length > 0 && (
        <details class="doc-turns">
          <summary>Open the exchange</summary>
          <ol>
            {point.cast.map((vote, index) => (
              <CastVote key={index} vote={vote} timeline={debateTimeline} lanes={lanes} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function describePointVerdict(
  { winner, confidence, agreement, votes, sides }: MergedPoint,
  { base }: MergedView,
  lanes: readonly VariantLane[],
): string {
  const letter = (variant: number): string =>
    findVariantLane(lanes, variant)?.letter ?? `${variant}`;
  const named = Object.values(votes);
  const cast = `${named.filter((variant) => variant === winner).length} of ${named.length} votes`;
  if (winner === null || agreement === null) {
    return named.length === 0
      ? "Nobody has named a winner."
      : "Not agreed on: the base stays as it is.";
  }
  const sure = confidence === null ? "" : ` with ${confidence}% confidence`;
  const loser = sides.some(({ variant }) => variant === base) ? base : null;
  // no single draft's words: a combination, all of them, or none
  if (winner === 0) return `They chose no single draft's words${sure}, ${cast}.`;
  const over = loser === null || loser === winner ? "" : ` over ${letter(loser)}`;
  return `${letter(winner)}${over}${sure}, ${agreement === "unanimous" ? `unanimous, ${cast}` : cast}.`;
}

function VoteQuote({
  vote,
  timeline: debateTimeline,
  verb,
}: {
  vote: MergedVote;
  timeline: DebateTimeline;
  verb: string;
}) {
  const seat = findSeat(debateTimeline, vote.by);
  return (
    <blockquote class="doc-quote">
      <UntrustedText text={vote.because} most={400} serif />
      <footer>
        {seat?.name ?? vote.by} {verb}{" "}
        <ExchangeTurnLink turn={vote.key} timeline={debateTimeline} />
      </footer>
    </blockquote>
  );
}

function ExchangeTurnLink({
  turn,
  timeline: debateTimeline,
}: {
  turn: string;
  timeline: DebateTimeline;
}) {
  const [step = "", seat = ""] = turn.split("/");
  const title = debateTimeline.steps.find((one) => one.step === step)?.title ?? step;
  return <a href={buildViewAddress("transcript", { seat, step })}>in {title.toLowerCase()}</a>;
}

function CastVote({
  vote,
  timeline: story,
  lanes,
}: Omit<PointExchangeProps, "point" | "view"> & { readonly vote: MergedVote }) {
  const seat = findSeat(story, vote.by);
  const lane = findVariantLane(lanes, vote.variant);
  return (
    <li>
      {seat && <SeatMonogram seat={seat} />}
      {lane && <LaneMark lane={lane} small />}
      <span>
        <UntrustedText text={vote.because} most={300} />
        <small>
          {vote.conceded ? "concession, " : ""}
          <ExchangeTurnLink turn={vote.key} timeline={story} />
        </small>
      </span>
    </li>
  );
}
