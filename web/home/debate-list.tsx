/** The list of debates, newest first, with what narrows it. */
import { useEffect, useRef, useState } from "preact/hooks";

import type { Listed } from "../../src/store.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { useKey } from "../kit/use-key.ts";
import { capital, plural } from "../kit/words.ts";
import { place } from "../state/place.ts";
import { addressOf, go, route } from "../state/route.ts";
import { DebateRow } from "./debate-row.tsx";
import { type Filter, filterIn, isNarrowed, listedBy, STANDINGS } from "./filter.ts";
import { found } from "./found.ts";

/** More are there when they are asked for. */
const AT_ONCE = 100;

export function DebateList({ debates }: { debates: readonly Listed[] }) {
  const filter = filterIn(route.value.parameters);
  const searched = place.value === "home" && filter.words !== "" && found.value !== null;
  const all = listedBy(searched ? (found.value ?? []) : debates, filter, { searched });
  const [most, setMost] = useState(AT_ONCE);
  const protocols = [...new Set(debates.map(({ protocol }) => protocol))].sort();
  return (
    <Card
      title="All debates"
      class="debates"
      note={
        <span role="status">
          {isNarrowed(filter)
            ? `${all.length} of ${plural(debates.length, "debate")}`
            : debates.length}
        </span>
      }
    >
      <Filters filter={filter} protocols={protocols} />
      {all.length === 0 ? <NothingFound filter={filter} /> : null}
      <ul class="rows-of-debates">
        {all.slice(0, most).map((one) => (
          <DebateRow key={one.id} debate={one} />
        ))}
      </ul>
      {all.length > most && (
        <p class="pad">
          <Button onPress={() => setMost(most + AT_ONCE)}>
            Show {Math.min(AT_ONCE, all.length - most)} more
          </Button>
        </p>
      )}
    </Card>
  );
}

function Filters({ filter, protocols }: { filter: Filter; protocols: readonly string[] }) {
  return (
    <div class="home-filters" role="search" aria-label="Debates">
      <SearchField words={route.value.parameters["q"] ?? ""} />
      <label>
        <span class="sr">Status</span>
        <select
          value={filter.status ?? ""}
          onChange={(event) => narrow({ status: event.currentTarget.value })}
        >
          <option value="">Any status</option>
          {STANDINGS.map((status) => (
            <option key={status} value={status}>
              {status === "settled" ? "Ended" : capital(status)}
            </option>
          ))}
        </select>
      </label>
      {protocols.length > 1 && (
        <label>
          <span class="sr">Protocol</span>
          <select
            value={filter.protocol ?? ""}
            onChange={(event) => narrow({ protocol: event.currentTarget.value })}
          >
            <option value="">Any protocol</option>
            {protocols.map((protocol) => (
              <option key={protocol} value={protocol}>
                {capital(protocol)}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

/** Typing is not a step in the history. */
function narrow(changes: Readonly<Record<string, string>>): void {
  go(addressOf("home", changes), { replace: true });
}

const REST_MS = 250;

/** The address follows when the hand rests. */
function SearchField({ words }: { words: string }) {
  const [typed, setTyped] = useState(words);
  const field = useRef<HTMLInputElement>(null);
  useKey("/", () => field.current?.focus());
  /** What this field has written into the address, or taken from it. */
  const kept = useRef(words);
  useEffect(() => {
    // back, forward or a link may have brought other words; its own must not replace what was typed since
    if (words === kept.current) return;
    kept.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => {
    if (typed === kept.current) return;
    const timer = setTimeout(() => {
      kept.current = typed;
      narrow({ q: typed });
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      ref={field}
      type="search"
      aria-label="Search debates"
      aria-keyshortcuts="/"
      placeholder="Search questions, outcomes, reasons"
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

function NothingFound({ filter }: { filter: Filter }) {
  return (
    <div class="pad">
      <p class="empty">
        {filter.words === "" ? "No debate is like that." : `Nothing has “${filter.words}” in it.`}
      </p>
      <div class="act">
        <Button onPress={() => narrow({ q: "", status: "", protocol: "" })}>Show all</Button>
      </div>
    </div>
  );
}
