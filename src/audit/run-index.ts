/** Which texts hold a run of words, for so many runs that a Map of lists takes most of an audit's time. */

export interface ShingleIndex {
  add(run: number, place: number): void;
  each(run: number, visit: (place: number) => void): void;
}

const NO_ENTRY = -1;

/** An open table of runs, each with a chain of places; both grow as they fill. */
export function createShingleIndex(): ShingleIndex {
  let runs = new Float64Array(1_024);
  /** First entry of a run's chain. */
  let heads = new Int32Array(1_024).fill(NO_ENTRY);
  let used = 0;
  let places = new Int32Array(1_024);
  let after = new Int32Array(1_024);
  let entries = 0;

  /** The slot of a run, or the free one where it would go. */
  function slotOf(run: number): number {
    const mask = heads.length - 1;
    let slot = hashShingle(run) & mask;
    while (heads[slot] !== NO_ENTRY && runs[slot] !== run) slot = (slot + 1) & mask;
    return slot;
  }

  function widen(): void {
    const [oldRuns, oldHeads] = [runs, heads];
    runs = new Float64Array(oldRuns.length * 4);
    heads = new Int32Array(oldRuns.length * 4).fill(NO_ENTRY);
    for (const [slot, head] of oldHeads.entries()) {
      if (head === NO_ENTRY) continue;
      const run = oldRuns[slot] ?? 0;
      const to = slotOf(run);
      runs[to] = run;
      heads[to] = head;
    }
  }

  return {
    add(run, place) {
      if (used * 2 >= heads.length) widen();
      if (entries === places.length) {
        places = doubleArrayLength(places);
        after = doubleArrayLength(after);
      }
      const slot = slotOf(run);
      if (heads[slot] === NO_ENTRY) used++;
      runs[slot] = run;
      places[entries] = place;
      after[entries] = heads[slot] ?? NO_ENTRY;
      heads[slot] = entries++;
    },
    each(run, visit) {
      for (let at = heads[slotOf(run)] ?? NO_ENTRY; at !== NO_ENTRY; at = after[at] ?? NO_ENTRY) {
        visit(places[at] ?? 0);
      }
    },
  };
}

function doubleArrayLength(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

/** Neighbouring runs far apart. */
function hashShingle(run: number): number {
  const low = (run % 0x1_0000_0000) | 0;
  const high = (run / 0x1_0000_0000) | 0;
  const mixed = Math.imul(low ^ (high * 31), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
