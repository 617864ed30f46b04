import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  Anonymous,
  Client,
  ContactChannels,
  CurrentUser,
  HandlerPages,
  Navigation,
  Password,
  Session,
  TeamInvitations,
  Teams
} from "latchkey"
import { Emulator } from "latchkey/emulator"
import { ContactChannels as ServerContactChannels, Users } from "latchkey/server"
import { totp, totpSecretBase64 } from "../auth/mfaSupport.ts"
import { configure, device, mailTo, on, signUp } from "../emulator/support.ts"
import {
  as,
  email,
  gone,
  layer,
  linkTo,
  openAt,
  openMailTo,
  pageOf,
  password,
  requested,
  Requests,
  visit,
  watched,
  whoIsSignedIn
} from "./support.ts"

const to = (path: string) => `?after_auth_return_to=${encodeURIComponent(path)}`
const urls = { afterSignIn: "/dashboard", afterSignUp: "/welcome" }
const strict = layer({ urls, config: { requireEmailVerification: true, anonymousEnabled: true } })
const signUpPage = (query = "") => as("SignUp")(openAt(pageOf(`sign-up${query}`)))
const signInPage = (query = "") => as("SignIn")(openAt(pageOf(`sign-in${query}`)))
const onboardingPage = (query = "") => as("EmailNotVerified")(openAt(pageOf(`onboarding${query}`)))
const newPassword = { email, password, confirmation: password }

const forgetRequests = Effect.map(Requests, (requests) => void (requests.length = 0))

/** Verifies the newest email to an address on another device. */
const verifyElsewhere = (address = email) =>
  Effect.gen(function*() {
    const code = new URL(yield* linkTo(address)).searchParams.get("code")!
    yield* ContactChannels.verify({ code: Redacted.make(code) }).pipe(on(yield* device()))
  })

const restrict = (userId: string, reason: string | null) =>
  Users.update(userId, { restrictedByAdmin: true, restrictedByAdminReason: reason })

describe("a sign-up in a project that requires verified email addresses", () => {
  it.effect("a sign-up with required verification leads to onboarding, the email and the return path", () =>
    Effect.gen(function*() {
      const page = yield* signUpPage(to("/teams?x=1"))
      const next = yield* as("EmailNotVerified")(page.password!(newPassword))
      assert.strictEqual(next.email, email)
      assert.deepStrictEqual(yield* gone, [`/handler/onboarding${to("/teams?x=1")}`])
      assert.isNull(yield* CurrentUser.get())
      const verification = yield* as("EmailVerification")(openMailTo(email))
      const { proceed } = yield* verification.verify
      yield* proceed
      assert.deepStrictEqual(yield* gone, ["/teams?x=1"])
      assert.strictEqual((yield* CurrentUser.get({ or: "throw" })).primaryEmail, email)
    }).pipe(Effect.provide(strict)))

  it.effect("continues to the page after sign-up if there is no return path", () =>
    Effect.gen(function*() {
      yield* (yield* signUpPage()).password!(newPassword)
      assert.deepStrictEqual(yield* gone, [`/handler/onboarding${to("/welcome")}`])
    }).pipe(Effect.provide(strict)))

  it.effect("sends exactly the sign-up and one user request, and one refresh after the verification", () =>
    Effect.gen(function*() {
      const page = yield* signUpPage()
      yield* forgetRequests
      yield* page.password!(newPassword)
      assert.deepStrictEqual(yield* requested, ["POST /auth/password/sign-up", "GET /users/me"])
      const { verify } = yield* as("EmailVerification")(openMailTo(email))
      yield* forgetRequests
      yield* verify
      yield* Teams.list
      yield* Teams.list
      assert.deepStrictEqual(yield* requested, [
        "POST /contact-channels/verify",
        "POST /auth/oauth/token",
        "GET /teams",
        "GET /teams"
      ])
    }).pipe(watched, Effect.provide(strict)))

  it.effect("shows onboarding in place if the app does not redirect", () =>
    Effect.gen(function*() {
      const next = yield* as("EmailNotVerified")((yield* signUpPage()).password!(newPassword))
      assert.deepStrictEqual(yield* gone, [])
      yield* verifyElsewhere()
      yield* as("AlreadySignedIn")(next.check)
    }).pipe(Effect.provide(layer({ redirectMethod: "none", config: { requireEmailVerification: true } }))))

  it.effect("onboarding starts after the second factor", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* Users.update(userId, { totpSecretBase64 })
      yield* Session.signOut
      const mfa = yield* as("Mfa")((yield* signInPage(to("/teams"))).password!({ email, password }))
      yield* as("EmailNotVerified")(mfa.complete(yield* totp()))
      assert.deepStrictEqual((yield* gone).at(-1), `/handler/onboarding${to("/teams")}`)
    }).pipe(Effect.provide(strict)))
})

describe("a restricted user", () => {
  it.effect("is redirected from every page for signed-in users to onboarding, and back", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const path of ["account-settings", "cli-auth-confirm?login_code=abcdef"]) {
        yield* as("EmailNotVerified")(openAt(pageOf(path)))
        assert.deepStrictEqual(yield* gone, [`/handler/onboarding${to(`/handler/${path}`)}`])
      }
    }).pipe(Effect.provide(strict)))

  it.effect("is redirected from the sign-in and sign-up pages to onboarding, with the return path", () =>
    Effect.gen(function*() {
      yield* signUp()
      for (const path of ["sign-in", "sign-up"]) {
        yield* as("EmailNotVerified")(openAt(pageOf(`${path}${to("/teams")}`)))
        assert.deepStrictEqual(yield* gone, [`/handler/onboarding${to("/teams")}`])
      }
      yield* as("EmailNotVerified")(openAt(pageOf("sign-in")))
      assert.deepStrictEqual(yield* gone, ["/handler/onboarding"])
    }).pipe(Effect.provide(strict)))

  it.effect("CurrentUser.get redirects a restricted user to onboarding, and visitors and anonymous users to sign-in", () =>
    Effect.gen(function*() {
      const get = Effect.andThen(visit("http://localhost:3000/notes/7"), CurrentUser.get({ or: "redirect" }))
      assert.isNull(yield* get)
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/notes/7")}`])
      yield* Anonymous.signUp
      assert.isNull(yield* get)
      assert.deepStrictEqual(yield* gone, [`/handler/sign-in${to("/notes/7")}`])
      yield* Session.signOut
      yield* signUp()
      assert.isNull(yield* get)
      assert.deepStrictEqual(yield* gone, [`/handler/onboarding${to("/notes/7")}`])
      yield* visit("http://localhost:3000/notes/7")
      assert.isNotNull(yield* CurrentUser.get({ or: "redirect", includeRestricted: true }))
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(strict)))

  it.effect("a restricted user's team invitation is not used up until the email is verified", () =>
    Effect.gen(function*() {
      yield* configure({ requireEmailVerification: false })
      yield* signUp("grace@example.com")
      const team = yield* Teams.create({ displayName: "Engines" })
      yield* TeamInvitations.send({
        teamId: team.id,
        email,
        callbackUrl: pageOf("team-invitation")
      })
      const invitation = yield* linkTo(email)
      yield* Session.signOut
      yield* configure({ requireEmailVerification: true })
      yield* signUp()
      yield* as("EmailNotVerified")(openAt(invitation))
      yield* verifyElsewhere()
      const page = yield* as("TeamInvitation")(openAt(invitation))
      yield* as("TeamJoined")(page.accept)
    }).pipe(Effect.provide(strict)))
})

describe("the onboarding page", () => {
  it.effect("reads the user once and shows the email", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* forgetRequests
      const page = yield* onboardingPage()
      assert.deepStrictEqual([page.email, page.user.primaryEmail], [email, email])
      assert.deepStrictEqual(yield* requested, ["GET /users/me"])
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(watched, Effect.provide(strict)))

  it.effect("resends the email, whose link verifies and continues to the return path", () =>
    Effect.gen(function*() {
      yield* signUp()
      const before = (yield* Effect.flatMap(Emulator.Emulator, ({ inbox }) => inbox())).length
      const page = yield* onboardingPage(to("/teams"))
      assert.isUndefined(yield* page.resend)
      assert.lengthOf(yield* Effect.flatMap(Emulator.Emulator, ({ inbox }) => inbox()), before + 1)
      const link = new URL(yield* linkTo(email))
      assert.strictEqual(link.pathname + to("/teams"), `/handler/email-verification${to("/teams")}`)
      assert.strictEqual(link.searchParams.get("after_auth_return_to"), "/teams")
    }).pipe(Effect.provide(strict)))

  it.effect("checking the user stays on onboarding before the verification, and continues after it", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* onboardingPage(to("/teams"))
      yield* as("EmailNotVerified")(page.check)
      assert.deepStrictEqual(yield* gone, [])
      yield* verifyElsewhere()
      const next = yield* as("AlreadySignedIn")(page.check)
      assert.strictEqual(next.user.primaryEmail, email)
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(strict)))

  it.effect("continues instead of sending an email to an address verified in between", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* onboardingPage()
      yield* verifyElsewhere()
      assert.strictEqual((yield* page.resend)?._tag, "AlreadySignedIn")
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(strict)))

  it.effect("replaces the address and sends the email to the new one", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* onboardingPage()
      const next = yield* as("EmailNotVerified")(page.changeEmail("lovelace@example.com"))
      assert.strictEqual(next.email, "lovelace@example.com")
      assert.strictEqual((yield* mailTo("lovelace@example.com")).type, "email_verification")
      yield* verifyElsewhere("lovelace@example.com")
      yield* as("AlreadySignedIn")(next.check)
    }).pipe(Effect.provide(strict)))

  it.effect("onboarding continues if the new address is already verified", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* ServerContactChannels.create({ userId, value: "work@example.com", usedForAuth: false, isVerified: true })
      const page = yield* onboardingPage()
      yield* as("AlreadySignedIn")(page.changeEmail("work@example.com"))
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(strict)))

  it.effect("refuses another account's address", () =>
    Effect.gen(function*() {
      yield* signUp("grace@example.com")
      yield* Session.signOut
      yield* signUp()
      const page = yield* onboardingPage()
      const error = yield* Effect.flip(page.changeEmail("grace@example.com"))
      assert.strictEqual(error._tag, "UserWithEmailAlreadyExists")
    }).pipe(Effect.provide(strict)))

  it.effect("onboarding does not change another user who has signed in since", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* onboardingPage()
      yield* Session.signOut
      yield* signUp("grace@example.com")
      assert.strictEqual((yield* Effect.flip(page.changeEmail("x@example.com")))._tag, "UserAuthenticationRequired")
      assert.strictEqual((yield* Effect.flip(page.resend))._tag, "UserAuthenticationRequired")
      const user = yield* CurrentUser.get({ or: "throw", includeRestricted: true })
      assert.strictEqual(user.primaryEmail, "grace@example.com")
    }).pipe(Effect.provide(strict)))

  it.effect("signs out, and the session is revoked", () =>
    Effect.gen(function*() {
      yield* signUp()
      const page = yield* onboardingPage()
      const { revocationError } = yield* page.signOut
      assert.isUndefined(revocationError)
      assert.isUndefined(yield* whoIsSignedIn)
    }).pipe(Effect.provide(strict)))

  it.effect("asks a user without an email address for one", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* CurrentUser.update({ primaryEmail: null })
      const page = yield* onboardingPage()
      assert.isNull(page.email)
      assert.strictEqual((yield* page.resend)?._tag, "EmailNotVerified")
      assert.strictEqual((yield* as("EmailNotVerified")(page.changeEmail("new@example.com"))).email, "new@example.com")
    }).pipe(Effect.provide(strict)))

  it.effect("shows the administrator's text, and continues when the restriction is lifted", () =>
    Effect.gen(function*() {
      const { userId } = yield* signUp()
      yield* restrict(userId, "<b>Unpaid</b> invoice")
      const page = yield* as("AccountRestricted")(openAt(pageOf(`onboarding${to("/teams")}`)))
      assert.deepStrictEqual([page.reason, page.text], ["restricted_by_administrator", "<b>Unpaid</b> invoice"])
      yield* as("AccountRestricted")(page.check)
      yield* Users.update(userId, {
        restrictedByAdmin: false,
        restrictedByAdminReason: null,
        restrictedByAdminPrivateDetails: null
      })
      yield* as("AlreadySignedIn")(page.check)
      assert.deepStrictEqual(yield* gone, ["/teams"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("redirects an anonymous user to the sign-up page, and a visitor to the sign-in page", () =>
    Effect.gen(function*() {
      const page = yield* as("SignInRequired")(openAt(pageOf(`onboarding${to("/teams")}`)))
      assert.deepStrictEqual([page.page, yield* gone], ["onboarding", [`/handler/sign-in${to("/teams")}`]])
      yield* Anonymous.signUp
      yield* as("SignInRequired")(openAt(pageOf(`onboarding${to("/teams")}`)))
      assert.deepStrictEqual(yield* gone, [`/handler/sign-up${to("/teams")}`])
      yield* visit(pageOf("onboarding"))
      yield* page.signUp
      assert.deepStrictEqual(yield* gone, ["/handler/sign-up"])
    }).pipe(Effect.provide(strict)))

  it.effect("redirects an unrestricted user to the return path", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* as("AlreadySignedIn")(openAt(pageOf(`onboarding${to("/teams")}`)))
      assert.deepStrictEqual(yield* gone, ["/teams"])
      yield* as("AlreadySignedIn")(openAt(pageOf("onboarding")))
      assert.deepStrictEqual(yield* gone, ["/dashboard"])
    }).pipe(Effect.provide(layer({ urls }))))

  it.effect("lifting the restriction is announced, so that no page renders for a restricted user", () =>
    Effect.gen(function*() {
      yield* signUp()
      const announced: Array<string> = []
      yield* (yield* Client.Client).changes((id) => announced.push(id))
      yield* as("AlreadySignedIn")(openAt(pageOf("onboarding")))
      assert.deepStrictEqual(announced, ["restriction.lifted"])
    }).pipe(Effect.scoped, Effect.provide(layer({ urls }))))

  it.effect("refuses a URL that leaves the app, and sends no request", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(openAt(pageOf(`onboarding${to("https://evil.example")}`)))
      assert.strictEqual(error._tag, "RedirectUrlNotTrusted")
      assert.deepStrictEqual(yield* requested, [])
    }).pipe(watched, Effect.provide(strict)))

  it.effect("onboarding opens at the app's configured URL", () =>
    Effect.gen(function*() {
      yield* signUp()
      assert.strictEqual(
        HandlerPages.match("http://localhost:3000/welcome", { onboarding: "/welcome" }).page,
        "onboarding"
      )
      yield* visit("http://localhost:3000/notes")
      yield* Navigation.redirectTo("onboarding")
      assert.deepStrictEqual(yield* gone, [`/verify${to("/notes")}`])
    }).pipe(Effect.provide(layer({ urls: { onboarding: "/verify" } }))))

  it.effect("a 2025 service has no onboarding, and the user is signed in", () =>
    Effect.gen(function*() {
      const page = yield* signUpPage()
      yield* as("SignedIn")(page.password!(newPassword))
      assert.isUndefined((yield* CurrentUser.get({ or: "throw" })).isRestricted)
      assert.strictEqual((yield* Password.signIn({ email, password })).userId, yield* whoIsSignedIn)
    }).pipe(Effect.provide(layer({ urls, generation: "2025" }))))
})
