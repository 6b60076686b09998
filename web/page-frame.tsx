/** The frame of every page: the bar on top, what is shown, the help. */
import type { ComponentChildren } from "preact";

import { isBlindStageActive } from "./act/blind-stage.ts";
import { HelpDialog } from "./shell/help-dialog.tsx";
import { useNavigationHotkeys } from "./shell/shell-keys.ts";
import { TopBar } from "./shell/top-bar.tsx";
import { PageProblemNotes } from "./shell/troubles.tsx";

interface PageFrameProps {
  readonly isHome?: boolean;
  /** Under the page, over its edge. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function PageFrame({ isHome = false, foot, children }: PageFrameProps) {
  useNavigationHotkeys();
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMainContent}>
        Skip to the {isHome ? "debates" : "debate"}
      </a>
      <TopBar isHome={isHome || isBlindStageActive.value} />
      <main id="main" class="wrap" tabIndex={-1}>
        <PageProblemNotes />
        {children}
      </main>
      {foot}
      <HelpDialog />
    </>
  );
}

/** The hash is the view's; a link into the page would leave it. */
function skipToMainContent(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
