/** A link to a change and its words; drawn again only where it leads elsewhere. */
import { useComputed } from "@preact/signals";
import type { ComponentChildren } from "preact";

import { buildViewAddress } from "../../../state/page-route.ts";

export function ChangeLink(props: {
  number: number;
  isCurrent?: boolean;
  children: ComponentChildren;
}) {
  const address = useComputed(() =>
    buildViewAddress("document", { change: `${props.number}`, piece: null, part: null }),
  );
  return (
    <a href={address.value} aria-current={props.isCurrent === true ? "true" : undefined}>
      {props.children}
    </a>
  );
}
