import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import { sessionClient } from "../cache/sessionClient.ts"
import { call, type Caller } from "../call/call.ts"
import { CurrentCause } from "../recorder/CurrentCause.ts"
import type { EventOf, Recording } from "../recorder/Recording.ts"
import * as Client from "../session/Client.ts"
import type { ClientSession } from "../session/ClientSession.ts"
import type { InvalidOptions } from "../session/options.ts"
import type { SessionState } from "../session/SessionState.ts"
import type { Tokens } from "../session/Tokens.ts"
import { TokenStore } from "../session/TokenStore.ts"
import { decode, Problem } from "../wire/decode.ts"
import type { Any } from "../wire/Endpoint.ts"
import { endpoints } from "../wire/endpoints.ts"
import type { Mismatch } from "./Difference.ts"
import type { ReplayClock } from "./ReplayClock.ts"
import type { ReplayHost } from "./ReplayHost.ts"
import { makeSessionUser, type SessionUser } from "./SessionUser.ts"
import type { TokenText } from "./TokenText.ts"

/** Changes to a replayed client, such as a guard that a test removes. */
export interface ReplayOptions {
  /** Replaces the client that makes the calls. */
  readonly client?: ((client: Client.Client["Service"]) => Client.Client["Service"]) | undefined
  /** Replaces the token store. */
  readonly store?: ((store: TokenStore["Service"]) => TokenStore["Service"]) | undefined
}

export interface ReplayParts {
  readonly host: ReplayHost
  readonly time: ReplayClock
  readonly tokenText: TokenText
  readonly onState: (state: SessionState) => void
}

/** A recorded call or session operation that starts. */
export type StartEvent = EventOf<"CallStarted" | "OperationStarted">

export interface ReplayClient extends SessionUser {
  /** `true` if the program under test makes the calls. */
  readonly isProgram: boolean
  /** Starts a recorded call. Returns `false` if the recording does not contain its input, or how its session was removed. */
  readonly startCall: (event: EventOf<"CallStarted">, session: Tokens | undefined) => Effect.Effect<boolean, Mismatch>
  /** Starts a recorded operation. Returns `false` if the recording does not contain how its session was removed. */
  readonly startOperation: (
    event: EventOf<"OperationStarted">,
    replaced: ReadonlyArray<boolean>
  ) => Effect.Effect<boolean, Mismatch>
  /** Interrupts a call that is running. */
  readonly interrupt: (call: number) => Effect.Effect<void>
  readonly exitOf: (call: number) => Exit.Exit<unknown, unknown> | undefined
}

/** Returns the options for the recorded client. */
export const clientOptionsOf = ({ client, events }: Recording): Client.ClientOptions => {
  // A client without the option `apiGeneration` detects the generation by a request.
  const isDetected = events.some((event) =>
    event.type === "RequestSent" && event.sent.path === "/api/v1/projects/current"
  )
  return {
    projectId: client.projectId,
    publishableClientKey: client.publishableClientKey,
    apiUrl: client.apiUrl,
    headerFamily: client.headerFamily,
    oauthScopesOnSignIn: client.oauthScopes,
    apiGeneration: isDetected || client.publishableClientKey === undefined && client.generation === "2025"
      ? undefined
      : client.generation,
    requestTimeout: client.requestTimeoutMillis ?? Infinity,
    retryAfterLimit: client.retryAfterLimitMillis,
    responseLimit: client.responseLimit
  }
}

/** Creates a recording's client. */
export const makeReplayClient = Effect.fnUntraced(function*(
  recording: Recording,
  { host, onState, time: { clock }, tokenText }: ReplayParts,
  scheduler: Scheduler.Scheduler,
  options: ReplayOptions
): Effect.fn.Return<ReplayClient, InvalidOptions, Scope.Scope> {
  const scope = yield* Effect.scope
  const base = host.services.pipe(Context.add(Clock.Clock, clock), Context.add(Scheduler.Scheduler, scheduler))
  const store = options.store?.(host.store) ?? host.store
  const built = yield* Layer.buildWithScope(
    Client.layer(clientOptionsOf(recording)).pipe(Layer.provide(Layer.succeed(TokenStore, store))),
    scope
  ).pipe(Effect.provideContext(base))
  const observed = Context.get(built, Client.Client)
  const client = options.client?.(observed) ?? observed
  yield* Effect.provideContext(Scope.provide(client.session.onState(onState), scope), base)

  const fibers = new Map<number, Fiber.Fiber<unknown, unknown>>()
  const detached = new Map<number, Caller>()
  const { scopes, ...user } = makeSessionUser(() => client.session, host, base)

  const start = (number: number, effect: Effect.Effect<unknown, unknown>) => {
    const fiber = Effect.runForkWith(Context.add(base, CurrentCause, number))(effect)
    fibers.set(number, fiber)
  }

  yield* Scope.addFinalizer(
    scope,
    Effect.suspend(() => {
      for (const fiber of fibers.values()) fiber.interruptUnsafe()
      return Effect.forEach(scopes.values(), (each) => Scope.close(each, Exit.void), { discard: true })
    })
  )

  return {
    ...user,
    isProgram: false,
    startCall: (event, session) =>
      Effect.sync(() => {
        const endpoint = endpoints.find(({ id }) => id === event.endpoint)
        if (endpoint === undefined) return false
        const input = decodeInput(tokenText, endpoint, event.input)
        if (input === undefined) return false
        const own = event.cacheKey === undefined ? client.caller : sessionClient(client, session).caller
        const free = event.detachedBy === undefined ? own : detached.get(event.detachedBy)
        if (free === undefined) return false
        const currentTokens = Effect.succeed(tokenText.toTokens(event.boundTo))
        const caller = event.boundTo === undefined
          ? free
          : { ...free, credentials: { ...free.credentials, currentTokens } }
        // Sound: the input was decoded with the codecs for the endpoint.
        start(event.call, call(caller, endpoint, input as never))
        return true
      }),
    startOperation: (event, replaced) =>
      Effect.sync(() => {
        const { call, detachedBy } = event
        const caller = detachedBy === undefined ? observed.caller : detached.get(detachedBy)
        if (caller === undefined) return false
        const operation = runOperation(tokenText, event, replaced, {
          session: observed.session,
          credentials: caller.credentials,
          keepCaller: (caller) => detached.set(call, caller)
        })
        start(call, operation)
        return true
      }),
    interrupt: (call) => Effect.sync(() => fibers.get(call)?.interruptUnsafe()),
    exitOf: (call) => fibers.get(call)?.pollUnsafe()
  }
})

/** Decodes a recorded call's input. Returns `undefined` if it was invalid, or is invalid now. */
const decodeInput = (
  { expand }: TokenText,
  endpoint: Any,
  recorded: EventOf<"CallStarted">["input"]
): Record<string, unknown> | undefined => {
  if (recorded === null) return undefined
  const input: Record<string, unknown> = {}
  for (const part of ["params", "query", "payload"] as const) {
    const codec = endpoint[part]
    if (codec === undefined) continue
    const decoded = decode(codec, expand(recorded[part]))
    if (decoded instanceof Problem) return undefined
    input[part] = decoded
  }
  return input
}

/** Runs a recorded session operation. `keepCaller` receives the caller for a session that the operation has removed. */
const runOperation = (
  tokenText: TokenText,
  { accessToken, name, tokens, validities = [] }: EventOf<"OperationStarted">,
  replaced: ReadonlyArray<boolean>,
  { credentials, keepCaller, session }: {
    readonly session: ClientSession
    readonly credentials: Caller["credentials"]
    readonly keepCaller: (caller: Caller) => void
  }
): Effect.Effect<unknown, unknown> => {
  // Sound: these operations have tokens.
  const given = tokenText.toTokens(tokens) as Tokens
  const [validity = Duration.zero, validityAlone, maxAge] = validities.map(toDuration)
  const answers = [...replaced]
  const operations: Readonly<Record<typeof name, () => Effect.Effect<unknown, unknown>>> = {
    state: () => session.state,
    tokens: () => credentials.tokens,
    storedTokens: () => credentials.storedTokens,
    currentTokens: () => credentials.currentTokens,
    getTokens: () => session.getTokens(validity, validityAlone, maxAge),
    refresh: () => session.refresh,
    signIn: () => session.signIn(given, replaced.length === 0 ? undefined : () => answers.shift() ?? true),
    end: () => session.end(given),
    expire: () => credentials.expire(Redacted.make(tokenText.expand(accessToken ?? "") as string)),
    detach: () => Effect.map(session.detach, (caller) => caller && keepCaller(caller))
  }
  return Effect.suspend(operations[name])
}

const toDuration = (millis: number | null | undefined): Duration.Duration | undefined =>
  millis === null || millis === undefined ? undefined : Duration.millis(millis)
