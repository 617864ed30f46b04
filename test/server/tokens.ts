/** Tokens of a service in a test: signed with keys that the test creates, by the test's clock. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CompactSign, exportJWK, generateKeyPair, type JWK } from "jose"
import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "latchkey"
import { AccessToken, Jwks } from "latchkey/server"
import { response } from "../support/Wire.ts"

export const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
export const apiUrl = "https://api.test"
export const options = { projectId, apiUrl }

/** A key pair with its public JWK, as the service publishes it. */
export interface TestKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly jwk: JWK
}

export const makeKey = async (kid: string): Promise<TestKey> => {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true })
  return { kid, privateKey, publicKey, jwk: { ...await exportJWK(publicKey), alg: "ES256", kid } }
}

export const firstKey = await makeKey("firstKey1234")
export const secondKey = await makeKey("secondKey123")

/** The claims of a token of 2026 that expires in ten minutes. */
export const claimsAt = (millis: number) => ({
  sub: "c9a9a5ec-0ea1-4a2c-9f2e-8ad3a0d1f001",
  iss: `${apiUrl}/api/v1/projects/${projectId}`,
  aud: projectId,
  iat: Math.floor(millis / 1000),
  exp: Math.floor(millis / 1000) + 600,
  project_id: projectId,
  branch_id: "main",
  refresh_token_id: "7d1b54a6-2f0e-4c0a-8a3e-5d1f6b7c8d90",
  role: "authenticated",
  name: "Ada",
  email: "ada@example.com",
  email_verified: true,
  selected_team_id: null,
  signed_up_at: 1_700_000_000,
  is_anonymous: false,
  is_restricted: false,
  restricted_reason: null,
  requires_totp_mfa: false
})

export interface Changes {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly key?: TestKey
}

/** Signs a token. A claim or a header parameter that is changed to `undefined` is absent. */
export const sign = ({ claims, header, key = firstKey }: Changes = {}): Effect.Effect<string> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.promise(() => {
      const payload = new TextEncoder().encode(JSON.stringify({ ...claimsAt(now), ...claims }))
      return new CompactSign(payload).setProtectedHeader({ alg: "ES256", kid: key.kid, ...header } as never).sign(
        key.privateKey
      )
    }))

/** Joins parts to a token without a signature of the service. */
export const join = (header: object, claims: object, signature = "c2lnbmF0dXJl"): string =>
  [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") + `.${signature}`

type Answer = TransportResponse | TransportFailure | Effect.Effect<TransportResponse, TransportFailure>

/** The service's endpoint of the key set, as a test sees and changes it. */
export class KeyService extends Context.Service<KeyService, {
  readonly requests: Array<TransportRequest>
  respond: (request: TransportRequest) => Answer
}>()("test/server/KeyService") {}

/** A response with some keys. */
export const publish = (...keys: ReadonlyArray<TestKey>) => () => response(200, { keys: keys.map(({ jwk }) => jwk) })

export const layerKeyService: Layer.Layer<KeyService> = Layer.effectContext(Effect.sync(() => {
  const service = KeyService.of({ requests: [], respond: publish(firstKey) })
  const transport: Transport = (request) =>
    Effect.suspend((): Effect.Effect<TransportResponse, TransportFailure> => {
      service.requests.push(request)
      const answer = service.respond(request)
      return Effect.isEffect(answer)
        ? answer
        : answer instanceof TransportFailure
        ? Effect.fail(answer)
        : Effect.succeed(answer)
    })
  return Context.make(KeyService, service).pipe(Context.add(Transport, transport))
}))

/** The verification of a project's tokens by keys of the test's service. */
export const layerVerifier = (
  more: Partial<AccessToken.AccessTokenOptions> = {},
  times: Partial<Jwks.JwksOptions> = {}
) =>
  AccessToken.layer({ ...options, ...more }).pipe(
    Layer.provideMerge(Jwks.layer({ ...options, ...times })),
    Layer.provideMerge(layerKeyService)
  )

/** Verifies a token, and returns its claims or the tag and the reason of the error. */
export const outcome = (token: string, allowed?: AccessToken.VerifyOptions) =>
  Effect.match(AccessToken.verify(token, allowed), {
    onFailure: (error) => error._tag === "AccessTokenInvalid" ? error.reason : error._tag,
    onSuccess: ({ userId }) => userId
  })

export const userId = claimsAt(0).sub
