/** A part of a view with its own heading. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export function Card(props: {
  title: string;
  id?: string;
  note?: ComponentChildren;
  class?: string;
  children?: ComponentChildren;
}) {
  const heading = useId();
  return (
    <section id={props.id} class={`card ${props.class ?? ""}`} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{props.title}</h2>
        {props.note !== undefined && <span class="sub">{props.note}</span>}
      </header>
      {props.children}
    </section>
  );
}
