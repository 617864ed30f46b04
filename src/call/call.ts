/**
 * From a description and an input to an effect: encode, add headers, send, retry, decode.
 *
 * @since 0.1.0
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import type { Any, Failure, Generation, Input, Success } from "../wire/Endpoint.ts"
import { getErrorClass } from "../wire/errorCodes.ts"
import type { KnownErrorClass } from "../wire/KnownError.ts"
import { RequestSchemaError } from "../wire/KnownErrors.ts"
import { ApiError, ClockSkewError, ProjectRefused } from "./ApiError.ts"
import type { Connection } from "./Connection.ts"
import { checkGeneration, probe } from "./generation.ts"
import { isSameSession, RequestHeaders, type RequestTokens } from "./headers.ts"
import { getKnownError, isAdminTokenRefusal, isTokenRefusal, type Outcome } from "./interpret.ts"
import { type AnyInput, prepare } from "./prepare.ts"
import { RetryPolicy } from "./RetryPolicy.ts"
import { sendWithRetries } from "./sendWithRetries.ts"
import { Transport } from "./Transport.ts"

/**
 * Gives a call the tokens of its session, and hears when one of them is refused.
 *
 * @category models
 * @since 0.1.0
 */
export interface Credentials {
  /** Tokens that are likely valid for a while, refreshed if necessary; `undefined` when no user is signed in. */
  readonly tokens: Effect.Effect<RequestTokens | undefined, ApiError>
  /** The tokens that the store holds now. */
  readonly storedTokens: Effect.Effect<RequestTokens | undefined>
  /**
   * The session that a call acts for if it starts now, or `undefined` for none. A sign-in or sign-out of this client during
   * a slow read of the store does not change the result.
   */
  readonly currentTokens: Effect.Effect<RequestTokens | undefined>
  /** Marks an access token as no longer valid, whatever its claims say. */
  readonly expire: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
}

/**
 * Everything about a call that does not depend on its endpoint.
 *
 * @category models
 * @since 0.1.0
 */
export interface Caller {
  readonly connection: Connection
  readonly credentials: Credentials
  /** The session that a request refreshes, by its refresh token alone. The retries end with that session. */
  readonly subject?: RequestTokens | undefined
  /** The credentials of whoever owns the project: the access token then stands for the keys, which the caller has none of. */
  readonly owner?: Credentials | undefined
  /** References that were provided where the level's layer was built; the calling program's own win over them. */
  readonly references: Redacted.Redacted<Context.Context<never>> | undefined
  /** Hears the id of each endpoint whose call has changed something at the service, or may have. */
  readonly onChange?: ((endpointId: string) => void) | undefined
}

/**
 * Picks the references that a caller keeps from the context its layer is built in.
 *
 * @category constructors
 * @since 0.1.0
 */
export const references: Effect.Effect<Caller["references"]> = /*#__PURE__*/ Effect.contextWith((
  context: Context.Context<never>
) => {
  const provided = Context.getOrUndefined(context, Transport) ?? Context.getOrUndefined(context, RetryPolicy) ??
    Context.getOrUndefined(context, RequestHeaders)
  return Effect.succeed(
    // Redacted, since the values of headers may be secrets, and a service may be printed.
    provided !== undefined ? Redacted.make(Context.pick(Transport, RetryPolicy, RequestHeaders)(context)) : undefined
  )
})

/**
 * Calls an endpoint. It fails with the errors that the endpoint lists, and with `ApiError`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const call = <E extends Any>(
  caller: Caller,
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError> =>
  // Sound: `interpret` decodes with the endpoint's own success codec and with the classes of its error list.
  provideReferences(
    caller.references,
    notifyOfChange(caller, endpoint, run(caller, endpoint, input as AnyInput))
  ) as Effect.Effect<
    Success<E>,
    Failure<E> | ApiError
  >

/** Tells whoever wants to know that something may have changed. */
const notifyOfChange = <A, E>(
  { onChange }: Caller,
  { id, method }: Any,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  onChange === undefined || method === "GET"
    ? effect
    : Effect.onExit(effect, (exit) => mayHaveChanged(exit) ? Effect.sync(() => onChange(id)) : Effect.void)

/** A refusal changes nothing. A call whose response is missing or unreadable may have changed something. */
const mayHaveChanged = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit) || !Cause.hasFails(exit.cause)) return true
  const error = Cause.squash(exit.cause)
  return error instanceof ApiError &&
    ["NetworkFailure", "ServiceUnavailable", "InvalidResponse", "ResponseTooLarge"].includes(error.reason._tag)
}

/**
 * Provides references to an effect, but for those that it is provided with already.
 *
 * @category combinators
 * @since 0.1.0
 */
export const provideReferences = <A, E>(
  references: Caller["references"],
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  references === undefined
    ? effect
    : Effect.updateContext(effect, (context: Context.Context<never>) =>
      Context.merge(Redacted.value(references), context))

const run: Run = Effect.fnUntraced(function*(caller, endpoint, input) {
  const prepared = prepare(caller.connection.apiUrl, endpoint, input)
  if (typeof prepared === "string") {
    return yield* new RequestSchemaError({ message: prepared, details: { message: prepared } })
  }
  const { credentials } = caller
  // Requests in the other encodings have none of the service's headers.
  const owner = endpoint.encoding === "json" ? caller.owner : undefined
  const withSession = needsTokens(endpoint, input)
  const noUser = withSession ? findNoUserError(endpoint) : undefined
  const started = withSession ? yield* getStartSession(credentials, endpoint) : noSession
  const ownerStarted = owner === undefined ? noSession : yield* getStartSession(owner, endpoint)
  if (prepared.requirement !== undefined) {
    // Before the tokens of the call are chosen: its session may end while the generation is learned.
    const held = withSession ? yield* getTokensFor(credentials, started) : undefined
    if (held === undefined && noUser !== undefined) return yield* makeNotSignedIn(noUser)
    const reason = checkGeneration(prepared.requirement, yield* getGeneration(caller, held))
    if (reason !== undefined) return yield* new ApiError({ endpoint: endpoint.id, reason })
  }
  let tokens = yield* getTokensFor(credentials, started)
  if (tokens === undefined && noUser !== undefined) return yield* makeNotSignedIn(noUser)
  let ownerTokens = owner && (yield* getTokensFor(owner, ownerStarted))
  if (owner !== undefined && ownerTokens === undefined) return yield* makeOwnerNotSignedIn(endpoint)
  const attempts = { count: 0 }
  const sendNow = () => {
    const subject = tokens ?? caller.subject
    return sendWithRetries({
      connection: caller.connection,
      endpoint,
      input,
      prepared,
      tokens: subject,
      ownerToken: ownerTokens?.accessToken,
      hasEnded: Effect.zipWith(
        hasEnded(credentials, subject),
        hasEnded(owner, ownerTokens),
        (self, that) => self || that
      ),
      attempts
    })
  }
  let outcome = yield* sendNow()
  if (tokens !== undefined && isTokenRefusal(outcome)) {
    tokens = yield* refreshTokens(credentials, tokens, started)
    if (tokens === undefined && noUser !== undefined) return yield* makeNotSignedIn(noUser)
    if (tokens !== undefined) outcome = yield* sendNow()
    if (endpoint.session === "optional" && isTokenRefusal(outcome)) {
      tokens = undefined
      outcome = yield* sendNow()
    }
    if (tokens !== undefined) outcome = detectClockSkew(outcome, "ACCESS_TOKEN_EXPIRED")
  }
  if (owner !== undefined && ownerTokens !== undefined && isAdminTokenRefusal(outcome)) {
    ownerTokens = yield* refreshTokens(owner, ownerTokens, ownerStarted)
    if (ownerTokens === undefined) return yield* makeOwnerNotSignedIn(endpoint)
    outcome = detectClockSkew(yield* sendNow(), "ADMIN_ACCESS_TOKEN_EXPIRED")
  }
  switch (outcome._tag) {
    case "Success":
      return outcome.value
    case "Declared":
      return yield* outcome.error
    case "Failed":
      return yield* new ApiError({ endpoint: endpoint.id, reason: outcome.reason })
  }
})

/** The type of `run`, which calls itself to learn the generation. */
type Run = (caller: Caller, endpoint: Any, input: AnyInput) => Effect.Effect<unknown, unknown>

/** Returns the generation of the service. Learns it from the session's access token or with one request, and keeps it. */
const getGeneration = (caller: Caller, tokens: RequestTokens | undefined): Effect.Effect<Generation, ApiError> => {
  const { generation } = caller.connection
  const learn = (found: Generation) => generation.known = found
  const known = generation.known ?? tokens?.generation
  return known !== undefined
    ? Effect.sync(() => learn(known))
    : Effect.map(
      // Sound: the endpoint of the probe declares no errors, and `run` decodes with its success codec.
      run(caller, probe, {}) as Effect.Effect<Success<typeof probe>, ApiError>,
      ({ config }) => learn(config.domains === undefined ? "2025" : "2026")
    )
}

/** Returns `true` if a request carries the access token of the caller's session. */
const needsTokens = ({ session }: Any, { params, payload, query }: AnyInput): boolean =>
  session === "me" ? [params, query, payload].some(hasMe) : session === true || session === "optional"

const hasMe = (part: unknown): boolean => {
  // Sound: `prepare` has encoded each part that the endpoint has, and the others are not given.
  const { creatorUserId, userId } = (part ?? {}) as { readonly userId?: unknown; readonly creatorUserId?: unknown }
  return userId === "me" || creatorUserId === "me"
}

/**
 * The session that a call was started in. A write acts for that session only, and for no user if there was none. A read acts
 * for the session that is current when the request is sent, which is `"any"` here.
 */
type StartSession = { readonly tokens: RequestTokens | undefined } | "any"

const noSession: StartSession = { tokens: undefined }

const getStartSession = ({ currentTokens }: Credentials, { method }: Any): Effect.Effect<StartSession> =>
  method === "GET" ? Effect.succeed("any") : Effect.map(currentTokens, (tokens) => ({ tokens }))

/** Returns the tokens that a call may send: for a write none, if its session has ended or another one has begun. */
const getTokensFor = (
  { tokens }: Credentials,
  started: StartSession
): Effect.Effect<RequestTokens | undefined, ApiError> =>
  started === "any"
    ? tokens
    : started.tokens === undefined
    ? Effect.undefined
    : Effect.map(tokens, (tokens) => isSameSession(tokens, started.tokens) ? tokens : undefined)

/**
 * Returns the tokens of the session that is current when the effect starts. Returns `undefined` if there is none, or if the
 * session changes before its tokens are valid.
 *
 * @category getters
 * @since 0.1.0
 */
export const getCurrentTokens = (credentials: Credentials): Effect.Effect<RequestTokens | undefined, ApiError> =>
  Effect.flatMap(credentials.currentTokens, (tokens) => getTokensFor(credentials, { tokens }))

/** Replaces tokens whose access token was refused. */
const refreshTokens = (
  credentials: Credentials,
  { accessToken }: RequestTokens,
  started: StartSession
): Effect.Effect<RequestTokens | undefined, ApiError> =>
  Effect.andThen(
    accessToken === undefined ? Effect.void : credentials.expire(accessToken),
    getTokensFor(credentials, started)
  )

/** Returns the error that the service would answer without a user, so that no request is needed. */
const findNoUserError = ({ errors }: Any) =>
  errors.find(({ code }) => code === "CANNOT_GET_OWN_USER_WITHOUT_USER") ??
    errors.find(({ code }) => code === "USER_AUTHENTICATION_REQUIRED")

const makeNotSignedIn = (error: KnownErrorClass) => new error({ message: "Nobody is signed in", details: {} })

/** What the service answers to a request that has neither a key nor an admin access token. There is no need to ask. */
const makeOwnerNotSignedIn = ({ id, level }: Any): ApiError => {
  const message = "The owner of the project is not signed in"
  const error = new (getErrorClass(`${level.toUpperCase()}_AUTHENTICATION_REQUIRED`, 401))({ message, details: {} })
  return new ApiError({ endpoint: id, reason: new ProjectRefused({ message, error }) })
}

/** Tells a service that refuses as expired what it has just issued: no device's clock has a part in that. */
const detectClockSkew = (outcome: Outcome, code: string): Outcome => {
  const error = getKnownError(outcome)
  return outcome._tag === "Failed" && error?.code === code
    ? {
      _tag: "Failed",
      reason: new ClockSkewError({
        message: "The service refuses as expired the access token that it has just issued",
        lifetimeMillis: undefined,
        error
      }),
      retry: false
    }
    : outcome
}

/** Whether a session is over, or another one has taken its place. */
const hasEnded = (
  credentials: Credentials | undefined,
  tokens: RequestTokens | undefined
): Effect.Effect<boolean> =>
  credentials === undefined || tokens === undefined
    ? Effect.succeed(false)
    : Effect.map(credentials.storedTokens, (held) => !isSameSession(held, tokens))
