/** The record as it stands: what is chosen, who disagrees in which words, and what proves it. */
import { useState } from "preact/hooks";

import type { Dissent } from "../../src/domain/outcome.ts";
import { attestedWords } from "../../src/reports/words.ts";
import type { Moment, Story } from "../../src/timeline/story.ts";
import { copy } from "../document/carry.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { LaneMark, laneOf } from "../kit/lane-mark.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { plural } from "../kit/words.ts";
import { chainHolds, findings } from "../state/debate.ts";
import { addressOf } from "../state/route.ts";

const MOST = 2;

export function DraftRecord({ story, moment }: { story: Story; moment: Moment }) {
  const { outcome } = moment;
  if (outcome === null) return <Chain story={story} moment={moment} alone />;
  const more = outcome.dissents.length - MOST;
  return (
    <Card title="Record" class="o8" note={plural(outcome.dissents.length, "dissent")}>
      <div class="pad">
        <p class="serif rec">
          <Words text={outcome.summary} most={300} />
        </p>
        {outcome.dissents.slice(0, MOST).map((dissent) => (
          <Dissented key={dissent.by} story={story} dissent={dissent} />
        ))}
        {more > 0 && (
          <p class="sub">{plural(more, "more dissent", "more dissents")} in the record.</p>
        )}
        <div class="act">
          <a class="btn" href={addressOf("record")}>
            Open record
          </a>
          {findings.value !== null && <CopyMarkdown text={findings.value.record} />}
        </div>
        <Chain story={story} moment={moment} />
      </div>
    </Card>
  );
}

function Dissented({ story, dissent }: { story: Story; dissent: Dissent }) {
  const name = story.seats.find(({ id }) => id === dissent.by)?.name ?? dissent.by;
  const lane = laneOf(story, dissent.holds);
  return (
    <blockquote class="dis">
      <p class="serif">
        “<Words text={dissent.words} most={500} />”
      </p>
      <footer>
        {lane !== undefined && <LaneMark lane={lane} small />} Dissent, {name}, kept verbatim
        {dissent.stage !== null && `, ${visible(dissent.stage)}`}
        {dissent.attested !== undefined && `, ${attestedWords(dissent.attested)}`}
      </footer>
    </blockquote>
  );
}

function CopyMarkdown({ text }: { text: string }) {
  const [state, setState] = useState<"" | "Copied" | "Not copied">("");
  const take = (): void => {
    void copy(text).then((done) => setState(done ? "Copied" : "Not copied"));
  };
  return (
    <>
      <Button onPress={take}>Copy Markdown</Button>
      <span class="sub" role="status">
        {state}
      </span>
    </>
  );
}

interface Proof {
  readonly story: Story;
  readonly moment: Moment;
  readonly alone?: boolean;
}

function Chain({ story, moment, alone = false }: Proof) {
  const head = story.events[moment.at]?.hash ?? "";
  const line = (
    <p class="chain" title={head}>
      <span class="mono">{moment.at + 1}</span> {moment.at === 0 ? "event" : "events"}, chain head{" "}
      <span class="mono">
        {head.slice(0, 4)}…{head.slice(-4)}
      </span>
      {chainHolds.value === true && ", hashed again on this page: holds"}
    </p>
  );
  return alone ? <div class="o8 bare">{line}</div> : line;
}
