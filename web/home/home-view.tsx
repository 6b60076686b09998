/** All debates of a project: those that wait for a person first, then the list; or the form that starts one. */
import "./home.css";
import { useEffect } from "preact/hooks";

import type { ListedDebate } from "../../src/store.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { formatPlural, formatTimeAgo } from "../kit/format-text.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildDebateHref, homePage } from "../state/home-state.ts";
import { currentPerson, pageKind, pageProblem } from "../state/page-context.ts";
import { buildViewAddress, currentRoute, navigateTo } from "../state/page-route.ts";
import { canDecide, canRun } from "../state/server-api.ts";
import { DebateList } from "./debate-list.tsx";
import { startListRefresh } from "./debate-search.ts";
import { type InboxEntry, listInboxEntries } from "./debate-status.ts";
import { StartForm } from "./start-form.tsx";

export function HomeView() {
  useEffect(startListRefresh, []);
  const listed = homePage.value;
  if (listed === null) {
    return pageProblem.value === null ? <p class="empty waiting">Reading the debates.</p> : null;
  }
  const canStart = canRun.value && listed.protocols.length > 0;
  if (canStart && currentRoute.value.parameters["new"] === "1") return <StartForm home={listed} />;
  return (
    <div class="home">
      <header class="home-head">
        <div>
          <h1>Debates</h1>
          <p class="sub">{listed.project}</p>
        </div>
        {listed.debates.length > 0 && (
          <div class="act">
            {pageKind.value === "home" && (
              <a class="btn" href={buildViewAddress("statistics", { q: null })}>
                Statistics
              </a>
            )}
            {canStart && (
              <Button
                kind="primary"
                onPress={() => navigateTo(buildViewAddress("home", { new: "1" }))}
              >
                Start a debate
              </Button>
            )}
          </div>
        )}
      </header>
      {listed.debates.length === 0 ? (
        <EmptyHomeNote canStart={canStart} />
      ) : (
        <>
          <InboxCard debates={listed.debates} />
          <DebateList debates={listed.debates} />
        </>
      )}
    </div>
  );
}

function EmptyHomeNote({ canStart }: { canStart: boolean }) {
  return (
    <section class="card beginning" aria-labelledby="beginning">
      <h2 id="beginning">No debate has been held here yet</h2>
      <p>
        Put a question with two or more options before a panel. Without keys, built-in readers hold
        the debate on this machine; that costs nothing and sends nothing anywhere.
      </p>
      {canStart && (
        <Button kind="primary" onPress={() => navigateTo(buildViewAddress("home", { new: "1" }))}>
          Start a debate
        </Button>
      )}
      {currentPerson.value === null && (
        <p class="sub">
          Or in a terminal:{" "}
          <code>dissent "A or B?" --option "A: the first" --option "B: the second"</code>
        </p>
      )}
    </section>
  );
}

// What only a person can move on.

function InboxCard({ debates }: { debates: readonly ListedDebate[] }) {
  const waiting = listInboxEntries(debates);
  if (waiting.length === 0) return null;
  return (
    <Card
      title={canDecide.value ? "Waiting for you" : "Waiting for a person"}
      note={formatPlural(waiting.length, "debate")}
      class="pressing inbox"
    >
      <ul>
        {waiting.map((one) => (
          <InboxRow key={one.debate.id} {...one} />
        ))}
      </ul>
    </Card>
  );
}

function InboxRow({ debate, why, blind }: InboxEntry) {
  const { id, question, updatedMs } = debate;
  const offersBlind = blind && canDecide.value;
  return (
    <li>
      <div>
        <a class="serif question" href={buildDebateHref(id)}>
          <UntrustedText text={question} most={300} serif />
        </a>
        <p class="sub">
          {why} <span class="mono">{id}</span>, {formatTimeAgo(updatedMs, Date.now())}
        </p>
      </div>
      {offersBlind && (
        <a class="btn" href={buildDebateHref(id, "#/floor?blind=1")}>
          Decide before you read the panel
          <span class="sr">: {showInvisibleCharacters(question)}</span>
        </a>
      )}
    </li>
  );
}
