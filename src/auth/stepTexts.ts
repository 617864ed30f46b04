/** The stored text of sign-in steps, without the code that parses it. */
import * as Effect from "effect/Effect"
import { TabStorage } from "../platform/TabStorage.ts"
import { Client } from "../session/ClientService.ts"

/** The name for a sign-in that waits for the second factor. */
export const mfaKind = "latchkey-mfa-"

/** The name for a sent email with a code. */
export const emailCodeKind = "latchkey-email-code-"

/** Returns the stored text of a kind, or `undefined`. */
export const getText = (kind: string): Effect.Effect<string | undefined, never, Client> =>
  Effect.flatMap(
    Client,
    ({ caller: { connection } }) => Effect.flatMap(TabStorage, (storage) => storage.get(kind + connection.projectId))
  )

/** Removes the stored step of a kind. */
export const forget = (kind: string): Effect.Effect<void, never, Client> =>
  Effect.flatMap(
    Client,
    ({ caller: { connection } }) =>
      Effect.flatMap(TabStorage, (storage) => Effect.asVoid(storage.remove(kind + connection.projectId)))
  )
