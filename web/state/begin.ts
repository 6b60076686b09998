/** Finds out where the page is: a server's, for one debate or all of them, or a report with its debate inside. */
import type { PageDebate, PageHome, SentDebate } from "../../src/page/payload.ts";
import { get, PageTrouble } from "./api.ts";
import { gapIn } from "./chain.ts";
import { checkLines } from "./check.ts";
import { debate, trouble } from "./debate.ts";
import { home, refreshHome } from "./home.ts";
import { follow, pathOf, refreshFindings } from "./live.ts";
import { homeAddress, place, readOnly } from "./place.ts";
import { readEvents } from "./read-events.ts";

export function begin(): void {
  try {
    const listed = inside("home") as PageHome | null;
    const journal = inside("journal") as Lines | null;
    if (listed !== null) {
      place.value = "gallery";
      home.value = listed;
    } else if (journal !== null) openReport(journal);
    else openServed();
  } catch (error) {
    trouble.value = `This page cannot be read: ${wordsOf(error)}`;
  }
}

/** What the page holds inside, as JSON; null where it holds none. */
function inside(what: "home" | "journal" | "page"): unknown {
  const text = document.querySelector(
    `script[type="application/x-dissent-${what}+json"]`,
  )?.textContent;
  return text === undefined || text === null ? null : JSON.parse(text);
}

type Lines = Pick<PageDebate, "lines" | "texts" | "signatures">;

type Inside = Omit<PageDebate, "id" | "events" | keyof Lines>;

function openReport({ lines, ...journal }: Lines): void {
  place.value = "report";
  const page = inside("page") as Inside | null;
  if (page === null) throw new TypeError("it holds a journal and nothing about its rules");
  const events = readEvents(lines);
  const opened = events[0]?.fact;
  if (opened?.type !== "debate-opened") throw new TypeError("its journal has no beginning");
  show({ ...page, ...journal, id: opened.debate, events, lines });
}

function openServed(): void {
  homeAddress.value = "/";
  const id = /^\/debates\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  if (id === undefined) {
    place.value = "home";
    void refreshHome();
    return;
  }
  place.value = "debate";
  void openDebate(decodeURIComponent(id));
}

async function openDebate(id: string): Promise<void> {
  try {
    const sent = await get<SentDebate>(pathOf(id));
    show({ ...sent, events: readEvents(sent.lines) });
    follow(id);
    if (sent.findings === null && sent.lines.length > 2) whenIdle(() => void refreshFindings(id));
  } catch (error) {
    trouble.value = wordsOf(error);
  }
}

/** What takes the server a while is asked for once the debate is on the screen. */
function whenIdle(act: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(act, { timeout: 2_000 });
  else setTimeout(act, 1_000);
}

function show(given: PageDebate): void {
  trouble.value = gapIn(undefined, given.events);
  readOnly.value = given.readOnly === true;
  // a gallery says where its list is
  if (given.home !== undefined) homeAddress.value = given.home;
  debate.value = given;
  checkLines(given.lines, given.events);
}

function wordsOf(error: unknown): string {
  if (error instanceof PageTrouble) return [error.message, error.hint ?? ""].join(" ").trim();
  return error instanceof Error ? error.message : String(error);
}
