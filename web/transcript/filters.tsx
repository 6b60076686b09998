/** What of the transcript is shown: chosen here, kept in the address. */
import { useRef } from "preact/hooks";

import type { Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { useKey } from "../kit/use-key.ts";
import { visible } from "../kit/visible.ts";
import { cut } from "../kit/words.ts";
import { addressOf, go } from "../state/route.ts";
import { type Filter, isEmpty } from "./filter.ts";

export function Filters({ story, filter, shown }: { story: Story; filter: Filter; shown: string }) {
  const search = useRef<HTMLInputElement>(null);
  useKey("/", () => search.current?.focus());
  return (
    <form
      class="transcript-filters"
      role="search"
      aria-label="Transcript"
      onSubmit={(event) => event.preventDefault()}
    >
      <label class="filter-wide">
        <span>Search</span>
        <input
          ref={search}
          type="search"
          value={filter.search}
          aria-keyshortcuts="/"
          placeholder="Words, quotes, claim ids"
          onInput={(event) => choose({ search: event.currentTarget.value })}
        />
      </label>
      <Choice
        name="Seat"
        value={filter.seat}
        all="Everyone"
        onChoose={(seat) => choose({ seat })}
        choices={story.seats.map(({ id, name }) => [id, name])}
      />
      <Choice
        name="Step"
        value={filter.step}
        all="Every step"
        onChoose={(step) => choose({ step })}
        choices={story.steps.map(({ step, title }) => [step, title])}
      />
      <label>
        <span>Claim</span>
        <input
          value={filter.claim}
          placeholder="Any claim"
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => choose({ claim: event.currentTarget.value.trim() })}
        />
      </label>
      <div class="filter-only" role="group" aria-label="Only">
        <Button pressed={filter.only === "changes"} onPress={() => toggle(filter, "changes")}>
          Only changes
        </Button>
        <Button pressed={filter.only === "absences"} onPress={() => toggle(filter, "absences")}>
          Only absences
        </Button>
        {!isEmpty(filter) && <Button onPress={() => choose(NOTHING)}>Show all</Button>}
      </div>
      <p class="filter-shown sub">{shown}</p>
    </form>
  );
}

const NOTHING: Filter = { seat: "", step: "", claim: "", search: "", only: "" };

function choose(changes: Partial<Filter>): void {
  go(addressOf("transcript", changes), { replace: true });
}

function toggle({ only }: Filter, what: "changes" | "absences"): void {
  choose({ only: only === what ? "" : what });
}

function Choice(props: {
  name: string;
  value: string;
  all: string;
  choices: readonly (readonly [id: string, label: string])[];
  onChoose: (id: string) => void;
}) {
  const isKnown = props.choices.some(([id]) => id === props.value) || props.value === "";
  return (
    <label>
      <span>{props.name}</span>
      <select value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value)}>
        <option value="">{props.all}</option>
        {!isKnown && <option value={props.value}>{visible(props.value)}</option>}
        {props.choices.map(([id, label]) => (
          <option key={id} value={id}>
            {visible(cut(label, 80))}
          </option>
        ))}
      </select>
    </label>
  );
}
