/** What is particular to the rules of a debate. Each kind of debate has a page of its own, which brings its panels along. */
import type { ComponentType } from "preact";

import type { Moment, Story } from "../../src/timeline/story.ts";

import "./rules.css";

interface Shown {
  readonly story: Story;
  readonly moment: Moment;
}

let Panels: ComponentType<Shown> | null = null;

/** Called once, before anything is shown. */
export function providePanels(panels: ComponentType<Shown>): void {
  Panels = panels;
}

export function RulesPanels(shown: Shown) {
  return Panels === null ? null : <Panels {...shown} />;
}
