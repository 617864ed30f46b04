import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as fc from "fast-check"
import {
  Cli,
  HandlerPages,
  MagicLink,
  Navigation,
  Password,
  Session,
  TeamInvitations,
  Teams,
  Transport
} from "latchkey"

import { settle, turns } from "../session/support.ts"
import { codePoint } from "../support/codePoint.ts"
import { deepText, everything, layer as layerExposure } from "../support/exposure.ts"
import { layerPage } from "../support/pageHost.ts"
import { runsOf } from "../support/propertyRuns.ts"
import {
  as,
  email,
  gone,
  layer,
  linkTo,
  openAt,
  openMailTo,
  origin,
  pageOf,
  password,
  visit,
  whoIsSignedIn
} from "./support.ts"

const paths = [
  "sign-in",
  "sign-up",
  "sign-out",
  "forgot-password",
  "account-settings",
  "mfa",
  "email-verification",
  "password-reset",
  "magic-link-callback",
  "team-invitation",
  "oauth-callback",
  "error",
  "cli-auth-confirm",
  "agent-consent"
]

const attacker = "Call-555-and-tell-your-password"

describe("open", () => {
  it.effect("opens each page at its URL, and returns undefined for others", () =>
    Effect.gen(function*() {
      const tags = yield* Effect.forEach(paths, (path) => Effect.map(openAt(pageOf(path)), ({ _tag }) => _tag))
      assert.deepStrictEqual(tags, [
        "SignIn",
        "SignUp",
        "SignedOut",
        "ForgotPassword",
        "SignInRequired",
        "MfaExpired",
        "CodeRefused",
        "CodeRefused",
        "CodeRefused",
        "CodeRefused",
        "OAuthNotStarted",
        "ErrorPage",
        "CliRefused",
        "AgentConsentRefused"
      ])
      const { goHome } = yield* as("NotFound")(openAt(pageOf("somewhere")))
      yield* goHome
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("finds pages at the app's URLs", () =>
    Effect.gen(function*() {
      yield* as("SignIn")(openAt(`${origin}/login`))
      yield* as("SignUp")(openAt(`${origin}/auth/register`))
      yield* as("NotFound")(openAt(pageOf("sign-up")))
    }).pipe(Effect.provide(layer({ urls: { handler: "/auth", signIn: "/login" } }))))

  it.effect("shows no text injected into a URL", () =>
    Effect.gen(function*() {
      const query = ["message", "details", "error", "error_description", "errorCode", "x"]
        .map((name) => `${name}=${attacker}`).join("&")
      for (const path of paths) {
        for (const code of ["", `&code=${"0".repeat(45)}&state=b&login_code=c`]) {
          const page = yield* openAt(pageOf(`${path}?${query}${code}#${attacker}`))
          assert.notInclude(deepText(page), attacker, path)
          assert.notInclude(JSON.stringify(page), attacker, path)
        }
      }
      const known = yield* as("ErrorPage")(openAt(pageOf(`error?errorCode=OUTER_OAUTH_TIMEOUT&message=${attacker}`)))
      assert.strictEqual(known.code, "OUTER_OAUTH_TIMEOUT")
      assert.notInclude(deepText(known), attacker)
    }).pipe(Effect.provide(layer())))

  it.effect(
    "opens a page or reports the problem for any URL",
    () =>
      Effect.gen(function*() {
        const text = fc.string({ unit: codePoint, maxLength: 20 })
        const address = fc.oneof(
          text,
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.tuple(
            fc.constantFrom(...paths),
            fc.array(fc.tuple(
              fc.constantFrom("code", "state", "errorCode", "login_code", "after_auth_return_to", "error"),
              text
            ))
          ).map(([path, query]) => `${pageOf(path)}?${new URLSearchParams(query)}`)
        )
        for (const target of fc.sample(address, runsOf(150))) {
          const result = yield* Effect.result(openAt(target))
          assert.isTrue(
            result._tag === "Success" || result.failure._tag === "RedirectUrlNotTrusted",
            `${JSON.stringify(target)}: ${deepText(result)}`
          )
          for (const path of yield* gone) assert.strictEqual(new URL(path, origin).origin, origin)
        }
      }).pipe(Effect.provide(layer()))
  )

  it.effect("requires a sign-in on pages without a path, such as an empty frame", () =>
    Effect.gen(function*() {
      for (
        const here of ["about:blank", "about:srcdoc", "blob:https://app.example/1", "data:text/html,x", "app:page"]
      ) {
        const page = yield* Effect.provide(
          HandlerPages.accountSettings,
          Layer.provideMerge(Navigation.layer({ redirectMethod: "window" }), layerPage(here))
        )
        assert.strictEqual(page._tag, "SignInRequired", here)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("HandlerPages: no page or outcome shows a code", () =>
    Effect.gen(function*() {
      const shown: Array<string> = []
      const secrets: Array<string> = []
      const show = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.flatMap(everything(effect), (texts) => Effect.sync(() => shown.push(...texts)))
      /** Opens the page of a link, runs one of its steps, and returns both as text. */
      const watch = <E, R>(
        link: string,
        step: (page: HandlerPages.AnyPage) => Effect.Effect<unknown, E, R> | undefined
      ) =>
        Effect.gen(function*() {
          const { searchParams } = new URL(link)
          secrets.push(...["code", "login_code"].flatMap((name) => searchParams.get(name) ?? []))
          yield* show(openAt(link))
          const page = yield* openAt(link)
          yield* show(Effect.suspend((): Effect.Effect<unknown, E, R> => step(page) ?? Effect.void))
          yield* show(Effect.suspend((): Effect.Effect<unknown, E, R> => step(page) ?? Effect.void))
        })

      yield* visit(`${origin}/`)
      const { tokens } = yield* Password.signUp({ email, password })
      secrets.push(Redacted.value(tokens.refreshToken), Redacted.value(tokens.accessToken!))
      yield* watch(yield* linkTo(email), (page) => page._tag === "EmailVerification" ? page.verify : undefined)

      yield* visit(`${origin}/`)
      const team = yield* Teams.create({ displayName: "Analytical Engines" })
      yield* TeamInvitations.send({ teamId: team.id, email })
      const invitation = yield* linkTo(email)
      yield* watch(invitation, (page) => page._tag === "TeamInvitation" ? page.accept : undefined)

      const { loginCode } = yield* Cli.start()
      yield* watch(
        pageOf(`cli-auth-confirm?login_code=${Redacted.value(loginCode)}`),
        (page) => page._tag === "CliAuthConfirm" ? page.confirm : undefined
      )

      yield* visit(`${origin}/`)
      yield* Password.sendResetCode({ email })
      const newPassword = Redacted.make("battery staple of mine")
      secrets.push(Redacted.value(newPassword))
      yield* watch(
        yield* linkTo(email),
        (page) => page._tag === "PasswordReset" ? page.reset({ password: newPassword }) : undefined
      )

      yield* visit(`${origin}/`)
      yield* MagicLink.send({ email })
      yield* watch(yield* linkTo(email), (page) => page._tag === "MagicLinkCallback" ? page.signIn : undefined)

      assert.lengthOf(secrets, 8)
      assert.include(shown.join(), "MagicLinkCallback")
      const all = shown.join("\n")
      for (const secret of secrets) assert.notInclude(all, secret)
    }).pipe(Effect.provide(layerExposure), Effect.provide(layer())))

  it.effect("an interrupted sign-in stores no tokens", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/`)
      yield* MagicLink.send({ email })
      const { signIn } = yield* as("MagicLinkCallback")(openMailTo(email))
      const asked = yield* Deferred.make<void>()
      const fiber = yield* Effect.forkChild(Effect.provideService(
        signIn,
        Transport,
        () => Effect.andThen(Deferred.succeed(asked, undefined), Effect.never)
      ))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(fiber)
      yield* settle
      assert.strictEqual((yield* Session.state)._tag, "SignedOut")
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer())))

  it.effect("treats two clicks of a button as one sign-in", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/`)
      yield* MagicLink.send({ email })
      const { signIn } = yield* as("MagicLinkCallback")(openMailTo(email))
      const transport = yield* Transport
      const results = yield* Effect.all([Effect.result(signIn), Effect.result(signIn)], { concurrency: 2 }).pipe(
        Effect.provideService(Transport, (request) => Effect.andThen(turns(10), transport(request)))
      )
      assert.deepStrictEqual(results.map(({ _tag }) => _tag).sort(), ["Failure", "Success"])
      assert.isDefined(yield* whoIsSignedIn)
    }).pipe(Effect.provide(layer())))
})
