/**
 * The project, as its users may know it, and whether the service is up.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import type { ApiError } from "../call/ApiError.ts"
import { traced } from "../call/traced.ts"
import { callAsClient, type Client } from "../session/Client.ts"
import type { ProjectNotFound } from "../wire/KnownErrors.ts"
import * as wire from "../wire/projects.ts"

/**
 * Reads the project: its name, the ways in that are open, and what users may do by themselves.
 *
 * @category reading
 * @since 0.1.0
 */
export const get: Effect.Effect<wire.Project, ProjectNotFound | ApiError, Client> = /*#__PURE__*/ traced(
  "Project.get",
  /*#__PURE__*/ callAsClient(wire.current, {})
)

/**
 * What the service says about a feature.
 *
 * @category models
 * @since 0.1.0
 */
export interface FeatureSupport {
  /** Always `false`: a service that has a feature is not asked about it. */
  readonly isSupported: boolean
  /** The service's own words, for people. */
  readonly message: string
}

/**
 * Asks the service about a feature by its name. That it does not support the feature is an answer and no error.
 *
 * **When to use**
 *
 * Use it where a program meets something that this library or the service cannot do yet, to tell the user in the service's
 * own words. Nobody has to be signed in.
 *
 * **Gotchas**
 *
 * The service knows one answer, a text that says that the feature is not supported, and gives it for whatever name.
 *
 * **Example** (A word to the user)
 *
 * ```ts
 * import * as Console from "effect/Console"
 * import * as Effect from "effect/Effect"
 * import { Project } from "latchkey"
 *
 * const tell = Effect.flatMap(
 *   Project.checkFeatureSupport("sign in by fax"),
 *   ({ isSupported, message }) => isSupported ? Effect.void : Console.warn(message)
 * )
 * ```
 *
 * @category reading
 * @since 0.1.0
 */
export const checkFeatureSupport: (featureName: string) => Effect.Effect<FeatureSupport, ApiError, Client> = (
  featureName
) =>
  traced(
    "Project.checkFeatureSupport",
    Effect.map(
      callAsClient(wire.checkFeatureSupport, { payload: { featureName } }),
      (message) => ({ isSupported: false, message })
    )
  )

/**
 * Succeeds when the service says that it is well.
 *
 * @category reading
 * @since 0.1.0
 */
export const health: Effect.Effect<void, ApiError, Client> = /*#__PURE__*/ traced(
  "Project.health",
  /*#__PURE__*/ Effect.asVoid(/*#__PURE__*/ callAsClient(wire.health, {}))
)

/** @since 0.1.0 */
export type { Project } from "../wire/projects.ts"
