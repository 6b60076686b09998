/** The texts a debate published besides its record; `artifact` in the address selects one. */
import type { ArtifactPublication, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { downloadTextFile } from "../kit/export-text.tsx";
import { formatInteger, formatPlural } from "../kit/format-text.ts";
import { MarkdownText, PlainText } from "../kit/markdown/markdown.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { getProtocolParts } from "../protocols/protocol-parts.tsx";
import { currentDebate } from "../state/debate-state.ts";
import { buildViewAddress, currentRoute } from "../state/page-route.ts";

interface PublishedTextsProps {
  readonly timeline: DebateTimeline;
  /** Whether the page also shows a document with its sources. */
  readonly hasOwnDocument: boolean;
}

export function PublishedTexts({ timeline: debateTimeline, hasOwnDocument }: PublishedTextsProps) {
  const { publications } = debateTimeline;
  const wanted = currentRoute.value.parameters["artifact"];
  const chosen =
    publications.find(({ name }) => name === wanted) ?? findMainPublication(debateTimeline);
  return (
    <div class="document">
      <div class="document-head">
        <div>
          <p class="document-state">{describePublishedTexts(debateTimeline, hasOwnDocument)}</p>
          <h1 class="serif">
            <UntrustedText text={debateTimeline.question} most={300} />
          </h1>
        </div>
        <div class="act document-act">
          {hasOwnDocument ? (
            <a class="btn" href={buildViewAddress("document", { artifact: null })}>
              Document with its sources
            </a>
          ) : (
            <a class="btn" href={buildViewAddress("record")}>
              Open the record
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
            <PublishedTextList publications={publications} chosen={chosen.name} />
          </div>
        </div>
      )}
    </div>
  );
}

function describePublishedTexts(
  { protocol, publications, end }: DebateTimeline,
  hasOwnDocument: boolean,
): string {
  const texts = formatPlural(publications.length, "text");
  if (hasOwnDocument) return `Everything this ${protocol} published: ${texts}.`;
  const kind = `This debate was held by the rules of ${protocol}`;
  if (publications.length > 0) return `${kind} and published ${texts}.`;
  const none = end === null ? "has published nothing so far" : "published no text of its own";
  return `${kind} and ${none}. What was decided is in the record.`;
}

function PublishedTextList({
  publications,
  chosen,
}: {
  publications: readonly ArtifactPublication[];
  chosen: string;
}) {
  return (
    <Card title="Published" note={formatPlural(publications.length, "text")}>
      <ul class="doc-published pad">
        {publications.map(({ name, bytes }) => (
          <li key={name}>
            <a
              href={buildViewAddress("document", { artifact: name })}
              aria-current={name === chosen ? "true" : undefined}
            >
              {showInvisibleCharacters(name)}
            </a>
            <small>{formatInteger(bytes)} bytes</small>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Sections that unfold on GitHub are headings here. */
function unfoldSections(text: string): string {
  return text
    .replaceAll(/^<details><summary>(.*)<\/summary>[ \t]*$/gm, "### $1")
    .replaceAll(/^<\/details>[ \t]*$/gm, "");
}

function PublishedText({ publication: { name, sha256 } }: { publication: ArtifactPublication }) {
  const text = currentDebate.value?.texts[sha256];
  return (
    <Card
      title={showInvisibleCharacters(name)}
      class="doc-published-text"
      note={<span class="mono">{sha256.slice(0, 12)}</span>}
    >
      <div class="pad">
        {text === undefined ? (
          <p class="empty">Its text is not at hand here; only its hash is in the journal.</p>
        ) : (
          <>
            <div class="serif">
              {/\.(?:md|markdown)$/.test(name) ? (
                <MarkdownText text={unfoldSections(text)} />
              ) : (
                <PlainText text={text} />
              )}
            </div>
            <div class="act">
              <Button onPress={() => downloadTextFile(name, text)}>Download</Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

// The text that a reader most likely came for.

/** Where a protocol names none, or none of those was published. */
const DECISION_RECORD = "adr.md";

function findMainPublication(debateTimeline: DebateTimeline): ArtifactPublication | null {
  const { publications } = debateTimeline;
  const names = getProtocolParts()?.listMainTexts?.(debateTimeline) ?? [];
  const known = [...names, DECISION_RECORD].map((name) =>
    publications.find((one) => one.name === name),
  );
  return known.find((one) => one !== undefined) ?? publications.at(-1) ?? null;
}
