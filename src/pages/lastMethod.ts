/** The sign-in method that was used before on this device. It is no secret: only its name is stored. */
import * as Effect from "effect/Effect"
import { DeviceStorage, TabStorage } from "../platform/TabStorage.ts"

/** A sign-in method, such as `password` or `provider:github`. */
export type SignInMethod = "password" | "magicLink" | "passkey" | `provider:${string}`

const key = "latchkey-method"

/** Remembers the method of a sign-in that starts, until it succeeds. A sign-in with a provider leaves the page. */
export const startMethod = (method: SignInMethod): Effect.Effect<void> =>
  Effect.flatMap(TabStorage, (storage) => Effect.asVoid(storage.set(key, method)))

/** Stores the method that was started, because the sign-in has succeeded. */
export const saveMethod: Effect.Effect<void> = /*#__PURE__*/ Effect.flatMap(
  TabStorage,
  (tab) =>
    Effect.flatMap(tab.get(key), (method) =>
      method === undefined
        ? Effect.void
        : Effect.flatMap(DeviceStorage, (device) => Effect.andThen(device.set(key, method), tab.remove(key))))
)

/** Returns the method of the last sign-in on this device. Never fails; returns `undefined` for an invalid text. */
export const lastMethod: Effect.Effect<SignInMethod | undefined> = /*#__PURE__*/ Effect.flatMap(
  DeviceStorage,
  (storage) => Effect.map(storage.get(key), parse)
)

const parse = (text: string | undefined): SignInMethod | undefined =>
  // Sound: the pattern has exactly these names.
  text !== undefined && /^(?:password|magicLink|passkey|provider:[\w-]{1,64})$/.test(text)
    ? text as SignInMethod
    : undefined
