/** The required figures, and the counts that a run must reproduce exactly. */
export const targets = {
  /** Processor time of an authentication with a check of a permission, over a handler without both, in microseconds. */
  authenticate: 60,
  /** Processor time of a check for a recent sign-in whose session is known, in microseconds. */
  requireRecent: 30,
  /** Processor time of a request to an MCP server's path, over the same route with another adapter, in microseconds. */
  mcp: 40,
  /** Processor time of one `CurrentUser.get` over bare `fetch`, in microseconds. */
  sequential: 48,
  /** The same for 64 concurrent calls. */
  concurrent: 50,
  /** Processor time of one call into the emulator, in microseconds. */
  emulator: 20,
  /** Wall time of one request into an emulator with 100,000 users, in milliseconds. */
  emulatorScale: 5,
  /** The same for a search. */
  emulatorSearch: 50,
  /** Processor time of one `CurrentUser.get` with a recorder over one without, in microseconds. */
  recorder: 3,
  /** Processor time of one call of the Promise client over the same effect, in microseconds. */
  promiseCall: 8,
  /** Allocated by one `CurrentUser.get`, with its `fetch`, in bytes. */
  allocated: 20_000,
  /** Processor time of a cold import in Node, in milliseconds. */
  coldImport: 120,
  coldImportStandalone: 30,
  /** Wall time of `AccessToken.verify` for a new token, as a multiple of `jose.jwtVerify`. At most. */
  verify: 1.1,
  /** The speed of the verification of a remembered token, as a multiple of `jose.jwtVerify`. At least. */
  memoized: 20
} as const

/** A different count fails the run. */
export const counts = {
  /** Requests of an authentication with a valid access token. */
  requestsOfAuthentication: 0,
  /** Fetches of the keys for 1,000 concurrent first requests. */
  keyFetches: 1,
  /** Refreshes in an hour of a client that calls the service each second. */
  refreshesOfCalls: 6,
  /** Refreshes in an hour of a visible React page. */
  refreshesOfPage: 60,
  /** Refreshes of one expired session by eight processes that share Redis. */
  refreshesWithRedis: 1,
  requestsAtConstruction: 0,
  timersAtConstruction: 0,
  refreshesForConcurrentCalls: 1,
  timersAfterDisposal: 0,
  /** Fibers that the fiber of one `CurrentUser.get` starts. */
  fibersPerCall: 0
} as const

/** A larger count fails the run. */
export const limits = {
  /** Fetches of the keys in 30 seconds, for 10,000 tokens with forged key ids. */
  keyFetchesForForgedIds: 1,
  /** Refreshes in an hour of a client that hands out a token each second. */
  refreshesOfHandOuts: 50,
  /** Refreshes of a user who changes the name, creates a team and selects it. */
  refreshesOfChanges: 3,
  /** Refreshes of one expired session by eight processes without Redis. */
  refreshesAlone: 8
} as const
