/** Network failure diagnostics. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Connectivity } from "../platform/Connectivity.ts"
import type { Transport } from "./Transport.ts"

/**
 * A network check's result after a request got no response. Calls that fail at the same time share a check. While it gets
 * no response, later calls share it for up to 30 seconds.
 */
export interface Diagnostics {
  /** The opposite of `navigator.onLine`, which is only a hint; `undefined` on hosts without it. */
  readonly offline: boolean | undefined
  /** The result from `GET /health`: `ok`, another status, or how the request failed. */
  readonly health: string
  /** The result from `GET /api/v1`. */
  readonly apiRoot: string
}

/** A check's timeout, in milliseconds. */
const timeLimit = 3000

/**
 * Checks whether the health page and the API root respond, within 3 seconds. The requests carry no token and no key. Never
 * fails.
 */
export const diagnose = (apiUrl: string, transport: Transport): Effect.Effect<Diagnostics> => {
  const probe = (path: string) =>
    Effect.suspend(() => transport({ method: "GET", url: apiUrl + path, headers: {}, body: undefined }))
      .pipe(
        Effect.map((response) => response.status === 200 ? "ok" : `status ${response.status}`),
        Effect.timeoutOrElse({ duration: timeLimit, orElse: () => Effect.succeed("timed out") }),
        Effect.catchCause(() => Effect.succeed("unreachable"))
      )
  return Effect.withFiber(({ context }) =>
    Effect.map(
      Effect.forEach(["/health", "/api/v1"], probe, { concurrency: 2 }),
      // Sound: each path has a result.
      ([health, apiRoot]) => ({ offline: getOffline(context), health: health!, apiRoot: apiRoot! })
    )
  )
}

/** Returns the opposite of the device's connectivity; `undefined` if the host does not report it. */
export const getOffline = (context: Context.Context<never>): boolean | undefined => {
  const isOnline = Context.get(context, Connectivity).isOnline()
  return isOnline === undefined ? undefined : !isOnline
}

/** Returns `true` if the service responded to either request, with any status. */
export const hasResponse = ({ apiRoot, health }: Diagnostics): boolean =>
  [apiRoot, health].some((found) => /^(ok|status)/.test(found))
