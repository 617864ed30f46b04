/**
 * Steps of a sign-in that are left for later: as texts, and kept where a reload leaves them.
 *
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { SessionStorage } from "../platform/SessionStorage.ts"
import { Client } from "../session/Client.ts"
import { isObject, parseJson } from "../wire/Json.ts"

/**
 * What every such step knows: whose it is, and when it is too late for it, by this device's clock.
 *
 * @category models
 * @since 0.1.0
 */
export interface PersistedStep {
  readonly projectId: string
  readonly expiresAt: Date
}

/**
 * Writes a step as a text.
 *
 * @category encoding
 * @since 0.1.0
 */
export const serialize = (
  { expiresAt, projectId }: PersistedStep,
  fields: Readonly<Record<string, string | undefined>>
): Redacted.Redacted<string> => Redacted.make(JSON.stringify({ ...fields, projectId, expiresAt: expiresAt.getTime() }))

/**
 * Reads the text of a step. Total: what is none, is too late or belongs to another project than the client's is
 * `undefined`, and so is what `decode` does not take.
 *
 * @category parsing
 * @since 0.1.0
 */
export const parse = <A>(
  text: string | Redacted.Redacted<string>,
  lifetimeMillis: number,
  decode: (fields: Readonly<Record<string, unknown>>, step: PersistedStep) => A | undefined
): Effect.Effect<A | undefined, never, Client> =>
  Effect.flatMap(Client, ({ caller: { connection } }) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const value = parseJson(Redacted.isRedacted(text) ? Redacted.value(text) : text)
      if (!isObject(value)) return undefined
      const { expiresAt, projectId, ...fields } = value
      if (projectId !== connection.projectId) return undefined
      if (typeof expiresAt !== "number" || !Number.isInteger(expiresAt) || expiresAt <= now) return undefined
      // However the clock was set meanwhile, nothing waits longer.
      return decode(fields, { projectId, expiresAt: new Date(Math.min(expiresAt, now + lifetimeMillis)) })
    }))

/**
 * Keeps the text of a step. There is one of a kind at a time, and the kind is the beginning of its name.
 *
 * @category keeping
 * @since 0.1.0
 */
export const keep = (
  kind: string,
  { projectId }: PersistedStep,
  text: Redacted.Redacted<string>
): Effect.Effect<void> =>
  Effect.flatMap(
    SessionStorage,
    (storage) => Effect.asVoid(storage.set(kind + projectId, Redacted.value(text)))
  )

/**
 * The step of a kind that was kept. One that is none any more is forgotten.
 *
 * @category keeping
 * @since 0.1.0
 */
export const restore = <A>(
  kind: string,
  parse: (text: string) => Effect.Effect<A | undefined, never, Client>
): Effect.Effect<A | undefined, never, Client> =>
  Effect.gen(function*() {
    const storage = yield* SessionStorage
    const name = kind + (yield* Client).caller.connection.projectId
    const text = yield* storage.get(name)
    if (text === undefined) return undefined
    const step = yield* parse(text)
    if (step === undefined) yield* storage.remove(name)
    return step
  })

/**
 * Forgets the step of a kind that was kept.
 *
 * @category keeping
 * @since 0.1.0
 */
export const forget = (kind: string): Effect.Effect<void, never, Client> =>
  Effect.flatMap(
    Client,
    ({ caller: { connection } }) =>
      Effect.flatMap(SessionStorage, (storage) => Effect.asVoid(storage.remove(kind + connection.projectId)))
  )

/**
 * Takes a step, and forgets what was kept of it when it is over: when it has succeeded, or failed with one of the errors
 * after which it cannot be taken again. What has been kept since in its place stays.
 *
 * @category keeping
 * @since 0.1.0
 */
export const forgetWhenFinal = <A, E extends { readonly _tag: string }, Step>(
  step: Effect.Effect<A, E, Client>,
  { final, forget, isOwn, restore }: {
    readonly final: ReadonlyArray<string>
    readonly restore: Effect.Effect<Step | undefined, never, Client>
    readonly isOwn: (kept: Step) => boolean
    readonly forget: Effect.Effect<void, never, Client>
  }
): Effect.Effect<A, E, Client> =>
  Effect.onExit(step, (exit) =>
    Exit.isSuccess(exit) ||
      exit.cause.reasons.some((reason) => reason._tag === "Fail" && final.includes(reason.error._tag))
      ? Effect.flatMap(restore, (found) => found !== undefined && isOwn(found) ? forget : Effect.void)
      : Effect.void)
