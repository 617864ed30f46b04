/**
 * One attempt of a request.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import type * as Tracer from "effect/Tracer"
import { type ApiErrorReason, NetworkFailure, ResponseTooLarge } from "./ApiError.ts"
import { RequestHeaders } from "./headers.ts"
import { interpret, type Outcome } from "./interpret.ts"
import { getStatus } from "./interpretSuccess.ts"
import { makeRequestHeaders } from "./makeRequestHeaders.ts"
import { getSpellings, redactMessage } from "./redact.ts"
import type { Request } from "./Request.ts"
import { Transport, TransportFailure } from "./Transport.ts"

/**
 * Sends a request once and returns its outcome. Never fails. Adds the response status to `span`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const attempt = (request: Request, span?: Tracer.Span): Effect.Effect<Outcome> =>
  Effect.withFiber((fiber) => {
    const { connection, endpoint, input, ownerToken, prepared: { body, url }, tokens } = request
    const { encoding, method } = endpoint
    const headers = encoding === "json"
      ? makeRequestHeaders(request, fiber)
      : encoding === "form"
      ? { "content-type": "application/x-www-form-urlencoded;charset=UTF-8", accept: "application/json" }
      : {}
    const transport = Context.get(fiber.context, Transport)
    const secrets = () =>
      getSpellings([
        ...connection.access(endpoint.level).keys,
        ...collectSecrets([tokens, ownerToken, input]),
        // A gateway may echo the credentials of an authorization header without their scheme.
        ...[Redacted.value(connection.extraRequestHeaders), Context.get(fiber.context, RequestHeaders)].flatMap((
          headers
        ) => Object.values(headers).flatMap((value) => [value, ...value.split(" ")]))
      ])
    const { requestTimeout, responseLimit } = connection
    return Effect.match(timeoutDisconnect(requestTimeout, transport({ method, url, headers, body, responseLimit })), {
      onSuccess: (response) => {
        span?.attribute("http.response.status_code", getStatus(response) ?? response.status)
        return interpret(endpoint, response, {
          now: () => Context.get(fiber.context, Clock.Clock).currentTimeMillisUnsafe(),
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
  })

/**
 * Fails after `timeout`, or never if it is infinite. The timeout includes reading the body.
 *
 * Interrupts the effect in the background. `Effect.timeout` would wait until the interrupted fiber has ended, which adds
 * several microseconds to every call.
 */
const timeoutDisconnect = <A>(
  timeout: Duration.Duration,
  effect: Effect.Effect<A, TransportFailure>
): Effect.Effect<A, TransportFailure> =>
  !Duration.isFinite(timeout) ? effect : Effect.withFiber((caller) =>
    Effect.callback((resume) => {
      const run = Effect.runForkWith(caller.context)
      const request = run(effect)
      const response = request.pollUnsafe()
      if (response !== undefined) return resume(response)
      const timer = run(Effect.sleep(timeout))
      request.addObserver((exit) => {
        timer.interruptUnsafe()
        resume(exit)
      })
      timer.addObserver((exit) => {
        if (Exit.isFailure(exit)) return
        resume(Effect.fail(new TransportFailure({ message: "The request timed out" })))
        request.interruptUnsafe()
      })
      // When the request ends, its observer stops the timer.
      return Fiber.interrupt(request)
    })
  )

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
