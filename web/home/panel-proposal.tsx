/** More seats that a model proposes for the question. Nobody sits before the person agrees. */
import { useState } from "preact/hooks";

import type {
  PagePanelOffer,
  PagePanelProposal,
  StartRequest,
} from "../../src/page/page-payload.ts";
import type { ActionState } from "../act/use-action.ts";
import { Button } from "../kit/button.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { postJson } from "../state/server-api.ts";

export interface PanelChoice {
  /** Null where nobody can propose one, or the person has agreed already. */
  readonly offer: PagePanelOffer | null;
  readonly proposal: PagePanelProposal | null;
  readonly busy: boolean;
  readonly onPropose: (offer: PagePanelOffer) => void;
  /** With the ids of the seats that were left out. */
  readonly onAgree: (without: readonly string[]) => void;
  readonly onRefuse: () => void;
}

interface PanelProposalState {
  /** What of the proposal the person agreed to. */
  readonly agreed: StartRequest["panel"];
  readonly choice: PanelChoice;
  readonly forget: () => void;
}

export function usePanelProposal(asking: {
  readonly offer: PagePanelOffer | null;
  readonly action: ActionState;
  readonly createRequest: () => StartRequest;
  readonly onAgree: (agreed: StartRequest["panel"]) => void;
}): PanelProposalState {
  const { offer, action } = asking;
  const [proposal, setProposal] = useState<PagePanelProposal | null>(null);
  const [agreed, setAgreed] = useState<StartRequest["panel"]>();
  const propose = ({ usd }: PagePanelOffer): void =>
    action.run(async () => {
      const request = { ...asking.createRequest(), agreedUsd: usd };
      setProposal(await postJson<PagePanelProposal>("/api/panels", request));
    });
  const agree = (without: readonly string[]): void => {
    if (proposal === null) return;
    const panel = { proposal: proposal.proposal, without };
    setAgreed(panel);
    asking.onAgree(panel);
  };
  const forget = (): void => {
    setProposal(null);
    setAgreed(undefined);
  };
  const { busy } = action;
  const choice = { offer, proposal, busy, onPropose: propose, onAgree: agree, onRefuse: forget };
  return { agreed, choice, forget };
}

export function PanelProposal(props: PanelChoice) {
  const { offer, proposal, busy, onPropose } = props;
  if (offer === null) return null;
  if (proposal !== null) return <ProposedSeats {...props} proposal={proposal} />;
  const price = offer.price === null ? "It costs nothing." : `One call, ${offer.price}.`;
  return (
    <div class="act panel-offer">
      <Button disabled={busy} onPress={() => onPropose(offer)}>
        Propose more seats
      </Button>
      <span class="sub">
        {showInvisibleCharacters(offer.by)} reads the question. {price}
      </span>
    </div>
  );
}

function ProposedSeats({
  proposal,
  busy,
  onAgree,
  onRefuse,
}: PanelChoice & { readonly proposal: PagePanelProposal }) {
  const [without, setWithout] = useState<readonly string[]>([]);
  const { by, preset, seats } = proposal;
  if (preset === null && seats.length === 0)
    return <p class="sub">{showInvisibleCharacters(by)} proposes no further seats.</p>;
  const toggle = (id: string): void =>
    setWithout(without.includes(id) ? without.filter((one) => one !== id) : [...without, id]);
  return (
    <fieldset class="panel-proposal">
      <legend>Proposed by {showInvisibleCharacters(by)}</legend>
      {preset !== null && (
        <p>
          The table {preset.id}: <UntrustedText text={preset.why} most={300} />
        </p>
      )}
      {seats.map(({ id, name, asks, why }) => (
        <label key={id}>
          <input type="checkbox" checked={!without.includes(id)} onChange={() => toggle(id)} />
          <span>
            <strong>{showInvisibleCharacters(name)}</strong> asks:{" "}
            <UntrustedText text={asks} most={200} />
            <span class="sub">
              {" "}
              <UntrustedText text={why} most={300} />
            </span>
          </span>
        </label>
      ))}
      <div class="act">
        <Button kind="primary" disabled={busy} onPress={() => onAgree(without)}>
          Seat them
        </Button>
        <Button disabled={busy} onPress={onRefuse}>
          Keep the usual seats
        </Button>
      </div>
    </fieldset>
  );
}
