/** An OAuth 2.1 authorization server for agents, independent from the host. */
import * as Effect from "effect/Effect"
import type { InvalidOptions } from "../../session/options.ts"
import type { Respond } from "./endpoints.ts"
import * as settings from "./settings.ts"

/** The routes by their path. */
export type Routes = ReadonlyMap<string, Respond>

/** Checks the options, and creates the routes. Fails with `InvalidOptions`. Runs synchronously. */
export const make = Effect.fnUntraced(function*(
  options: settings.AuthorizationServerOptions
): Effect.fn.Return<Routes, InvalidOptions> {
  const checked = yield* settings.make(options)
  let loading: Promise<Routes> | undefined
  const load = () =>
    loading ??= import("./endpoints.ts").then(({ makeEndpoints }) => makeEndpoints(checked)).catch((error) => {
      // The next request tries again.
      loading = undefined
      throw error
    })
  const names = ["authorize", "consent", "token", "revoke"].map((name) => `${checked.path}/${name}`)
  return new Map(
    [settings.metadataPath, ...names].map((path): [string, Respond] => [
      path,
      // Sound: both lists have the same paths.
      (request) => Effect.flatMap(Effect.promise(load), (routes) => routes.get(path)!(request))
    ])
  )
})
