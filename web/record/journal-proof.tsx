/** Whether the journal is intact: what the program found, what this browser finds, and how to check it elsewhere. */
import { useEffect, useState } from "preact/hooks";

import type { PageDebate, PageVerification } from "../../src/page/page-payload.ts";
import { Card } from "../kit/card.tsx";
import { formatInteger, formatPlural } from "../kit/format-text.ts";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { getBrowserDigest } from "../state/journal-chain.ts";
import { pageKind } from "../state/page-context.ts";
import { checkJournal, type JournalCheckResult } from "./check-journal.ts";
import { formatFileName } from "./journal-export.ts";

export function JournalProofCard({
  debate,
  verification,
}: {
  debate: PageDebate;
  verification: PageVerification | null;
}) {
  return (
    <Card title="Does it hold?" class="proof">
      <div class="pad">
        <BrowserCheck debate={debate} />
        <ServerVerification verification={verification} />
        <OfflineCheckSteps debate={debate} />
      </div>
    </Card>
  );
}

type BrowserCheckState = { readonly done: number } | JournalCheckResult | "impossible";

function BrowserCheck({ debate }: { debate: PageDebate }) {
  const { lines, texts, leftOut } = debate;
  const [state, setState] = useState<BrowserCheckState>({ done: 0 });
  useEffect(() => {
    const digest = getBrowserDigest();
    if (digest === null) {
      setState("impossible");
      return;
    }
    let isStopped = false;
    const means = {
      digest,
      rest: () => new Promise<void>((resolve) => setTimeout(resolve)),
      progress: (done: number) => isStopped || setState({ done }),
      isStopped: () => isStopped,
    };
    checkJournal({ lines, texts, ...(leftOut && { leftOut }) }, means).then(
      (checked) => isStopped || setState(checked),
      () => isStopped || setState("impossible"),
    );
    return () => {
      isStopped = true;
    };
  }, [lines.length, texts]);
  return (
    <div class="proof-part">
      <h3>Checked in this browser</h3>
      <BrowserCheckResult state={state} all={lines.length} />
    </div>
  );
}

function BrowserCheckResult({ state, all }: { state: BrowserCheckState; all: number }) {
  if (state === "impossible") {
    return <p>This browser offers no way to hash here. Check it with the command below.</p>;
  }
  if ("done" in state)
    return (
      <p class="sub">
        {formatInteger(state.done)} of {formatPlural(all, "event")}.
      </p>
    );
  if (state.fault !== null) {
    return (
      <p class="proof-fault" role="alert">
        {showInvisibleCharacters(state.fault)} {formatPlural(state.events, "event")} before it hold.
      </p>
    );
  }
  return (
    <>
      <p>
        ✓ {formatPlural(state.events, "event")}, chain intact, checked in this browser.{" "}
        {formatPlural(state.texts, "text")} with the hash the journal names.
        {state.unseen > 0 &&
          ` ${formatPlural(state.unseen, "text is", "texts are")} too long for the page and not checked.`}
      </p>
      <p class="sub">
        Head <span class="mono hash">{state.head}</span>
      </p>
    </>
  );
}

function ServerVerification({ verification }: { verification: PageVerification | null }) {
  const who = pageKind.value === "report" ? "when this report was written" : "by the server";
  if (verification === null) {
    return (
      <div class="proof-part">
        <h3>Recomputed {who}</h3>
        <p class="sub">
          Once the debate has ended, its prompts, claims and outcome are recomputed.
        </p>
      </div>
    );
  }
  return (
    <div class="proof-part">
      <h3>Recomputed {who}</h3>
      {verification.fault === null ? (
        <p>Consistent: the recorded answers lead to this outcome under its rules.</p>
      ) : (
        <p class="proof-fault" role="alert">
          Not verified. {showInvisibleCharacters(verification.fault)}
        </p>
      )}
      <ul class="proof-checks">
        {verification.checks
          .filter(({ what }) => what !== verification.fault)
          .map(({ what, holds }) => (
            <li key={what}>
              {holds ? "✓" : "!"} {showInvisibleCharacters(what)}
            </li>
          ))}
      </ul>
      <p class="sub">{showInvisibleCharacters(verification.notProven)}</p>
    </div>
  );
}

function OfflineCheckSteps({ debate }: { debate: PageDebate }) {
  const isReport = pageKind.value === "report";
  const head = debate.events.at(-1)?.hash.slice(0, 12) ?? "";
  const subject = isReport ? getPageFileName(debate.id) : formatFileName(debate.id, "");
  return (
    <div class="proof-part">
      <h3>Check it yourself, offline</h3>
      <pre tabIndex={0} role="group" aria-label="Command">
        dissent verify {showInvisibleCharacters(subject)}
      </pre>
      <p class="sub">
        A consistent journal can be forged from its beginning. A signature by a key you know, an
        anchor in Git, or a head that you kept elsewhere (<code>--head {head}</code>) shows it.
      </p>
    </div>
  );
}

/** The name this file was opened by. */
function getPageFileName(id: string): string {
  try {
    const name = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
    return /^[\w.-]+\.html?$/.test(name) ? name : formatFileName(id, ".html");
  } catch {
    return formatFileName(id, ".html");
  }
}
