/**
 * Finds out what kind of page this is: a server's page for one debate or all of them, or a report with its debate
 * inside.
 */
import type { Event } from "../../src/domain/journal/event.ts";
import type { PageDebate, PageHome, SentPageDebate } from "../../src/page/page-payload.ts";
import { currentDebate, pageProblem } from "./debate-state.ts";
import {
  buildDebateApiPath,
  checkChainLines,
  followDebate,
  refreshDebateFindings,
} from "./follow-debate.ts";
import { homePage, refreshHomePage } from "./home-state.ts";
import { findChainGap, parseJournalEvents } from "./journal-chain.ts";
import { homeAddress, isReadOnly, pageKind } from "./page-context.ts";
import { buildViewAddress, navigateTo } from "./page-route.ts";
import { ServerRequestError, fetchJson } from "./server-api.ts";

export function loadPage(): void {
  try {
    const listed = readEmbeddedJson("home") as PageHome | null;
    const journal = readEmbeddedJson("journal") as EmbeddedJournalLines | null;
    if (listed !== null) {
      pageKind.value = "gallery";
      homePage.value = listed;
    } else if (journal !== null) openEmbeddedReport(journal);
    else openServedPage();
  } catch (error) {
    pageProblem.value = `This page cannot be read: ${formatLoadError(error)}`;
  }
}

/** The JSON embedded in the page; null if there is none. */
function readEmbeddedJson(what: "home" | "journal" | "page"): unknown {
  const text = document.querySelector(
    `script[type="application/x-dissent-${what}+json"]`,
  )?.textContent;
  return text === undefined || text === null ? null : JSON.parse(text);
}

type EmbeddedJournalLines = Pick<PageDebate, "lines" | "texts" | "signatures">;

type EmbeddedPage = Omit<PageDebate, "id" | "events" | keyof EmbeddedJournalLines>;

function openEmbeddedReport({ lines, ...journal }: EmbeddedJournalLines): void {
  pageKind.value = "report";
  const page = readEmbeddedJson("page") as EmbeddedPage | null;
  if (page === null) throw new TypeError("it holds a journal and nothing about its rules");
  const events = parseJournalEvents(lines);
  const opened = events[0]?.fact;
  if (opened?.type !== "debate-opened") throw new TypeError("its journal has no beginning");
  showDebate({ ...page, ...journal, id: opened.debate, events, lines });
}

function openServedPage(): void {
  homeAddress.value = "/";
  const id = /^\/debates\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  if (id === undefined) {
    pageKind.value = "home";
    void refreshHomePage();
    return;
  }
  pageKind.value = "debate";
  void openServedDebate(decodeURIComponent(id));
}

async function openServedDebate(id: string): Promise<void> {
  try {
    const sent = await fetchJson<SentPageDebate>(buildDebateApiPath(id));
    showDebate({ ...sent, events: parseJournalEvents(sent.lines) });
    followDebate(id);
    if (sent.findings === null && sent.lines.length > 2)
      runWhenIdle(() => void refreshDebateFindings(id));
  } catch (error) {
    pageProblem.value = formatLoadError(error);
  }
}

/** What takes the server a while is requested once the debate is on the screen. */
function runWhenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 1_000);
}

function showDebate(given: PageDebate): void {
  pageProblem.value = findChainGap(undefined, given.events);
  isReadOnly.value = given.readOnly === true;
  // a gallery says where its list is
  if (given.home !== undefined) homeAddress.value = given.home;
  currentDebate.value = given;
  // a debate that made a document opens on it
  if (location.hash === "" && given.findings?.document != null && isSettled(given.events))
    navigateTo(buildViewAddress("document"), { replace: true });
  checkChainLines(given.lines, given.events);
}

function isSettled(events: readonly Event[]): boolean {
  return events.some(({ fact }) => fact.type === "debate-settled");
}

function formatLoadError(error: unknown): string {
  if (error instanceof ServerRequestError)
    return [error.message, error.hint ?? ""].join(" ").trim();
  return error instanceof Error ? error.message : String(error);
}
