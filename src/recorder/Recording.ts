/** The functions in the session and in a caller's credentials that the program can use outside a call. */
export const sessionOperations = [
  "getTokens",
  "refresh",
  "signIn",
  "end",
  "detach",
  "state",
  "tokens",
  "storedTokens",
  "currentTokens",
  "expire"
] as const

export type SessionOperation = typeof sessionOperations[number]

/** `Navigation` functions, and `Page`'s `goTo`. */
export const redirectNames = ["redirect", "redirectTo", "redirectAfterSignIn", "goTo"] as const

export type RedirectName = typeof redirectNames[number]

/** An access token's claims: its times and flags, and pseudonyms for the ids and the user's fields. */
export type RecordedClaims = Readonly<Record<string, string | number | boolean | null>>

/** A session's tokens. Both are pseudonyms. */
export type RecordedTokens = {
  readonly refreshToken: string | null
  readonly accessToken: string | null
}

/** A call's or session operation's outcome. */
export type RecordedOutcome =
  | {
    readonly _tag: "Success"
    /** The tokens that the operation returned. */
    readonly tokens?: RecordedTokens | null | undefined
  }
  /** A known error, or `ApiError` with its reason. */
  | { readonly _tag: "Failure"; readonly error: string; readonly reason?: string | undefined }
  | { readonly _tag: "Interrupted" }
  | { readonly _tag: "Defect" }

/** A request. The path is the endpoint's, with pseudonyms as parameters. */
export interface RecordedRequest {
  readonly method: string
  /** The path and query below the API's root. */
  readonly path: string
  readonly accessType: string | undefined
  readonly refreshToken: string | undefined
  readonly accessToken: string | undefined
  /** The body; JSON, or a form's fields. */
  readonly body: unknown
}

/** A response. */
export interface RecordedResponse {
  readonly status: number
  /** The headers that the client reads. */
  readonly headers: Readonly<Record<string, string>>
  /** The body's kind; `cut` is incomplete JSON. Only a `json` body has content in the recording. */
  readonly kind: "json" | "cut" | "html" | "text" | "empty"
  readonly body?: unknown
}

/** An event's data, by type. */
export type RecordedEventData =
  | {
    readonly type: "CallStarted"
    readonly call: number
    /** The endpoint's id. */
    readonly endpoint: string
    /** The encoded input: parameters, query and payload as JSON. `null` if it is invalid. */
    readonly input: { readonly params?: unknown; readonly query?: unknown; readonly payload?: unknown } | null
    /** The session that the program has bound this call's writes to. */
    readonly boundTo?: RecordedTokens | null | undefined
    readonly cacheKey?: string | undefined
    readonly detachedBy?: number | undefined
  }
  | { readonly type: "CallEnded"; readonly call: number; readonly outcome: RecordedOutcome }
  | {
    readonly type: "OperationStarted"
    readonly call: number
    readonly name: SessionOperation
    /** The validity that `getTokens` requires, in milliseconds: with and without a refresh token. */
    readonly validities?: ReadonlyArray<number | null> | undefined
    readonly tokens?: RecordedTokens | null | undefined
    readonly accessToken?: string | undefined
    /** The session operation that returned a detached session's caller. */
    readonly detachedBy?: number | undefined
  }
  | {
    readonly type: "OperationEnded"
    readonly call: number
    readonly name: SessionOperation
    readonly outcome: RecordedOutcome
    readonly replaced?: ReadonlyArray<boolean> | undefined
  }
  | { readonly type: "Subscribed" | "Unsubscribed"; readonly subscription: number }
  | {
    readonly type: "RequestSent"
    readonly cause?: number | undefined
    readonly request: number
    readonly sent: RecordedRequest
  }
  | {
    readonly type: "ResponseReceived"
    readonly cause?: number | undefined
    readonly request: number
    /** `null` if no complete response arrived; see `failure`. */
    readonly response: RecordedResponse | null
    readonly failure?: "lost" | "tooLarge" | "aborted" | undefined
  }
  | {
    readonly type: "StoreRead"
    readonly cause?: number | undefined
    readonly startedAt: number
    readonly tokens: RecordedTokens | null
  }
  | {
    readonly type: "StoreWritten"
    readonly cause?: number | undefined
    readonly startedAt: number
    /** The number of the moment in which the change was computed. */
    readonly appliedAt: number
    readonly before: RecordedTokens | null
    readonly after: RecordedTokens | null
    /** The write was interrupted after the change was computed. */
    readonly isInterrupted?: boolean | undefined
  }
  /** `subscription` is the number of the moment in which the client subscribed to the store. */
  | { readonly type: "StoreChanged"; readonly subscription: number; readonly tokens: RecordedTokens | null }
  | {
    readonly type: "LockAcquired"
    readonly cause?: number | undefined
    readonly startedAt: number
    readonly name: string
  }
  | {
    readonly type: "StateChanged"
    readonly state: "Loading" | "SignedOut" | "Active" | "Refreshing" | "Stale"
    readonly tokens: RecordedTokens | null
    /** The service's clock minus the device's, in milliseconds. */
    readonly clockSkewMillis?: number | undefined
    /** Why a refresh failed. */
    readonly reason?: string | undefined
  }
  /** Another device has used the session, at a time of the service's clock in milliseconds. */
  | { readonly type: "ForeignUseFound"; readonly usedAt: number }
  | { readonly type: "ConnectivityChanged"; readonly isOnline: boolean | null }
  | {
    readonly type: "CacheChanged"
    readonly key: string
    readonly event: string
    readonly snapshot: string
    readonly phase: string
    readonly subscribers: number
    readonly isOutdated: boolean
  }
  | {
    readonly type: "Redirected" | "RedirectRefused"
    readonly name: RedirectName
    readonly target: string | null
    readonly page: string
    /** The rule that allowed or refused the URL. */
    readonly rule: string
  }

/** A recorded event. `seq` orders all events, and `startedAt` refers to it. `at` is the device's clock in Unix milliseconds. */
export type RecordedEvent = RecordedEventData & { readonly seq: number; readonly at: number }

/** The recorded events with some types. */
export type EventOf<Type extends RecordedEvent["type"]> = Extract<RecordedEvent, { readonly type: Type }>

/** A recording. */
export interface Recording {
  readonly format: "latchkey-recording"
  readonly version: 1
  /** Latchkey's version. */
  readonly library: string
  /** Options for the client. The project's id and the keys are pseudonyms, as is the API's host. */
  readonly client: {
    readonly projectId: string
    readonly apiUrl: string
    readonly publishableClientKey?: string | undefined
    readonly headerFamily: "stack" | "hexclave"
    readonly generation?: "2025" | "2026" | undefined
    readonly oauthScopes?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
    readonly requestTimeoutMillis?: number | undefined
    readonly retryAfterLimitMillis?: number | undefined
    readonly responseLimit?: number | undefined
  }
  /** The state before the first event. */
  readonly start: {
    /** The tokens in the store; missing if no event shows them. */
    readonly tokens?: RecordedTokens | null | undefined
    readonly state?: Pick<EventOf<"StateChanged">, "state" | "tokens"> | undefined
    readonly clockSkewMillis?: number | undefined
    readonly isOnline?: boolean | undefined
    /** The number of older events that the recorder has dropped. */
    readonly dropped: number
  }
  /** The access tokens' claims, by pseudonym. */
  readonly claims: Readonly<Record<string, RecordedClaims>>
  readonly events: ReadonlyArray<RecordedEvent>
}
