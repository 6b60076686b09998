/** The transcript's filter: chosen here, kept in the address. */
import { useRef } from "preact/hooks";

import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { truncateText } from "../kit/format-text.ts";
import { useHotkey } from "../kit/hotkeys.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress, navigateTo } from "../state/page-route.ts";
import { type TranscriptFilter, isEmptyFilter } from "./transcript-filter.ts";

export function TranscriptFilterBar({
  timeline: debateTimeline,
  filter,
  shown,
}: {
  timeline: DebateTimeline;
  filter: TranscriptFilter;
  shown: string;
}) {
  const search = useRef<HTMLInputElement>(null);
  useHotkey("/", () => search.current?.focus());
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
          onInput={(event) => applyTranscriptFilter({ search: event.currentTarget.value })}
        />
      </label>
      <FilterSelect
        name="Seat"
        value={filter.seat}
        all="Everyone"
        onChoose={(seat) => applyTranscriptFilter({ seat })}
        choices={debateTimeline.seats.map(({ id, name }) => [id, name])}
      />
      <FilterSelect
        name="Step"
        value={filter.step}
        all="Every step"
        onChoose={(step) => applyTranscriptFilter({ step })}
        choices={debateTimeline.steps.map(({ step, title }) => [step, title])}
      />
      <label>
        <span>Claim</span>
        <input
          value={filter.claim}
          placeholder="Any claim"
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => applyTranscriptFilter({ claim: event.currentTarget.value.trim() })}
        />
      </label>
      <div class="filter-only" role="group" aria-label="Only">
        <Button
          pressed={filter.only === "changes"}
          onPress={() => toggleOnlyFilter(filter, "changes")}
        >
          Only changes
        </Button>
        <Button
          pressed={filter.only === "absences"}
          onPress={() => toggleOnlyFilter(filter, "absences")}
        >
          Only absences
        </Button>
        {!isEmptyFilter(filter) && (
          <Button onPress={() => applyTranscriptFilter(EMPTY_FILTER)}>Show all</Button>
        )}
      </div>
      <p class="filter-shown sub">{shown}</p>
    </form>
  );
}

const EMPTY_FILTER: TranscriptFilter = { seat: "", step: "", claim: "", search: "", only: "" };

function applyTranscriptFilter(changes: Partial<TranscriptFilter>): void {
  navigateTo(buildViewAddress("transcript", changes), { replace: true });
}

function toggleOnlyFilter({ only }: TranscriptFilter, what: "changes" | "absences"): void {
  applyTranscriptFilter({ only: only === what ? "" : what });
}

function FilterSelect(props: {
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
        {!isKnown && <option value={props.value}>{showInvisibleCharacters(props.value)}</option>}
        {props.choices.map(([id, label]) => (
          <option key={id} value={id}>
            {showInvisibleCharacters(truncateText(label, 80))}
          </option>
        ))}
      </select>
    </label>
  );
}
