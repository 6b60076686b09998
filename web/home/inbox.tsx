/** What only a person can move on. */
import type { ListedDebate } from "../../src/store.ts";
import { Card } from "../kit/card.tsx";
import { formatPlural } from "../kit/format-text.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { canDecide } from "../state/server-api.ts";
import { listInboxEntries, type InboxEntry } from "./debate-status.ts";
import { buildDebateHref } from "./links.ts";
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
