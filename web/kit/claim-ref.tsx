/** A claim's id as a link to where it stands among the challenges. */
import { story } from "../state/debate.ts";
import { addressOf } from "../state/route.ts";
import { cut } from "./words.ts";

export function ClaimRef({ id }: { id: string }) {
  const card = story.value?.claims.get(id);
  return (
    <a
      class="ref"
      href={addressOf("challenges", { claim: id })}
      title={card === undefined ? undefined : cut(card.claim.text, 300)}
    >
      {id}
    </a>
  );
}
