/** Handlers for webhooks. The emulator does not deliver any; its token is a placeholder. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as wire from "../../wire/webhooks.ts"
import type { HandlersOf } from "../requests/Handler.ts"
import * as random from "../state/random.ts"

export const webhookHandlers: HandlersOf<typeof wire> = {
  createSvixToken: () => Effect.map(random.code(45), (code) => ({ token: Redacted.make(`appsk_${code}`) }))
}
