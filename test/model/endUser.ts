/** User operations of a project's server. */
import * as Effect from "effect/Effect"
import type { Emulator } from "latchkey/emulator"
import { serverHeaders } from "../emulator/support.ts"

/** Ends a user's sessions, or deletes the user, as a server does. */
export const endUser = Effect.fnUntraced(function*(
  emulator: Emulator.Emulator["Service"],
  email: string,
  how: "revoke" | "erase",
  die: (userId: string) => void
) {
  const ask = (method: string, path: string) =>
    Effect.map(
      emulator.handle({ method, url: `https://api.test/api/v1${path}`, headers: serverHeaders, body: undefined }),
      ({ body = "{}" }) => JSON.parse(body)
    )
  const { items } = yield* ask("GET", `/users?query=${email}`)
  for (const { id } of items) {
    die(id)
    if (how === "erase") {
      yield* ask("DELETE", `/users/${id}`)
      continue
    }
    const sessions = yield* ask("GET", `/auth/sessions?user_id=${id}`)
    for (const session of sessions.items) yield* ask("DELETE", `/auth/sessions/${session.id}?user_id=${id}`)
  }
})
