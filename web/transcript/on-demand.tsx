/** Something long that is there when it is asked for, and costs nothing before. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export function FoldedContent(props: {
  title: ComponentChildren;
  children: () => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="on-demand"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{props.title}</summary>
      {isOpen && <div class="on-demand-body">{props.children()}</div>}
    </details>
  );
}
