/**
 * Where a flow ends: a browser comes back from a provider with an answer in its address.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { validateAuthResponse } from "oauth4webapi"
import type { ApiError } from "../call/ApiError.ts"
import type { Connection } from "../call/Connection.ts"
import { traced } from "../call/traced.ts"
import { Navigation } from "../navigation/Navigation.ts"
import type { Cookies } from "../platform/Cookies.ts"
import { Client } from "../session/Client.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { take } from "./oauthPending.ts"
import { exchange, type SignedInWithProvider } from "./oauthRequests.ts"

/**
 * The answer that a browser has come back with is not what the service answers: it names another issuer, holds an error, or
 * says something twice. Its text never quotes the address.
 *
 * @category errors
 * @since 0.1.0
 */
export class InvalidAnswer extends Data.TaggedError("InvalidAnswer")<{ readonly message: string }> {}

/**
 * A sign-in with a provider has failed where the browser came back, and not with a known error. `message` is a text for the
 * user; `reason` tells what happened: an `ApiError`, such as a network failure, or an `InvalidAnswer`.
 *
 * **Example** (Telling a network failure from the rest)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { OAuth } from "latchkey"
 *
 * const callback = OAuth.callback.pipe(
 *   Effect.tapErrorTag("OAuthCallbackError", ({ reason }) =>
 *     reason._tag === "ApiError" && reason.isTransient ? Effect.logWarning("The network is down") : Effect.void)
 * )
 * ```
 *
 * @category errors
 * @since 0.1.0
 */
export class OAuthCallbackError extends Data.TaggedError("OAuthCallbackError")<{
  readonly message: string
  readonly reason: ApiError | InvalidAnswer
}> {
  constructor({ reason }: { readonly reason: ApiError | InvalidAnswer }) {
    super({ reason, message: "Error signing in during OAuth callback. Please try again." })
  }
}

/**
 * What can go wrong where a flow ends.
 *
 * @category errors
 * @since 0.1.0
 */
export type CallbackFailure =
  | KnownErrors.InvalidAuthorizationCode
  | KnownErrors.RedirectUrlNotWhitelisted
  | KnownErrors.MultiFactorAuthenticationRequired
  | KnownErrors.SchemaError
  | OAuthCallbackError

/** What a browser comes back with. */
interface Answer {
  readonly parameters: URLSearchParams
  readonly state: string
  /** None for a flow that has not begun here, or that has ended. */
  readonly verifier: Redacted.Redacted<string> | undefined
}

/**
 * Ends a flow on the page that the browser has come back to, the app's page `oauthCallback`, and returns the user who has
 * signed in. Does nothing, and returns nothing, if the page's address holds no answer, or the answer to a flow that has not
 * begun in this browser or has ended already.
 *
 * Before anything else the answer is taken out of the address, whatever it is worth, and the flow is forgotten. A page that
 * shows itself twice may run this twice: whoever comes while the flow is being ended waits for the same result.
 *
 * A user with TOTP turned on meets `MultiFactorAuthenticationRequired`, as everywhere. Where to go afterwards is for the
 * program to say, with `redirectAfterCallback`; `callbackRouted` does all of it.
 *
 * @category signing in
 * @since 0.1.0
 */
export const callback: Effect.Effect<
  SignedInWithProvider | undefined,
  CallbackFailure,
  Client | Navigation | Cookies
> = /*#__PURE__*/ traced(
  "OAuth.callback",
  /*#__PURE__*/ Effect.gen(function*() {
    const { callbackUrl, page } = yield* Navigation
    const { address, parameters } = split(yield* page.url)
    if (parameters !== undefined) {
      yield* page.replaceUrl(address)
      const answer = yield* answerOf(parameters)
      return answer && (yield* finish(answer, yield* callbackUrl("oauthCallback")))
    }
    const client = yield* Client
    const state = ending.get(client)
    return state === undefined ? undefined : yield* underWay(client, state)
  })
)

/**
 * Ends a flow like `callback`, with an address that is given: for apps that open a browser themselves and are handed the
 * address that it came back to. The flow must have begun with that address, or with `redirectUri`.
 *
 * **Example** (An app that is opened by a link)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { OAuth } from "latchkey"
 *
 * declare const openBrowser: (url: string) => Effect.Effect<string>
 *
 * const signIn = OAuth.start({ provider: "github", redirectUri: "com.example.app://signed-in" }).pipe(
 *   Effect.flatMap((url) => openBrowser(Redacted.value(url))),
 *   Effect.flatMap(OAuth.callbackAt)
 * )
 * ```
 *
 * @category signing in
 * @since 0.1.0
 */
export const callbackAt: (
  address: string,
  options?: { readonly redirectUri?: string | undefined }
) => Effect.Effect<SignedInWithProvider | undefined, CallbackFailure, Client | Cookies> = (given, options) =>
  traced(
    "OAuth.callbackAt",
    Effect.suspend(() => {
      const { address, parameters } = split(given)
      return parameters === undefined ?
        Effect.undefined :
        Effect.flatMap(
          answerOf(parameters),
          (answer) => answer === undefined ? Effect.undefined : finish(answer, options?.redirectUri ?? address)
        )
    })
  )

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

/** The flow that a client is ending: whoever finds its answer gone from the address may wait for it. */
const ending = /*#__PURE__*/ new WeakMap<Client["Service"], string>()

/** Ends the flow of an answer. Whoever brings the same answer meanwhile gets the same result. */
const finish = (
  { parameters, state, verifier }: Answer,
  redirectUri: string
): Effect.Effect<SignedInWithProvider | undefined, CallbackFailure, Client> =>
  Effect.flatMap(Client, (client) => {
    if (verifier === undefined) return underWay(client, state)
    ending.set(client, state)
    const forget = Effect.sync(() => ending.get(client) === state && ending.delete(client))
    return client.singleFlight(
      flightOf(state),
      redeem(parameters, state, verifier, redirectUri).pipe(
        Effect.provideService(Client, client),
        Effect.ensuring(forget)
      )
    )
  })

const flightOf = (state: string): string => `oauth-callback-${state}`

/** Waits for what comes out of a flow that is being ended, if it is. */
const underWay = (
  { singleFlight }: Client["Service"],
  state: string
): Effect.Effect<SignedInWithProvider | undefined, CallbackFailure> => singleFlight(flightOf(state), Effect.undefined)

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
