/** The frame of every page: the top bar, the content, the help. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { isBlindStageActive } from "../act/blind-stage.ts";
import { registerHotkey } from "../kit/hotkeys.ts";
import {
  debateTimeline,
  pageProblem,
  serverConnection,
  showNewestEvent,
  stepByEvents,
} from "../state/debate-state.ts";
import { VIEWS, buildViewAddress, navigateTo } from "../state/page-route.ts";
import { toggleTheme } from "../state/page-theme.ts";
import { HelpDialog, TopBar } from "./top-bar.tsx";

interface PageFrameProps {
  readonly isHome?: boolean;
  /** Under the page, over its edge. */
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function PageFrame({ isHome = false, foot, children }: PageFrameProps) {
  useNavigationHotkeys();
  usePrintedFolds();
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

// Keys that work on every view: views, steps through the journal, theme.

function useNavigationHotkeys(): void {
  useEffect(() => {
    const stops = [
      ...VIEWS.map((view, index) =>
        registerHotkey(String(index + 1), () => {
          if (debateTimeline.value !== null) navigateTo(buildViewAddress(view));
        }),
      ),
      registerHotkey("ArrowLeft", () => stepByEvents(-1)),
      registerHotkey("ArrowRight", () => stepByEvents(1)),
      registerHotkey("l", showNewestEvent),
      registerHotkey("t", toggleTheme),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** On paper nothing is folded. */
function usePrintedFolds(): void {
  useEffect(() => {
    const opened = new Set<HTMLDetailsElement>();
    const open = (): void => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>(
        "main details.floor-section:not([open])",
      )) {
        fold.open = true;
        opened.add(fold);
      }
    };
    const close = (): void => {
      for (const fold of opened) fold.open = false;
      opened.clear();
    };
    addEventListener("beforeprint", open);
    addEventListener("afterprint", close);
    return () => {
      removeEventListener("beforeprint", open);
      removeEventListener("afterprint", close);
    };
  }, []);
}

// What is wrong, said before anything else.

function PageProblemNotes() {
  return (
    <>
      {pageProblem.value !== null && (
        <p class="alert" role="alert">
          {pageProblem.value}
        </p>
      )}
      {serverConnection.value === "lost" && (
        <p class="alert" role="alert">
          Connection lost, trying again. What is shown is as of event{" "}
          {debateTimeline.value?.last ?? 0}.
        </p>
      )}
    </>
  );
}
