/** The end of a flow: removes the response from the URL, forgets the flow, validates the response and exchanges the code. */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { validateAuthResponse } from "oauth4webapi"
import type { Connection } from "../../call/Connection.ts"
import { Navigation } from "../../navigation/Navigation.ts"
import { responseParameters } from "../../navigation/removeOAuthResponse.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import { parse } from "../../platform/urlParameters.ts"
import { Client } from "../../session/ClientService.ts"
import {
  type CallbackError,
  errorParameters,
  hasError,
  InvalidAuthorizationResponse,
  OAuthCallbackError,
  parseError
} from "./errors.ts"
import { exchangeCode, type ExchangedTokens, type SignedInWithProvider, startProviderSession } from "./exchange.ts"
import { forget, forgetNewest, take } from "./pkce.ts"

/** The caller's use of the result, such as a redirect. */
type Continue<A, E, R> = (
  signedIn: Effect.Effect<SignedInWithProvider, CallbackError, Client>
) => Effect.Effect<A, E, R>

/** A flow whose response was taken from the URL. It cannot be taken again. */
interface ActiveCallback {
  /** Waits for the exchange, and stores the tokens once. */
  readonly signedIn: Effect.Effect<SignedInWithProvider, CallbackError, Client>
  readonly join: () => void
  /** `isDone` is `false` if the caller was interrupted, and may run again. */
  readonly leave: (isDone: boolean) => void
}

/** The time in which an interrupted callback page may run again. React's strict mode remounts each component once. */
const remountMillis = 5000

/** A callback URL's last error, which a remounted page gets again. */
const lastErrors = /*#__PURE__*/ new WeakMap<
  Client["Service"],
  { readonly addresses: ReadonlyArray<string>; readonly error: CallbackError; readonly until: number }
>()

/** The flows in progress by their state, in the order of their start. */
const activeCallbacks = /*#__PURE__*/ new WeakMap<Client["Service"], Map<string, ActiveCallback>>()

const activeCallbacksOf = (client: Client["Service"]): Map<string, ActiveCallback> => {
  const known = activeCallbacks.get(client) ?? new Map<string, ActiveCallback>()
  activeCallbacks.set(client, known)
  return known
}

/**
 * Completes the flow whose response is in the page's URL, and runs the continuation once. Concurrent runs of the same `kind`
 * share one result.
 *
 * An interruption also interrupts the continuation: no tokens are stored and nothing redirects. The code has been used by
 * then. Therefore, the exchange's result is kept for 5 seconds, for a page that runs again.
 */
export const completeOnPage = <A, E, R>(
  kind: string,
  then: Continue<A, E, R>
): Effect.Effect<A | undefined, E, R | Client | Navigation | Cookies> =>
  // An interruption between taking the response and starting the exchange would lose it.
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const client = yield* Client
      const { callbackUrl, page } = yield* Navigation
      const here = yield* page.url
      const parts = splitResponse(here)
      const { address, parameters } = parts
      if (parameters !== undefined) yield* page.replaceUrl(address)
      const error = yield* readError(client, here, parts)
      if (error !== undefined) return yield* restore(then(Effect.fail(error)))
      const state = parameters === undefined
        ? Array.from(activeCallbacksOf(client).keys()).at(-1)
        : yield* takeResponse(parameters, yield* callbackUrl("oauthCallback"))
      return yield* joinFlow(client, state, kind, then, restore)
    })
  )

/** Completes the flow whose response is in a given URL, like `completeOnPage`. */
export const completeAt = <A, E, R>(
  given: string,
  redirectUri: string | undefined,
  kind: string,
  then: Continue<A, E, R>
): Effect.Effect<A | undefined, E, R | Client | Cookies> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const client = yield* Client
      const parts = splitResponse(given)
      const { address, parameters } = parts
      const error = yield* readError(client, given, parts)
      if (error !== undefined) return yield* restore(then(Effect.fail(error)))
      const state = parameters && (yield* takeResponse(parameters, redirectUri ?? address))
      return yield* joinFlow(client, state, kind, then, restore)
    })
  )

/**
 * Returns the error in a URL, and forgets its flow. A page that runs again in time gets the same error, although its URL no
 * longer has one.
 */
const readError = Effect.fnUntraced(function*(
  client: Client["Service"],
  given: string,
  { address, parameters }: ReturnType<typeof splitResponse>
): Effect.fn.Return<CallbackError | undefined, never, Cookies> {
  const now = yield* Clock.currentTimeMillis
  const last = lastErrors.get(client)
  if (last !== undefined && now < last.until && last.addresses.includes(given)) return last.error
  if (parameters === undefined) return undefined
  lastErrors.delete(client)
  if (!hasError(parameters)) return undefined
  const state = parameters.get("state")
  yield* state ? forget(state) : forgetNewest
  const error = parseError(parameters)
  lastErrors.set(client, { addresses: [given, address], error, until: now + remountMillis })
  return error
})

/** Splits a URL into the page's URL and the response parameters, which are `undefined` without a response. */
const splitResponse = (
  address: string
): { readonly address: string; readonly parameters: URLSearchParams | undefined } => {
  const url = parse(address)
  if (url === undefined) return { address, parameters: undefined }
  const parameters = new URLSearchParams(url.search)
  const isError = hasError(parameters)
  if (!isError && !parameters.has("code") && !parameters.has("state")) return { address, parameters: undefined }
  for (const name of [...responseParameters, ...isError ? errorParameters : []]) url.searchParams.delete(name)
  return { address: url.toString(), parameters }
}

/**
 * Forgets the flow of a response that has a state, and starts the exchange of its code. Returns the state, even if the flow
 * is unknown.
 */
const takeResponse = Effect.fnUntraced(function*(
  parameters: URLSearchParams,
  redirectUri: string
): Effect.fn.Return<string | undefined, never, Client | Cookies> {
  const state = parameters.get("state")
  if (!state || !(parameters.get("code") || parameters.get("error"))) return undefined
  const verifier = yield* take(state)
  if (verifier === undefined) return state
  const callbacks = activeCallbacksOf(yield* Client)
  const run = Effect.runForkWith(yield* Effect.context<Client>())
  const request = run(exchangeResponse(parameters, state, verifier, redirectUri))
  let callers = 0
  let result: SignedInWithProvider | undefined
  let expiry: Fiber.Fiber<unknown> | undefined
  callbacks.set(state, {
    signedIn: Effect.suspend(() =>
      result === undefined
        ? Effect.tap(
          Effect.flatMap(Fiber.join(request), startProviderSession),
          (signedIn) => Effect.sync(() => result = signedIn)
        )
        : Effect.succeed(result)
    ),
    join: () => {
      callers++
      expiry?.interruptUnsafe()
    },
    leave: (isDone) => {
      callers--
      if (isDone) callbacks.delete(state)
      else if (callers === 0) {
        expiry = run(Effect.andThen(
          Effect.sleep(remountMillis),
          Effect.sync(() => {
            callbacks.delete(state)
            request.interruptUnsafe()
          })
        ))
      }
    }
  })
  return state
})

/** Runs a flow's continuation in progress, once for all callers of the same kind. */
const joinFlow = <A, E, R>(
  client: Client["Service"],
  state: string | undefined,
  kind: string,
  then: Continue<A, E, R>,
  restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
): Effect.Effect<A | undefined, E, R | Client> =>
  Effect.contextWith((context: Context.Context<R | Client>) => {
    const active = state === undefined ? undefined : activeCallbacksOf(client).get(state)
    if (active === undefined) return Effect.undefined
    active.join()
    const run = client.singleFlight(`oauth-${kind}-${state}`, Effect.provideContext(then(active.signedIn), context))
    return Effect.onExit(restore(run), (exit) => Effect.sync(() => active.leave(!Exit.hasInterrupts(exit))))
  })

const exchangeResponse = (
  parameters: URLSearchParams,
  state: string,
  codeVerifier: Redacted.Redacted<string>,
  redirectUri: string
): Effect.Effect<ExchangedTokens, CallbackError, Client> =>
  Effect.flatMap(Client, ({ caller }) => validateResponse(caller.connection, parameters, state)).pipe(
    Effect.flatMap((code) => exchangeCode({ code, redirectUri, codeVerifier })),
    Effect.catchTag(
      ["ApiError", "InvalidAuthorizationResponse"],
      (reason) => Effect.fail(new OAuthCallbackError({ reason }))
    )
  )

/** Validates a response (RFC 6749 § 4.1.2, RFC 9207 § 2.4), and returns its code. */
const validateResponse = (
  { apiUrl, projectId }: Connection,
  parameters: URLSearchParams,
  state: string
): Effect.Effect<Redacted.Redacted<string>, InvalidAuthorizationResponse> =>
  Effect.try({
    try: () => validateAuthResponse({ issuer: apiUrl }, { client_id: projectId }, parameters, state).getAll("code"),
    // Sound: the library throws errors whose messages do not quote the response.
    catch: (error) => new InvalidAuthorizationResponse({ message: (error as Error).message })
  }).pipe(Effect.flatMap(([code, ...more]) =>
    code === undefined || more.length > 0
      ? Effect.fail(new InvalidAuthorizationResponse({ message: "The response must have exactly one code" }))
      : Effect.succeed(Redacted.make(code))
  ))
