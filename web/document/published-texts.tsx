/** What a debate published besides its record: each text to be read, chosen by `artifact` in the address. */
import type { MergedView } from "../../src/page/payload.ts";
import type { Publication, Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { Markdown, Plain } from "../kit/markdown.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { count, plural } from "../kit/words.ts";
import { debate } from "../state/debate.ts";
import { addressOf, route } from "../state/route.ts";
import { download } from "./carry.ts";
import { mainAmong } from "./main-text.ts";

interface Shown {
  readonly story: Story;
  readonly merged: MergedView | null;
}

export function PublishedTexts({ story, merged }: Shown) {
  const { publications } = story;
  const wanted = route.value.parameters["artifact"];
  const chosen = publications.find(({ name }) => name === wanted) ?? mainAmong(story);
  return (
    <div class="document">
      <div class="document-head">
        <div>
          <p class="document-state">{stateWords(story, merged)}</p>
          <h1 class="serif">
            <Words text={story.question} most={300} />
          </h1>
        </div>
        <div class="act document-act">
          {merged === null ? (
            <a class="btn" href={addressOf("record")}>
              Open the record
            </a>
          ) : (
            <a class="btn" href={addressOf("document", { artifact: null })}>
              Document with its sources
            </a>
          )}
        </div>
      </div>
      {chosen !== null && (
        <div class="document-grid">
          <div class="document-main">
            <PublishedText publication={chosen} />
          </div>
          <div class="document-side">
            <Contents publications={publications} chosen={chosen.name} />
          </div>
        </div>
      )}
    </div>
  );
}

function stateWords({ protocol, publications, end }: Story, merged: MergedView | null): string {
  const texts = plural(publications.length, "text");
  if (merged !== null) return `Everything this merge published: ${texts}.`;
  const kind = `This debate was held by the rules of ${protocol}`;
  if (publications.length > 0) return `${kind} and published ${texts}.`;
  const none = end === null ? "has published nothing so far" : "published no text of its own";
  return `${kind} and ${none}. What was decided is in the record.`;
}

function Contents({
  publications,
  chosen,
}: {
  publications: readonly Publication[];
  chosen: string;
}) {
  return (
    <Card title="Published" note={plural(publications.length, "text")}>
      <ul class="doc-published pad">
        {publications.map(({ name, bytes }) => (
          <li key={name}>
            <a
              href={addressOf("document", { artifact: name })}
              aria-current={name === chosen ? "true" : undefined}
            >
              {visible(name)}
            </a>
            <small>{count(bytes)} bytes</small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PublishedText({ publication: { name, sha256 } }: { publication: Publication }) {
  const text = debate.value?.texts[sha256];
  return (
    <Card
      title={visible(name)}
      class="doc-published-text"
      note={<span class="mono">{sha256.slice(0, 12)}</span>}
    >
      <div class="pad">
        {text === undefined ? (
          <p class="empty">Its text is not at hand here; only its hash is in the journal.</p>
        ) : (
          <>
            <div class="serif">
              {/\.(?:md|markdown)$/.test(name) ? <Markdown text={text} /> : <Plain text={text} />}
            </div>
            <div class="act">
              <Button onPress={() => download(name, text)}>Download</Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}
