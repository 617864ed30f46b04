import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { TextStorage } from "../platform/TabStorage.ts"
import type { SecureStoreModule, SecureStoreOptions } from "./ExpoModules.ts"

/**
 * A value's maximum size in bytes. Some iOS versions reject larger ones, according to the documentation for
 * `expo-secure-store`.
 */
export const maxBytes = 2048

/** A {@link TextStorage} in the keychain. No effect fails. */
export interface SecureTexts extends TextStorage {
  /** Stores a text. Succeeds with `false` if the keychain rejects it: it is kept in memory, and the previous text is removed. */
  readonly set: (name: string, text: string) => Effect.Effect<boolean>
}

/**
 * Returns a text's key. Keys may contain letters, digits, `.`, `-` and `_` only, so other characters are escaped as
 * `.` and their hexadecimal code.
 */
export const keyOf = (projectId: string, name: string): string =>
  `latchkey.${escapeName(projectId)}.${escapeName(name)}`

const escapeName = (name: string): string =>
  name.replace(/[^\w-]/g, (character) => `.${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

/**
 * Creates a text storage in the keychain.
 *
 * A text is read from the keychain once, because no other program writes it, and a locked device's keychain is
 * unreadable. After a failed read, the next call reads again. Reads and writes never overlap, because Android may reorder
 * them.
 */
export const makeSecureTexts = (
  store: SecureStoreModule,
  projectId: string,
  options: SecureStoreOptions = {}
): SecureTexts => {
  const semaphore = Semaphore.makeUnsafe(1)
  const known = new Map<string, string | undefined>()
  const itemOptions = { keychainAccessible: store.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY, ...options }
  const attempt = <A>(use: () => Promise<A>): Effect.Effect<A, void> =>
    Effect.tryPromise({ try: use, catch: () => undefined })

  const remove = (key: string): Effect.Effect<void> =>
    attempt(() => store.deleteItemAsync(key, itemOptions)).pipe(
      // An item that cannot be deleted can sometimes be overwritten.
      Effect.catch(() => attempt(() => store.setItemAsync(key, "", itemOptions))),
      Effect.catch(() => Effect.void)
    )

  return {
    get: (name) =>
      semaphore.withPermit(Effect.suspend(() => {
        if (known.has(name)) return Effect.succeed(known.get(name))
        return attempt(() => store.getItemAsync(keyOf(projectId, name), itemOptions)).pipe(
          Effect.map((text) => {
            known.set(name, text || undefined)
            return text || undefined
          }),
          Effect.catch(() => Effect.undefined)
        )
      })),
    set: (name, text) =>
      semaphore.withPermit(Effect.uninterruptible(Effect.suspend(() => {
        const key = keyOf(projectId, name)
        const isTooLarge = new TextEncoder().encode(text).length > maxBytes
        const write = isTooLarge ? Effect.fail(undefined) : attempt(() => store.setItemAsync(key, text, itemOptions))
        const isStored = Effect.matchEffect(write, {
          onSuccess: () => Effect.succeed(true),
          // If a new text cannot be stored, the old one must not remain.
          onFailure: () => Effect.as(remove(key), false)
        })
        return Effect.tap(isStored, () => Effect.sync(() => known.set(name, text)))
      }))),
    remove: (name) =>
      semaphore.withPermit(Effect.uninterruptible(Effect.suspend(() => {
        if (known.has(name) && known.get(name) === undefined) return Effect.void
        return Effect.map(remove(keyOf(projectId, name)), () => {
          known.set(name, undefined)
        })
      })))
  }
}
