/** Shared by the tests of the Next.js app: the emulator, the app, and requests of users. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Client, Session, TokenStore } from "latchkey"
import { Emulator, Faults } from "latchkey/emulator"
import { afterAll, beforeAll } from "vitest"
import { type Service, startService } from "../browser/support/service.ts"
import { ada, type User } from "../browser/support/users.ts"
import { type App, startApp } from "./app.ts"

const { projectId, publishableClientKey } = Emulator.clientOptions

export interface World {
  readonly app: App
  readonly service: Service
  /** The requests of the app to the service since the last call, without those of browsers. */
  readonly takePaths: () => ReadonlyArray<string>
  /** Creates a user with a session. */
  readonly signIn: () => Promise<TestSession>
  /** Creates a user with a session whose access token has expired. */
  readonly signInEarlier: () => Promise<TestSession>
  /** Ends a session at the service, as from another device. */
  readonly revoke: (session: TestSession) => Promise<void>
  /** Returns `true` if the service refuses to refresh a session. */
  readonly isRevoked: (session: TestSession) => Promise<boolean>
}

export interface TestSession {
  readonly user: User
  readonly userId: string
  readonly accessToken: string
  readonly refreshToken: string
  /** The `Cookie` header of the browser. */
  readonly cookie: string
}

/** Starts the emulator and the app before all tests of the file. */
export const useWorld = (): World => {
  let app: App
  let service: Service
  let count = 0
  const paths: Array<string> = []
  beforeAll(async () => {
    service = await startService()
    const log = Faults.make(({ request, send }) => {
      // Browsers send the header with every request to another origin.
      if (!("origin" in request.headers)) paths.push(`${request.method} ${request.url.replace(/^.*\/api\/v1/, "")}`)
      return send
    })
    await service.run(Effect.flatMap(Emulator.Emulator, (emulator) => emulator.setFault(log)))
    app = await startApp({
      NEXT_PUBLIC_STACK_PROJECT_ID: projectId,
      NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
      NEXT_PUBLIC_STACK_API_URL: service.url,
      STACK_SECRET_SERVER_KEY: "ssk_emulator"
    })
  })
  afterAll(async () => {
    await app?.close()
    await service?.close()
  })
  /** Runs an effect on another device of a user. */
  const runAs = <A>({ refreshToken }: TestSession, effect: Effect.Effect<A, never, Client.Client>) =>
    service.run(Effect.provide(
      effect,
      Layer.orDie(Client.layer({ ...Emulator.clientOptions, apiUrl: service.url })).pipe(
        Layer.provide(TokenStore.layerTokens({ refreshToken }))
      )
    ))
  const signIn = async (): Promise<TestSession> => {
    const user = { ...ada, primaryEmail: `user-${++count}@example.com` }
    const { id: userId } = await service.createUser({ ...user, displayName: "Ada" })
    const tokens = await service.tokensOf(user)
    return { user, userId, ...tokens, cookie: cookieOf(tokens) }
  }
  return {
    get app() {
      return app
    },
    get service() {
      return service
    },
    takePaths: () => paths.splice(0),
    signIn,
    signInEarlier: async () => {
      service.advance(-11 * 60_000)
      try {
        return await signIn()
      } finally {
        service.advance(11 * 60_000)
      }
    },
    revoke: (session) => runAs(session, Effect.orDie(Session.signOut)),
    isRevoked: (session) =>
      runAs(session, Effect.map(Effect.orDie(Session.getAccessToken()), (token) => token === null))
  }
}

const cookieOf = ({ accessToken, refreshToken }: { readonly accessToken: string; readonly refreshToken: string }) => {
  const refresh = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
  const access = encodeURIComponent(JSON.stringify([refreshToken, accessToken]))
  return `stack-refresh-${projectId}--default=${refresh}; stack-access=${access}`
}
