/**
 * Calls an endpoint: encodes the input, sends the request with the session's tokens, and decodes the response.
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
import { getKnownError, isAdminTokenRefusal, isTokenRefusal, type Outcome, toEffect } from "./interpret.ts"
import { type AnyInput, prepare } from "./prepare.ts"
import { RetryPolicy } from "./RetryPolicy.ts"
import { sendWithRetries } from "./sendWithRetries.ts"
import { Transport } from "./Transport.ts"

/**
 * The tokens that a call sends.
 *
 * @category models
 * @since 0.1.0
 */
export interface Credentials {
  /**
   * Returns tokens that are likely still valid when the request arrives, refreshed if necessary; `undefined` if no user is
   * signed in.
   */
  readonly tokens: Effect.Effect<RequestTokens | undefined, ApiError>
  /** Returns the tokens in the store. */
  readonly storedTokens: Effect.Effect<RequestTokens | undefined>
  /**
   * Returns the tokens of the session that is current when the effect starts, or `undefined`. The result does not change if
   * this client signs a user in or out while the store is read.
   */
  readonly currentTokens: Effect.Effect<RequestTokens | undefined>
  /** Marks an access token as expired, regardless of its claims. */
  readonly expire: (accessToken: Redacted.Redacted<string>) => Effect.Effect<void>
}

/**
 * The parts of a call that do not depend on the endpoint.
 *
 * @category models
 * @since 0.1.0
 */
export interface Caller {
  readonly connection: Connection
  readonly credentials: Credentials
  /** The session that the request refreshes, identified by its refresh token. Retries stop when that session ends. */
  readonly subject?: RequestTokens | undefined
  /** The credentials of the project's owner. Their access token replaces the keys, which this caller does not have. */
  readonly owner?: Credentials | undefined
  /** References that were provided when the layer was built. References of the calling program take precedence. */
  readonly references: Redacted.Redacted<Context.Context<never>> | undefined
  /** Called with the endpoint's id after each call that may have changed data. */
  readonly onChange?: ((endpointId: string) => void) | undefined
}

/**
 * Captures the references of the context in which a layer is built.
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
    // Redacted, since headers may contain secrets and a program may print its services.
    provided !== undefined ? Redacted.make(Context.pick(Transport, RetryPolicy, RequestHeaders)(context)) : undefined
  )
})

/**
 * Calls an endpoint. Fails with the known errors that the endpoint declares, and with `ApiError`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const call = <E extends Any>(
  caller: Caller,
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError> =>
  // Sound: `interpret` decodes with the success codec and the error classes of this endpoint.
  provideReferences(
    caller.references,
    notifyOfChange(caller, endpoint, run(caller, endpoint, input as AnyInput))
  ) as Effect.Effect<
    Success<E>,
    Failure<E> | ApiError
  >

/** Calls `onChange` after a call that may have changed data. */
const notifyOfChange = <A, E>(
  { onChange }: Caller,
  { id, method }: Any,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> =>
  onChange === undefined || method === "GET"
    ? effect
    : Effect.onExit(effect, (exit) => mayHaveChanged(exit) ? Effect.sync(() => onChange(id)) : Effect.void)

/**
 * Returns `false` if the service rejected the call. A call with no response, or an unreadable one, may have changed data.
 */
const mayHaveChanged = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit) || !Cause.hasFails(exit.cause)) return true
  const error = Cause.squash(exit.cause)
  return error instanceof ApiError &&
    ["NetworkFailure", "ServiceUnavailable", "InvalidResponse", "ResponseTooLarge"].includes(error.reason._tag)
}

/**
 * Provides references to an effect, unless its context already has them.
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
  // Requests with other encodings do not carry the headers of the service.
  const owner = endpoint.encoding === "json" ? caller.owner : undefined
  const withSession = needsTokens(endpoint, input)
  const noUser = withSession ? findNoUserError(endpoint) : undefined
  const started = withSession ? yield* getStartSession(credentials, endpoint) : noSession
  const ownerStarted = owner === undefined ? noSession : yield* getStartSession(owner, endpoint)
  if (prepared.requirement !== undefined) {
    // Read before the call's tokens are chosen: the session may end while the generation is detected.
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
  return yield* toEffect(endpoint, outcome)
})

/** Declared as a type, since `run` calls itself to detect the generation. */
type Run = (caller: Caller, endpoint: Any, input: AnyInput) => Effect.Effect<unknown, unknown>

/**
 * Returns the generation of the service, and remembers it. Detects it from the session's access token, or with one request.
 */
const getGeneration = (caller: Caller, tokens: RequestTokens | undefined): Effect.Effect<Generation, ApiError> => {
  const { generation } = caller.connection
  const learn = (found: Generation) => generation.known = found
  const known = generation.known ?? tokens?.generation
  return known !== undefined
    ? Effect.sync(() => learn(known))
    : Effect.map(
      // Sound: the probe declares no errors, and `run` decodes with its success codec.
      run(caller, probe, {}) as Effect.Effect<Success<typeof probe>, ApiError>,
      ({ config }) => learn(config.domains === undefined ? "2025" : "2026")
    )
}

/** Returns `true` if the request carries the session's tokens. */
const needsTokens = ({ session }: Any, { params, payload, query }: AnyInput): boolean =>
  session === "me" ? [params, query, payload].some(hasMe) : session === true || session === "optional"

const hasMe = (part: unknown): boolean => {
  // Sound: `prepare` has encoded every part that the endpoint declares; all other parts are `undefined`.
  const { creatorUserId, userId } = (part ?? {}) as { readonly userId?: unknown; readonly creatorUserId?: unknown }
  return userId === "me" || creatorUserId === "me"
}

/**
 * The session in which a call started. A write acts only for that session, or for no user. A read acts for the session that
 * is current when the request is sent, which is `"any"` here.
 */
type StartSession = { readonly tokens: RequestTokens | undefined } | "any"

const noSession: StartSession = { tokens: undefined }

const getStartSession = ({ currentTokens }: Credentials, { method }: Any): Effect.Effect<StartSession> =>
  method === "GET" ? Effect.succeed("any") : Effect.map(currentTokens, (tokens) => ({ tokens }))

/**
 * Returns the tokens that a call may send. Returns `undefined` for a write whose session has ended or been replaced.
 */
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
 * Returns the tokens of the session that is current when the effect starts. Returns `undefined` if there is no session, or
 * if it changes during a refresh.
 *
 * @category getters
 * @since 0.1.0
 */
export const getCurrentTokens = (credentials: Credentials): Effect.Effect<RequestTokens | undefined, ApiError> =>
  Effect.flatMap(credentials.currentTokens, (tokens) => getTokensFor(credentials, { tokens }))

/** Expires an access token that the service rejected, and returns new tokens. */
const refreshTokens = (
  credentials: Credentials,
  { accessToken }: RequestTokens,
  started: StartSession
): Effect.Effect<RequestTokens | undefined, ApiError> =>
  Effect.andThen(
    accessToken === undefined ? Effect.void : credentials.expire(accessToken),
    getTokensFor(credentials, started)
  )

/** Returns the error class for a call without a user, if the endpoint declares one, so that no request is needed. */
const findNoUserError = ({ errors }: Any) =>
  errors.find(({ code }) => code === "CANNOT_GET_OWN_USER_WITHOUT_USER") ??
    errors.find(({ code }) => code === "USER_AUTHENTICATION_REQUIRED")

const makeNotSignedIn = (error: KnownErrorClass) => new error({ message: "No user is signed in", details: {} })

/** Returns the error that the service would return for a request with neither a key nor an admin access token. */
const makeOwnerNotSignedIn = ({ id, level }: Any): ApiError => {
  const message = "The owner of the project is not signed in"
  const error = new (getErrorClass(`${level.toUpperCase()}_AUTHENTICATION_REQUIRED`, 401))({ message, details: {} })
  return new ApiError({ endpoint: id, reason: new ProjectRefused({ message, error }) })
}

/** Converts an "expired" error for an access token that was just issued. The device's clock cannot cause it. */
const detectClockSkew = (outcome: Outcome, code: string): Outcome => {
  const error = getKnownError(outcome)
  return outcome._tag === "Failed" && error?.code === code
    ? {
      _tag: "Failed",
      reason: new ClockSkewError({
        message: "The service rejects a new access token as expired. Its clock is wrong",
        lifetimeMillis: undefined,
        error
      }),
      retry: false
    }
    : outcome
}

/** Returns `true` if the session of the tokens has ended or been replaced. */
const hasEnded = (
  credentials: Credentials | undefined,
  tokens: RequestTokens | undefined
): Effect.Effect<boolean> =>
  credentials === undefined || tokens === undefined
    ? Effect.succeed(false)
    : Effect.map(credentials.storedTokens, (held) => !isSameSession(held, tokens))
