/** The network between the tabs and the service, with its faults. */
import * as Effect from "effect/Effect"
import { TransportFailure, type TransportResponse } from "latchkey"
import type { EmulatorResponse } from "latchkey/emulator"
import type { Fault } from "./operations.ts"

export const respond = ({ body = "", headers, status }: EmulatorResponse): TransportResponse => ({
  status,
  body,
  header: (name) => headers[name]
})

/** Returns a faulty network's result for a response. The added function can end a hanging request. */
export const spoilt = (
  response: EmulatorResponse,
  kind: Fault["kind"] | undefined,
  hanging: Set<() => void>
): Effect.Effect<TransportResponse, TransportFailure> => {
  const { body = "" } = response
  switch (kind) {
    case "lost":
      return Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))
    case "hangs":
      return Effect.callback((resume) => {
        const end = () => resume(Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false })))
        hanging.add(end)
        return Effect.sync(() => hanging.delete(end))
      })
    case "broken":
      return Effect.succeed(respond({ status: 500, headers: {}, body: "Internal error" }))
    case "unavailable":
      return Effect.succeed(respond({ status: 503, headers: {}, body: "<html></html>" }))
    case "truncated":
      return Effect.succeed(respond({ ...response, body: body.slice(0, body.length / 2) }))
    default:
      return Effect.succeed(respond(response))
  }
}
