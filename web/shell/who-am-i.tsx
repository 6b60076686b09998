/** On a team's server: whose token the page has, and the way out. */
import "./who-am-i.css";
import { useState } from "preact/hooks";

import { Button } from "../kit/button.tsx";
import { currentPerson } from "../state/me.ts";
import { postJson } from "../state/server-api.ts";

export function CurrentPersonMenu() {
  const [busy, setBusy] = useState(false);
  if (currentPerson.value === null) return null;
  const { person, scopes } = currentPerson.value;
  const leave = async (): Promise<void> => {
    setBusy(true);
    // a token that was revoked is refused, and then nobody is logged in any more
    await postJson("/api/log-out", {}).catch(() => {});
    location.assign("/");
  };
  return (
    <span class="who">
      <span class="who-name hide-s" title={`You may: ${scopes.join(", ")}`}>
        {person}
      </span>
      <Button disabled={busy} onPress={() => void leave()}>
        Log out
      </Button>
    </span>
  );
}
