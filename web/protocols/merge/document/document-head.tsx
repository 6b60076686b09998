/** What the document is, what it was merged from and in which shares, and how to take it along. */
import type { MergedView } from "../../../../src/page/payload.ts";
import type { Story } from "../../../../src/timeline/story.ts";
import { hueClass, LaneMark } from "../../../kit/lane-mark.tsx";
import { Words } from "../../../kit/said.tsx";
import { listed, usd } from "../../../kit/words.ts";
import { goneBackTo, moment } from "../../../state/debate.ts";
import { addressOf } from "../../../state/route.ts";
import { convergedWords, summaryOf, titleOf } from "./summary.ts";
import { TakeAway } from "./take-away.tsx";
import { shareWords, type VariantLane } from "./variants.ts";

interface Shown {
  readonly story: Story;
  readonly view: MergedView;
  readonly lanes: readonly VariantLane[];
}

export function DocumentHead({ story, view, lanes }: Shown) {
  return (
    <div class="document-head">
      <div>
        <p class="document-state">
          {summaryOf(view).map(({ words, open }) => (
            <span key={words} class={open ? "open" : ""}>
              {words}{" "}
            </span>
          ))}
        </p>
        <h1 class="serif">
          <Words text={titleOf(view) ?? story.question} most={300} />
        </h1>
        {goneBackTo.value !== null && (
          <p class="document-state">
            The moment shown is event {goneBackTo.value}; the document is as it is at the newest
            event.
          </p>
        )}
      </div>
      <Facts story={story} view={view} />
      <SourceBar view={view} lanes={lanes} />
      <TakeAway view={view} />
    </div>
  );
}

function Facts({ story, view }: Omit<Shown, "lanes">) {
  const depth = depthOf(story);
  return (
    <dl class="facts">
      <div>
        <dt>Debate</dt>
        <dd class="mono">{story.id}</dd>
      </div>
      <div>
        <dt>Protocol</dt>
        <dd>Merge{depth === "" ? "" : `, ${depth}`}</dd>
      </div>
      {view.convergence !== null && (
        <div>
          <dt>Converged</dt>
          <dd class="num">{convergedWords(view.convergence)}</dd>
        </div>
      )}
      <div>
        <dt>Cost</dt>
        <dd class="num">{usd(moment.value?.spentUsd ?? 0)}</dd>
      </div>
    </dl>
  );
}

function depthOf({ settings }: Story): string {
  if (typeof settings !== "object" || settings === null || Array.isArray(settings)) return "";
  const { depth } = settings as { readonly depth?: unknown };
  return typeof depth === "string" ? depth : "";
}

function SourceBar({ view, lanes }: Omit<Shown, "story">) {
  const sharing = lanes.filter(({ share }) => share > 0);
  const words = sharing.map(
    ({ lane, share }) => `${shareWords(share)} from variant ${lane.letter}`,
  );
  return (
    <div class="doc-mix">
      {sharing.length > 0 && (
        <div class="doc-mixbar" role="img" aria-label={listed(words)}>
          {sharing.map(({ variant, lane, share }) => (
            <i
              key={variant.variant}
              class={hueClass(lane.hue)}
              style={{ flexGrow: share }}
              title={`${lane.letter}: ${shareWords(share)}`}
            />
          ))}
        </div>
      )}
      <ul class="doc-mixed">
        {lanes.map((one) => (
          <li key={one.variant.variant}>
            <LaneMark lane={one.lane} />
            <span>
              <Words text={one.lane.label} most={80} />
              {one.isBase ? ": base" : ""}
              {view.pieces.length === 0
                ? ""
                : `${one.isBase ? ", " : ": "}${shareWords(one.share)}${one.isBase ? " of the text" : ""}`}
              {one.variant.writtenIn !== null && <WrittenIn turn={one.variant.writtenIn} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WrittenIn({ turn }: { turn: string }) {
  const [step = "", seat = ""] = turn.split("/");
  return (
    <>
      {" "}
      <a href={addressOf("transcript", { seat, step })}>as written</a>
    </>
  );
}
