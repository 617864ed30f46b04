/**
 * Atoms for the signed-in user's account, over `effect/reactivity`. Unstable, as that module is: a minor Effect version may
 * require a new version of this entry point.
 *
 * **Example** (The user and the teams as atoms)
 *
 * ```ts
 * import * as Layer from "effect/Layer"
 * import * as Atom from "effect/reactivity/Atom"
 * import { Browser, Cache, Client } from "latchkey"
 * import { teamsAtom, userAtom } from "latchkey/atom"
 *
 * const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
 *
 * const runtime = Atom.runtime(Cache.layer().pipe(
 *   Layer.provideMerge(Client.layer({ projectId })),
 *   Layer.provideMerge(Browser.layer({ projectId }))
 * ))
 *
 * export const user = userAtom(runtime)
 * export const teams = teamsAtom(runtime)
 * ```
 */
export * from "./atom/fromResource.ts"
