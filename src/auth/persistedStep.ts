/** Sign-in steps that survive a reload: serialized, and stored in the {@link TabStorage}. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { TabStorage } from "../platform/TabStorage.ts"
import { Client } from "../session/ClientService.ts"
import { isObject, parseJson } from "../wire/Json.ts"
import { forget, getText } from "./stepTexts.ts"

/** The fields that every persisted step has: its project, and when it expires by this device's clock. */
export interface PersistedStep {
  readonly projectId: string
  readonly expiresAt: Date
}

/** Serializes a step. */
export const serialize = (
  { expiresAt, projectId }: PersistedStep,
  fields: Readonly<Record<string, string | undefined>>
): Redacted.Redacted<string> => Redacted.make(JSON.stringify({ ...fields, projectId, expiresAt: expiresAt.getTime() }))

/**
 * Parses a serialized step. Returns `undefined` if it is invalid, has expired, is from another project, or `decode`
 * rejects it.
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
      // Limits the lifetime in case the clock was set back.
      return decode(fields, { projectId, expiresAt: new Date(Math.min(expiresAt, now + lifetimeMillis)) })
    }))

/** Stores a serialized step, and replaces the previous one of its kind. The kind is the prefix of the storage key. */
export const keep = (
  kind: string,
  { projectId }: PersistedStep,
  text: Redacted.Redacted<string>
): Effect.Effect<void> =>
  Effect.flatMap(
    TabStorage,
    (storage) => Effect.asVoid(storage.set(kind + projectId, Redacted.value(text)))
  )

/** Returns the stored step of a kind while it is valid. Removes it otherwise. */
export const restore = <A>(
  kind: string,
  parse: (text: string) => Effect.Effect<A | undefined, never, Client>
): Effect.Effect<A | undefined, never, Client> =>
  Effect.gen(function*() {
    const text = yield* getText(kind)
    if (text === undefined) return undefined
    const step = yield* parse(text)
    if (step === undefined) yield* forget(kind)
    return step
  })

export { forget }

/**
 * Runs a step, and removes its stored state when it succeeds or fails with a final error. Keeps the state of a newer step.
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
