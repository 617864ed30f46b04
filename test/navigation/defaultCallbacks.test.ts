import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ContactChannels, CurrentUser, EmailCode, MagicLink, Password, TeamInvitations, Teams } from "latchkey"
import { configure } from "../emulator/support.ts"
import { email, layer, linkTo, origin, password, visit } from "../pages/support.ts"

const guest = "grace@example.com"

const signUp = Password.signUp({ email, password })

const channel = Effect.map(Effect.andThen(signUp, ContactChannels.list), ([channel = assert.fail()]) => channel.id)

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
    it.effect(`of ${name} links to ${page}, with the return path`, () =>
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
