/**
 * A sign-in with a provider without a browser: what a browser and its user would do, for tests.
 *
 * @since 0.1.0
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TransportFailure } from "../call/Transport.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { type EmulatorRequest, type EmulatorResponse, setQuery } from "./http.ts"
import { toEmulatorPageUrl } from "./oauthProvider.ts"

/**
 * What the user of a provider does: signs in with an account, or does not agree.
 *
 * @category options
 * @since 0.1.0
 */
export type ProviderDecision = {
  readonly accountId: string
  readonly email?: string | null | undefined
  /** Whether the provider has verified the address; it has by default. */
  readonly emailVerified?: boolean | undefined
  readonly displayName?: string | null | undefined
} | { readonly denied: true }

/**
 * A sign-in with a provider ended before the browser was sent back to the program. `code` is the code of the known error
 * that the browser would show; `status` is 0 where no answer arrived.
 *
 * @category errors
 * @since 0.1.0
 */
export class ProviderSignInRefused extends Data.TaggedError("ProviderSignInRefused")<{
  readonly message: string
  readonly status: number
  readonly code: string | undefined
}> {}

/**
 * Follows an authorization URL to the provider, decides there, and returns where the browser ends up.
 *
 * @category handlers
 * @since 0.1.0
 */
export const signInWithProvider = Effect.fnUntraced(function*(
  send: (request: EmulatorRequest) => Effect.Effect<EmulatorResponse, TransportFailure>,
  authorizationUrl: string | Redacted.Redacted<string>,
  decision: ProviderDecision
): Effect.fn.Return<URL, ProviderSignInRefused> {
  const visit = (url: string, cookie: string | undefined) =>
    Effect.flatMap(
      send({ method: "GET", url, headers: cookie === undefined ? {} : { cookie }, body: undefined }).pipe(
        Effect.mapError(({ message }) => new ProviderSignInRefused({ message, status: 0, code: undefined }))
      ),
      (response) => {
        const location = response.headers["location"]
        return location === undefined
          ? Effect.fail(toSignInRefused(response))
          : Effect.succeed({ location, cookie: response.headers["set-cookie"]?.split(";")[0] })
      }
    )
  const url = Redacted.isRedacted(authorizationUrl) ? Redacted.value(authorizationUrl) : authorizationUrl
  // A flow that began in JSON mode goes to the provider directly, and has no cookie.
  const start = isProviderUrl(url)
    ? { location: url, cookie: undefined }
    : yield* visit(url, undefined)
  const provider = yield* visit(setQuery(toEmulatorPageUrl(start.location), toParameters(decision)), undefined)
  const end = yield* visit(provider.location, start.cookie)
  return new URL(end.location)
})

/** Returns `true` if a URL is that of a provider's page, which leads back to the service. */
const isProviderUrl = (url: string): boolean =>
  URL.canParse(url) && new URL(url).searchParams.get("redirect_uri")?.includes("/auth/oauth/callback/") === true

const toParameters = (decision: ProviderDecision): Readonly<Record<string, string | undefined>> =>
  "denied" in decision ? { decision: "deny" } : {
    decision: "approve",
    account_id: decision.accountId,
    email: decision.email ?? undefined,
    email_verified: String(decision.emailVerified ?? true),
    display_name: decision.displayName ?? undefined
  }

const toSignInRefused = ({ body = "", headers, status }: EmulatorResponse): ProviderSignInRefused => {
  const json = parseJson(body)
  const message = isObject(json) && typeof json["error"] === "string" ? json["error"] : body
  return new ProviderSignInRefused({ message, status, code: headers["x-stack-known-error"] })
}
