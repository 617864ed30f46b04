/**
 * Codecs for entities and errors, for an `HttpApi`, an RPC or a message queue.
 *
 * **Example** (Describing the error of an endpoint)
 *
 * ```ts
 * import { KnownErrors } from "latchkey"
 * import { knownError, Team } from "latchkey/schema"
 *
 * const success = Team
 * const error = knownError(KnownErrors.TeamNotFound)
 * ```
 */
export * from "./schema/AnyKnownError.ts"
export * from "./schema/entities.ts"
export * from "./schema/fromSchema.ts"
export * from "./schema/KnownError.ts"
export * from "./schema/withTypes.ts"
