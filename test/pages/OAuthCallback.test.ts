import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { CurrentUser, HandlerPages, OAuth, Session, Transport, TransportFailure } from "latchkey"
import { Users } from "latchkey/server"
import { totp, totpSecretBase64 } from "../auth/mfaSupport.ts"
import { follow } from "../auth/oauth/support.ts"
import { turns } from "../session/support.ts"
import { cookies, Visits } from "../support/pageHost.ts"
import { as, gone, layer, openAt, origin, pageOf, requested, visit, watched, whoIsSignedIn } from "./support.ts"

const urls = { afterSignIn: "/dashboard", afterSignUp: "/welcome" }
const config = { oauthProviders: ["github", "google"] } as const
const to = (path: string) => `?after_auth_return_to=${encodeURIComponent(path)}`

/** Clicks a provider's button on the sign-in page, and returns from the provider. */
const comeBack = (
  query = "",
  decision: Parameters<typeof follow>[1] = { accountId: "ada-1", email: "ada@example.com" }
) =>
  Effect.gen(function*() {
    const { providers } = yield* as("SignIn")(openAt(pageOf(`sign-in${query}`)))
    assert.deepStrictEqual(providers.map(({ id }) => id), ["github", "google"])
    yield* providers[0]!.signIn
    return String(yield* follow((yield* gone)[0]!, decision))
  })

const signIn = (query = "") => Effect.flatMap(comeBack(query), openAt)

describe("the OAuth callback page", () => {
  it.effect("signs up a new user, signs in a returning one, and continues", () =>
    Effect.gen(function*() {
      const { isNewUser, userId } = yield* as("SignedIn")(signIn())
      assert.isTrue(isNewUser)
      assert.deepStrictEqual(yield* gone, ["/welcome"])
      yield* Session.signOut
      const again = yield* as("SignedIn")(signIn())
      assert.deepStrictEqual([again.isNewUser, again.userId], [false, userId])
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(layer({ config, urls }))))

  it.effect("redirects to the return path", () =>
    Effect.gen(function*() {
      yield* as("SignedIn")(signIn(to("/teams")))
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer({ config, urls }))))

  it.effect("signs in once if it is opened twice, and removes the response from the URL", () =>
    Effect.gen(function*() {
      yield* visit(yield* comeBack())
      const transport = yield* Transport
      const pages = yield* Effect.all([HandlerPages.open, HandlerPages.open], { concurrency: 2 }).pipe(
        // Every response is asynchronous, as over a network.
        Effect.provideService(Transport, (request) => Effect.andThen(turns(10), transport(request)))
      )
      assert.deepStrictEqual(pages.map(({ _tag }) => _tag), ["SignedIn", "SignedIn"])
      assert.lengthOf((yield* requested).filter((request) => request === "POST /auth/oauth/token"), 1)
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
      const { replaced } = yield* Visits
      assert.deepStrictEqual(replaced, [pageOf("oauth-callback")])
      assert.deepStrictEqual(yield* cookies, {})
    }).pipe(watched, Effect.provide(layer({ config, urls: { afterSignIn: "/dashboard" } }))))

  it.effect("ignores a response to a flow that was not started here, or has ended", () =>
    Effect.gen(function*() {
      const answer = yield* comeBack()
      yield* openAt(answer)
      yield* Session.signOut
      const before = (yield* requested).length
      yield* as("OAuthNotStarted")(openAt(answer))
      yield* as("OAuthNotStarted")(openAt(pageOf("oauth-callback?code=a&state=b")))
      const { startOver } = yield* as("OAuthNotStarted")(openAt(pageOf("oauth-callback")))
      assert.strictEqual((yield* requested).length, before)
      assert.strictEqual(yield* whoIsSignedIn, undefined)
      yield* startOver
      assert.deepStrictEqual(yield* gone, ["/handler/sign-in"])
    }).pipe(watched, Effect.provide(layer({ config }))))

  it.effect("reports a failed sign-in with our text, and starts over", () =>
    Effect.gen(function*() {
      yield* visit(yield* comeBack(to("/teams")))
      const { error, startOver } = yield* as("OAuthFailed")(Effect.provideService(
        HandlerPages.open,
        Transport,
        () => Effect.fail(new TransportFailure({ message: "Offline", tooLarge: false }))
      ))
      assert.deepStrictEqual([error._tag, error.message], [
        "OAuthCallbackError",
        "Sign-in failed. Try again."
      ])
      yield* startOver
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/teams")}`])
    }).pipe(Effect.provide(layer({ config }))))

  it.effect("an error in the URL is reported with the library's text only", () =>
    Effect.gen(function*() {
      const query = (code: string) => `?errorCode=${code}&message=Call%20555&details=%7B%22message%22%3A%22555%22%7D`
      const known = yield* as("ErrorPage")(openAt(pageOf(`oauth-callback${query("OUTER_OAUTH_TIMEOUT")}`)))
      assert.strictEqual(known.code, "OUTER_OAUTH_TIMEOUT")
      assert.notInclude(JSON.stringify(known), "555")
      const unknown = yield* as("ErrorPage")(openAt(pageOf(`oauth-callback${query("CALL_555")}`)))
      assert.isUndefined(unknown.code)
      assert.notInclude(JSON.stringify(unknown), "555")
      yield* as("OAuthNotStarted")(openAt(pageOf("oauth-callback?message=Call%20555")))
      yield* as("SignedIn")(openAt(`${yield* comeBack()}&errorCode=OUTER_OAUTH_TIMEOUT`))
    }).pipe(Effect.provide(layer({ config }))))

  it.effect("reports a service error with our text, and starts over", () =>
    Effect.gen(function*() {
      const failed = (code: string, details = "{}") =>
        pageOf(
          `oauth-callback${to("/teams")}&error=server_error&error_description=Call%20555&errorCode=${code}` +
            `&message=Call%20555&details=${encodeURIComponent(details)}`
        )
      const known = yield* as("OAuthFailed")(openAt(failed("SIGN_UP_REJECTED", "{\"message\":\"Call 555\"}")))
      assert.deepStrictEqual([known.error._tag, known.error.message], [
        "SignUpRejected",
        "Sign-in failed (SIGN_UP_REJECTED)"
      ])
      yield* known.startOver
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/teams")}`])
      const unknown = yield* as("OAuthFailed")(openAt(failed("CALL_555")))
      assert.strictEqual(unknown.error._tag, "OAuthCallbackError")
      assert.notInclude(unknown.error.message, "555")
    }).pipe(Effect.provide(layer({ config, urls }))))

  it.effect("the OAuth callback page redirects a restricted user to onboarding, and from there to the return path", () =>
    Effect.gen(function*() {
      const { userId } = yield* as("SignedIn")(signIn())
      yield* Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: "Unpaid invoice" })
      yield* Session.signOut
      const { text } = yield* as("AccountRestricted")(signIn(to("/teams")))
      assert.strictEqual(text, "Unpaid invoice")
      assert.deepStrictEqual(yield* gone, [`/handler/onboarding${to("/teams")}`])
    }).pipe(Effect.provide(layer({ config, urls }))))

  it.effect("the callback page asks for the second factor, and continues to the return path", () =>
    Effect.gen(function*() {
      yield* signIn()
      yield* CurrentUser.update({ totpSecretBase64 })
      yield* Session.signOut
      yield* as("Mfa")(signIn(to("/teams")))
      assert.deepStrictEqual(yield* gone, ["/handler/mfa"])
      yield* (yield* as("Mfa")(openAt(pageOf("mfa")))).complete(yield* totp())
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer({ config, urls }))))

  it.effect("connects an account, and returns to the page that started it", () =>
    Effect.gen(function*() {
      yield* signIn()
      yield* visit(`${origin}/settings?tab=accounts`)
      yield* OAuth.link({ provider: "google" })
      const answer = yield* follow((yield* gone)[0]!, { accountId: "ada-2", email: "ada@example.com" })
      yield* as("SignedIn")(openAt(String(answer)))
      assert.deepStrictEqual(yield* gone, ["/settings?tab=accounts"])
      const { oauthProviders } = yield* CurrentUser.get({ or: "throw" })
      assert.deepStrictEqual(oauthProviders.map(({ id }) => id).sort(), ["github", "google"])
    }).pipe(Effect.provide(layer({ config, urls }))))
})

describe("the error page", () => {
  it.effect("a 2026 service does not use the error page: the callback page shows the error", () =>
    Effect.gen(function*() {
      const page = yield* as("OAuthFailed")(openAt(yield* comeBack(to("/teams"), { denied: true })))
      assert.strictEqual(page.error._tag, "OAuthProviderAccessDenied")
      yield* page.startOver
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/teams")}`])
    }).pipe(Effect.provide(layer({ config }))))

  it.effect("is the service's redirect target after a refusal at the provider", () =>
    Effect.gen(function*() {
      const end = yield* comeBack(to("/teams"), { denied: true })
      const page = yield* as("ErrorPage")(openAt(end))
      assert.strictEqual(page.code, "OAUTH_PROVIDER_ACCESS_DENIED")
      yield* page.startOver
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/teams")}`])
    }).pipe(Effect.provide(layer({ config, generation: "2025" }))))

  it.effect("shows our text for any URL", () =>
    Effect.gen(function*() {
      for (
        const query of ["", "?errorCode=", "?errorCode=Call%20555", "?message=Call%20555", "?errorCode=constructor"]
      ) {
        const page = yield* as("ErrorPage")(openAt(pageOf(`error${query}`)))
        assert.isUndefined(page.code)
        assert.notInclude(JSON.stringify(page), "555")
      }
    }).pipe(Effect.provide(layer())))
})
