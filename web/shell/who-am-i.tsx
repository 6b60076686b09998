/** On a team's server: whose token the page has, and the way out. */
import "./who-am-i.css";
import { useState } from "preact/hooks";

import { Button } from "../kit/button.tsx";
import { post } from "../state/api.ts";
import { me } from "../state/me.ts";

export function WhoAmI() {
  const [busy, setBusy] = useState(false);
  if (me.value === null) return null;
  const { person, scopes } = me.value;
  const leave = async (): Promise<void> => {
    setBusy(true);
    // a token that was revoked is refused, and then nobody is logged in any more
    await post("/api/log-out", {}).catch(() => {});
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
