/** All debates of a project: what waits for a person first, then the list; or the form that starts one. */
import "./home.css";
import { useEffect } from "preact/hooks";

import { Button } from "../kit/button.tsx";
import { canRun } from "../state/api.ts";
import { home } from "../state/home.ts";
import { me } from "../state/me.ts";
import { addressOf, go, route } from "../state/route.ts";
import { trouble } from "../state/trouble.ts";
import { DebateList } from "./debate-list.tsx";
import { keepCurrent } from "./found.ts";
import { Inbox } from "./inbox.tsx";
import { StartForm } from "./start-form.tsx";

export function HomeView() {
  useEffect(keepCurrent, []);
  const listed = home.value;
  if (listed === null) {
    return trouble.value === null ? <p class="empty waiting">Reading the debates.</p> : null;
  }
  const canStart = canRun.value && listed.protocols.length > 0;
  if (canStart && route.value.parameters["new"] === "1") return <StartForm home={listed} />;
  return (
    <div class="home">
      <header class="home-head">
        <div>
          <h1>Debates</h1>
          <p class="sub">{listed.project}</p>
        </div>
        {canStart && listed.debates.length > 0 && (
          <Button kind="primary" onPress={() => go(addressOf("home", { new: "1" }))}>
            Start a debate
          </Button>
        )}
      </header>
      {listed.debates.length === 0 ? (
        <Beginning canStart={canStart} />
      ) : (
        <>
          <Inbox debates={listed.debates} />
          <DebateList debates={listed.debates} />
        </>
      )}
    </div>
  );
}

function Beginning({ canStart }: { canStart: boolean }) {
  return (
    <section class="card beginning" aria-labelledby="beginning">
      <h2 id="beginning">No debate has been held here yet</h2>
      <p>
        Put a question with two or more options before a panel. Without keys, built-in readers hold
        the debate on this machine; that costs nothing and sends nothing anywhere.
      </p>
      {canStart && (
        <Button kind="primary" onPress={() => go(addressOf("home", { new: "1" }))}>
          Start a debate
        </Button>
      )}
      {me.value === null && (
        <p class="sub">
          Or in a terminal:{" "}
          <code>dissent "A or B?" --option "A: the first" --option "B: the second"</code>
        </p>
      )}
    </section>
  );
}
