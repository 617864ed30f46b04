/**
 * The wire as tests script and observe it: a transport that records every request and responds as the test defines, by the
 * test's clock.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import {
  Client,
  TokenStore,
  Transport,
  TransportFailure,
  type TransportRequest,
  type TransportResponse
} from "latchkey"
import { Admin } from "latchkey/admin"
import { Server } from "latchkey/server"
import type { Caller } from "../../src/call/call.ts"
import type { Any } from "../../src/wire/Endpoint.ts"

export const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
export const apiUrl = "https://api.test"

/** A request as received, with its time by the test's clock. */
export interface Arrival extends TransportRequest {
  readonly at: number
}

export type Answer = TransportResponse | TransportFailure | Effect.Effect<TransportResponse, TransportFailure>

/** The recorded requests. */
export class Wire extends Context.Service<Wire, {
  /** Every request. */
  readonly requests: ReadonlyArray<Arrival>
  /** The requests without those to the health page and the API root. */
  readonly calls: ReadonlyArray<Arrival>
  /** The number of requests aborted before a response. */
  readonly aborted: number
}>()("test/support/Wire") {}

const isProbe = ({ headers, url }: TransportRequest) =>
  Object.keys(headers).length === 0 && (url.endsWith("/health") || url.endsWith("/api/v1"))

/**
 * Layer of a transport that responds with a function of the request and its number among the calls. `probe` responds for the
 * health page and the API root, which the client requests after a network failure; both succeed by default.
 */
export const layerWire = (
  answer: (request: Arrival, index: number) => Answer,
  probe: (request: Arrival) => Answer = () => response(200, "OK")
): Layer.Layer<Wire> =>
  Layer.effectContext(Effect.sync(() => {
    const requests: Array<Arrival> = []
    const calls: Array<Arrival> = []
    const wire = { requests, calls, aborted: 0 }
    const transport: Transport = (request) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) => {
        const arrival = { ...request, at }
        requests.push(arrival)
        const answered = isProbe(request) ? probe(arrival) : answer(arrival, calls.push(arrival) - 1)
        return Effect.isEffect(answered)
          ? answered
          : answered instanceof TransportFailure
          ? Effect.fail(answered)
          : Effect.succeed(answered)
      }).pipe(Effect.onInterrupt(() => Effect.sync(() => wire.aborted++)))
    return Context.make(Wire, wire).pipe(Context.add(Transport, transport))
  }))

/** A response with a JSON body, or with the given text. */
export const response = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): TransportResponse => ({
  status,
  header: (name) => headers[name],
  body: typeof body === "string" ? body : JSON.stringify(body)
})

/** A known error as the service sends it to a client that requests status 200. */
export const knownError = (code: string, status: number, details?: unknown): TransportResponse =>
  response(200, { code, error: `Text of ${code}`, ...(details === undefined ? {} : { details }) }, {
    "x-stack-known-error": code,
    "x-stack-actual-status": String(status)
  })

export const connectionReset = new TransportFailure({ message: "Connection reset" })

/** Creates an unsigned string with the shape of a JWT. */
export const jwt = (claims: object): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "ES256", kid: "test" })}.${part(claims)}.c2lnbmF0dXJl`
}

/** An access token valid beyond every test. */
export const accessToken = jwt({ sub: "user", iat: 0, exp: 4_000_000_000 })
export const refreshToken = "refresh-token-of-the-test"

export const issued = { access_token: accessToken, refresh_token: refreshToken, user_id: "user" }

export const signedIn = TokenStore.layerTokens({ accessToken, refreshToken })

export const keys = {
  publishable: "pck_publishable_of_the_test",
  server: "ssk_secret_of_the_test",
  admin: "sak_secret_of_the_test"
}

/** The options required by every test. */
export const options: Client.ClientOptions = { projectId, apiUrl, publishableClientKey: keys.publishable }

/** A caller of a service that has the endpoint, so that the call does not request the generation. */
export const inGenerationOf = (caller: Caller, { generation = "2026" }: Any): Caller => ({
  ...caller,
  connection: { ...caller.connection, generation: { known: generation } }
})

/** A signed-out client over a wire. */
export const layerClient = (
  wire: Layer.Layer<Wire>,
  more: Partial<Client.ClientOptions> = {},
  store: Layer.Layer<TokenStore.TokenStore> = TokenStore.layerMemory
) => Client.layer({ ...options, ...more }).pipe(Layer.provideMerge(Layer.merge(store, wire)))

/** The server level with the secret key alone, or with additional keys. */
export const layerServer = (wire: Layer.Layer<Wire>, more: Partial<Server.ServerOptions> = {}) =>
  Server.layer({ projectId, apiUrl, secretServerKey: Redacted.make(keys.server), ...more }).pipe(
    Layer.provideMerge(Layer.merge(TokenStore.layerNone, wire))
  )

/** The admin level with the admin key alone, or with additional keys. */
export const layerAdmin = (wire: Layer.Layer<Wire>, more: Partial<Admin.AdminOptions> = {}) =>
  Admin.layer({ projectId, apiUrl, superSecretAdminKey: Redacted.make(keys.admin), ...more }).pipe(
    Layer.provideMerge(Layer.merge(TokenStore.layerNone, wire))
  )

/** The project as returned to clients. */
export const projectJson = {
  id: projectId,
  display_name: "Test",
  config: {
    sign_up_enabled: true,
    credential_enabled: true,
    magic_link_enabled: true,
    passkey_enabled: true,
    client_team_creation_enabled: true,
    client_user_deletion_enabled: true,
    allow_user_api_keys: true,
    allow_team_api_keys: true,
    enabled_oauth_providers: [{ id: "github" }]
  }
}

/** A user as returned to that user. */
export const userJson = {
  id: "11111111-1111-4111-8111-111111111111",
  display_name: "Ada",
  primary_email: "ada@example.com",
  primary_email_verified: true,
  profile_image_url: null,
  signed_up_at_millis: 1_700_000_000_000,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: false,
  oauth_providers: [{ id: "github", account_id: "1", email: null }],
  selected_team_id: null,
  selected_team: null
}
