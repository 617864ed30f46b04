/** One call of the client, and the steps from bare `fetch` to it. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import { Client, CurrentUser, Password, TokenStore, Transport } from "latchkey"
import { decodeUser } from "./decodeUser.ts"
import type { Variant } from "./measure.ts"

export const email = "ada@example.com"
export const password = Redacted.make("password-1")

export const getUser = CurrentUser.get({ or: "throw" })

/** Creates the runtime of a client that keeps its session in memory. */
export const makeRuntime = (apiUrl: string, requestTimeout: Duration.Duration = Duration.seconds(30)) =>
  ManagedRuntime.make(
    Client.layer({
      projectId: "11111111-2222-4333-8444-555555555555",
      publishableClientKey: "pck_bench",
      apiUrl,
      requestTimeout
    }).pipe(Layer.provide(TokenStore.layerMemory))
  )

export type Runtime = ReturnType<typeof makeRuntime>

/** A call by `fetch`, by Effect's functions, and by the client. Each sends the same request. */
export interface Variants {
  /** `fetch` and `JSON.parse`. */
  readonly bare: () => Promise<unknown>
  /** The minimum of an Effect client: the same in `Effect.tryPromise`, aborted if the fiber is interrupted. */
  readonly tryPromise: Effect.Effect<unknown, unknown>
  /** The same with a deadline by `Effect.timeout`. */
  readonly timeout: Effect.Effect<unknown, unknown>
  /** The client's transport and `JSON.parse`. */
  readonly transport: Effect.Effect<unknown, unknown>
  /** The same with the decoding of the user. */
  readonly decoded: Effect.Effect<unknown, unknown>
  /** `CurrentUser.get`, run by `runtime`. */
  readonly runtime: Runtime
  /** `CurrentUser.get` without a deadline, run by this runtime. */
  readonly withoutDeadline: Runtime
  readonly dispose: () => Promise<void>
}

/** Signs in, and creates the variants from the request that the client sends. */
export const makeVariants = async (apiUrl: string): Promise<Variants> => {
  const runtime = makeRuntime(apiUrl)
  const withoutDeadline = makeRuntime(apiUrl, Duration.infinity)
  for (const each of [runtime, withoutDeadline]) await each.runPromise(Password.signIn({ email, password }))
  const request = await captureRequest(runtime)
  const { headers, url } = request
  const send = Transport.defaultValue()
  const tryPromise = Effect.tryPromise({
    try: async (signal) => JSON.parse(await (await fetch(url, { headers, signal })).text()),
    catch: (cause) => cause
  })
  return {
    bare: async () => JSON.parse(await (await fetch(url, { headers })).text()),
    tryPromise,
    timeout: Effect.timeout(tryPromise, Duration.seconds(30)),
    transport: Effect.map(send(request), ({ body }): unknown => JSON.parse(body)),
    decoded: Effect.map(send(request), ({ body }) => decodeUser(JSON.parse(body))),
    runtime,
    withoutDeadline,
    dispose: async () => {
      await runtime.dispose()
      await withoutDeadline.dispose()
    }
  }
}

/** Returns the request that `CurrentUser.get` sends. */
const captureRequest = async (runtime: Runtime) => {
  let captured: Parameters<ReturnType<typeof Transport.defaultValue>>[0] | undefined
  const send = Transport.defaultValue()
  const capture: typeof send = (request) => {
    captured = request
    return send(request)
  }
  await runtime.runPromise(Effect.provideService(getUser, Transport, capture))
  if (captured === undefined) throw new Error("The call did not use the transport")
  return captured
}

/** Replaces `fetch` by a function that responds with the user immediately. Returns a function that restores it. */
export const respondImmediately = async (apiUrl: string): Promise<() => void> => {
  const { fetch } = globalThis
  const response = await fetch(`${apiUrl}/api/v1/users/me`)
  const { headers, status } = response
  const text = await response.text()
  globalThis.fetch = () => Promise.resolve(new Response(text, { headers, status }))
  return () => {
    globalThis.fetch = fetch
  }
}

/** Runs a function sequentially, or in `concurrency` concurrent loops. */
export const repeatPromise = (run: () => Promise<unknown>, concurrency = 1): Variant => async (calls) => {
  let left = calls
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (left-- > 0) await run()
  }))
}

/** Runs an effect sequentially in one fiber, or with `concurrency` concurrent calls. */
export const repeatEffect = <R>(
  runtime: Pick<ManagedRuntime.ManagedRuntime<R, unknown>, "runPromise">,
  effect: Effect.Effect<unknown, unknown, R>,
  concurrency = 1
): Variant =>
(calls) => runtime.runPromise(Effect.forEach(Array(calls), () => effect, { concurrency, discard: true }))
