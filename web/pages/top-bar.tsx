/** The top bar: the link to all debates, the views of this one, help and theme. */
import { useRef, useState } from "preact/hooks";

import { Button } from "../kit/button.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import { useHotkey } from "../kit/hotkeys.ts";
import { canAct, currentPerson, homeAddress } from "../state/page-context.ts";
import { VIEWS, buildViewAddress, currentRoute } from "../state/page-route.ts";
import { toggleTheme } from "../state/page-theme.ts";
import { postJson } from "../state/server-api.ts";

export function TopBar({ isHome }: { isHome: boolean }) {
  return (
    <header class="top">
      <div class="wrap">
        <BrandLink />
        {isHome ? <span class="sp" /> : <ViewTabs />}
        <span class="tools">
          <CurrentPersonMenu />
          <Button label="Keys and help" onPress={openHelpDialog} class="hide-s">
            ?
          </Button>
          <Button label="Light or dark" onPress={toggleTheme}>
            <ThemeMark />
          </Button>
        </span>
      </div>
    </header>
  );
}

function BrandLink() {
  const address = homeAddress.value;
  const inside = (
    <>
      <BrandMark />
      <span>Dissent</span>
    </>
  );
  return address === null ? (
    <span class="brand">{inside}</span>
  ) : (
    <a class="brand" href={address} aria-label="Dissent, all debates">
      {inside}
    </a>
  );
}

function ViewTabs() {
  const { view } = currentRoute.value;
  return (
    <nav aria-label="Views of this debate" class="sp">
      <ul class="tabs">
        {VIEWS.map((one) => (
          <li key={one}>
            <a href={buildViewAddress(one)} aria-current={one === view ? "page" : undefined}>
              {capitalizeText(one)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

// The few icons that replace words.

function BrandMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke-linecap="round" stroke-width="2.4">
        <path d="M3 6h18M3 12h18" stroke="currentColor" />
        <path d="M3 18c7 0 9-.4 18-12" stroke="var(--mark)" />
      </g>
    </svg>
  );
}

function ThemeMark() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M7 1.5v11A5.5 5.5 0 0 0 7 1.5" fill="currentColor" />
    </svg>
  );
}

// On a team's server: whose token the page has, and the way out.

function CurrentPersonMenu() {
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

// Which keys do what.

const NAVIGATION_HOTKEYS: readonly (readonly [string, string])[] = [
  ["Floor, Transcript, Challenges, Document, Record", "1 2 3 4 5"],
  ["One event back or forth", "← →"],
  ["The newest event", "L"],
  ["Next or previous turn, in the transcript", "j k"],
  ["Search", "/"],
  ["Light or dark", "T"],
  ["This help", "?"],
];

const ACTION_HOTKEYS: readonly (readonly [string, string])[] = [
  ["Pause after this turn, or go on", "P"],
  ["Decide", "D"],
];

const HELP_DIALOG_ID = "help";

function openHelpDialog(): void {
  const dialog = document.getElementById(HELP_DIALOG_ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

export function HelpDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  useHotkey("?", openHelpDialog);
  return (
    <dialog id={HELP_DIALOG_ID} ref={ref} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="help">
        {[...NAVIGATION_HOTKEYS, ...(canAct.value ? ACTION_HOTKEYS : [])].map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p class="sub">
        Colour, letter and shape mean an option, never a person. Red means that someone moved, or
        that something is open. A ring is how sure the speaker says it is.
      </p>
      <div class="act">
        <Button kind="primary" onPress={() => ref.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
