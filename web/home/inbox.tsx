/** What only a person can move on. */
import type { Listed } from "../../src/store.ts";
import { Card } from "../kit/card.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { plural } from "../kit/words.ts";
import { canDecide } from "../state/api.ts";
import { debateHref } from "./links.ts";
import { inboxOf, type Waiting } from "./standing.ts";
import { agoWords } from "./when.ts";

export function Inbox({ debates }: { debates: readonly Listed[] }) {
  const waiting = inboxOf(debates);
  if (waiting.length === 0) return null;
  return (
    <Card
      title={canDecide.value ? "Waiting for you" : "Waiting for a person"}
      note={plural(waiting.length, "debate")}
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

function InboxRow({ debate, why, blind }: Waiting) {
  const { id, question, updatedMs } = debate;
  const offersBlind = blind && canDecide.value;
  return (
    <li>
      <div>
        <a class="serif question" href={debateHref(id)}>
          <Words text={question} most={300} serif />
        </a>
        <p class="sub">
          {why} <span class="mono">{id}</span>, {agoWords(updatedMs, Date.now())}
        </p>
      </div>
      {offersBlind && (
        <a class="btn" href={debateHref(id, "#/floor?blind=1")}>
          Decide before you read the panel<span class="sr">: {visible(question)}</span>
        </a>
      )}
    </li>
  );
}
