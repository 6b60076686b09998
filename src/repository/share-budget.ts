/** RA2: bytes that each participant may ask for, and that all together are shown. */

export interface ShareBudget {
  /** What a participant can still be given, and what all can. */
  left(seat: number): { readonly own: number; readonly all: number };
  charge(seat: number, bytes: { readonly own: number; readonly all: number }): void;
}

export function createShareBudget(limits: {
  readonly own: number;
  readonly all: number;
  readonly spent: number;
}): ShareBudget {
  const each = new Map<number, number>();
  let spent = limits.spent;
  return {
    left: (seat) => ({
      own: Math.max(0, limits.own - (each.get(seat) ?? 0)),
      all: Math.max(0, limits.all - spent),
    }),
    charge(seat, { own, all }) {
      each.set(seat, (each.get(seat) ?? 0) + own);
      spent += all;
    },
  };
}

/** Why something did not fit. */
export function describeShortage({ own, all }: { own: number; all: number }): string {
  return own <= all
    ? "more bytes than one participant can ask for"
    : "more bytes than all participants together are shown";
}
