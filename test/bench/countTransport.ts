/** Counts of requests to a service. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Transport } from "latchkey"

/** Creates a layer that counts the requests whose URL is selected. Assign 0 to `count` to start again. */
export const countTransport = (isCounted: (url: string) => boolean) => {
  const counter = {
    count: 0,
    layer: Layer.effect(
      Transport,
      Effect.map(Transport, (transport): Transport => (request) => {
        if (isCounted(request.url)) counter.count++
        return transport(request)
      })
    )
  }
  return counter
}
