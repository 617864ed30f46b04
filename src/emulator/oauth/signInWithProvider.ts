/** Provider sign-ins without a browser, for tests. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TransportFailure } from "../../call/Transport.ts"
import { isObject, parseJson } from "../../wire/Json.ts"
import { type EmulatorRequest, type EmulatorResponse, setQuery } from "../requests/http.ts"
import { toEmulatorPageUrl } from "./providerPage.ts"

/** The user's decision at the provider: approve with an account, or deny. */
export type ProviderDecision = {
  readonly accountId: string
  readonly email?: string | null | undefined
  /** `true` (default) if the provider has verified the email. */
  readonly emailVerified?: boolean | undefined
  readonly displayName?: string | null | undefined
} | { readonly denied: true }

/**
 * Raised when a provider sign-in fails before it redirects to the app. `code` is the known error's code in the
 * response. `status` is 0 if there was no response.
 */
export class ProviderSignInRefused extends Data.TaggedError("ProviderSignInRefused")<{
  readonly message: string
  readonly status: number
  readonly code: string | undefined
}> {}

/** Follows an authorization URL to the provider, applies the decision, and returns the final redirect's URL. */
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
  // In JSON mode, the app gets the provider's URL directly, and there is no cookie.
  const start = isProviderUrl(url)
    ? { location: url, cookie: undefined }
    : yield* visit(url, undefined)
  const provider = yield* visit(setQuery(toEmulatorPageUrl(start.location), toParameters(decision)), undefined)
  const end = yield* visit(provider.location, start.cookie)
  return new URL(end.location)
})

/** Returns `true` if a URL is a provider's page: its redirect URI is the service's callback. */
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
