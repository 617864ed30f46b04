/** Clients that are created, used in many ways, and disposed. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import {
  Cache,
  Client,
  Cookies,
  CookieTokenStore,
  CurrentUser,
  Password,
  RequestTokenStore,
  Resource,
  Resources,
  Session,
  StorageTokenStore,
  TokenStore,
  Transport,
  type TransportRequest
} from "latchkey"
import { Admin } from "latchkey/admin"
import { Server, Users } from "latchkey/server"
import { answer, jwt, knownError, projectId } from "./support.ts"

const options = { projectId, publishableClientKey: "pck_test", apiUrl: "https://api.test" }
const client = Client.layer(options)
const server = Server.layer({ ...options, secretServerKey: Redacted.make("ssk_test") })
const admin = Admin.layer({
  ...options,
  secretServerKey: Redacted.make("ssk_test"),
  superSecretAdminKey: Redacted.make("sak_test")
})

const user = {
  id: "9d5b0a3b-9a0f-4a11-9d5b-0a3b9a0f7a11",
  display_name: "Ada",
  primary_email: null,
  primary_email_verified: false,
  profile_image_url: null,
  signed_up_at_millis: 0,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null
}

/**
 * Creates the lives of a client: one at each level, and over each store. They share a host, like the clients of a page that stays
 * open. With `isLeaking`, every client leaves one subscription open.
 */
export const makeLives = (isLeaking = false) => {
  let signIns = 0
  let lives = 0
  const transport = ({ method, url }: TransportRequest) =>
    Effect.sync(() => {
      const now = Math.floor(Date.now() / 1000)
      switch (`${method} ${new URL(url).pathname.slice("/api/v1".length)}`) {
        case "POST /auth/password/sign-in":
          return answer(200, {
            access_token: jwt({ sub: user.id, iat: now, exp: now + 600, jti: ++signIns }),
            refresh_token: `refresh-${signIns}`,
            user_id: user.id
          })
        case "GET /users/me":
          return answer(200, user)
        case "GET /users":
          return answer(200, { items: [], is_paginated: true, pagination: { next_cursor: null } })
        case "GET /teams":
          return answer(200, { items: [], is_paginated: false })
        case "DELETE /auth/sessions/current":
          return answer(200, { success: true })
        default:
          return knownError(404, "USER_NOT_FOUND")
      }
    })

  // The host: one document and one storage for all clients, as in a page that stays open.
  let cookie = ""
  const document = {
    get cookie() {
      return cookie
    },
    set cookie(text: string) {
      const [pair = "", ...attributes] = text.split("; ")
      const name = pair.slice(0, pair.indexOf("=") + 1)
      const others = cookie.split("; ").filter((other) => other !== "" && !other.startsWith(name))
      cookie = [...others, ...attributes.includes("Max-Age=0") ? [] : [pair]].join("; ")
    }
  }
  const values = new Map<string, string>()
  const events = new Set<unknown>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key)
  }
  const window = {
    addEventListener: (_: "storage", listener: unknown) => void events.add(listener),
    removeEventListener: (_: "storage", listener: unknown) => void events.delete(listener)
  }

  const stores: Readonly<Record<string, Layer.Layer<TokenStore.TokenStore>>> = {
    memory: TokenStore.layerMemory,
    cookies: CookieTokenStore.layer({ projectId }).pipe(
      Layer.provide(Layer.sync(Cookies.Cookies, () => Cookies.makeDocument(document, () => "https://app.example.com/")))
    ),
    storage: StorageTokenStore.layer(() => storage, { events: window }),
    request: RequestTokenStore.layer({ headers: { cookie: "a=b" } }, { projectId }).pipe(
      Layer.provide(Cookies.layerMemory)
    )
  }

  const leaked: Array<unknown> = []

  /**
   * Signs in, calls, and reads cached values with and without a subscription. Every second life unsubscribes, and every third one
   * signs out.
   */
  const life = Effect.gen(function*() {
    yield* Password.signIn({ email: "ada@example.com", password: Redacted.make("correct horse") })
    yield* CurrentUser.get()
    const cache = yield* Cache.Cache
    cache.status.getSnapshot()
    const stop = cache.observe(Resources.user).subscribe(() => {})
    cache.observe(Resources.teams).getSnapshot()
    yield* Resource.get(Resources.user)
    yield* Effect.forkScoped(Stream.runDrain(Session.changes))
    yield* Effect.forkScoped(Stream.runDrain(Resource.states(Resources.teams)))
    yield* Effect.yieldNow
    lives++
    if (lives % 2 === 0) stop()
    if (lives % 3 === 0) yield* Session.signOut
  })

  const withCache = Cache.layer().pipe(Layer.provideMerge(client))
  const kinds: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
    ...Object.fromEntries(
      Object.entries(stores).map(([name, store]) => [
        name,
        Effect.gen(function*() {
          const context = yield* Layer.build(Layer.fresh(withCache.pipe(Layer.provideMerge(store))))
          yield* Effect.provideContext(life, context)
          if (isLeaking) {
            const scope = Scope.makeUnsafe()
            leaked.push(scope)
            yield* Context.get(context, TokenStore.TokenStore).subscribe(() => {}).pipe(Scope.provide(scope))
          }
        }).pipe(Effect.scoped)
      ])
    ),
    server: Effect.provide(
      Effect.andThen(life, Users.list()),
      Layer.fresh(
        Cache.layer().pipe(Layer.provideMerge(server), Layer.provideMerge(TokenStore.layerMemory))
      )
    ).pipe(Effect.scoped),
    admin: Effect.provide(
      Effect.andThen(life, Users.list()),
      Layer.fresh(Cache.layer().pipe(Layer.provideMerge(admin), Layer.provideMerge(TokenStore.layerMemory)))
    ).pipe(Effect.scoped)
  }

  let fibers = 0
  const metrics: Metric.FiberRuntimeMetricsService = {
    recordFiberStart: () => void fibers++,
    recordFiberEnd: () => void fibers--
  }
  const services = Context.make(Transport, transport).pipe(Context.add(Metric.FiberRuntimeMetrics, metrics))

  /** Runs one life. */
  const run = (life: Effect.Effect<unknown, unknown>) => Effect.runPromise(Effect.provideContext(life, services))
  return { kinds, run, countFibers: () => fibers, countListeners: () => events.size }
}
