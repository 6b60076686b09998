/** The words by which each specialist recognises their own domain, and what resolves a worry there. */
import type { Participant } from "../../../domain/participant.ts";
import { isCommon, stemOf, stemsOf } from "../../retired-readers/words.ts";

export interface Domain {
  readonly stems: ReadonlySet<string>;
  /** "access and personal data". */
  readonly subject: string;
  /** What would resolve a worry. */
  readonly settles: string;
}

interface Entry {
  readonly words: string;
  readonly subject: string;
  readonly settles: string;
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  security: {
    words:
      "security secure access auth login password token secret encrypt encryption personal privacy private email " +
      "address gdpr consent breach leak attacker permission grant credential mask masked tenant " +
      "certificate signature vulnerability sensitive audit approval approve",
    subject: "access and personal data",
    settles: "a rule who may read it, and a check that enforces the rule",
  },
  test: {
    words:
      "test tested testing proof prove contract fixture replay replayed regression bug coverage staging simulate " +
      "sample verify validate validation compatible compatibility suite pipeline reject rejects trial pilot",
    subject: "proof that it works",
    settles: "a test that fails when this happens, run before every release",
  },
  observability: {
    words:
      "log metric trace dashboard alert alarm monitor visible invisible notice notices measure measured " +
      "telemetry show shows report reports seen figure",
    subject: "what can be seen in production",
    settles: "a figure on a dashboard and an alert that show it in production",
  },
  operations: {
    words:
      "deploy deployed rollout rollback release released night call outage incident upgrade maintain maintenance " +
      "backup restore runbook capacity queue disk downtime emergency down service cluster " +
      "switch switching delete deleted cached",
    subject: "running it day and night",
    settles: "a rehearsed way back and someone on call who owns it",
  },
  architecture: {
    words:
      "schema coupling coupled consumer producer version field interface boundary dependency " +
      "module topic format owner shared copy copies order twice",
    subject: "contracts between the parts",
    settles: "a written contract that says which side changes first",
  },
};

export function domainOf({ id, name, stance }: Participant): Domain {
  const entry = ENTRIES[id];
  if (entry) return { ...entry, stems: stemSet(entry.words.split(" ")) };
  const own = stemsOf(`${id} ${name} ${stance ?? ""}`).filter((stem) => !isCommon(stem));
  return {
    stems: new Set(own),
    subject: `the domain of ${id}`,
    settles: "a named owner for it and a date by which it is shown to work",
  };
}

function stemSet(words: readonly string[]): Set<string> {
  return new Set(words.map(stemOf));
}
