import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { CurrentUser } from "latchkey"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { Users } from "latchkey/server"
import { createHash } from "node:crypto"
import {
  ada,
  atProvider,
  authorizationUrl,
  cookieOf,
  errorPage,
  exchange,
  follow,
  grace,
  layerOAuth,
  linkTo,
  linkUrl,
  type Options,
  page,
  signInWith,
  visit,
  withQuery
} from "../oauthSupport.ts"
import {
  codeOf,
  configure,
  device,
  failure,
  jsonOf,
  nobody,
  on,
  password,
  projectId,
  send,
  signUp
} from "../support.ts"

const plain = (url: Redacted.Redacted<string>) => Redacted.value(url)

/** The authorization URL with parameters set or removed. */
const authorizeWith = (parameters: Readonly<Record<string, string | undefined>>) =>
  Effect.map(authorizationUrl(), (url) => {
    const changed = new URL(plain(url))
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) changed.searchParams.delete(name)
      else changed.searchParams.set(name, value)
    }
    return changed.toString()
  })

/** The refusal of a flow that does not redirect the browser back to the program. */
const refusal = (decision: Emulator.ProviderDecision, options?: Options) =>
  authorizationUrl(options).pipe(Effect.flatMap((url) => follow(url, decision)), Effect.flip)

const locationOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  new URL(headers["location"]!)

describe("a browser that starts a flow", () => {
  it.effect("is redirected to the provider, with a cookie that identifies the flow", () =>
    Effect.gen(function*() {
      const response = yield* visit(plain(yield* authorizationUrl()))
      assert.strictEqual(response.status, 307)
      assert.isUndefined(response.body)
      const location = locationOf(response)
      assert.strictEqual(location.origin + location.pathname, "https://api.stack-auth.com/latchkey/oauth/github")
      const { code_challenge, state, ...rest } = Object.fromEntries(location.searchParams)
      assert.match(state!, /^[\w-]{43}$/)
      assert.match(code_challenge!, /^[\w-]{43}$/)
      assert.deepStrictEqual(rest, {
        client_id: "github",
        scope: "openid",
        response_type: "code",
        redirect_uri: "https://api.stack-auth.com/api/v1/auth/oauth/callback/github",
        code_challenge_method: "S256",
        access_type: "offline"
      })
      assert.strictEqual(
        response.headers["set-cookie"],
        `stack-oauth-inner-${state}=true; Path=/; Expires=Thu, 01 Jan 1970 00:10:00 GMT; Max-Age=600; Secure; HttpOnly`
      )
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("gets an insecure cookie if the service has no HTTPS", () =>
    Effect.gen(function*() {
      const url = plain(yield* authorizationUrl()).replace("https://api.stack-auth.com", "http://localhost:8102")
      const { headers } = yield* visit(url)
      assert.isTrue(headers["set-cookie"]!.endsWith("; Max-Age=600; HttpOnly"))
      assert.isTrue(headers["location"]!.startsWith("http://localhost:8102/latchkey/oauth/github?"))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("requests the scopes of the project's provider and of the program", () =>
    Effect.gen(function*() {
      const response = yield* visit(plain(
        yield* authorizationUrl({
          provider: "spotify",
          providerScope: "playlist-read-private  user-read-email"
        })
      ))
      const { searchParams } = locationOf(response)
      assert.strictEqual(searchParams.get("client_id"), "spotify-client")
      assert.strictEqual(searchParams.get("scope"), "user-read-email playlist-read-private")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a browser can start a flow with an untrusted page, which is checked later", () =>
    Effect.gen(function*() {
      const url = yield* authorizationUrl({ redirectUri: "https://elsewhere.example.com/" })
      assert.strictEqual((yield* visit(plain(url))).status, 307)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("gets errors immediately, with any error page", () =>
    Effect.gen(function*() {
      const refused = [
        [{ client_id: nobody }, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET"],
        [{ client_id: `${projectId}#preview` }, 400, "INVALID_OAUTH_CLIENT_ID_OR_SECRET"],
        [{ client_secret: "pck_other" }, 401, "INVALID_PUBLISHABLE_CLIENT_KEY"],
        [{ client_secret: undefined }, 400, "SCHEMA_ERROR"],
        [{ state: undefined }, 400, "SCHEMA_ERROR"],
        [{ code_challenge: undefined }, 400, "SCHEMA_ERROR"],
        [{ redirect_uri: "/relative" }, 400, "SCHEMA_ERROR"],
        [{ grant_type: "password" }, 400, "SCHEMA_ERROR"],
        [{ type: "sign-in" }, 400, "SCHEMA_ERROR"],
        [{ colour: "red" }, 400, "SCHEMA_ERROR"],
        [{ type: "link" }, 401, "UNPARSABLE_ACCESS_TOKEN"],
        [{ type: "link", token: "none" }, 401, "UNPARSABLE_ACCESS_TOKEN"]
      ] as const
      for (const [parameters, status, code] of refused) {
        const response = yield* visit(yield* authorizeWith({ error_redirect_url: errorPage, ...parameters }))
        assert.strictEqual(codeOf(response), code, JSON.stringify(parameters))
        assert.strictEqual(response.status, status)
        assert.notProperty(response.headers, "set-cookie")
      }
      const unknown = yield* visit(yield* authorizeWith({ client_id: nobody }))
      assert.deepStrictEqual(jsonOf(unknown).details, { client_id: nobody })
      assert.strictEqual((yield* visit(yield* authorizeWith({ client_id: `${projectId}#main` }))).status, 307)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("cannot start with a provider that is disabled or unknown", () =>
    Effect.gen(function*() {
      for (const provider of ["facebook", "myspace", "my space"]) {
        const response = yield* visit(plain(yield* authorizationUrl({ provider })))
        assert.strictEqual(codeOf(response), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED", provider)
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("cannot link with a token that has expired, or is of another project", () =>
    Effect.gen(function*() {
      yield* signUp()
      const url = plain(yield* linkUrl())
      yield* TestClock.adjust("599999 millis")
      assert.strictEqual((yield* visit(url)).status, 307)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(codeOf(yield* visit(url)), "ACCESS_TOKEN_EXPIRED")

      const internal = {
        client_id: "internal",
        client_secret: "this-publishable-client-key-is-for-local-development-only"
      }
      const { configure } = yield* Emulator.Emulator
      yield* configure({ oauthProviders: ["github"] }, "internal")
      const elsewhere = yield* visit(withQuery(plain(yield* linkUrl()), internal))
      assert.strictEqual(elsewhere.status, 403)
      assert.isUndefined(codeOf(elsewhere))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("cannot request more than shared keys allow", () =>
    Effect.gen(function*() {
      yield* signUp()
      const more = { providerScope: "repo" }
      assert.strictEqual(
        codeOf(yield* visit(plain(yield* linkUrl(more)))),
        "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
      )
      assert.strictEqual(
        codeOf(yield* visit(plain(yield* authorizationUrl(more)))),
        "OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS"
      )
      assert.strictEqual((yield* visit(plain(yield* linkUrl({ ...more, provider: "spotify" })))).status, 307)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("can only GET", () =>
    Effect.gen(function*() {
      const url = plain(yield* authorizationUrl())
      const emulator = yield* Emulator.Emulator
      for (const method of ["POST", "DELETE", "HEAD"]) {
        const response = yield* emulator.handle({ method, url, headers: {}, body: undefined })
        assert.strictEqual(response.status, 405, method)
      }
    }).pipe(Effect.provide(layerOAuth())))
})

describe("the provider's page", () => {
  const formOf = Effect.fnUntraced(function*(options?: Options) {
    const start = yield* visit(plain(yield* authorizationUrl(options)))
    return { location: start.headers["location"]!, response: yield* visit(start.headers["location"]!) }
  })

  it.effect("asks for the account with labelled fields, and loads no external resources", () =>
    Effect.gen(function*() {
      const { location, response } = yield* formOf({ provider: "spotify", providerScope: "<b>&\"'" })
      const body = response.body!
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers["content-type"], "text/html; charset=utf-8")
      const [, style] = /<style>([^<]+)<\/style>/.exec(body)!
      const hash = createHash("sha256").update(style!).digest("base64")
      assert.strictEqual(
        response.headers["content-security-policy"],
        `default-src 'none'; style-src 'sha256-${hash}'`
      )
      assert.match(body, /^<!doctype html>\n<html lang="en">/)
      assert.match(body, /<title>[^<]+<\/title>/)
      const fields = Array.from(body.matchAll(/<input (?![^>]*type="hidden")[^>]*id="(\w+)" name="(\w+)"/g))
      assert.deepStrictEqual(fields.map(([, id]) => id), ["account_id", "email", "email_verified", "display_name"])
      for (const [, id, name] of fields) {
        assert.strictEqual(id, name)
        assert.include(body, `<label for="${id}">`)
      }
      assert.include(body, `name="state" value="${new URL(location).searchParams.get("state")}"`)
      assert.include(body, "<li>user-read-email</li><li>&#60;b&#62;&#38;&#34;&#39;</li>")
      assert.notMatch(body, /<script|<link|<img|src=|href=|http/)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("shows the end of a scope that is a URL, and the URL as its title", () =>
    Effect.gen(function*() {
      const scopes = ["https://www.googleapis.com/auth/userinfo.email", "https://mail.google.com/", "a:b/c"]
      const { response } = yield* formOf({ provider: "spotify", providerScope: scopes.join(" ") })
      const shown = Array.from(response.body!.matchAll(/<li( title="[^"]+")?>([^<]+)<\/li>/g), (m) => [m[2], m[1]])
      assert.deepStrictEqual(shown, [
        ["user-read-email", undefined],
        ["userinfo.email", ` title="${scopes[0]}"`],
        ["mail.google.com/", ` title="${scopes[1]}"`],
        ["a:b/c", undefined]
      ])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("names the provider as it writes itself", () =>
    Effect.gen(function*() {
      assert.include((yield* formOf({ provider: "github" })).response.body!, "<h1>Sign in with GitHub</h1>")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("offers connected accounts, then the emails of other users, and a choice is one click", () =>
    Effect.gen(function*() {
      yield* signUp("lin@example.com")
      yield* signInWith(ada)
      const { location, response } = yield* formOf()
      const choices = Array.from(
        response.body!.matchAll(/<li><form method="get">(.*?)<button/g),
        ([, fields]) =>
          Object.fromEntries(Array.from(fields!.matchAll(/name="(\w+)" value="([^"]*)"/g), (m) => [m[1]!, m[2]!]))
      )
      const { searchParams } = new URL(location)
      assert.deepStrictEqual(choices.map(({ account_id }) => account_id), [ada.accountId, "lin@example.com"])
      assert.strictEqual(choices[0]!["state"], searchParams.get("state"))
      assert.strictEqual(choices[0]!["email"], ada.email)
      const back = locationOf(yield* visit(withQuery(location.split("?")[0]!, choices[0]!)))
      assert.deepStrictEqual([...back.searchParams.keys()], ["code", "state"])
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("redirects the browser back with a code once the form is submitted", () =>
    Effect.gen(function*() {
      const { location } = yield* formOf()
      const state = new URL(location).searchParams.get("state")!
      // Like the form: only the state is kept.
      const submitted = withQuery(location.split("?")[0]!, {
        state,
        account_id: "ada-1",
        email: ada.email,
        email_verified: "true",
        display_name: "",
        decision: "approve"
      })
      const back = locationOf(yield* visit(submitted))
      assert.strictEqual(back.origin + back.pathname, "https://api.stack-auth.com/api/v1/auth/oauth/callback/github")
      assert.deepStrictEqual([...back.searchParams.keys()], ["code", "state"])
      assert.strictEqual(back.searchParams.get("state"), state)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("treats an unchecked box as an unverified address", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      yield* exchange(locationOf(yield* visit(callback, { cookie })))
      assert.isFalse((yield* CurrentUser.get({ or: "throw" })).primaryEmailVerified)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is shown again if no account is named", () =>
    Effect.gen(function*() {
      const { location } = yield* formOf()
      const response = yield* visit(withQuery(location, { decision: "approve", account_id: "" }))
      assert.strictEqual(response.status, 200)
      assert.include(response.body!, "<form")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("exists for a started flow, for ten minutes, at its provider", () =>
    Effect.gen(function*() {
      const { location } = yield* formOf()
      assert.strictEqual((yield* visit(location.split("?")[0]!)).status, 400)
      assert.strictEqual((yield* visit(location.replace("/github?", "/google?"))).status, 400)
      const emulator = yield* Emulator.Emulator
      const posted = yield* emulator.handle({ method: "POST", url: location, headers: {}, body: undefined })
      assert.strictEqual(posted.status, 405)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual((yield* visit(location)).status, 400)
    }).pipe(Effect.provide(layerOAuth())))
})

describe("a returning browser", () => {
  it.effect("is redirected to the program, without the cookie", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      const response = yield* visit(callback, { cookie: `other=1; ${cookie}; another=2` })
      assert.strictEqual(response.status, 303)
      assert.deepStrictEqual(jsonOf(response), {})
      assert.isTrue(response.headers["location"]!.startsWith(`${page}?code=`))
      assert.strictEqual(cookieOf(response), cookie.replace("=true", "="))
      assert.include(response.headers["set-cookie"], "Expires=Thu, 01 Jan 1970")
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a returning browser must be the one that started the flow", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      const other = yield* atProvider(yield* authorizationUrl())
      for (const headers of [{}, { cookie: other.cookie }, { cookie: cookie.replace("=true", "=false") }]) {
        const response = yield* visit(callback, headers)
        assert.strictEqual(response.status, 400)
        assert.isUndefined(codeOf(response))
        assert.property(response.headers, "set-cookie")
      }
      assert.strictEqual((yield* visit(callback, { cookie })).status, 303)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("must have started a flow, with any other cookies", () =>
    Effect.gen(function*() {
      const url = "https://api.stack-auth.com/api/v1/auth/oauth/callback/github"
      const forged = yield* visit(`${url}?code=a&state=forged`, { cookie: "stack-oauth-inner-forged=true" })
      assert.strictEqual(forged.status, 400)
      const stateless = yield* visit(url, { cookie: "stack-oauth-inner-=true" })
      assert.strictEqual(stateless.status, 400)
      const odd = yield* visit(withQuery(url, { state: "a b;\n" }))
      assert.strictEqual(cookieOf(odd), "stack-oauth-inner-a%20b%3B%0A=")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("can post a non-text body", () =>
    Effect.gen(function*() {
      const response = yield* send("POST", "/auth/oauth/callback/github", {}, { state: "\ud800" })
      assert.strictEqual(response.status, 400)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("can return by POST", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      const [url = "", query] = callback.split("?")
      const emulator = yield* Emulator.Emulator
      const response = yield* emulator.handle({
        method: "POST",
        url,
        headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
        body: query
      })
      assert.strictEqual(response.status, 303)
      yield* exchange(locationOf(response))
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is redirected to the page without its fragment, which no service sees", () =>
    Effect.gen(function*() {
      const end = yield* Effect.flatMap(authorizeWith({ redirect_uri: `${page}#top` }), follow)
      assert.strictEqual(end.hash, "")
      yield* exchange(end)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("brings a code that is valid once, and for its provider", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      const wrong = [callback.replace("/github?", "/google?"), withQuery(callback, { code: "another" })]
      for (const url of wrong) {
        const response = yield* visit(url, { cookie })
        assert.strictEqual(response.status, 400, url)
        assert.isUndefined(codeOf(response))
      }
      assert.strictEqual((yield* visit(callback, { cookie })).status, 303)
      assert.strictEqual((yield* visit(callback, { cookie })).status, 400)
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("a flow expires after exactly ten minutes", () =>
    Effect.gen(function*() {
      const [one, other] = [yield* atProvider(yield* authorizationUrl()), yield* atProvider(yield* authorizationUrl())]
      yield* TestClock.adjust("599999 millis")
      assert.strictEqual((yield* visit(one.callback, one)).status, 303)
      yield* TestClock.adjust("1 millis")
      const late = yield* visit(other.callback, other)
      assert.strictEqual(late.status, 408)
      assert.strictEqual(codeOf(late), "OUTER_OAUTH_TIMEOUT")
      assert.property(late.headers, "set-cookie")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("is refused if the project has disabled the provider since", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      yield* configure({ oauthProviders: ["google"] })
      const response = yield* visit(callback, { cookie })
      assert.strictEqual(codeOf(response), "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("is not redirected to a page that the project does not trust, and no user is signed up", () =>
    Effect.gen(function*() {
      const { code, status } = yield* refusal(ada, { redirectUri: "https://elsewhere.example.com/" })
      assert.strictEqual(code, "REDIRECT_URL_NOT_WHITELISTED")
      assert.strictEqual(status, 400)
      assert.deepStrictEqual((yield* Users.list()).items, [])
      yield* configure({ domains: ["https://elsewhere.example.com"] })
      yield* signInWith(ada, { redirectUri: "https://elsewhere.example.com/" })
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("is refused with a text if the program requested an unsupported response", () =>
    Effect.gen(function*() {
      const wrong = [{ scope: "openid" }, { response_type: "token" }, { code_challenge_method: "MD5" }]
      for (const parameters of wrong) {
        const url = withQuery(yield* authorizeWith(parameters), { error_redirect_url: errorPage })
        const { code, status } = yield* Effect.flip(follow(url, ada))
        assert.strictEqual(status, 400, JSON.stringify(parameters))
        assert.isUndefined(code)
      }
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("other provider errors are returned as text", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl())
      const response = yield* visit(withQuery(callback, { error: "server_error" }), { cookie })
      assert.strictEqual(response.status, 400)
      assert.include(response.body!, "server_error")
    }).pipe(Effect.provide(layerOAuth())))
})

describe("an error of a flow", () => {
  it.effect("an error of a flow is the response if no trusted error page was named", () =>
    Effect.gen(function*() {
      for (const options of [{}, { errorRedirectUrl: "https://elsewhere.example.com/" }]) {
        const { code, status } = yield* refusal({ denied: true }, options)
        assert.strictEqual(code, "OAUTH_PROVIDER_ACCESS_DENIED")
        assert.strictEqual(status, 400)
      }
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("is in the query of a trusted page", () =>
    Effect.gen(function*() {
      const url = yield* authorizationUrl({ errorRedirectUrl: `${errorPage}?from=sign-in` })
      const end = yield* follow(url, { denied: true })
      assert.strictEqual(end.origin + end.pathname, errorPage)
      const { message, ...rest } = Object.fromEntries(end.searchParams)
      assert.deepStrictEqual(rest, { from: "sign-in", errorCode: "OAUTH_PROVIDER_ACCESS_DENIED", details: "{}" })
      assert.isAbove(message!.length, 10)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("contains its details in wire format", () =>
    Effect.gen(function*() {
      yield* signUp()
      const end = yield* Effect.flatMap(authorizationUrl({ errorRedirectUrl: errorPage }), follow)
      assert.strictEqual(end.searchParams.get("errorCode"), "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE")
      assert.deepStrictEqual(JSON.parse(end.searchParams.get("details")!), {
        type: "email",
        contact_channel_value: ada.email,
        would_work_if_email_was_verified: true
      })
    }).pipe(Effect.provide(layerOAuth())))

  it.effect("uses the page under the older name, if both are named", () =>
    Effect.gen(function*() {
      const url = yield* authorizeWith({ error_redirect_url: errorPage, error_redirect_uri: `${errorPage}/older` })
      assert.strictEqual((yield* follow(url, { denied: true })).pathname, "/handler/error/older")
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("a redirect with an error removes the browser's cookie", () =>
    Effect.gen(function*() {
      const { callback, cookie } = yield* atProvider(yield* authorizationUrl({ errorRedirectUrl: errorPage }))
      const response = yield* visit(withQuery(callback, { error: "access_denied" }), { cookie })
      assert.strictEqual(response.status, 307)
      assert.strictEqual(cookieOf(response), cookie.replace("=true", "="))
    }).pipe(Effect.provide(layerOAuth())))
})

describe("an account with another user's address", () => {
  const holder = (verified: boolean) =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { primaryEmailVerified: verified })
      return userId
    })
  const taken = "CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE"

  it.effect("becomes a sign-in method of that user, if both have verified it", () =>
    Effect.gen(function*() {
      const userId = yield* holder(true)
      const { code, status } = yield* refusal({ ...ada, emailVerified: false })
      assert.deepStrictEqual([code, status], [taken, 409])
      const signedIn = yield* signInWith(ada)
      assert.strictEqual(signedIn.userId, userId)
      assert.isFalse(signedIn.isNewUser)
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).oauthProviders.length, 1)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("is refused if the other user's address is unverified", () =>
    Effect.gen(function*() {
      yield* holder(false)
      assert.strictEqual((yield* refusal(ada)).code, taken)
      assert.strictEqual((yield* Users.list()).items.length, 1)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("is always refused if the project is configured so", () =>
    Effect.gen(function*() {
      yield* holder(true)
      assert.strictEqual((yield* refusal(ada)).code, taken)
    }).pipe(Effect.provide(layerOAuth({ oauthAccountMergeStrategy: "raise_error" }, "2025"))))

  it.effect("an account with another user's address belongs to a second user if the project allows that", () =>
    Effect.gen(function*() {
      const userId = yield* holder(true)
      const second = yield* signInWith(ada)
      assert.isTrue(second.isNewUser)
      assert.notStrictEqual(second.userId, userId)
      const user = yield* Users.get(second.userId)
      assert.strictEqual(user.primaryEmail, ada.email)
      assert.isTrue(user.primaryEmailVerified)
      assert.isFalse(user.primaryEmailAuthEnabled)
    }).pipe(Effect.provide(layerOAuth({ oauthAccountMergeStrategy: "allow_duplicates" }))))

  it.effect("an account whose address no user signs in with signs up a new user", () =>
    Effect.gen(function*() {
      const { id } = yield* Users.create({ primaryEmail: ada.email })
      const signedIn = yield* signInWith(ada)
      assert.isTrue(signedIn.isNewUser)
      assert.notStrictEqual(signedIn.userId, id)
    }).pipe(Effect.provide(layerOAuth())))
})

describe("a project that accepts no new users", () => {
  it.effect("a closed project refuses unknown accounts, even with a user's verified address", () =>
    Effect.gen(function*() {
      const { userId } = yield* signInWith(ada)
      yield* Users.create({
        primaryEmail: grace.email,
        primaryEmailAuthEnabled: true,
        primaryEmailVerified: true,
        password
      })
      yield* configure({ signUpEnabled: false })
      for (const account of [{ accountId: "new", email: "new@example.com" }, grace]) {
        const { code, status } = yield* refusal(account)
        assert.deepStrictEqual([code, status], ["SIGN_UP_NOT_ENABLED", 400])
      }
      assert.strictEqual((yield* signInWith(ada)).userId, userId)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))
})

describe("a linked account", () => {
  it.effect("an account linked to one user cannot be linked to another", () =>
    Effect.gen(function*() {
      yield* signInWith(ada)
      const phone = yield* device()
      yield* on(phone)(signUp("other@example.com"))
      const error = yield* failure(on(phone)(linkTo(ada)))
      assert(error._tag === "ProviderSignInRefused")
      assert.deepStrictEqual(
        [error.code, error.status],
        ["OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER", 409]
      )
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("a user can link one account per provider", () =>
    Effect.gen(function*() {
      yield* signInWith(ada)
      const error = yield* failure(linkTo(grace))
      assert(error._tag === "ProviderSignInRefused")
      assert.deepStrictEqual([error.code, error.status], ["USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION", 409])
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).oauthProviders.length, 1)
    }).pipe(Effect.provide(layerOAuth({}, "2025"))))

  it.effect("requires an existing user", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      const url = yield* linkUrl()
      yield* Users.remove(userId)
      const error = yield* failure(follow(url, ada))
      assert.strictEqual(error.status, 400)
      assert.deepStrictEqual((yield* Users.list()).items, [])
    }).pipe(Effect.provide(layerOAuth())))
})

describe("over web requests", () => {
  it.effect("passes cookies and redirects through unchanged", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const get = (url: string, headers: Record<string, string> = {}) =>
        Effect.promise(() => handler(new Request(url, { headers })))
      const start = yield* get(plain(yield* authorizationUrl()))
      assert.strictEqual(start.status, 307)
      assert.strictEqual(start.body, null)
      const cookie = start.headers.getSetCookie()[0]!.split(";")[0]!
      const chosen = yield* get(withQuery(start.headers.get("location")!, { account_id: "1" }))
      const end = yield* get(chosen.headers.get("location")!, { cookie })
      assert.strictEqual(end.status, 303)
      yield* exchange(new URL(end.headers.get("location")!))
    }).pipe(Effect.provide(layerOAuth())))
})
