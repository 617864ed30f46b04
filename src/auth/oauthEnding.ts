/**
 * How a flow ends: the answer is read and thrown away, the flow forgotten, the code checked and exchanged.
 *
 * @since 0.1.0
 */
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { validateAuthResponse } from "oauth4webapi"
import type { Connection } from "../call/Connection.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import { Client } from "../session/Client.ts"
import { type CallbackFailure, InvalidAnswer, OAuthCallbackError } from "./oauthFailure.ts"
import { take } from "./oauthPending.ts"
import { exchange, type SignedInWithProvider } from "./oauthRequests.ts"

/** What a browser comes back with. */
interface Answer {
  readonly parameters: URLSearchParams
  readonly state: string
  /** None for a flow that has not begun here, or that has ended. */
  readonly verifier: Redacted.Redacted<string> | undefined
}

/** What becomes of the user who has signed in. */
type Then<A, E, R> = (
  signedIn: Effect.Effect<SignedInWithProvider, CallbackFailure, Client>
) => Effect.Effect<A, E, R>

/** The flow that a client has begun to end last: whoever finds its answer gone from the address may wait for it. */
const last = /*#__PURE__*/ new WeakMap<Client["Service"], string>()

/**
 * Ends the flow whose answer the page's address holds, if there is one, and does once what comes then. Whoever comes
 * meanwhile, and for the same, waits for the same result.
 *
 * @category combinators
 * @since 0.1.0
 */
export const endOnPage = <A, E, R>(
  kind: string,
  then: Then<A, E, R>
): Effect.Effect<A | undefined, E, R | Client | Navigation | Cookies> =>
  Effect.gen(function*() {
    const { callbackUrl, page } = yield* Navigation
    const { address, parameters } = split(yield* page.url)
    if (parameters !== undefined) {
      yield* page.replaceUrl(address)
      const answer = yield* answerOf(parameters)
      return answer && (yield* finish(answer, yield* callbackUrl("oauthCallback"), kind, then))
    }
    const client = yield* Client
    const state = last.get(client)
    return state === undefined ? undefined : yield* underWay<A, E>(client, kind, state)
  })

/**
 * The same with an answer in an address that is given.
 *
 * @category combinators
 * @since 0.1.0
 */
export const endAt = <A, E, R>(
  given: string,
  redirectUri: string | undefined,
  kind: string,
  then: Then<A, E, R>
): Effect.Effect<A | undefined, E, R | Client | Cookies> =>
  Effect.gen(function*() {
    const { address, parameters } = split(given)
    const answer = parameters && (yield* answerOf(parameters))
    return answer && (yield* finish(answer, redirectUri ?? address, kind, then))
  })

const answerParameters = ["code", "state", "iss", "error", "error_description", "error_uri"]

/** Separates an address from the answer that it holds. */
const split = (address: string): { readonly address: string; readonly parameters: URLSearchParams | undefined } => {
  if (!URL.canParse(address)) return { address, parameters: undefined }
  const url = new URL(address)
  const parameters = new URLSearchParams(url.search)
  const present = answerParameters.filter((name) => parameters.has(name))
  for (const name of present) url.searchParams.delete(name)
  return present.length === 0 ? { address, parameters: undefined } : { address: url.toString(), parameters }
}

/** An answer says which flow it is for, and brings a code or an error. The flow is forgotten. */
const answerOf = Effect.fnUntraced(function*(
  parameters: URLSearchParams
): Effect.fn.Return<Answer | undefined, never, Cookies> {
  const state = parameters.get("state")
  if (!state || !(parameters.get("code") || parameters.get("error"))) return undefined
  return { parameters, state, verifier: yield* take(state) }
})

const flightOf = (kind: string, state: string): string => `oauth-${kind}-${state}`

/** Ends the flow of an answer. */
const finish = <A, E, R>(
  { parameters, state, verifier }: Answer,
  redirectUri: string,
  kind: string,
  then: Then<A, E, R>
): Effect.Effect<A | undefined, E, R | Client> =>
  Effect.contextWith((context: Context.Context<R | Client>) =>
    Effect.flatMap(Client, (client) => {
      if (verifier === undefined) return underWay<A, E>(client, kind, state)
      last.set(client, state)
      return client.singleFlight(
        flightOf(kind, state),
        then(redeem(parameters, state, verifier, redirectUri)).pipe(Effect.provide(context))
      )
    })
  )

/** Waits for what comes out of a flow that is being ended, if it is. */
const underWay = <A, E>(
  { singleFlight }: Client["Service"],
  kind: string,
  state: string
): Effect.Effect<A | undefined, E> => singleFlight(flightOf(kind, state), Effect.undefined)

const redeem = (
  parameters: URLSearchParams,
  state: string,
  codeVerifier: Redacted.Redacted<string>,
  redirectUri: string
): Effect.Effect<SignedInWithProvider, CallbackFailure, Client> =>
  Effect.flatMap(Client, ({ caller }) => codeOf(caller.connection, parameters, state)).pipe(
    Effect.flatMap((code) => exchange({ code, redirectUri, codeVerifier })),
    Effect.catchTag(["ApiError", "InvalidAnswer"], (reason) => Effect.fail(new OAuthCallbackError({ reason })))
  )

/** Checks an answer (RFC 6749 § 4.1.2, RFC 9207 § 2.4), and returns its code. */
const codeOf = (
  { apiUrl, projectId }: Connection,
  parameters: URLSearchParams,
  state: string
): Effect.Effect<Redacted.Redacted<string>, InvalidAnswer> =>
  Effect.try({
    try: () => validateAuthResponse({ issuer: apiUrl }, { client_id: projectId }, parameters, state).getAll("code"),
    // Sound: the library throws errors, and their texts are its own.
    catch: (error) => new InvalidAnswer({ message: (error as Error).message })
  }).pipe(Effect.flatMap(([code, ...more]) =>
    code === undefined || more.length > 0
      ? Effect.fail(new InvalidAnswer({ message: "There must be one code" }))
      : Effect.succeed(Redacted.make(code))
  ))
