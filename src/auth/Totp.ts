/**
 * Turns two-factor authentication on and off. The service and the user's authenticator app share a secret.
 *
 * **Example** (Turning two-factor authentication on)
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
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { ApiError, UndeclaredError } from "../call/ApiError.ts"
import type { Errors } from "../call/Errors.ts"
import { rejectInput } from "../call/rejectInput.ts"
import { trace } from "../call/trace.ts"
import { HostUnavailable } from "../platform/Page.ts"
import { SecureRandom } from "../platform/SecureRandom.ts"
import { type Secret, toRedacted } from "../platform/toRedacted.ts"
import { callAsClient, Client } from "../session/ClientService.ts"
import { keepSession } from "../session/keepSession.ts"
import type * as KnownErrors from "../wire/KnownErrors.ts"
import { current } from "../wire/projects.ts"
import { getCurrent, updateCurrent, type User } from "../wire/users.ts"
import { invalidTotpCode, removeBlanks } from "./mfa/totpCode.ts"

/** A new TOTP secret, before `enable`. Anyone who reads it can generate the user's codes. */
export interface Enrolment {
  /** The secret for `enable`: 20 random bytes in Base64. */
  readonly secret: Redacted.Redacted<string>
  /** The secret in Base32, for users who enter it in their authenticator app. */
  readonly secretBase32: Redacted.Redacted<string>
  /** The secret as an `otpauth://` URI, for a QR code. */
  readonly uri: Redacted.Redacted<string>
}

/** The names that the authenticator app shows beside the codes. */
export interface Names {
  /** The app or company; the project's display name by default. */
  readonly issuer?: string | undefined
  /** The account; by default the user's primary email, display name or id. */
  readonly accountName?: string | undefined
}

/** Errors from `generate`. */
export type GenerateError = Errors<typeof current | typeof getCurrent, never, HostUnavailable>

/**
 * Generates a secret for the signed-in user, and the URI of its QR code. Changes nothing yet.
 *
 * Requests the project for a missing `issuer`, and the user for a missing `accountName`. With both given, sends no request.
 * Fails with `HostUnavailable` if the host has no Web Crypto or the TOTP library cannot be loaded.
 */
export const generate: {
  (names: { readonly issuer: string; readonly accountName: string }): Effect.Effect<Enrolment, HostUnavailable>
  (names?: Names): Effect.Effect<Enrolment, GenerateError, Client>
} = ({ accountName, issuer }: Names = {}): Effect.Effect<Enrolment, any> =>
  // Sound: the overloads state the errors of the requests, which are not sent with both names given.
  trace(
    "Totp.generate",
    Effect.gen(function*() {
      const fetches: ReadonlyArray<Effect.Effect<string, GenerateError, Client>> = [
        issuer === undefined
          ? Effect.map(callAsClient(current, {}), ({ displayName }) => displayName)
          : Effect.succeed(issuer),
        accountName === undefined ? Effect.map(callAsClient(getCurrent, {}), nameOf) : Effect.succeed(accountName)
      ]
      const [issuedBy, label] = yield* Effect.forEach(fetches, (fetch) => fetch, { concurrency: 2 })
      const bytes = yield* (yield* SecureRandom)(20)
      const { Secret, TOTP } = yield* otpauth
      const secret = new Secret({ buffer: new Uint8Array(bytes).buffer })
      // Sound: each fetch has a result.
      const totp = new TOTP({ secret, issuer: sanitizeName(issuedBy!), label: sanitizeName(label!) })
      return {
        secret: Redacted.make(btoa(String.fromCharCode(...bytes))),
        secretBase32: Redacted.make(secret.base32),
        uri: Redacted.make(totp.toString())
      }
    })
  ) as Effect.Effect<Enrolment, any>

const nameOf = ({ displayName, id, primaryEmail }: User): string => primaryEmail ?? displayName ?? id

/** Removes colons, which would end the issuer in the URI, and replaces unpaired surrogates. */
const sanitizeName = (name: string): string => name.replaceAll(":", "").replace(/\p{Surrogate}/gu, "\ufffd")

/** The TOTP library, loaded on first use. */
const otpauth = /*#__PURE__*/ Effect.tryPromise({
  try: () => import("otpauth"),
  catch: () => new HostUnavailable({ message: "The TOTP library could not be loaded" })
})

/** Errors from `enable`. */
export type EnableError = Errors<
  typeof updateCurrent,
  "BodyParsingError" | "UserWithEmailAlreadyExists" | "TeamMembershipNotFound",
  HostUnavailable | KnownErrors.InvalidTotpCode
>

/**
 * Turns two-factor authentication on, after the user has proved with a code that the authenticator app has the secret. Later
 * sign-ins require a code. The current session continues. Returns the user.
 *
 * The code is compared locally, and may be from the previous or next 30 seconds. After `InvalidTotpCode`, which sends no
 * request, the user can try again. A secret that is not Base64 of at least 16 bytes is a `RequestSchemaError`.
 */
export const enable = (
  { code, secret }: { readonly secret: Secret; readonly code: Secret }
): Effect.Effect<User, EnableError, Client> =>
  trace(
    "Totp.enable",
    keepSession(Effect.gen(function*() {
      const bytes = yield* decodeSecret(Redacted.value(toRedacted(secret)))
      const { Secret, TOTP } = yield* otpauth
      const totp = new TOTP({ secret: Secret.fromLatin1(bytes) })
      const given = Redacted.value(removeBlanks(code))
      // The library's validation throws on six characters that have more than six bytes.
      const isRight = Effect.map(serviceTime, (now) =>
        [0, -1, 1].some((step) => totp.generate({ timestamp: now + step * 30_000 }) === given))
      if (yield* isRight) {
        return yield* update(toRedacted(secret))
      }
      yield* learnServiceTime
      return yield* (yield* isRight) ? update(toRedacted(secret)) : invalidTotpCode
    }))
  )

/** The service's time if it is known, because the device's clock may be wrong by more than the lifetime of a code. */
const serviceTime = /*#__PURE__*/ Effect.flatMap(Client, ({ session }) =>
  Effect.flatMap(
    session.clockSkewMillis,
    (skew = 0) => Effect.map(Clock.currentTimeMillis, (now) => now + skew)
  ))

/** Learns the service's time by a refresh, if no response has shown it yet. */
const learnServiceTime = /*#__PURE__*/ Effect.gen(function*() {
  const { session } = yield* Client
  if ((yield* session.clockSkewMillis) === undefined) yield* session.refresh
})

/** Decodes a secret. RFC 4226 § 4 requires at least 128 bits. */
const decodeSecret = (base64: string): Effect.Effect<string, KnownErrors.RequestSchemaError> =>
  Effect.suspend(() => {
    try {
      const bytes = atob(base64)
      if (bytes.length >= 16) return Effect.succeed(bytes)
    } catch {
      // Fails below.
    }
    return rejectInput("secret must be Base64 of at least 16 bytes")
  })

const update = (totpSecretBase64: Redacted.Redacted<string> | null) =>
  Effect.catchTag(
    callAsClient(updateCurrent, { payload: { totpSecretBase64 } }),
    // The update changes no email and no team.
    ["UserWithEmailAlreadyExists", "TeamMembershipNotFound", "BodyParsingError"],
    (error) =>
      Effect.fail(
        new ApiError({ endpoint: updateCurrent.id, reason: new UndeclaredError({ message: error.message, error }) })
      )
  )

/** Errors from `disable`. */
export type DisableError = Errors<
  typeof updateCurrent,
  "BodyParsingError" | "UserWithEmailAlreadyExists" | "TeamMembershipNotFound"
>

/** Turns two-factor authentication off, and returns the user. Has no effect if it is off. */
export const disable: Effect.Effect<User, DisableError, Client> = /*#__PURE__*/ trace(
  "Totp.disable",
  /*#__PURE__*/ update(null)
)
