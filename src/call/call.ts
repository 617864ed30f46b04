/** Calls an endpoint: encodes the input, sends the request with the session's tokens, and decodes the response. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { connectivityKey } from "../platform/connectivityKey.ts"
import type { Any, Failure, Generation, Input, Success } from "../wire/Endpoint.ts"
import type { KnownError } from "../wire/KnownError.ts"
import { ApiError } from "./ApiError.ts"
import type { Caller } from "./Caller.ts"
import { type Credentials, getCurrentTokens, withSession, withTokens } from "./CallSession.ts"
import { getFailureModule } from "./failureModule.ts"
import { failWith } from "./failWith.ts"
import { RequestHeaders, type RequestTokens } from "./headers.ts"
import { toEffect } from "./Outcome.ts"
import { type AnyInput, prepare } from "./prepare.ts"
import type { Send } from "./recover.ts"
import { rejectInput } from "./rejectInput.ts"
import { makeNotSignedIn, type RequestContext } from "./RequestContext.ts"
import { probe, type Requirement } from "./requiredGeneration.ts"
import { retryPolicyKey } from "./retryPolicyKey.ts"
import { sendWithRetries } from "./sendWithRetries.ts"
import { Transport } from "./Transport.ts"

// Sound: the key is the only part of a service that `Context` reads here.
const keyOf = (key: string) => ({ key }) as unknown as Context.Key<never, unknown>

/** Captures the references of the context in which a layer is built. */
export const references: Effect.Effect<Caller["provide"]> = /*#__PURE__*/ Effect.contextWith((
  built: Context.Context<never>
) => {
  const keys: ReadonlyArray<Context.Key<never, unknown>> = [
    Transport,
    RequestHeaders,
    keyOf(retryPolicyKey),
    keyOf(connectivityKey)
  ]
  const provided = keys
    .map((key) => [key, Context.getOrUndefined(built, key)] as const)
    .filter(([, value]) => value !== undefined)
  // `Context.merge` would copy each call's context.
  const addMissing = (context: Context.Context<never>) =>
    provided.reduce(
      (context, [key, value]) =>
        Context.getOrUndefined(context, key) === undefined ? Context.add(context, key, value) : context,
      context
    )
  return Effect.succeed(provided[0] && ((effect) => Effect.updateContext(effect, addMissing)))
})

/** Calls an endpoint. Fails with the known errors that the endpoint declares, and with `ApiError`. */
export const call = <E extends Any>(
  caller: Caller,
  endpoint: E,
  input: Input<E>
): Effect.Effect<Success<E>, Failure<E> | ApiError> => {
  // Sound: `interpret` decodes with the success codec and this endpoint's error classes.
  const effect = run(caller, endpoint, input as AnyInput) as Effect.Effect<Success<E>, Failure<E> | ApiError>
  return caller.provide?.(effect, endpoint, input, caller) ?? effect
}

/** The number of ended user calls that may have changed data. */
let changes = 0

/**
 * After a call that may have changed data, replaces an access token with outdated claims, and then calls `onChange`, so that
 * the listeners' fetches do not use the old token. A read can show outdated claims, too.
 */
const announceChange = <A, E>(
  { caller: { credentials, onChange }, endpoint, input, user }: RequestContext,
  effect: Effect.Effect<A, E>
): Effect.Effect<A, E> => {
  const { claims, id, method } = endpoint
  const session = user?.started
  // A `me` call for another user sends no tokens, and has no session here.
  const settle = claims === undefined || user === undefined && endpoint.session !== false
    ? undefined
    : credentials.settle
  if (method === "GET") {
    return settle ? Effect.tap(effect, (result) => settle(endpoint, Exit.succeed(result), undefined)) : effect
  }
  if (onChange === undefined && settle === undefined) return effect
  const changesBefore = changes
  const makeNotify = (exit: Exit.Exit<A, E>): (() => void) | undefined => {
    if (onChange === undefined || !mayHaveChanged(exit)) return undefined
    // Of two overlapping calls, the service may have processed either one first.
    const isUpToDate = changes === changesBefore
    if (session !== undefined) changes++
    return () =>
      onChange(id, Exit.isSuccess(exit) && isUpToDate && session ? { input, result: exit.value, session } : undefined)
  }
  if (settle === undefined) return Effect.onExit(effect, (exit) => Effect.sync(() => makeNotify(exit)?.()))
  return Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.exit(restore(effect)), (exit) => {
      const notify = makeNotify(exit)
      return Effect.andThen(
        Effect.ensuring(restore(settle(endpoint, exit, session)), Effect.sync(() => notify?.())),
        exit
      )
    })
  )
}

/**
 * Returns `false` if the service rejected the call. A call with no response, or an unreadable one, may have changed data.
 *
 * @internal
 */
export const mayHaveChanged = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit) || !Cause.hasFails(exit.cause)) return true
  const error = Cause.squash(exit.cause)
  return error instanceof ApiError &&
    ["NetworkFailure", "ServiceUnavailable", "InvalidResponse", "ResponseTooLarge"].includes(error.reason._tag)
}

const run: Run = (caller, endpoint, input) =>
  Effect.suspend(() => {
    const prepared = prepare(caller.connection.apiUrl, endpoint, input)
    if (typeof prepared === "string") return rejectInput(prepared)
    const { requirement } = prepared
    const userCredentials = needsTokens(endpoint, input) ? caller.credentials : undefined
    // Requests with other encodings do not carry the service's headers.
    const ownerCredentials = endpoint.encoding === "json" ? caller.owner : undefined
    return withSession(userCredentials, endpoint, (user) =>
      withSession(ownerCredentials, endpoint, (owner) => {
        const pending = { caller, endpoint, input, prepared, user, owner, attempts: { count: 0 } }
        return announceChange(
          pending,
          requirement === undefined
            ? sendFirst(pending)
            : Effect.flatMap(checkRequirement(pending, requirement), () => sendFirst(pending))
        )
      }))
  })

/** Sends a request with its sessions' tokens. */
const sendFirst = (pending: RequestContext): Effect.Effect<unknown, KnownError | ApiError> => {
  const { caller, endpoint, owner, user } = pending
  return withTokens(user, (tokens) => {
    const notSignedIn = makeNotSignedIn(pending, tokens)
    if (notSignedIn !== undefined) return Effect.fail(notSignedIn)
    return withTokens(owner, (ownerTokens) => {
      if (owner !== undefined && ownerTokens === undefined) {
        return failWith(caller.connection, endpoint, false, (failures) => failures.makeOwnerNotSignedIn(endpoint))
      }
      return Effect.flatMap(send(pending, tokens, ownerTokens), (outcome) => {
        if (outcome._tag === "Success") return Effect.succeed(outcome.value)
        return getFailureModule()?.recover(pending, tokens, ownerTokens, outcome, send) ?? toEffect(endpoint, outcome)
      })
    })
  })
}

/** Sends a request and its retries. */
const send: Send = (pending, tokens, ownerTokens) =>
  sendWithRetries({ ...pending, tokens: tokens ?? pending.caller.subject, ownerTokens })

/** Fails if the service is not of the generation that the input requires. */
const checkRequirement = Effect.fnUntraced(function*(
  pending: RequestContext,
  requirement: Requirement
) {
  const { caller, endpoint, user } = pending
  // Read before the call's tokens are chosen: the session may end while the generation is detected.
  const held = user && (yield* user.tokens)
  const notSignedIn = makeNotSignedIn(pending, held)
  if (notSignedIn !== undefined) return yield* notSignedIn
  const actual = yield* getGeneration(caller, held)
  if (actual === requirement.generation) return
  return yield* failWith(
    caller.connection,
    endpoint,
    false,
    (failures) => failures.makeUnsupportedGeneration(endpoint, requirement, actual)
  )
})

/** Declared as a type, since `run` calls itself to detect the generation. */
type Run = (caller: Caller, endpoint: Any, input: AnyInput) => Effect.Effect<unknown, KnownError | ApiError>

/**
 * Returns the service's generation, and remembers it. Detects it from the session's access token, or with one request.
 */
const getGeneration = (caller: Caller, tokens: RequestTokens | undefined): Effect.Effect<Generation, ApiError> => {
  const { generation } = caller.connection
  const learn = (found: Generation) => generation.known = found
  const known = generation.known ?? tokens?.generation
  return known !== undefined
    ? Effect.sync(() => learn(known))
    : Effect.map(
      // Sound: the probe declares no errors, and `run` decodes with its success codec.
      run(caller, probe, {}) as Effect.Effect<Success<typeof probe>, ApiError>,
      ({ config }) => learn(config.domains === undefined ? "2025" : "2026")
    )
}

/** Returns `true` if the request carries the session's tokens. */
const needsTokens = ({ session }: Any, { params, payload, query }: AnyInput): boolean =>
  session === "me" ? [params, query, payload].some(hasMe) : session === true || session === "optional"

const hasMe = (part: unknown): boolean => {
  // Sound: `prepare` has encoded every part that the endpoint declares; all other parts are `undefined`.
  const { creatorUserId, userId } = (part ?? {}) as { readonly userId?: unknown; readonly creatorUserId?: unknown }
  return userId === "me" || creatorUserId === "me"
}

export { type Caller, type Credentials, getCurrentTokens }
