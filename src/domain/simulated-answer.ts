/** What a simulated participant sees and says, whatever the protocol: slices translate their asks into it and back. */

export interface SimulatedPeer {
  readonly seat: string;
  readonly holds: string;
  readonly points: readonly {
    readonly id: string;
    readonly about: string;
    /** Evidence was given; and it passed the check. */
    readonly backed: boolean;
    readonly verified: boolean;
  }[];
}

export interface SimulatedView {
  /** The question: the same words make the same world. */
  readonly item: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly sources: readonly { readonly id: string; readonly text: string }[];
  readonly seat: string;
  /** 1 for the blind round. */
  readonly round: number;
  /** Positions of the seat so far, oldest first. */
  readonly own: readonly string[];
  /** Positions of those it sees, round by round, oldest first. */
  readonly peers: readonly (readonly SimulatedPeer[])[];
  /** Options that words from elsewhere speak for. */
  readonly inserted: readonly string[];
  /** It is told who is who. */
  readonly named: boolean;
}

export interface SimulatedReason {
  readonly text: string;
  readonly about: string;
  readonly quote: { readonly source: string; readonly words: string } | null;
}

export interface SimulatedAnswer {
  readonly option: string;
  /** 0 to 100. */
  readonly confidence: number;
  readonly reasons: readonly SimulatedReason[];
  /** Points of others that it names as the cause of a change. */
  readonly because: readonly string[];
}

export type DecideSimulated = (view: SimulatedView) => SimulatedAnswer;
