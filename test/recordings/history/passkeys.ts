/** The unrecorded steps between the recordings about passkeys. */
import { p256 } from "@noble/curves/nist.js"
import { createHash } from "node:crypto"
import { saveUser } from "../../../src/emulator/state/projectTables.ts"
import type { PasskeyRow } from "../../../src/emulator/state/rows.ts"
import { fieldsOf } from "../recordings.ts"
import type { World } from "../world.ts"
import { type Exceptions, main, type Meanwhile } from "./types.ts"

export const exceptions: Exceptions = {}

/** The challenge of every recorded ceremony. */
const challenge = "TU9DSw"

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest()

const decode = (text: string) => Buffer.from(text, "base64url")

/**
 * A passkey whose registration was not recorded: its public key is recovered from its signatures. COSE encodes it as a map of
 * five entries (RFC 9053 § 7.1.1).
 */
const passkeyOf = (world: World, name: string): PasskeyRow => {
  const { id, response } = fieldsOf(world.recorded.byName(name).request.body).authentication_response
  const signed = Buffer.concat([decode(response.authenticatorData), sha256(decode(response.clientDataJSON))])
  const signature = p256.Signature.fromBytes(decode(response.signature), "der").addRecoveryBit(0)
  const point = signature.recoverPublicKey(sha256(signed)).toBytes(false)
  const publicKey = Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    point.subarray(1, 33),
    Buffer.from("225820", "hex"),
    point.subarray(33)
  ])
  return { credentialId: id, publicKey, counter: 0 }
}

/** The recorded authenticators responded to one challenge, while the emulator generates a new one each time. */
const fixChallenge = (world: World) => {
  for (const [id, row] of main(world).codes) {
    if ("challenge" in row.purpose) main(world).codes.set(id, { ...row, purpose: { ...row.purpose, challenge } })
  }
}

/** A ceremony whose start was not recorded. */
const begun = (name: string) => (world: World) => {
  const { code } = fieldsOf(world.recorded.byName(name).request.body)
  const token = world.recorded.byName(name).request.headers["X-Stack-Access-Token"]
  world.code(
    main(world),
    code,
    token === undefined
      ? { for: "passkey-sign-in", challenge }
      : { for: "passkey-registration", userId: world.recorded.owner(name).sub, challenge }
  )
}

export const meanwhile: Meanwhile = {
  "passkey sign-in requires mfa": (world) => {
    begun("passkey sign-in requires mfa")(world)
    const { sub } = world.recorded.owner("disable totp on own user")
    const user = world.userOf(main(world), sub)
    user.passkey = passkeyOf(world, "passkey sign-in requires mfa")
    saveUser(main(world), user)
  },
  "passkey register origin not allowed": begun("passkey register origin not allowed"),
  "passkey register with wrong challenge": begun("passkey register with wrong challenge"),
  "passkey register": fixChallenge,
  "passkey sign-in": fixChallenge,
  "passkey sign-in unknown credential": begun("passkey sign-in unknown credential"),
  "passkey sign-in bad signature": begun("passkey sign-in bad signature"),
  "initiate passkey registration disabled [no override header]": (world) => {
    main(world).config.passkeyEnabled = false
  },
  "sessions list without user_id [no override header]": (world) => {
    main(world).config.passkeyEnabled = true
  }
}
