/** Passive sentences in the order of active ones: "logs are kept by the server" as "server keeps logs". */
import type { ClauseLexeme } from "./lexemes.ts";

const AUXILIARIES = new Set(["is", "are", "be", "been", "being"]);
const PARTICIPLE = /(?:ed|en|ept|ilt|ent|one|ade|un)$/;
const PLACES = new Set([
  "at",
  "during",
  "for",
  "from",
  "in",
  "on",
  "via",
  "when",
  "with",
  "within",
]);

/** "… is stored by …", with one "by". */
export function isPassiveClause(lexemes: readonly ClauseLexeme[]): boolean {
  const by = lexemes.findIndex(({ word }) => word === "by");
  if (by < 2 || !PARTICIPLE.test(lexemes[by - 1]?.word ?? "")) return false;
  const auxiliary = lexemes.slice(0, by - 1).some(({ word }) => AUXILIARIES.has(word));
  return auxiliary && !lexemes.slice(by + 1).some(({ word }) => word === "by");
}

/** "Log, keep, by, server, for, day" becomes "server, keep, log, for, day". */
export function reorderAsActive(stems: readonly string[]): readonly string[] {
  const by = stems.indexOf("by");
  if (by < 2) return stems;
  const beyond = stems.slice(by + 1);
  const place = beyond.findIndex((stem) => PLACES.has(stem));
  const doer = place === -1 ? beyond : beyond.slice(0, place);
  const rest = place === -1 ? [] : beyond.slice(place);
  return [...doer, ...stems.slice(by - 1, by), ...stems.slice(0, by - 1), ...rest];
}
