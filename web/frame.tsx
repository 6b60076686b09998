/** The frame of every page: the bar on top, what is shown, the help. */
import type { ComponentChildren } from "preact";

import { blindFor } from "./act/blind.ts";
import { HelpDialog } from "./shell/help-dialog.tsx";
import { useShellKeys } from "./shell/shell-keys.ts";
import { TopBar } from "./shell/top-bar.tsx";
import { Troubles } from "./shell/troubles.tsx";

interface FrameSetting {
  readonly isHome?: boolean;
  /** Under the page, over its edge. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Frame({ isHome = false, foot, children }: FrameSetting) {
  useShellKeys();
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the {isHome ? "debates" : "debate"}
      </a>
      <TopBar isHome={isHome || blindFor.value} />
      <main id="main" class="wrap" tabIndex={-1}>
        <Troubles />
        {children}
      </main>
      {foot}
      <HelpDialog />
    </>
  );
}

/** The hash is the view's; a link into the page would leave it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
