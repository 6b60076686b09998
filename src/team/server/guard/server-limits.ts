/** The limits a team's server sets for its clients. */

export interface ServerLimits {
  /** For the head of a request, and for all of it: slower clients are disconnected. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often that is looked at. */
  readonly checkEveryMs: number;
  /** Of a connection on which nothing moves. */
  readonly idleMs: number;
  readonly connections: number;
  /** From one address; not counted behind a proxy, where all have the proxy's. */
  readonly connectionsPerAddress: number;
  readonly requestsPerMinute: number;
  /** Requests that may come at once before that counts. */
  readonly burst: number;
  /** Answers of one token that are on their way; streams are counted apart. */
  readonly requestsAtOnce: number;
  /** Debates that one token begins. */
  readonly startsPerMinute: number;
  /** Tokens that are unknown, from one address. */
  readonly failuresPerMinute: number;
  /** Plans, starts and forks that are worked on at once, and those that may wait for it. */
  readonly atWork: number;
  readonly waiting: number;
  readonly streams: number;
  /** Of a program's token; further ones are refused. */
  readonly streamsPerToken: number;
  /** Of a browser's token; further ones take the place of the oldest, which comes back. */
  readonly pagesPerToken: number;
  /** How often a stream's token is checked again. */
  readonly recheckMs: number;
  /** How long requests may finish when the server goes. */
  readonly closeMs: number;
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkEveryMs: 1_000,
  // streams send a heartbeat far more often
  idleMs: 120_000,
  connections: 1_000,
  connectionsPerAddress: 256,
  requestsPerMinute: 600,
  burst: 200,
  requestsAtOnce: 24,
  startsPerMinute: 60,
  failuresPerMinute: 20,
  atWork: 4,
  waiting: 60,
  streams: 500,
  streamsPerToken: 16,
  pagesPerToken: 4,
  recheckMs: 10_000,
  closeMs: 10_000,
};
