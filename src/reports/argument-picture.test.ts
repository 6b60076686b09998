import { describe, expect, test } from "vitest";

import { randomJournal } from "../../test/support/journals/random-journal.ts";
import { computeAudit } from "../audit/audit.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import { buildArgumentPicture, formatMermaidPicture } from "./argument-picture.ts";
import { formatSvgPicture } from "./argument-svg.ts";

const HOSTILE = `"]<script>alert(1)</script>%%{init: {}}%% click n1 href "https://evil" \u001b[2J`;

function poison(transcript: Transcript): Transcript {
  return {
    ...transcript,
    question: HOSTILE,
    steps: transcript.steps.map((step) => ({
      ...step,
      turns: step.turns.map((turn) => ({
        ...turn,
        claims: turn.claims.map((claim) => ({ ...claim, text: HOSTILE })),
      })),
    })),
  };
}

describe("AP1 a picture of any debate", () => {
  const events = Array.from({ length: 60 }, (_, seed) =>
    randomJournal({ seed: seed + 1, steps: 1 + (seed % 6), seats: 3 }),
  );

  test("every arrow of it has two ends, and what a model wrote is only a label", () => {
    for (const journal of events) {
      const text = formatMermaidPicture(poison(buildTranscript(journal)), computeAudit(journal));
      const nodes = new Set([...text.matchAll(/^ {2}(n\d+)[[(]/gm)].map(([, id]) => id));
      const ends = [...text.matchAll(/^ {2}(n\d+) (?:-->|-\.->\|attacks\|) (n\d+)$/gm)];

      expect(ends.flatMap(([, from, to]) => [from, to]).filter((id) => !nodes.has(id))).toEqual([]);
      expect(text).not.toMatch(/<script|%%\{|^\s*click/m);
      for (const line of text
        .split("\n")
        .filter((one) => one.startsWith("  n") && one.includes('"')))
        expect(line).toMatch(/^ {2}n\d+(?:\["[^"<>]*"\]|\(\["[^"<>]*"\]\))(?::::chosen)?$/);
    }
  });

  test("the SVG is well-formed enough to be inert: no script, no link, no foreign address", () => {
    for (const journal of events) {
      const text = formatSvgPicture(poison(buildTranscript(journal)), computeAudit(journal));
      expect(text).not.toMatch(/<script|<a\b|<image|<foreignObject|\bon\w+=|\u001b/);
      expect([...text.matchAll(/(?:href|src|xmlns)="([^"]*)"/g)].map(([, at]) => at)).toEqual([
        "http://www.w3.org/2000/svg",
      ]);
      expect(text.match(/<g /g)?.length ?? 0).toBe(text.match(/<\/g>/g)?.length ?? 0);
    }
  });

  test("AP1 in the SVG no box covers another, and every claim of the graph has one", () => {
    for (const journal of events) {
      const [transcript, audit] = [buildTranscript(journal), computeAudit(journal)];
      const text = formatSvgPicture(transcript, audit);
      const boxes = [
        ...text.matchAll(/<\/title><rect x="([\d.]+)" y="([\d.]+)" width="(\d+)" height="(\d+)"/g),
      ].map(([, ...sides]) => sides.map(Number));
      const covered = boxes.filter(([x = 0, y = 0, width = 0, height = 0], index) =>
        boxes
          .slice(index + 1)
          .some(
            ([left = 0, top = 0, w = 0, h = 0]) =>
              x < left + w && left < x + width && y < top + h && top < y + height,
          ),
      );

      expect(boxes).toHaveLength(buildArgumentPicture(transcript, audit).nodes.length);
      expect(covered).toEqual([]);
    }
  });
});
