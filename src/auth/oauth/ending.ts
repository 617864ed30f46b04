/**
 * How a flow ends: the answer is read and thrown away, the flow forgotten, the code checked and exchanged.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { validateAuthResponse } from "oauth4webapi"
import type { Connection } from "../../call/Connection.ts"
import { Navigation } from "../../navigation/Navigation.ts"
import { parse } from "../../platform/address.ts"
import type { Cookies } from "../../platform/Cookies.ts"
import { Client } from "../../session/Client.ts"
import { exchangeCode, type ExchangedTokens, type SignedInWithProvider, startProviderSession } from "./exchange.ts"
import { type CallbackFailure, InvalidAuthorizationResponse, OAuthCallbackError } from "./failure.ts"
import { forget, forgetNewest, take } from "./pending.ts"
import { errorParameters, hasError, parseError } from "./redirectedError.ts"

/** What becomes of the user who has signed in. */
type Then<A, E, R> = (
  signedIn: Effect.Effect<SignedInWithProvider, CallbackFailure, Client>
) => Effect.Effect<A, E, R>

/** A flow whose answer was taken: nobody can take it again. */
interface ActiveCallback {
  /** Waits for what the code is exchanged for, and signs in with it. */
  readonly signedIn: Effect.Effect<SignedInWithProvider, CallbackFailure, Client>
  readonly join: () => void
  /** Whoever got a result, or an error, leaves nothing to come back for. */
  readonly leave: (isOver: boolean) => void
}

/** How long the end of a flow waits for a page that has gone away to come back, in milliseconds. */
const remountMillis = 5000

/** The last error that an address has brought, for the same page if it comes back in time. */
const lastErrors = /*#__PURE__*/ new WeakMap<
  Client["Service"],
  { readonly addresses: ReadonlyArray<string>; readonly error: CallbackFailure; readonly until: number }
>()

/** The flows that are being ended, by their state; the last one was begun last. */
const activeCallbacks = /*#__PURE__*/ new WeakMap<Client["Service"], Map<string, ActiveCallback>>()

const activeCallbacksOf = (client: Client["Service"]): Map<string, ActiveCallback> => {
  const known = activeCallbacks.get(client) ?? new Map<string, ActiveCallback>()
  activeCallbacks.set(client, known)
  return known
}

/**
 * Ends the flow whose answer the page's address holds, if there is one, and does once what comes then. Whoever comes
 * meanwhile, and for the same, waits for the same result.
 *
 * A page that goes away takes with it what comes then: nothing is stored, asked or left any more. The code was used, though,
 * so what it is exchanged for is kept for a moment, for the page to come back: React's strict mode takes each page away once.
 *
 * @category combinators
 * @since 0.1.0
 */
export const completeOnPage = <A, E, R>(
  kind: string,
  then: Then<A, E, R>
): Effect.Effect<A | undefined, E, R | Client | Navigation | Cookies> =>
  // From the answer's being taken to its being exchanged nobody goes away, or it would be lost.
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

/**
 * The same with an answer in an address that is given.
 *
 * @category combinators
 * @since 0.1.0
 */
export const completeAt = <A, E, R>(
  given: string,
  redirectUri: string | undefined,
  kind: string,
  then: Then<A, E, R>
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
 * Returns the error in an address. Its flow is forgotten. A page that comes back in time gets the same error, although its
 * address holds none any more.
 */
const readError = Effect.fnUntraced(function*(
  client: Client["Service"],
  given: string,
  { address, parameters }: ReturnType<typeof splitResponse>
): Effect.fn.Return<CallbackFailure | undefined, never, Cookies> {
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

const answerParameters = ["code", "state", "iss", "error", "error_description", "error_uri"]

/** Separates an address from the answer that it holds. */
const splitResponse = (
  address: string
): { readonly address: string; readonly parameters: URLSearchParams | undefined } => {
  const url = parse(address)
  if (url === undefined) return { address, parameters: undefined }
  const parameters = new URLSearchParams(url.search)
  const isError = hasError(parameters)
  if (!isError && !parameters.has("code") && !parameters.has("state")) return { address, parameters: undefined }
  for (const name of [...answerParameters, ...isError ? errorParameters : []]) url.searchParams.delete(name)
  return { address: url.toString(), parameters }
}

/**
 * Takes an answer, if it says which flow it is for, and brings a code or an error. The flow is forgotten, and the code
 * exchanged. Returns the state of the flow, of which there may be nothing to end.
 */
const takeResponse = Effect.fnUntraced(function*(
  parameters: URLSearchParams,
  redirectUri: string
): Effect.fn.Return<string | undefined, never, Client | Cookies> {
  const state = parameters.get("state")
  if (!state || !(parameters.get("code") || parameters.get("error"))) return undefined
  const verifier = yield* take(state)
  if (verifier === undefined) return state
  const own = activeCallbacksOf(yield* Client)
  const run = Effect.runForkWith(yield* Effect.context<Client>())
  const request = run(exchangeResponse(parameters, state, verifier, redirectUri))
  let waiting = 0
  let signedIn: SignedInWithProvider | undefined
  let end: Fiber.Fiber<unknown> | undefined
  own.set(state, {
    signedIn: Effect.suspend(() =>
      signedIn === undefined
        ? Effect.tap(Effect.flatMap(Fiber.join(request), startProviderSession), (result) =>
          Effect.sync(() => signedIn = result))
        : Effect.succeed(signedIn)
    ),
    join: () => {
      waiting++
      end?.interruptUnsafe()
    },
    leave: (isOver) => {
      waiting--
      if (isOver) own.delete(state)
      else if (waiting === 0) {
        end = run(Effect.andThen(
          Effect.sleep(remountMillis),
          Effect.sync(() => {
            own.delete(state)
            request.interruptUnsafe()
          })
        ))
      }
    }
  })
  return state
})

/** Does once what comes after a flow that is being ended, if it is. */
const joinFlow = <A, E, R>(
  client: Client["Service"],
  state: string | undefined,
  kind: string,
  then: Then<A, E, R>,
  restore: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
): Effect.Effect<A | undefined, E, R | Client> =>
  Effect.contextWith((context: Context.Context<R | Client>) => {
    const ending = state === undefined ? undefined : activeCallbacksOf(client).get(state)
    if (ending === undefined) return Effect.undefined
    ending.join()
    const run = client.singleFlight(`oauth-${kind}-${state}`, Effect.provide(then(ending.signedIn), context))
    return Effect.onExit(restore(run), (exit) => Effect.sync(() => ending.leave(!Exit.hasInterrupts(exit))))
  })

const exchangeResponse = (
  parameters: URLSearchParams,
  state: string,
  codeVerifier: Redacted.Redacted<string>,
  redirectUri: string
): Effect.Effect<ExchangedTokens, CallbackFailure, Client> =>
  Effect.flatMap(Client, ({ caller }) => validateResponse(caller.connection, parameters, state)).pipe(
    Effect.flatMap((code) => exchangeCode({ code, redirectUri, codeVerifier })),
    Effect.catchTag(
      ["ApiError", "InvalidAuthorizationResponse"],
      (reason) => Effect.fail(new OAuthCallbackError({ reason }))
    )
  )

/** Checks an answer (RFC 6749 § 4.1.2, RFC 9207 § 2.4), and returns its code. */
const validateResponse = (
  { apiUrl, projectId }: Connection,
  parameters: URLSearchParams,
  state: string
): Effect.Effect<Redacted.Redacted<string>, InvalidAuthorizationResponse> =>
  Effect.try({
    try: () => validateAuthResponse({ issuer: apiUrl }, { client_id: projectId }, parameters, state).getAll("code"),
    // Sound: the library throws errors, and their texts are its own.
    catch: (error) => new InvalidAuthorizationResponse({ message: (error as Error).message })
  }).pipe(Effect.flatMap(([code, ...more]) =>
    code === undefined || more.length > 0
      ? Effect.fail(new InvalidAuthorizationResponse({ message: "There must be one code" }))
      : Effect.succeed(Redacted.make(code))
  ))
