/** What a test and the workers that it starts agree on. */
/** How many calls to models of the provider `few` the whole fleet may have under way. */
export const FEW = 2;

export interface WorkerWish {
  readonly url: string;
  /** Where calls to models go. */
  readonly speakers: string;
  /** The rules it has, such as `judges@1`. */
  readonly rules: readonly string[];
  /** How often it beats, and how long another may be silent. */
  readonly beat?: { readonly everyMs: number; readonly silentMs: number };
  /** A key, which must not get out. */
  readonly secret?: string;
  /** How long it lets calls land when it is told to end. */
  readonly drainMs?: number;
}
