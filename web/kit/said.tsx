/** Untrusted words as text: nothing in them is markup, and what cannot be seen is made visible. */
import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { story } from "../state/debate.ts";
import { ClaimRef } from "./claim-ref.tsx";
import { partsOf, visible } from "./visible.ts";

/** More than anyone reads at once; the rest is there when it is asked for. */
const MOST = 2_000;

export function Words(props: { text: string; most?: number; serif?: boolean; refs?: boolean }) {
  const [whole, setWhole] = useState(false);
  const most = props.most ?? MOST;
  const isLong = props.text.length > most;
  const shown = visible(isLong && !whole ? props.text.slice(0, most) : props.text);
  return (
    <span class={props.serif === true ? "said serif" : "said"} dir="auto">
      {props.refs === true ? <WithClaims text={shown} /> : shown}
      {isLong && !whole && "… "}
      {isLong && (
        <button type="button" class="more" onClick={() => setWhole(!whole)}>
          {whole ? " show less" : `show all (${props.text.length.toLocaleString()} characters)`}
        </button>
      )}
    </span>
  );
}

function WithClaims({ text }: { text: string }) {
  const claims = story.value?.claims;
  const parts = partsOf(text, (id) => claims?.has(id) ?? false);
  return (
    <>
      {parts.map((part, index) =>
        "claim" in part ? (
          <ClaimRef key={index} id={part.claim} />
        ) : (
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </>
  );
}
