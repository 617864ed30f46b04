/** OAuth handlers that need no browser: native Sign in with Apple, and codes for another domain. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isObject, parseJson } from "../../wire/Json.ts"
import { AppleBundleIdNotConfigured, InvalidAppleCredentials } from "../../wire/KnownErrors.ts"
import type * as wire from "../../wire/oauth.ts"
import { findEnabledProvider, issueAuthorizationCode, signInOrUp } from "../oauth/accounts.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import { reject, setQuery } from "../requests/http.ts"
import { userRequired } from "../rules/errors.ts"
import { failWith } from "../rules/failWith.ts"
import * as validation from "../rules/validation.ts"
import type { ProviderAccount } from "../state/oauthRows.ts"
import type { ProjectRow } from "../state/rows.ts"
import { findActiveSession, signInOrRequireMfa } from "../state/sessionRows.ts"

/** Decodes a JWT's claims. The signature is not checked, because the emulator does not fetch Apple's keys. */
const claimsOf = (token: string): Readonly<Record<string, unknown>> | undefined => {
  const [, payload = "", ...rest] = token.split(".")
  const base64 = payload.replaceAll("-", "+").replaceAll("_", "/")
  const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=")
  const claims = rest.length === 1 && validation.isBase64(padded) ? parseJson(atob(padded)) : undefined
  return isObject(claims) ? claims : undefined
}

/** Returns the account in an identity token, or `undefined` if the token is not for one of the project's apps. */
const appleAccount = (token: string, bundleIds: ReadonlyArray<string>, now: number): ProviderAccount | undefined => {
  const { aud, email, email_verified: emailVerified, exp, sub } = claimsOf(token) ?? {}
  const isExpired = typeof exp === "number" && exp * 1000 <= now
  return typeof sub !== "string" || typeof aud !== "string" || !bundleIds.includes(aud) || isExpired ? undefined : {
    accountId: sub,
    email: typeof email === "string" ? email : null,
    emailVerified: emailVerified === true || emailVerified === "true",
    displayName: null
  }
}

const checkRedirect = (project: ProjectRow, url: string | undefined) =>
  url === undefined ? Effect.void : validation.checkTrustedUrl(project, url)

export const oauthHandlers: Pick<HandlersOf<typeof wire>, "signInWithApple" | "authorizeCrossDomain"> = {
  signInWithApple: Effect.fnUntraced(function*({ payload, ...context }) {
    const { now, project } = context
    const provider = yield* findEnabledProvider(project, "apple")
    const bundleIds = provider.type === "standard" ? provider.appleBundleIds ?? [] : []
    if (bundleIds.length === 0) {
      return yield* failWith(
        AppleBundleIdNotConfigured,
        "The provider apple has no bundle id. Add the bundle id of the app to the provider."
      )
    }
    const account = appleAccount(Redacted.value(payload.idToken), bundleIds, now)
    if (account === undefined) {
      return yield* failWith(InvalidAppleCredentials, "The identity token is not valid for this app")
    }
    const { isNewUser, user } = yield* signInOrUp(project, "apple", account, context)
    return yield* signInOrRequireMfa(context, user, isNewUser)
  }),

  authorizeCrossDomain: Effect.fnUntraced(function*({ now, payload, project, refreshToken, sessionId, user }) {
    if (user === undefined) return yield* userRequired
    if (refreshToken === undefined) return yield* reject(400, "The request has no refresh token")
    if (findActiveSession(project, refreshToken, now)?.id !== sessionId) {
      return yield* reject(401, "The refresh token and the access token belong to different sessions")
    }
    const { afterCallbackRedirectUrl, codeChallenge, codeChallengeMethod, redirectUri, state } = payload
    yield* checkRedirect(project, redirectUri)
    yield* checkRedirect(project, afterCallbackRedirectUrl)
    const code = yield* issueAuthorizationCode(project, now, {
      userId: user.id,
      isNewUser: false,
      redirectUri,
      codeChallenge,
      codeChallengeMethod,
      afterCallbackRedirectUrl,
      sessionId
    })
    return { redirectUrl: Redacted.make(setQuery(redirectUri, { code, state })) }
  })
}
