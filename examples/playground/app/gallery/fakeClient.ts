/** The services of a story: a client whose service gives fixed responses, and a page in memory. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import {
  Client,
  Cookies,
  Frame,
  HandlerPages,
  Navigation,
  Page,
  RetryPolicy,
  TabStorage,
  TokenStore,
  Transport,
  TransportFailure,
  WebAuthn
} from "latchkey"
import { testUser } from "latchkey/react"
import { project } from "../../contract.ts"

/** A response of the service. */
export interface Reply {
  readonly status: number
  /** The code of a known error. */
  readonly code?: string
  readonly body: unknown
}

/** The responses by method and path, such as `GET /projects/current`. A request without one stays pending. */
export type Answers = Readonly<Record<string, Reply | "offline" | "pending">>

/** Returns the response of a successful request. */
export const ok = (body: unknown = { success: true }): Reply => ({ status: 200, body })

/** Returns the response of a service that is down. */
export const unavailable: Reply = { status: 503, body: "Service unavailable" }

/** Returns the response with a known error. */
export const refuse = (code: string, message = "", details?: object, status = 400): Reply => ({
  status,
  code,
  body: { code, error: message, ...details && { details } }
})

interface FakeClientOptions {
  readonly isSignedIn: boolean
  readonly url: string
  readonly answers: Answers
  readonly lastMethod?: string | undefined
  readonly isPasskeyOnDevice?: boolean | undefined
  /** `true` for a page that another site shows in a frame. */
  readonly isFramed?: boolean | undefined
}

/** Creates the services of a story. They send no request and keep the browser's URL. */
export const layerFakeClient = (
  { answers, isFramed = false, isPasskeyOnDevice = false, isSignedIn, lastMethod, url }: FakeClientOptions
) => {
  const options = {
    projectId: project.id,
    publishableClientKey: project.publishableClientKey,
    requestTimeout: "1 day"
  } as const
  return Layer.merge(Client.layer(options), Navigation.layer()).pipe(
    Layer.provideMerge(Layer.mergeAll(
      TokenStore.layerTokens(isSignedIn ? { refreshToken: "gallery", accessToken: lastingToken } : {}),
      Cookies.layerMemory,
      Page.layerMemory(url),
      TabStorage.layerMemory,
      Layer.effect(
        TabStorage.DeviceStorage,
        Effect.tap(TabStorage.makeMemory, ({ set }) => lastMethod ? set("latchkey-method", lastMethod) : Effect.void)
      ),
      Layer.succeed(WebAuthn.WebAuthn, {
        isSupported: Effect.succeed(true),
        isAutofillSupported: Effect.succeed(false),
        isOnDevice: Effect.succeed(isPasskeyOnDevice),
        hostname: Effect.succeed("app.example.com"),
        create: () => Effect.never,
        get: () => Effect.never
      }),
      Layer.succeed(RetryPolicy, Schedule.recurs(0)),
      // The gallery shows each story in a frame.
      Layer.succeed(Frame, { isFramed: Effect.succeed(isFramed) }),
      Layer.succeed(HandlerPages.AgentServer, {
        path: "/oauth",
        transport: ({ method, url }) => respond(answers[`${method} ${pathOf(url)}`])
      }),
      Layer.succeed(Transport, ({ method, url }) => respond(answers[`${method} ${pathOf(url)}`]))
    ))
  )
}

/** A token of the test user that needs no refresh. The user has just signed up, so that no component asks for another sign-in. */
const lastingToken = `e30.${
  btoa(JSON.stringify({
    sub: testUser().id,
    exp: 8_640_000_000_000,
    signed_up_at: Math.floor(Date.now() / 1000)
  })).replaceAll("=", "")
}.e30`

const pathOf = (url: string): string => new URL(url).pathname.replace(/^\/api\/v1/, "")

const respond = (answer: Answers[string] = "pending") => {
  if (answer === "pending") return Effect.never
  if (answer === "offline") return Effect.fail(new TransportFailure({ message: "Offline" }))
  const { body, code, status } = answer
  return Effect.succeed({
    status,
    header: (name: string) => name === "x-stack-known-error" ? code : undefined,
    body: JSON.stringify(body)
  })
}
