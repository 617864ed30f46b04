/** The unrecorded steps between the recordings about sign-in codes. */
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

const codeIn = (world: World, name: string): string => world.recorded.payloadOf(name).code

const unverified = "otp send for existing account with unverified email [no override header]"

/** The user who enables two-factor authentication, and later disables it. */
const factorsUser = (world: World) => world.userOf(main(world), world.recorded.owner("enable totp on own user").sub)

export const meanwhile: Meanwhile = {
  // Another email was requested, because a password that was too short used up the first one's code.
  "password reset": (world) => {
    const { user_id: userId } = world.recorded.bodyOf("password sign-in")
    world.code(main(world), codeIn(world, "password reset"), {
      for: "password-reset",
      userId: world.userOf(main(world), userId).id,
      email: world.recorded.payloadOf("password sign-in").email
    })
  },
  // The expired code was given more time and a count of attempts.
  "verification code max attempts [no override header]": (world) => {
    const code = codeIn(world, "verification code max attempts")
    const row = [...main(world).codes.values()].find((row) => row.code === code)!
    world.code(main(world), code, row.purpose, { id: row.id, attempts: 20 })
  },
  [unverified]: (world) =>
    world.user(main(world), {
      id: "7a1f0c3e-52d4-4b8e-9d7a-0c6b1e2f3a45",
      email: world.recorded.payloadOf(unverified).email
    }),
  "otp sign-in requires mfa": (world) => {
    const [channel] = factorsUser(world).contactChannels
    channel!.isVerified = true
    world.code(main(world), codeIn(world, "otp sign-in requires mfa"), { for: "sign-in", email: channel!.value })
  },
  "otp send disabled [no override header]": (world) =>
    void Object.assign(main(world).config, { credentialEnabled: true, magicLinkEnabled: false })
}
