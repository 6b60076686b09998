/** Changes of mind with their receipts. */
import { Card } from "../kit/card.tsx";
import { ClaimRef } from "../kit/claim-ref.tsx";
import { Words } from "../kit/said.tsx";
import { visible } from "../kit/visible.ts";
import { plural } from "../kit/words.ts";
import { addressOf } from "../state/route.ts";
import { FLIP_WORDS } from "../transcript/flip-words.ts";
import { Position } from "../transcript/position.tsx";
import type { AuditProps } from "./audit-panel.tsx";

export function Flips({ story, audit: { flips, tallies } }: AuditProps) {
  if (flips.length === 0 && tallies.final.cast === 0) return null;
  if (flips.length === 0) {
    return (
      <Card title="Changes of mind">
        <p class="pad empty">Nobody changed its mind.</p>
      </Card>
    );
  }
  return (
    <Card title="Changes of mind" note={plural(flips.length, "change")}>
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
                  <a href={addressOf("transcript", { turn: flip.key })}>
                    {visible(story.seats.find(({ id }) => id === flip.by)?.name ?? flip.by)}
                  </a>
                </th>
                <td class="flip-moves">
                  <Position story={story} id={flip.from} bare /> →{" "}
                  <Position story={story} id={flip.to} bare />
                </td>
                <td title={FLIP_WORDS[flip.class].meaning}>
                  {FLIP_WORDS[flip.class].name}
                  {flip.towardMajority && <span class="sub"> toward the majority</span>}
                </td>
                <td>
                  {flip.cause !== null && <ClaimRef id={flip.cause} />}{" "}
                  <Words text={flip.ground} most={300} />
                </td>
                <td>
                  <Words text={flip.foretold ?? "nothing"} most={240} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
