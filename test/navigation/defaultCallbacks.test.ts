import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ContactChannels, CurrentUser, EmailCode, MagicLink, Password, TeamInvitations, Teams } from "latchkey"
import { configure, inbox } from "../emulator/support.ts"
import { email, layer, linkTo, origin, password, visit } from "../pages/support.ts"

const guest = "grace@example.com"

const signUp = Password.signUp({ email, password })

const channel = Effect.map(Effect.andThen(signUp, ContactChannels.list), ([channel = assert.fail()]) => channel.id)

describe("a sign-up on a page that the project does not trust", () => {
  const preview = "https://my-app-git-branch.vercel.app"

  it.effect("fails with RedirectUrlNotWhitelisted, and creates no user without a verification email", () =>
    Effect.gen(function*() {
      yield* visit(`${preview}/`)
      for (const send of [signUp, Password.signUp({ email, password, verificationCallbackUrl: `${preview}/verify` })]) {
        assert.strictEqual((yield* Effect.flip(send))._tag, "RedirectUrlNotWhitelisted")
      }
      assert.isNull(yield* CurrentUser.get())
      assert.lengthOf(yield* inbox, 0)
      assert.strictEqual((yield* Effect.flip(Password.signIn({ email, password })))._tag, "EmailPasswordMismatch")
    }).pipe(Effect.provide(layer())))

  it.effect("a sign-up succeeds if the app skips the email, or if the project trusts the preview page", () =>
    Effect.gen(function*() {
      yield* visit(`${preview}/`)
      yield* Password.signUp({ email: guest, password, verificationCallbackUrl: null })
      assert.lengthOf(yield* inbox, 0)
      yield* configure({ domains: ["https://my-app-git-*.vercel.app"] })
      yield* signUp
      assert.strictEqual(new URL(yield* linkTo(email)).origin, preview)
    }).pipe(Effect.provide(layer())))
})

describe("an email without a callback URL", () => {
  const mails = {
    "Password.signUp": [signUp, email, "email-verification"],
    "Password.sendResetCode": [
      Effect.andThen(signUp, Password.sendResetCode({ email })),
      email,
      "password-reset"
    ],
    "MagicLink.send": [MagicLink.send({ email: guest }), guest, "magic-link-callback"],
    "EmailCode.send": [EmailCode.send({ email: guest }), guest, "magic-link-callback"],
    "CurrentUser.sendVerificationEmail": [
      Effect.andThen(signUp, CurrentUser.sendVerificationEmail()),
      email,
      "email-verification"
    ],
    "ContactChannels.sendVerificationEmail": [
      Effect.flatMap(channel, (id) => ContactChannels.sendVerificationEmail(id)),
      email,
      "email-verification"
    ],
    "ContactChannels.sendVerificationEmailToPrimary": [
      Effect.andThen(signUp, ContactChannels.sendVerificationEmailToPrimary({ email })),
      email,
      "email-verification"
    ],
    "TeamInvitations.send": [
      Effect.andThen(signUp, Teams.create({ displayName: "Engines" })).pipe(
        Effect.flatMap(({ id }) => TeamInvitations.send({ teamId: id, email: guest }))
      ),
      guest,
      "team-invitation"
    ]
  } as const

  for (const [name, [send, to, page]] of Object.entries(mails)) {
    it.effect(`${name} without a callback URL sends an email that links to ${page} with the return path`, () =>
      Effect.gen(function*() {
        yield* configure({ magicLinkEnabled: true })
        yield* visit(`${origin}/start?after_auth_return_to=%2Finbox#top`)
        yield* send
        const link = new URL(yield* linkTo(to))
        assert.strictEqual(link.origin + link.pathname, `${origin}/handler/${page}`)
        assert.lengthOf(link.searchParams.get("code")!, 45)
        link.searchParams.delete("code")
        assert.strictEqual(link.search, "?after_auth_return_to=%2Finbox")
      }).pipe(Effect.provide(layer())))
  }
})
