/** What is specific to a protocol. Each protocol has its own page, which brings its panels. */
import type { ComponentType } from "preact";

import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";

import "./rules.css";

interface ProtocolPanelProps {
  readonly timeline: DebateTimeline;
  readonly snapshot: DebateSnapshot;
}

let RegisteredPanels: ComponentType<ProtocolPanelProps> | null = null;

/** Called once, before anything is shown. */
export function registerProtocolPanels(panels: ComponentType<ProtocolPanelProps>): void {
  RegisteredPanels = panels;
}

export function ProtocolPanels(shown: ProtocolPanelProps) {
  return RegisteredPanels === null ? null : <RegisteredPanels {...shown} />;
}
