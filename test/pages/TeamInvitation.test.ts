import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { TestClock } from "effect/testing"
import { Anonymous, CurrentUser, Session, TeamInvitations, Teams, Transport, TransportFailure } from "latchkey"
import { Users } from "latchkey/server"
import { device, on, signUp } from "../emulator/support.ts"
import { as, email, gone, layer, linkTo, openAt, openMailTo, origin, pageOf, visit } from "./support.ts"

const grace = "grace@example.com"

const openInvitation = openMailTo(grace, "team_invitation")

/** Ada's team invites Grace from another device. */
const invite = Effect.gen(function*() {
  const ada = yield* device()
  const team = yield* Effect.gen(function*() {
    yield* signUp(email)
    const team = yield* Teams.create({ displayName: "Analytical Engines" })
    yield* TeamInvitations.send({ teamId: team.id, email: grace, callbackUrl: pageOf("team-invitation") })
    return team
  }).pipe(on(ada))
  return { team, ada }
})

/** Signs up with a verified email. */
const signUpVerified = Effect.fnUntraced(function*(address: string) {
  const signedUp = yield* signUp(address)
  yield* Users.update(signedUp.userId, { primaryEmailVerified: true })
  return signedUp
})

describe("the team invitation page", () => {
  it.effect("shows the team, and makes the accepting user a member", () =>
    Effect.gen(function*() {
      const { team } = yield* invite
      const { userId } = yield* signUp(grace)
      const page = yield* as("TeamInvitation")(openInvitation)
      assert.deepStrictEqual(page.team, { teamId: team.id, teamDisplayName: "Analytical Engines" })
      assert.strictEqual(page.user.id, userId)
      assert.deepStrictEqual(yield* Teams.list, [])
      const { proceed } = yield* page.accept
      assert.deepStrictEqual((yield* Teams.list).map(({ id }) => id), [team.id])
      yield* proceed
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("redirects home after declining, and the invitation stays valid", () =>
    Effect.gen(function*() {
      yield* invite
      yield* signUp(grace)
      yield* (yield* as("TeamInvitation")(openInvitation)).decline
      assert.deepStrictEqual(yield* gone, ["/"])
      yield* (yield* as("TeamInvitation")(openInvitation)).accept
    }).pipe(Effect.provide(layer())))

  it.effect("redirects a signed-out visitor to the sign-in page, and returns with the code", () =>
    Effect.gen(function*() {
      yield* invite
      const required = yield* as("SignInRequired")(openInvitation)
      assert.strictEqual(required.page, "teamInvitation")
      const [signInPage] = yield* gone
      const link = yield* linkTo(grace)
      assert.strictEqual(
        signInPage,
        `/handler/sign-in?after_auth_return_to=${encodeURIComponent(link.slice(origin.length)).replaceAll("%20", "+")}`
      )
      yield* signUp(grace)
      yield* as("AlreadySignedIn")(openAt(origin + signInPage))
      const [back] = yield* gone
      assert.strictEqual(origin + back!, link)
      yield* as("TeamInvitation")(openAt(origin + back!))
    }).pipe(Effect.provide(layer())))

  it.effect("returns to the invitation if its URL contains a return path", () =>
    Effect.gen(function*() {
      yield* invite
      const link = `${yield* linkTo(grace)}&after_auth_return_to=%2Fwelcome`
      yield* as("SignInRequired")(openAt(link))
      const [signInPage] = yield* gone
      assert.strictEqual(
        new URL(signInPage!, origin).searchParams.get("after_auth_return_to"),
        link.slice(origin.length)
      )
      yield* signUp(grace)
      const page = yield* as("TeamInvitation")(openAt(link))
      yield* (yield* page.accept).proceed
      assert.deepStrictEqual(yield* gone, ["/welcome"])
    }).pipe(Effect.provide(layer())))

  it.effect("the invitation page offers sign-up, and stays without a redirect method", () =>
    Effect.gen(function*() {
      yield* invite
      const link = yield* linkTo(grace)
      const required = yield* as("SignInRequired")(openAt(link))
      yield* visit(link)
      yield* required.signUp
      assert.strictEqual(new URL((yield* gone)[0]!, origin).pathname, "/handler/sign-up")
    }).pipe(Effect.provide(layer())))

  it.effect("stays on the page if the app does not redirect", () =>
    Effect.gen(function*() {
      yield* invite
      yield* as("SignInRequired")(openInvitation)
      assert.deepStrictEqual(yield* gone, [])
    }).pipe(Effect.provide(layer({ redirectMethod: "none" }))))

  it.effect("treats an anonymous user as signed out", () =>
    Effect.gen(function*() {
      yield* invite
      yield* Anonymous.signUp
      yield* as("SignInRequired")(openInvitation)
    }).pipe(Effect.provide(layer({ config: { anonymousEnabled: true } }))))

  it.effect("does not request a sign-in for an invalid code", () =>
    Effect.gen(function*() {
      yield* invite
      yield* TestClock.adjust("7 days")
      const { error, startOver } = yield* as("CodeRefused")(openInvitation)
      assert.strictEqual(error._tag, "VerificationCodeExpired")
      assert.deepStrictEqual(yield* gone, [])
      yield* startOver
      assert.deepStrictEqual(yield* gone, ["/"])
    }).pipe(Effect.provide(layer())))

  it.effect("the invitation page reports a used code, a revoked code and a code tried too often", () =>
    Effect.gen(function*() {
      const { ada, team } = yield* invite
      yield* signUp(grace)
      const page = yield* as("TeamInvitation")(openInvitation)
      yield* page.accept
      assert.strictEqual((yield* Effect.flip(page.accept))._tag, "VerificationCodeAlreadyUsed")
      assert.strictEqual((yield* as("CodeRefused")(openInvitation)).error._tag, "VerificationCodeAlreadyUsed")

      const send = TeamInvitations.send({ teamId: team.id, email: grace, callbackUrl: pageOf("team-invitation") })
      const { id } = yield* send.pipe(on(ada))
      yield* TeamInvitations.revoke({ teamId: team.id, id }).pipe(on(ada))
      assert.strictEqual((yield* as("CodeRefused")(openInvitation)).error._tag, "VerificationCodeNotFound")

      yield* send.pipe(on(ada))
      for (let i = 0; i < 20; i++) yield* as("TeamInvitation")(openInvitation)
      assert.strictEqual((yield* as("CodeRefused")(openInvitation)).error._tag, "VerificationCodeMaxAttemptsReached")
    }).pipe(Effect.provide(layer())))

  describe("if the service requires the invited email", () => {
    const strict = { config: { requireInvitedEmail: true } }

    it.effect("the invitation opens only for the invited user, and another user can switch to that account", () =>
      Effect.gen(function*() {
        yield* invite
        const { userId } = yield* signUp("charles@example.com")
        const page = yield* as("InvitationForOtherEmail")(openInvitation)
        assert.strictEqual(page.user.id, userId)
        assert.deepStrictEqual(yield* gone, [])
        assert.strictEqual((yield* page.signIn)._tag, "SignInRequired")
        assert.isNull(yield* CurrentUser.get())
        const [signInPage] = yield* gone
        const link = yield* linkTo(grace, "team_invitation")
        assert.strictEqual(
          new URL(signInPage!, origin).searchParams.get("after_auth_return_to"),
          link.slice(origin.length)
        )
        yield* signUpVerified(grace)
        yield* (yield* as("TeamInvitation")(openAt(link))).accept
        assert.lengthOf(yield* Teams.list, 1)
      }).pipe(Effect.provide(layer(strict))))

    it.effect("signs out of the wrong account even if the service does not respond", () =>
      Effect.gen(function*() {
        yield* invite
        yield* signUp("charles@example.com")
        const { signIn } = yield* as("InvitationForOtherEmail")(openInvitation)
        const fiber = yield* Effect.forkChild(signIn.pipe(
          Effect.updateService(Transport, () => () => Effect.fail(new TransportFailure({ message: "offline" })))
        ))
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(fiber)
        assert.isNull(yield* CurrentUser.get())
        assert.match((yield* gone)[0]!, /^\/handler\/sign-in/)
      }).pipe(Effect.provide(layer(strict))))

    it.effect("redirects home after declining", () =>
      Effect.gen(function*() {
        yield* invite
        yield* signUp("charles@example.com")
        yield* (yield* as("InvitationForOtherEmail")(openInvitation)).decline
        assert.deepStrictEqual(yield* gone, ["/"])
      }).pipe(Effect.provide(layer(strict))))

    it.effect("redirects visitors to the sign-in page, and restricted users to the onboarding page", () =>
      Effect.gen(function*() {
        yield* invite
        yield* as("SignInRequired")(openInvitation)
        yield* signUp("charles@example.com")
        yield* as("EmailNotVerified")(openInvitation)
        assert.match((yield* gone)[0]!, /^\/handler\/onboarding/)
      }).pipe(Effect.provide(layer({ config: { requireInvitedEmail: true, requireEmailVerification: true } }))))

    it.effect("fails to accept if the user's email has changed since", () =>
      Effect.gen(function*() {
        yield* invite
        const { userId } = yield* signUpVerified(grace)
        const page = yield* as("TeamInvitation")(openInvitation)
        yield* Users.update(userId, { primaryEmailVerified: false })
        assert.strictEqual((yield* Effect.flip(page.accept))._tag, "TeamInvitationEmailMismatch")
      }).pipe(Effect.provide(layer(strict))))
  })

  it.effect("does not accept for a user who signed out in between", () =>
    Effect.gen(function*() {
      yield* invite
      yield* signUp(grace)
      const page = yield* as("TeamInvitation")(openInvitation)
      yield* Session.signOut
      assert.strictEqual((yield* Effect.flip(page.accept))._tag, "UserAuthenticationRequired")
      yield* as("SignInRequired")(openInvitation)
    }).pipe(Effect.provide(layer())))

  it.effect("the invitation is not accepted for another user who has signed in since", () =>
    Effect.gen(function*() {
      yield* invite
      yield* signUp(grace)
      const page = yield* as("TeamInvitation")(openInvitation)
      yield* signUp("charles@example.com")
      assert.strictEqual((yield* Effect.flip(page.accept))._tag, "UserAuthenticationRequired")
      assert.deepStrictEqual(yield* Teams.list, [])
      yield* (yield* as("TeamInvitation")(openInvitation)).accept
      assert.strictEqual((yield* Teams.list).length, 1)
    }).pipe(Effect.provide(layer())))
})
