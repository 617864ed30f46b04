/** Shared by the tests of authentication: an emulator, its requests, and sessions of its users. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import { Claims, RetryPolicy } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Authentication, Sessions, Users } from "latchkey/server"
import { toRedacted } from "../../src/platform/toRedacted.ts"
import { AccessTokenExpired, AccessTokenInvalid, AccessTokenVerifier } from "../../src/server/AccessToken.ts"
import { projectId, recorded as recordedRequests } from "../emulator/support.ts"

const { secretServerKey } = Emulator.adminOptions

export { projectId }

export const origin = "https://app.example.com"

/** Accepts all tokens that end with no mark of a forgery. */
const layerVerifier = Layer.succeed(AccessTokenVerifier, {
  verify: Effect.fnUntraced(function*(token, options) {
    const claims = Claims.parse(toRedacted(token))
    if (claims === undefined) return yield* new AccessTokenInvalid({ reason: "malformed", message: "malformed" })
    if (Redacted.value(toRedacted(token)).endsWith("forged")) {
      return yield* new AccessTokenInvalid({ reason: "signature", message: "signature" })
    }
    const now = yield* Clock.currentTimeMillis
    if (claims.expiresAt!.getTime() + 5000 <= now) {
      return yield* new AccessTokenExpired({ message: "expired", expiredAt: claims.expiresAt! })
    }
    if (claims.isAnonymous === true && options?.allowAnonymous !== true) {
      return yield* new AccessTokenInvalid({ reason: "anonymous", message: "anonymous" })
    }
    if (claims.isRestricted === true && claims.isAnonymous !== true && options?.allowRestricted !== true) {
      return yield* new AccessTokenInvalid({ reason: "restricted", message: "restricted" })
    }
    return claims as unknown as Claims.Verified<Claims.Claims>
  })
})

export type Services = Authentication.Authentication | Emulator.Emulator

/** Creates an authentication over an emulator, and the list of requests that it sends. */
export const setup = (
  options: Partial<Authentication.AuthenticationOptions> = {},
  emulator?: Emulator.Options
) => {
  const { layer: layerEmulator, requests } = recordedRequests(emulator)
  const layer = Authentication.layerWithoutVerifier({
    projectId,
    secretServerKey: secretServerKey!,
    ...options
  }).pipe(
    Layer.provideMerge(layerVerifier),
    Layer.provide(Layer.succeed(RetryPolicy, Schedule.recurs(0))),
    Layer.provideMerge(layerEmulator)
  )
  const paths = () => requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replace("/api/v1", "")}`)
  return { layer, requests, paths }
}

/** The texts of the tokens of a new session. */
export const makeSession = Effect.fnUntraced(function*(name = "Ada") {
  const { id } = yield* Users.create({ displayName: name })
  return { userId: id, ...yield* makeSessionOf(id) }
})

export const makeSessionOf = Effect.fnUntraced(function*(userId: string) {
  const tokens = yield* Sessions.create({ userId })
  return { refreshToken: Redacted.value(tokens.refreshToken), accessToken: Redacted.value(tokens.accessToken!) }
})

export interface TestSession {
  readonly refreshToken: string
  readonly accessToken: string
}

export const bearer = ({ accessToken }: { readonly accessToken: string }) => ({
  authorization: `Bearer ${accessToken}`
})

export const encodeJson = (tokens: object, prefix = "stackauth_") =>
  prefix + Buffer.from(JSON.stringify(tokens)).toString("base64")

export const encoded = ({ accessToken, refreshToken }: TestSession, prefix?: string) => ({
  authorization: `Bearer ${encodeJson({ accessToken, refreshToken }, prefix)}`
})

/** The cookies of a session, as the newest official clients write them. */
export const cookiesOf = (
  { accessToken, refreshToken }: { readonly refreshToken: string; readonly accessToken?: string | undefined },
  name = `__Host-stack-refresh-${projectId}--default`
): string => {
  const refresh = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
  const access = accessToken === undefined
    ? ""
    : `; stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
  return `${name}=${refresh}${access}`
}

export const cookie = (...args: Parameters<typeof cookiesOf>) => ({ cookie: cookiesOf(...args) })

export const request = (
  headers: Record<string, string>,
  init: { readonly method?: string; readonly url?: string } = {}
) => new Request(init.url ?? `${origin}/orders`, { method: init.method ?? "GET", headers })
