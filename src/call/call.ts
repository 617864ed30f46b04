/**
 * From a description and an input to an effect: encode, add headers, send, retry, decode.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { AccessLevel, Any, Failure, Input, Success } from "../wire/Endpoint.ts"
import { SchemaError } from "../wire/KnownErrors.ts"
import { ApiError, InvalidResponse, NetworkFailure } from "./ApiError.ts"
import type { Connection } from "./Connection.ts"
import { diagnose } from "./diagnostics.ts"
import { RequestHeaders, requestHeaders, type RequestTokens } from "./headers.ts"
import { interpret, isTokenRefusal, type Outcome } from "./interpret.ts"
import { type AnyInput, prepare, type Prepared } from "./prepare.ts"
import { type Retryable, RetryPolicy } from "./retry.ts"
import { Transport, TransportError } from "./Transport.ts"

/**
 * Gives a call the tokens of its session, and hears when one of them is refused.
 *
 * @category models
 * @since 0.1.0
 */
export interface Credentials {
  /** Tokens that are likely valid for a while, refreshed when they have to be; none when nobody is signed in. */
  readonly tokens: Effect.Effect<RequestTokens | undefined, ApiError>
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
  /** References that were provided where the level's layer was built; the calling program's own win over them. */
  readonly references: Context.Context<never>
}

/**
 * Picks the references that a caller keeps from the context its layer is built in.
 *
 * @category constructors
 * @since 0.1.0
 */
export const references: Effect.Effect<Context.Context<never>> = /*#__PURE__*/ Effect.contextWith((
  context: Context.Context<never>
) => Effect.succeed(Context.pick(Transport, RetryPolicy, RequestHeaders)(context)))

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
  Effect.updateContext(
    run(caller, endpoint, input as AnyInput),
    (context: Context.Context<never>) => Context.merge(caller.references, context)
  ) as Effect.Effect<Success<E>, Failure<E> | ApiError>

const run = Effect.fnUntraced(function*(caller: Caller, endpoint: Any, input: AnyInput) {
  const prepared = prepare(caller.connection.apiUrl, endpoint, input)
  if (typeof prepared === "string") {
    return yield* new SchemaError({ message: prepared, details: { message: prepared } })
  }
  const { credentials } = caller
  let tokens = endpoint.session ? yield* credentials.tokens : undefined
  let outcome = yield* tries(caller, endpoint, input, prepared, tokens)
  if (tokens?.accessToken !== undefined && isTokenRefusal(outcome)) {
    yield* credentials.expire(tokens.accessToken)
    tokens = yield* credentials.tokens
    if (tokens !== undefined) outcome = yield* tries(caller, endpoint, input, prepared, tokens)
  }
  switch (outcome._tag) {
    case "Success":
      return outcome.value
    case "Declared":
      return yield* outcome.error
    case "Failed":
      return yield* new ApiError({ endpoint: endpoint.id, reason: yield* diagnosed(caller.connection, outcome.reason) })
  }
})

/** Tries until there is an outcome that no further try may change. */
const tries = (
  caller: Caller,
  endpoint: Any,
  input: AnyInput,
  prepared: Prepared,
  tokens: RequestTokens | undefined
): Effect.Effect<Outcome> =>
  Effect.flatMap(
    RetryPolicy,
    (schedule) =>
      Effect.suspend(() => attempt(caller, endpoint, input, prepared, tokens)).pipe(
        Effect.withSpan("latchkey.request", {
          kind: "client",
          attributes: { "http.request.method": endpoint.method, "url.template": endpoint.path }
        }),
        Effect.flatMap((outcome) =>
          // Sound: only these three reasons are ever marked for a retry.
          outcome._tag === "Failed" && outcome.retry
            ? Effect.fail(outcome.reason as Retryable)
            : Effect.succeed(outcome)
        ),
        Effect.retry(schedule),
        Effect.catch((reason): Effect.Effect<Outcome> => Effect.succeed({ _tag: "Failed", reason, retry: false }))
      )
  )

const attempt = Effect.fnUntraced(function*(
  { connection }: Caller,
  endpoint: Any,
  input: AnyInput,
  { body, url }: Prepared,
  tokens: RequestTokens | undefined
) {
  const { encoding, level, method } = endpoint
  const headers = encoding === "json"
    ? yield* requestHeaders(connection, level, tokens, body !== undefined)
    : encoding === "form"
    ? { "content-type": "application/x-www-form-urlencoded;charset=UTF-8", accept: "application/json" }
    : {}
  const transport = yield* Transport
  return yield* transport({ method, url, headers, body }).pipe(
    Effect.timeoutOrElse({
      duration: connection.requestTimeout,
      orElse: () => Effect.fail(new TransportError({ message: "No answer in time", tooLarge: false }))
    }),
    Effect.matchEffect({
      onSuccess: (response) =>
        Effect.map(Clock.currentTimeMillis, (now) =>
          interpret(endpoint, response, {
            now,
            retryAfterLimit: connection.retryAfterLimit,
            secrets: () => secretsOf(connection, level, tokens, input.payload)
          })),
      onFailure: (error) => Effect.sync(() => notReceived(method === "GET" || method === "DELETE", error))
    })
  )
})

const notReceived = (idempotent: boolean, { message, tooLarge }: TransportError): Outcome =>
  tooLarge
    ? { _tag: "Failed", reason: new InvalidResponse({ status: 0, message, path: [] }), retry: false }
    : {
      _tag: "Failed",
      reason: new NetworkFailure({ message, outcomeUnknown: !idempotent, diagnostics: notAsked }),
      retry: idempotent
    }

const notAsked = { offline: undefined, health: "not asked", apiRoot: "not asked" }

/** Completes a network failure with what can be found out about it. */
const diagnosed = (connection: Connection, reason: ApiError["reason"]): Effect.Effect<ApiError["reason"]> =>
  reason._tag !== "NetworkFailure" ? Effect.succeed(reason) : Effect.flatMap(
    Transport,
    (transport) =>
      Effect.map(diagnose(connection, transport), (diagnostics) =>
        new NetworkFailure({
          message: diagnostics.offline === true
            ? `The device is offline (${reason.message})`
            : `${reason.message}. Health page: ${diagnostics.health}, API root: ${diagnostics.apiRoot}`,
          outcomeUnknown: reason.outcomeUnknown,
          diagnostics
        }))
  )

/** Every secret that went with a request. Texts shorter than any valid password are no secrets, but words. */
const secretsOf = (
  connection: Connection,
  level: AccessLevel,
  tokens: RequestTokens | undefined,
  payload: unknown
): ReadonlyArray<string> =>
  [
    ...connection.access(level).keys.map(([, key]) => key),
    ...[tokens?.accessToken, tokens?.refreshToken, ...Object.values(payload ?? {})]
      .filter(Redacted.isRedacted).map(Redacted.value)
  ].filter((secret): secret is string => typeof secret === "string" && secret.length >= 8)
