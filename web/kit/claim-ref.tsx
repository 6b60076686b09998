/** A claim's id as a link to where it stands among the challenges. */
import { debateTimeline } from "../state/debate-state.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { truncateText } from "./format-text.ts";

export function ClaimReference({ id }: { id: string }) {
  const card = debateTimeline.value?.claims.get(id);
  return (
    <a
      class="ref"
      href={buildViewAddress("challenges", { claim: id })}
      title={card === undefined ? undefined : truncateText(card.claim.text, 300)}
    >
      {id}
    </a>
  );
}
