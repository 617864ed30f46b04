/** One request attempt. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import type * as Tracer from "effect/Tracer"
import { base32 } from "../wire/base32.ts"
import { loadFailureModule, withFailureModule } from "./failureModule.ts"
import { RequestHeaders } from "./headers.ts"
import { getStatus, interpretSuccess } from "./interpretSuccess.ts"
import { makeNotLoaded, type Outcome, toEffect } from "./Outcome.ts"
import type { Request } from "./Request.ts"
import { timeoutDisconnect } from "./timeoutDisconnect.ts"
import { getTracer, trace } from "./trace.ts"
import { Transport, type TransportFailure, type TransportResponse } from "./Transport.ts"

/**
 * Sends a request once and returns its outcome. Never fails. Adds the response status to `span`.
 *
 * `fiber` must be the fiber that runs the effect.
 */
const sendOnce = (
  request: Request,
  fiber: Fiber.Fiber<unknown, unknown>,
  span?: Tracer.Span
): Effect.Effect<Outcome> => {
  const { context } = fiber
  const { caller, endpoint, prepared: { body, url } } = request
  const { requestTimeout, responseLimit } = caller.connection
  const { encoding, method } = endpoint
  const headers = encoding === "json"
    ? makeRequestHeaders(request, fiber)
    : encoding === "form"
    ? { "content-type": "application/x-www-form-urlencoded;charset=UTF-8", accept: "application/json" }
    : {}
  const response = Context.get(context, Transport)({ method, url, headers, body, responseLimit })
  const interpret = (reply: TransportResponse | TransportFailure): Effect.Effect<Outcome> =>
    withFailureModule(
      requestTimeout,
      (failures) => failures.interpretReply(request, reply, context),
      () => makeNotLoaded(endpoint, true)
    )
  // The code for failures loads during the first request.
  void loadFailureModule()
  return Effect.matchEffect(timeoutDisconnect(requestTimeout, response, context), {
    onSuccess: (response) => {
      span?.attribute("http.response.status_code", getStatus(response) ?? response.status)
      const success = interpretSuccess(endpoint, response)
      return success === undefined ? interpret(response) : Effect.succeed(success)
    },
    onFailure: interpret
  })
}

/** Generates 45 random characters in base 32, six for each 30-bit random number. */
const makeNonce = (random: Context.Service.Shape<typeof Random.Random>): string => {
  // Adding one character at a time to a string would take twice the time.
  const codes = Array<number>(45)
  let bits = 0
  for (let index = 0; index < 45; index++) {
    bits = index % 6 === 0 ? Math.floor(random.nextDoubleUnsafe() * 2 ** 30) : bits << 5
    codes[index] = base32.charCodeAt(bits >> 25 & 31)
  }
  return String.fromCharCode(...codes)
}

/**
 * Creates a JSON request's headers. By precedence, lowest first: the built-in headers, `extraRequestHeaders`,
 * `RequestHeaders`.
 */
const makeRequestHeaders = (
  { caller: { connection }, endpoint, ownerTokens, prepared, tokens }: Request,
  fiber: Fiber.Fiber<unknown, unknown>
): Readonly<Record<string, string>> => {
  const family = `x-${connection.headerFamily}-`
  const headers: Record<string, string> = { ...connection.access(endpoint.level).headers }
  if (tokens) {
    if (tokens.accessToken) headers[`${family}access-token`] = Redacted.value(tokens.accessToken)
    if (tokens.refreshToken) headers[`${family}refresh-token`] = Redacted.value(tokens.refreshToken)
    // The service's CORS policy does not include `allow-restricted-user`. This header allows restricted users as well.
    if (tokens.isRestricted) headers[`${family}allow-anonymous-user`] = "true"
  }
  if (ownerTokens?.accessToken) headers[`${family}admin-access-token`] = Redacted.value(ownerTokens.accessToken)
  headers[`${family}random-nonce`] = makeNonce(Context.get(fiber.context, Random.Random))
  if (prepared.body !== undefined) headers["content-type"] = "application/json"
  return merge(
    merge(headers, Redacted.value(connection.extraRequestHeaders)),
    Context.get(fiber.context, RequestHeaders)
  )
}

/** Adds headers to a record. Header names are case-insensitive. */
const merge = (headers: Record<string, string>, more: Readonly<Record<string, string>>): Record<string, string> => {
  for (const name in more) headers[name.toLowerCase()] = more[name]!
  return headers
}

/**
 * Sends a request once. If the program has a tracer, the attempt has a span with OpenTelemetry's HTTP client
 * attributes. The span fails if the attempt does. `error.type` is the tag on the known error, or on the `ApiError`'s
 * reason.
 */
export const attempt = (request: Request): Effect.Effect<Outcome> =>
  Effect.withFiber((fiber) => {
    const { attempts, caller, endpoint } = request
    const resendCount = attempts.count++
    if (getTracer(fiber) === undefined) return sendOnce(request, fiber)
    let outcome: Outcome
    const run = Effect.withFiber((fiber) => {
      // Sound: `trace` has just created this span, so it is not an external one.
      const span = fiber.cache.span as Tracer.Span
      if (resendCount > 0) span.attribute("http.request.resend_count", resendCount)
      return Effect.flatMap(sendOnce(request, fiber, span), (found) => {
        outcome = found
        if (found._tag !== "Success") {
          span.attribute("error.type", (found._tag === "Declared" ? found.error : found.reason)._tag)
        }
        return toEffect(endpoint, found)
      })
    })
    const attributes = {
      "http.request.method": endpoint.method,
      "server.address": new URL(caller.connection.apiUrl).hostname,
      "url.template": endpoint.path
    }
    const get = () => outcome
    return Effect.match(trace("latchkey.request", run, attributes), { onSuccess: get, onFailure: get })
  })
