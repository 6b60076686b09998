/** What only a person can move on. */
import type { ListedDebate } from "../../src/store.ts";
import { Card } from "../kit/card.tsx";
import { UntrustedText } from "../kit/said.tsx";
import { showInvisibleCharacters } from "../kit/visible.ts";
import { formatPlural } from "../kit/words.ts";
import { canDecide } from "../state/api.ts";
import { buildDebateHref } from "./links.ts";
import { listInboxEntries, type InboxEntry } from "./standing.ts";
import { formatTimeAgo } from "./when.ts";

export function InboxCard({ debates }: { debates: readonly ListedDebate[] }) {
  const waiting = listInboxEntries(debates);
  if (waiting.length === 0) return null;
  return (
    <Card
      title={canDecide.value ? "Waiting for you" : "Waiting for a person"}
      note={formatPlural(waiting.length, "debate")}
      class="pressing inbox"
    >
      <ul>
        {waiting.map((one) => (
          <InboxRow key={one.debate.id} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function InboxRow({ debate, why, blind }: InboxEntry) {
  const { id, question, updatedMs } = debate;
  const offersBlind = blind && canDecide.value;
  return (
    <li>
      <div>
        <a class="serif question" href={buildDebateHref(id)}>
          <UntrustedText text={question} most={300} serif />
        </a>
        <p class="sub">
          {why} <span class="mono">{id}</span>, {formatTimeAgo(updatedMs, Date.now())}
        </p>
      </div>
      {offersBlind && (
        <a class="btn" href={buildDebateHref(id, "#/floor?blind=1")}>
          Decide before you read the panel
          <span class="sr">: {showInvisibleCharacters(question)}</span>
        </a>
      )}
    </li>
  );
}
