import { matchDebateId } from "../../debates/find-debate.ts";
/**
 * Notes the id of every debate beside the database. A debate that was lost with a removed or restored file is missed
 * that way, and no other is taken for it.
 */
import type { Dissent } from "../../dissent.ts";
import { StoreError } from "../../errors.ts";
import type { JournalAddition, Store } from "../../store.ts";
import { appendProjectLine, readProjectLines } from "./dissent-folder.ts";

const OPENED_DEBATES_FILE = "opened-debates";

/** The same store, which notes each debate once its first event is kept. */
export function withOpenedDebatesLog(store: Store, root: string): Store {
  return {
    ...store,
    async append(addition) {
      let made: JournalAddition | undefined;
      await store.append(() => (made = typeof addition === "function" ? addition() : addition));
      if (made?.expected === 0) appendProjectLine(root, OPENED_DEBATES_FILE, made.debate);
    },
  };
}

/** The same debates; whoever asks for one that is gone is told so. */
export function withLostDebateCheck(app: Dissent, root: string): Dissent {
  return {
    ...app,
    async find(reference) {
      const known = new Set<string>();
      const listed = await app.list({ onUnreadable: (debate) => known.add(debate) });
      if (known.has(reference)) return reference;
      for (const { id } of listed) known.add(id);
      const opened = readProjectLines(root, OPENED_DEBATES_FILE);
      const wanted =
        reference === "last"
          ? opened.at(-1)
          : opened.find((id) => !known.has(id) && matchesReference(id, reference));
      if (wanted === undefined || known.has(wanted) || known.has(reference))
        return matchDebateId(listed, reference);
      throw new StoreError(
        "store-corrupt",
        `${wanted} was held here, but it is not in the database any more.`,
        { hint: "Restore .dissent from a backup, or see what is left: dissent list" },
      );
    },
  };
}

function matchesReference(id: string, reference: string): boolean {
  return reference.trim() !== "" && (id.startsWith(reference) || id.endsWith(reference));
}
