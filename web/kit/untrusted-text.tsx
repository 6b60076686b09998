/** Untrusted words as text: no markup is interpreted, and invisible characters are made visible. */
import { Fragment } from "preact";
import { useState } from "preact/hooks";

import { debateTimeline } from "../state/debate-state.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { takeBeginning, truncateText } from "./format-text.ts";
import { showInvisibleCharacters, splitAtClaimIds } from "./visible-text.ts";

/** More than anyone reads at once; the rest is there when it is asked for. */
const MAX_INITIAL_LENGTH = 2_000;

export function UntrustedText(props: {
  text: string;
  most?: number;
  serif?: boolean;
  refs?: boolean;
}) {
  const [whole, setWhole] = useState(false);
  const most = props.most ?? MAX_INITIAL_LENGTH;
  const isLong = props.text.length > most;
  const shown = showInvisibleCharacters(
    isLong && !whole ? takeBeginning(props.text, most) : props.text,
  );
  return (
    <span class={props.serif === true ? "said serif" : "said"} dir="auto">
      {props.refs === true ? <TextWithClaimReferences text={shown} /> : shown}
      {isLong && !whole && "… "}
      {isLong && (
        <button type="button" class="more" onClick={() => setWhole(!whole)}>
          {whole ? " show less" : `show all (${props.text.length.toLocaleString()} characters)`}
        </button>
      )}
    </span>
  );
}

function TextWithClaimReferences({ text }: { text: string }) {
  const claims = debateTimeline.value?.claims;
  const parts = splitAtClaimIds(text, (id) => claims?.has(id) ?? false);
  return (
    <>
      {parts.map((part, index) =>
        "claim" in part ? (
          <ClaimReference key={index} id={part.claim} />
        ) : (
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </>
  );
}

// A claim's id as a link to its place among the challenges.

export function ClaimReference({ id }: { id: string }) {
  const card = debateTimeline.value?.claims.get(id);
  return (
    <a
      class="ref"
      href={buildViewAddress("challenges", { claim: id })}
      title={card === undefined ? undefined : truncateText(card.claim.text, 300)}
    >
      {id}
    </a>
  );
}
