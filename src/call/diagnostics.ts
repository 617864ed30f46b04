/**
 * What a network failure tells besides itself: whether the device says it is offline, and whether the service's health
 * page and API root can be reached.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { Transport } from "./Transport.ts"

/**
 * The result of a check of the network after a request got no answer. Calls that fail at the same time share one.
 *
 * @category models
 * @since 0.1.0
 */
export interface Diagnostics {
  /** The host's word on being offline, which is a hint at best; `undefined` where there is none to ask. */
  readonly offline: boolean | undefined
  /** What `GET /health` answered: `ok`, another status, or how it failed. */
  readonly health: string
  /** What `GET /api/v1` answered. */
  readonly apiRoot: string
}

/** How long all of it may take, in milliseconds. */
const timeLimit = 3000

/**
 * Asks what can be reached. The requests carry no token and no key; whatever happens becomes a text, within 3 seconds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const diagnose = (apiUrl: string, transport: Transport): Effect.Effect<Diagnostics> => {
  const probe = (path: string) =>
    Effect.suspend(() => transport({ method: "GET", url: apiUrl + path, headers: {}, body: undefined }))
      .pipe(
        Effect.map((response) => response.status === 200 ? "ok" : `status ${response.status}`),
        Effect.timeoutOrElse({ duration: timeLimit, orElse: () => Effect.succeed("no answer in time") }),
        Effect.catchCause(() => Effect.succeed("unreachable"))
      )
  return Effect.map(
    Effect.all([probe("/health"), probe("/api/v1")], { concurrency: 2 }),
    ([health, apiRoot]) => ({ offline: isOffline(), health, apiRoot })
  )
}

/**
 * Returns `true` if anything has answered, whatever its status.
 *
 * @category guards
 * @since 0.1.0
 */
export const hasAnswer = ({ apiRoot, health }: Diagnostics): boolean =>
  [apiRoot, health].some((found) => /^(ok|status)/.test(found))

const isOffline = (): boolean | undefined => {
  // Sound: a host may have a navigator or not, and what it says is looked at before it is used.
  const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: unknown } }
  return typeof navigator?.onLine === "boolean" ? !navigator.onLine : undefined
}
