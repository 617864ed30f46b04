/**
 * Turning the second factor on and off: a secret that the service and the user's authenticator app share.
 *
 * **Example** (From the QR code to a second factor that is on)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Redacted from "effect/Redacted"
 * import { Totp } from "latchkey"
 *
 * declare const showQrCode: (uri: string) => Effect.Effect<void>
 * declare const askForCode: Effect.Effect<Redacted.Redacted<string>>
 *
 * const turnOn = Effect.gen(function*() {
 *   const { secret, uri } = yield* Totp.generate()
 *   yield* showQrCode(Redacted.value(uri))
 *   const enable = Effect.flatMap(askForCode, (code) => Totp.enable({ secret, code }))
 *   return yield* Effect.retry(enable, { while: (error) => error._tag === "InvalidTotpCode" })
 * })
 * ```
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import { trace } from "../call/trace.ts"
import { HostUnavailable } from "../platform/Page.ts"
import { SecureRandom } from "../platform/SecureRandom.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, Client } from "../session/Client.ts"
import { keepSession } from "../session/keepSession.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { RequestSchemaError } from "../wire/KnownErrors.ts"
import { current } from "../wire/projects.ts"
import { readCurrent, updateCurrent, type User } from "../wire/users.ts"
import { invalidTotpCode, removeBlanks } from "./mfa/totpCode.ts"

/**
 * A new secret, which does nothing until `enable` has turned it on. Whoever reads it makes the user's codes.
 *
 * @category models
 * @since 0.1.0
 */
export interface Enrolment {
  /** For `enable`: 20 random bytes in Base64, as the service takes them. */
  readonly secret: Redacted.Redacted<string>
  /** The same in Base32, for users who type it into their authenticator app. */
  readonly secretBase32: Redacted.Redacted<string>
  /** The same as an `otpauth://` URI, for a QR code that the authenticator app reads. */
  readonly uri: Redacted.Redacted<string>
}

/**
 * What the user's authenticator app shows beside the codes.
 *
 * @category options
 * @since 0.1.0
 */
export interface Names {
  /** Who the account is with; the project's display name by default. */
  readonly issuer?: string | undefined
  /** Whose account it is; by default the user's primary e-mail address, or else the name or the id. */
  readonly accountName?: string | undefined
}

/**
 * The errors of `generate`.
 *
 * @category errors
 * @since 0.1.0
 */
export type GenerateError =
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.ProjectNotFound
  | HostUnavailable
  | ApiError

/**
 * Makes a new secret for the user who is signed in, and the URI of its QR code.
 *
 * Changes nothing yet. A name that is not given is asked of the service: the project for `issuer`, the user for
 * `accountName`. With both given, nothing is sent. `HostUnavailable` means that the host has no Web Crypto, or could not load
 * the part of the library that this takes.
 *
 * @category turning on
 * @since 0.1.0
 */
export const generate: {
  (names: { readonly issuer: string; readonly accountName: string }): Effect.Effect<Enrolment, HostUnavailable>
  (names?: Names): Effect.Effect<Enrolment, GenerateError, Client>
} = ({ accountName, issuer }: Names = {}): Effect.Effect<Enrolment, any> =>
  // Sound: the overloads say what is asked of the service and what that may meet, which is nothing with both names given.
  trace(
    "Totp.generate",
    Effect.gen(function*() {
      const [issuedBy, label] = yield* Effect.all([
        issuer === undefined
          ? Effect.map(callAsClient(current, {}), ({ displayName }) => displayName)
          : Effect.succeed(issuer),
        accountName === undefined ? Effect.map(callAsClient(readCurrent, {}), nameOf) : Effect.succeed(accountName)
      ], { concurrency: 2 })
      const bytes = yield* (yield* SecureRandom)(20)
      const { Secret, TOTP } = yield* otpauth
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
      const totp = new TOTP({ secret, issuer: sanitizeName(issuedBy), label: sanitizeName(label) })
      return {
        secret: Redacted.make(btoa(String.fromCharCode(...bytes))),
        secretBase32: Redacted.make(secret.base32),
        uri: Redacted.make(totp.toString())
      }
    })
  ) as Effect.Effect<Enrolment, any>

const nameOf = ({ displayName, id, primaryEmail }: User): string => primaryEmail ?? displayName ?? id

/** A name as the URI can say it: a colon would end the issuer, and half a character is none. */
const sanitizeName = (name: string): string => name.replaceAll(":", "").replace(/\p{Surrogate}/gu, "\ufffd")

/** The library is loaded where a second factor is turned on, and only there. */
const otpauth = /*#__PURE__*/ Effect.tryPromise({
  try: () => import("otpauth"),
  catch: () => new HostUnavailable({ message: "The code for authenticator apps could not be loaded" })
})

/**
 * The errors of `enable`.
 *
 * @category errors
 * @since 0.1.0
 */
export type EnableError =
  | KnownErrors.InvalidTotpCode
  | KnownErrors.CannotGetOwnUserWithoutUser
  | KnownErrors.RequestSchemaError
  | HostUnavailable
  | ApiError

/**
 * Turns the second factor on, once the user has shown with a code that the authenticator app has the secret. From then on
 * every sign-in asks for a code; the session goes on. Returns the user.
 *
 * The code is compared here, and may be one of the half minute before or after. A wrong one is an `InvalidTotpCode`: nothing
 * is sent then, and another may be given. A secret that is not at least 16 bytes in Base64 is a `RequestSchemaError`.
 *
 * @category turning on
 * @since 0.1.0
 */
export const enable: (enrolment: {
  readonly secret: Secret
  readonly code: Secret
}) => Effect.Effect<User, EnableError, Client> = ({ code, secret }) =>
  trace(
    "Totp.enable",
    keepSession(Effect.gen(function*() {
      const bytes = yield* decodeSecret(Redacted.value(toRedacted(secret)))
      const { Secret, TOTP } = yield* otpauth
      const totp = new TOTP({ secret: Secret.fromLatin1(bytes) })
      const given = Redacted.value(removeBlanks(code))
      // Compared with what the library makes, since its own comparison throws on six characters of more than six bytes.
      const isRight = Effect.map(serviceTime, (now) =>
        [0, -1, 1].some((step) => totp.generate({ timestamp: now + step * 30_000 }) === given))
      if (yield* isRight) {
        return yield* update(toRedacted(secret))
      }
      yield* learnServiceTime
      return yield* (yield* isRight) ? update(toRedacted(secret)) : invalidTotpCode
    }))
  )

/** The service's time, as far as it is known: the device's clock may be off by more than a code lives. */
const serviceTime = /*#__PURE__*/ Effect.flatMap(Client, ({ session }) =>
  Effect.map(
    Effect.all([Clock.currentTimeMillis, session.clockSkewMillis]),
    ([now, skew = 0]) => now + skew
  ))

/** A page that was loaded with an access token at hand has not been told the service's time: a new token does. */
const learnServiceTime = /*#__PURE__*/ Effect.gen(function*() {
  const { caller: { credentials }, session } = yield* Client
  if ((yield* session.clockSkewMillis) !== undefined) return
  const accessToken = (yield* credentials.tokens)?.accessToken
  if (accessToken === undefined) return
  yield* credentials.expire(accessToken)
  yield* credentials.tokens
})

/** RFC 4226 § 4 wants at least 128 bits. */
const decodeSecret = (base64: string): Effect.Effect<string, KnownErrors.RequestSchemaError> =>
  Effect.suspend(() => {
    try {
      const bytes = atob(base64)
      if (bytes.length >= 16) return Effect.succeed(bytes)
    } catch {
      // Told below.
    }
    const message = "The secret must be Base64 of at least 16 bytes"
    return Effect.fail(new RequestSchemaError({ message, details: { message } }))
  })

const update = (totpSecretBase64: Redacted.Redacted<string> | null) =>
  Effect.catchTag(
    callAsClient(updateCurrent, { payload: { totpSecretBase64 } }),
    // Neither an address nor a team is changed.
    ["UserWithEmailAlreadyExists", "TeamMembershipNotFound"],
    (error) =>
      Effect.fail(
        new ApiError({ endpoint: updateCurrent.id, reason: new UndeclaredError({ message: error.message, error }) })
      )
  )

/**
 * The errors of `disable`.
 *
 * @category errors
 * @since 0.1.0
 */
export type DisableError = KnownErrors.CannotGetOwnUserWithoutUser | KnownErrors.RequestSchemaError | ApiError

/**
 * Turns the second factor off, and returns the user. Nothing happens when it was off.
 *
 * @category turning off
 * @since 0.1.0
 */
export const disable: Effect.Effect<User, DisableError, Client> = /*#__PURE__*/ trace(
  "Totp.disable",
  /*#__PURE__*/ update(null)
)
