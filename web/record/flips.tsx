/** Changes of mind with their receipts. */
import { Card } from "../kit/card.tsx";
import { ClaimReference } from "../kit/claim-ref.tsx";
import { formatPlural } from "../kit/format-text.ts";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { showInvisibleCharacters } from "../kit/visible-text.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { MOVE_CLASS_LABELS } from "../transcript/move-class-labels.ts";
import { PositionLabel } from "../transcript/position-label.tsx";
import type { AuditPanelProps } from "./audit-panel.tsx";

export function MoveAuditTable({ story, audit: { flips, tallies } }: AuditPanelProps) {
  if (flips.length === 0 && tallies.final.cast === 0) return null;
  if (flips.length === 0) {
    return (
      <Card title="Changes of mind">
        <p class="pad empty">Nobody changed its mind.</p>
      </Card>
    );
  }
  return (
    <Card title="Changes of mind" note={formatPlural(flips.length, "change")}>
      <div class="pad scroll" tabIndex={0} role="group" aria-label="Changes of mind">
        <table>
          <thead>
            <tr>
              {["Who", "From, to", "Class", "Because", "Had said it would be moved by"].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {flips.map((flip) => (
              <tr key={flip.key}>
                <th scope="row">
                  <a href={buildViewAddress("transcript", { turn: flip.key })}>
                    {showInvisibleCharacters(
                      story.seats.find(({ id }) => id === flip.by)?.name ?? flip.by,
                    )}
                  </a>
                </th>
                <td class="flip-moves">
                  <PositionLabel story={story} id={flip.from} bare /> →{" "}
                  <PositionLabel story={story} id={flip.to} bare />
                </td>
                <td title={MOVE_CLASS_LABELS[flip.class].meaning}>
                  {MOVE_CLASS_LABELS[flip.class].name}
                  {flip.towardMajority && <span class="sub"> toward the majority</span>}
                </td>
                <td>
                  {flip.cause !== null && <ClaimReference id={flip.cause} />}{" "}
                  <UntrustedText text={flip.ground} most={300} />
                </td>
                <td>
                  <UntrustedText text={flip.foretold ?? "nothing"} most={240} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
