/** The network of a realm: the emulator. */
import * as Effect from "effect/Effect"
import { toWebHandler } from "latchkey/emulator"
import type { Native } from "./realm.ts"

/** Records each request in a list. */
export const makeNative = (requests: Array<string> = []) =>
  Effect.map(toWebHandler, (handle): Native => ({
    send: (method, url, headers, body, done) => {
      requests.push(`${method} ${url}`)
      const init = { method, headers: JSON.parse(headers) as Record<string, string> }
      void handle(new Request(url, body === undefined ? init : { ...init, body })).then(
        async (response) =>
          done(response.status, JSON.stringify(Object.fromEntries(response.headers)), await response.text()),
        () => done(-1, "", "")
      )
    }
  }))
