/** All debates of a project: what waits for a person first, then the list; or the form that starts one. */
import "./home.css";
import { useEffect } from "preact/hooks";

import { Button } from "../kit/button.tsx";
import { homePage } from "../state/home-state.ts";
import { currentPerson } from "../state/me.ts";
import { buildViewAddress, navigateTo, currentRoute } from "../state/page-route.ts";
import { canRun } from "../state/server-api.ts";
import { pageProblem } from "../state/trouble.ts";
import { DebateList } from "./debate-list.tsx";
import { startListRefresh } from "./debate-search.ts";
import { InboxCard } from "./inbox.tsx";
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
        {canStart && listed.debates.length > 0 && (
          <Button kind="primary" onPress={() => navigateTo(buildViewAddress("home", { new: "1" }))}>
            Start a debate
          </Button>
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
