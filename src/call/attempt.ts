/**
 * One attempt of a request.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type * as Tracer from "effect/Tracer"
import { type ApiErrorReason, NetworkFailure, ResponseTooLarge } from "./ApiError.ts"
import { RequestHeaders } from "./headers.ts"
import { interpret, type Outcome } from "./interpret.ts"
import { getStatus } from "./interpretSuccess.ts"
import { makeRequestHeaders } from "./makeRequestHeaders.ts"
import { getSpellings, redactMessage } from "./redact.ts"
import type { Request } from "./Request.ts"
import { timeoutDisconnect } from "./timeoutDisconnect.ts"
import { Transport } from "./Transport.ts"

/**
 * Sends a request once and returns its outcome. Never fails. Adds the response status to `span`.
 *
 * `fiber` must be the fiber that runs the effect.
 *
 * @category constructors
 * @since 0.1.0
 */
export const attempt = (
  request: Request,
  fiber: Fiber.Fiber<unknown, unknown>,
  span?: Tracer.Span
): Effect.Effect<Outcome> => {
  const { context } = fiber
  const { connection, endpoint, prepared: { body, url } } = request
  const { encoding, method } = endpoint
  const headers = encoding === "json"
    ? makeRequestHeaders(request, fiber)
    : encoding === "form"
    ? { "content-type": "application/x-www-form-urlencoded;charset=UTF-8", accept: "application/json" }
    : {}
  const transport = Context.get(context, Transport)
  const secrets = () => getSecrets(request, context)
  const { requestTimeout, responseLimit } = connection
  const response = transport({ method, url, headers, body, responseLimit })
  return Effect.match(timeoutDisconnect(requestTimeout, response, context), {
    onSuccess: (response) => {
      span?.attribute("http.response.status_code", getStatus(response) ?? response.status)
      return interpret(endpoint, response, {
        now: () => Context.get(context, Clock.Clock).currentTimeMillisUnsafe(),
        retryAfterLimit: connection.retryAfterLimit,
        secrets
      })
    },
    onFailure: (error): Outcome => {
      // If a header is invalid, the message of `fetch` contains the header.
      const message = redactMessage(error.message, secrets())
      return error.tooLarge
        ? makeFailure(new ResponseTooLarge({ limit: responseLimit, message: message + tooLargeAdvice }), false)
        : makeNetworkFailure(method === "GET" || method === "DELETE", message)
    }
  })
}

/** Returns the secrets of a request in all spellings. Called only if the request fails. */
const getSecrets = (
  { connection, endpoint, input, ownerToken, tokens }: Request,
  context: Context.Context<never>
): ReadonlyArray<string> =>
  getSpellings([
    ...connection.access(endpoint.level).keys,
    ...collectSecrets([tokens, ownerToken, input]),
    // A gateway may echo the credentials of an authorization header without their scheme.
    ...[Redacted.value(connection.extraRequestHeaders), Context.get(context, RequestHeaders)].flatMap((headers) =>
      Object.values(headers).flatMap((value) => [value, ...value.split(" ")])
    )
  ])

const tooLargeAdvice = ". Raise the option responseLimit, or request fewer items per page"

const makeNetworkFailure = (idempotent: boolean, message: string): Outcome =>
  makeFailure(new NetworkFailure({ message, outcomeUnknown: !idempotent, diagnostics: noDiagnostics }), idempotent)

const makeFailure = (reason: ApiErrorReason, retry: boolean): Outcome => ({ _tag: "Failed", reason, retry })

const noDiagnostics = { offline: undefined, health: "not checked", apiRoot: "not checked" }

/** Returns the values of all `Redacted` fields, 8 levels deep: no payload is nested deeper. */
const collectSecrets = (value: unknown, depth = 0): ReadonlyArray<unknown> =>
  Redacted.isRedacted(value)
    ? [Redacted.value(value)]
    : typeof value === "object" && value !== null && depth < 8
    ? Object.values(value).flatMap((each) => collectSecrets(each, depth + 1))
    : []
