/** The email address that a visitor has typed. The next page of the tab shows it, and no URL contains it. */
import * as Effect from "effect/Effect"
import { TabStorage } from "../platform/TabStorage.ts"

const key = "latchkey-email"

/** Keeps a typed address for the next page. Ignores an empty or overlong one. */
export const keepEmail = (email: string): Effect.Effect<void> =>
  email === "" || email.length > 320
    ? Effect.void
    : Effect.flatMap(TabStorage, (storage) => Effect.asVoid(storage.set(key, email)))

/** Returns the kept address, or `undefined`. */
export const typedEmail: Effect.Effect<string | undefined> = /*#__PURE__*/ Effect.flatMap(
  TabStorage,
  (storage) => storage.get(key)
)

/** Forgets the address after a sign-in. */
export const forgetEmail: Effect.Effect<void> = /*#__PURE__*/ Effect.flatMap(
  TabStorage,
  (storage) => Effect.asVoid(storage.remove(key))
)
