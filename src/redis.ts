/**
 * State that the processes of a server share through Redis.
 *
 * **Details**
 *
 * The layers need the `Redis` service of `effect/persistence/Redis`, which every driver of Effect provides. With Node.js,
 * use `NodeRedis.layer` of `@effect/platform-node`.
 *
 * **Gotchas**
 *
 * `effect/persistence` is an unstable module of Effect: a minor version of Effect may require a new version of this entry
 * point.
 *
 * **Example** (Sharing sessions between processes)
 *
 * ```ts
 * import { NodeRedis } from "@effect/platform-node"
 * import * as Layer from "effect/Layer"
 * import * as Redacted from "effect/Redacted"
 * import { BackgroundRedis, RedisState } from "latchkey/redis"
 *
 * const layer = RedisState.layer({ secret: Redacted.make("ssk_…") }).pipe(
 *   Layer.provide(BackgroundRedis.layer(NodeRedis.layer({ url: "redis://localhost:6379" })))
 * )
 * ```
 */
export * as BackgroundRedis from "./redis/BackgroundRedis.ts"
export * as RedisSessionStore from "./redis/RedisSessionStore.ts"
export * as RedisState from "./redis/RedisState.ts"
