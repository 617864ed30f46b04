/**
 * Access token verification on a server, without a request to the service.
 *
 * A verified token is accepted until it expires, ten minutes after it was issued. If its session is revoked in between, only
 * the service knows.
 *
 * **Example** (A token's user)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { AccessToken, Jwks } from "latchkey/server"
 *
 * const options = { projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" }
 * const layer = AccessToken.layer(options).pipe(Layer.provide(Jwks.layer(options)))
 *
 * const userIdOf = (token: string) =>
 *   AccessToken.verify(token).pipe(
 *     Effect.map(({ userId }) => userId),
 *     Effect.provide(layer)
 *   )
 * ```
 */
import * as Clock from "effect/Clock"
import type * as Config from "effect/Config"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { JWSSignatureVerificationFailed } from "jose/errors"
import { compactVerify } from "jose/jws/compact/verify"
import { CodedError } from "../platform/CodedError.ts"
import { Sha256 } from "../platform/Sha256.ts"
import { isRedactedText, type Secret } from "../platform/toRedacted.ts"
import { withLayerHint } from "../platform/withLayerHint.ts"
import type { Claims, Verified } from "../session/Claims.ts"
import type { OptionNames } from "../session/optionNames.ts"
import { check, type InvalidOptions, type Options } from "../session/options.ts"
import { withEnvironment } from "../session/optionSource.ts"
import { type ConfigOptions, readOptions } from "../session/readOptions.ts"
import { getRootUrls } from "../session/serviceHosts.ts"
import { isObject } from "../wire/Json.ts"
import { Jwks, type JwksUnavailable } from "./Jwks.ts"
import { makeLruMap } from "./lruMap.ts"
import {
  type Checked,
  type InvalidReason,
  makeClaimsCheck,
  makeHeaderReader,
  maxLength,
  problems
} from "./tokenChecks.ts"
import { checkVerificationNames, readMillis, readProjectId, readUrl, readUrls } from "./verificationOptions.ts"

/** The access token has expired. Refresh the session, or redirect the user to sign in. */
export class AccessTokenExpired extends CodedError("AccessTokenExpired")<{
  readonly message: string
  readonly expiredAt: Date
}> {}

/** The access token is invalid. The message contains no part of the token. */
export class AccessTokenInvalid extends CodedError("AccessTokenInvalid")<{
  readonly message: string
  readonly reason: InvalidReason
}> {}

/** Errors from {@link verify}. */
export type VerifyError = AccessTokenExpired | AccessTokenInvalid | JwksUnavailable

/** The user kinds whose tokens are accepted in addition to normal users. */
export interface VerifyOptions {
  /** Accepts anonymous users' tokens. `false` by default. */
  readonly allowAnonymous?: boolean | undefined
  /** Accepts restricted users' tokens. `false` by default. */
  readonly allowRestricted?: boolean | undefined
}

/** Verifies one project's access tokens. */
export class AccessTokenVerifier extends withLayerHint(
  Context.Service<AccessTokenVerifier, {
    readonly verify: (token: Secret, options?: VerifyOptions) => Effect.Effect<Verified<Claims>, VerifyError>
  }>()("latchkey/server/AccessTokenVerifier"),
  "AccessToken.layer"
) {}

/**
 * Verifies an access token and returns its claims. Fails with `AccessTokenExpired`, with `AccessTokenInvalid` and a reason, or
 * with `JwksUnavailable` if the keys cannot be fetched.
 *
 * **Details**
 *
 * Checks the signature (ES256), the key id, issuer, audience, project and branch, and the times. Refuses tokens for anonymous
 * and restricted users unless `options` allow them. Tokens from 2025 services have no claim about anonymous users.
 *
 * **Example** (A guest may read)
 *
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { AccessToken } from "latchkey/server"
 *
 * const reader = (token: string) =>
 *   AccessToken.verify(token, { allowAnonymous: true }).pipe(
 *     Effect.catchTag("AccessTokenInvalid", ({ reason }) => Effect.fail(`Sign in: the token is refused (${reason})`))
 *   )
 * ```
 */
export const verify = (
  token: Secret,
  options?: VerifyOptions
): Effect.Effect<Verified<Claims>, VerifyError, AccessTokenVerifier> =>
  Effect.flatMap(AccessTokenVerifier, (verifier) => verifier.verify(token, options))

/** Options for verification. */
export interface AccessTokenOptions extends Pick<Options, "allowInsecureApiUrl" | "apiUrl" | "projectId"> {
  /**
   * The API's root URL in a token's issuer. Required if the service's public URL differs from `apiUrl`, for example if
   * servers use an internal address. By default, `apiUrl`, and for two URLs each one.
   *
   * `https://api.stack-auth.com` and `https://api.hexclave.com` are one service, so either accepts tokens from both.
   */
  readonly issuer?: string | undefined
  /** The largest difference between the clocks of this host and the service: 5 seconds by default, at most 60 seconds. */
  readonly clockTolerance?: Duration.Input | undefined
  /** The number of verified tokens to remember until they expire: 10,000 by default. 0 verifies each token again. */
  readonly capacity?: number | undefined
}

/** Layer for verifying a project's access tokens. Sends no request; `Jwks` provides the keys. */
export const layer = (options: AccessTokenOptions): Layer.Layer<AccessTokenVerifier, InvalidOptions, Jwks> =>
  Layer.effect(AccessTokenVerifier, make(options))

/** Layer for verification that reads its options from the environment, with the variables of `Client.layerConfig`. */
export const layerConfig = (
  options: ConfigOptions<AccessTokenOptions> = {}
): Layer.Layer<AccessTokenVerifier, InvalidOptions | Config.ConfigError, Jwks> =>
  Layer.effect(
    AccessTokenVerifier,
    Effect.flatMap(readOptions<AccessTokenOptions>(options), (options) => withEnvironment(make(options)))
  )

/** A verified token. It is valid as long as the project has its key. */
interface Remembered extends Checked {
  readonly kid: string
  readonly key: CryptoKey
}

/** @internal */
export const accessTokenNames: OptionNames<AccessTokenOptions> = {
  projectId: true,
  apiUrl: true,
  allowInsecureApiUrl: true,
  issuer: true,
  clockTolerance: true,
  capacity: true
}

const make = Effect.fnUntraced(function*(
  options: AccessTokenOptions
): Effect.fn.Return<AccessTokenVerifier["Service"], InvalidOptions, Jwks> {
  yield* checkVerificationNames(options, accessTokenNames)
  const { capacity = 10_000, issuer } = options
  const projectId = yield* readProjectId(options)
  const apiUrls = yield* readUrls(options)
  // The issuer is compared, and never requested.
  const issuers = issuer === undefined ? apiUrls : [yield* readUrl("issuer", issuer, true)]
  const tolerance = yield* readMillis("clockTolerance", options.clockTolerance, 5000, 60_000)
  yield* check("capacity", Number.isSafeInteger(capacity) && capacity >= 0, "must be a whole number, 0 or more")
  const checkClaims = makeClaimsCheck({ projectId, urls: issuers.flatMap(getRootUrls) })
  const readHeader = makeHeaderReader()
  const memo = makeLruMap<Remembered>(capacity)
  const jwks = yield* Jwks
  const digest = yield* Sha256

  /** Compares the times and the user's kind, also for a remembered token. */
  const accept = (
    hash: string,
    { claims, expiresAt, kind, validFrom }: Checked,
    allowed: VerifyOptions
  ): Effect.Effect<Verified<Claims>, AccessTokenExpired | AccessTokenInvalid> =>
    Effect.withFiber((fiber): ReturnType<typeof accept> => {
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      if (validFrom > now + tolerance) return fail("notYetValid")
      if (now >= expiresAt + tolerance) {
        memo.delete(hash)
        return Effect.fail(
          new AccessTokenExpired({ message: "The access token has expired", expiredAt: new Date(expiresAt) })
        )
      }
      const isAllowed = kind === "normal" ||
        (kind === "anonymous" ? allowed.allowAnonymous === true : allowed.allowRestricted === true)
      // Sound: the signature and the claims are checked.
      return isAllowed ? Effect.succeed(claims as Verified<Claims>) : fail(kind)
    })

  /** Checks the signature and then the claims, in one promise: each fiber step adds to a verification's time. */
  const checkToken = async (token: string, key: CryptoKey): Promise<Checked | InvalidReason> => {
    const payload = await verifySignature(token, key)
    return typeof payload === "string" ? payload : checkClaims(payload)
  }

  const verifyNew = (
    token: string,
    hash: string,
    allowed: VerifyOptions
  ): Effect.Effect<Verified<Claims>, VerifyError> => {
    const header = readHeader(token)
    if (typeof header === "string") return fail(header)
    const { kid } = header
    return Effect.flatMap(
      jwks.getKey(kid),
      (key) =>
        key === undefined ? fail("unknownKey") : Effect.flatMap(
          Effect.promise(() => checkToken(token, key)),
          (checked) => {
            if (typeof checked === "string") return fail(checked)
            memo.set(hash, { ...checked, kid, key })
            return accept(hash, checked, allowed)
          }
        )
    )
  }

  return {
    verify: (token, allowed = {}) =>
      Effect.suspend(() => {
        const text = Redacted.isRedacted(token) ? Redacted.value(token) : token
        // Untyped code may pass no token.
        if (typeof text !== "string") return fail("malformed")
        if (text.length > maxLength) return fail("tooLong")
        if (isRedactedText(text)) {
          const message =
            "The access token is the text <redacted>. Pass the Redacted value itself, or Redacted.value of it"
          return Effect.fail(new AccessTokenInvalid({ reason: "malformed", message }))
        }
        return Effect.flatMap(digest(text), (hash) => {
          const known = memo.get(hash)
          if (known === undefined) return verifyNew(text, hash, allowed)
          return Effect.flatMap(jwks.getKey(known.kid), (key) => {
            if (key === known.key) return accept(hash, known, allowed)
            memo.delete(hash)
            return verifyNew(text, hash, allowed)
          })
        })
      })
  }
})

/**
 * Verifies the signature, and returns the payload or the failure's reason. A failure's cause could contain the
 * payload, so it is dropped.
 */
const verifySignature = async (
  token: string,
  key: CryptoKey
): Promise<Readonly<Record<string, unknown>> | InvalidReason> => {
  try {
    const { payload } = await compactVerify(token, key, algorithms)
    const json: unknown = JSON.parse(decoder.decode(payload))
    return isObject(json) ? json : "malformed"
  } catch (cause) {
    return cause instanceof JWSSignatureVerificationFailed ? "signature" : "malformed"
  }
}

const algorithms = { algorithms: ["ES256"] }

const decoder = new TextDecoder("utf-8", { fatal: true })

const fail = (reason: InvalidReason): Effect.Effect<never, AccessTokenInvalid> =>
  Effect.fail(new AccessTokenInvalid({ reason, message: `The access token ${problems[reason]}` }))

export type { ConfigOptions } from "../session/readOptions.ts"
