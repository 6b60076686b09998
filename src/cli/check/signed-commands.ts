/** Which commands of a journal were recorded by someone whose key the person trusts: these run without confirmation. */
import { loadPersonKeys } from "../../app/project/event-signing.ts";
import type { DebateRecord } from "../../domain/journal/record.ts";
import { checkEventSignatures } from "../../signing/check-signatures.ts";
import type { CliContext } from "../cli-context.ts";

/**
 * The ids of the premises. Only a signature of the very event that recorded the command counts: signing a later event
 * vouches for the journal, not for running its commands.
 */
export async function findSignedCommands(
  cli: CliContext,
  { id: debate, events, signatures: lines = [] }: DebateRecord,
): Promise<ReadonlySet<string>> {
  if (lines.length === 0) return new Set();
  const { allowedSigners } = await loadPersonKeys(cli);
  if (allowedSigners === null) return new Set();
  const { env } = cli;
  const known = { allowedSigners, timestampAuthorities: null };
  const { signatures, fault } = await checkEventSignatures({
    debate,
    events,
    lines,
    env,
    ...known,
  });
  if (fault !== null) return new Set();
  const signed = new Set(
    signatures.filter(({ as, by }) => as === "person" && by !== null).map(({ event }) => event),
  );
  const notedAt = new Map<string, number>();
  for (const { fact, sequence } of events) {
    if (fact.type === "footing-noted") notedAt.set(fact.footing, sequence);
  }
  return new Set([...notedAt].filter(([, event]) => signed.has(event)).map(([premise]) => premise));
}
