import { describe, expect, test } from "vitest";

import {
  type JournalProof,
  formatProofLevels,
  formatNotProvenLine,
  listProvenLines,
  type SignedEvent,
  listUnprovenLines,
} from "./proof.ts";
import { parseSignatureLine, formatSignatureLine, formatSignedText } from "./signature.ts";

const NOTHING: JournalProof = {
  events: 19,
  signatures: [],
  unchecked: null,
  anchors: [],
  timestamps: [],
};
const KEY = "SHA256:abc";

function signed(event: number, by: string | null, as: SignedEvent["as"] = "person"): SignedEvent {
  return { event, what: "the outcome", as, by, fingerprint: KEY };
}

const ANCHOR = { event: 18, commit: "0123456789abcdef", at: "2027-01-31T10:00:00+00:00" };
const WHO = "not proven: who spoke, when, and at what price";

describe("the three levels", () => {
  test.each<[string, Partial<JournalProof>, string, string]>([
    ["not signed", {}, "consistent, not signed, not anchored", `${WHO} (not signed)`],
    [
      "an unknown key",
      { signatures: [signed(18, null)] },
      "consistent, signed by an unknown key, not anchored",
      `${WHO} (the key that signed it is unknown)`,
    ],
    [
      "signatures that could not be checked",
      { unchecked: "ssh-keygen is not installed" },
      "consistent, signatures not checked, not anchored",
      `${WHO} (its signatures were not checked)`,
    ],
    [
      "a known key",
      { signatures: [signed(18, "ada")] },
      "consistent, signed by ada, not anchored",
      "not proven: when; who spoke and at what price rest on the word of ada",
    ],
    [
      "a known key before the end",
      { signatures: [signed(16, "ada"), signed(18, null)] },
      "consistent, signed by ada up to event 16, not anchored",
      "not proven: when; who spoke and at what price rest on the word of ada; the last 2 events are not signed",
    ],
    [
      "two keys and an anchor",
      { signatures: [signed(17, "ada"), signed(18, "team", "server")], anchors: [ANCHOR] },
      "consistent, signed by ada and team, anchored at 2027-01-31T10:00:00+00:00 in 0123456789ab",
      "not proven: who spoke and at what price; both rest on the word of ada and team",
    ],
    [
      "an anchor alone, before the end",
      { anchors: [{ ...ANCHOR, event: 17 }] },
      "consistent, not signed, anchored at 2027-01-31T10:00:00+00:00 in 0123456789ab up to event 17",
      "not proven: who spoke and at what price (not signed)",
    ],
  ])("V4 with %s say so, and say what is not proven", (_, proof, levels, left) => {
    expect(formatProofLevels({ ...NOTHING, ...proof })).toBe(levels);
    expect(formatNotProvenLine({ ...NOTHING, ...proof })).toBe(left);
  });

  test("AV4 a server countersigns, and an unknown key is never among what holds", () => {
    const proof = { ...NOTHING, signatures: [signed(17, "team", "server"), signed(18, null)] };

    expect(listProvenLines(proof)).toEqual([
      `countersigned by team: the outcome (event 17, key ${KEY})`,
    ]);
    expect(listUnprovenLines(proof)).toEqual([
      `signed by an unknown key: the outcome (event 18, key ${KEY})`,
    ]);
  });
});

describe("a signature line", () => {
  const signature = {
    armored: "-----BEGIN SSH SIGNATURE-----\nU1NI\n-----END SSH SIGNATURE-----\n",
    namespace: "dissent",
    event: 17,
    hash: "a".repeat(64),
  } as const;

  test("AV4 is read as it was written", () => {
    expect(parseSignatureLine(formatSignatureLine(signature))).toEqual(signature);
    expect(formatSignedText("sync-1", signature)).toBe(`dissent sync-1 17 ${"a".repeat(64)}\n`);
  });

  test.each<[string, (line: string) => string]>([
    ["another field", (line) => line.replace("}", ',"by":"ada"}')],
    ["a space", (line) => line.replace(":17", ": 17")],
    ["another namespace", (line) => line.replace('"dissent"', '"git"')],
    ["a negative event", (line) => line.replace(":17", ":-1")],
    ["a short hash", (line) => line.replace("aaaa", "a")],
    ["another armor", (line) => line.replace("SSH SIGNATURE", "PGP SIGNATURE")],
    ["half of it", (line) => line.slice(0, 40)],
  ])("V4 with %s is none", (_, change) => {
    const changed = change(formatSignatureLine(signature));

    expect(changed).not.toBe(formatSignatureLine(signature));
    expect(parseSignatureLine(changed)).toBeUndefined();
  });
});
