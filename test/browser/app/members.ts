/** A page for signed-in users: visitors are redirected to sign in, and return. */
import * as Effect from "effect/Effect"
import { CurrentUser } from "latchkey"
import { run } from "./client.ts"
import { line } from "./dom.ts"

const greeting = Effect.map(
  CurrentUser.get({ or: "redirect" }),
  (user) => user === null ? "Still here" : `Welcome to ${location.pathname + location.search}, ${user.primaryEmail}`
)

export const members = async (): Promise<void> => line("…")(await run(greeting))
