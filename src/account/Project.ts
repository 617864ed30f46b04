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
export const current: Effect.Effect<wire.Project, ProjectNotFound | ApiError, Client> = /*#__PURE__*/ traced(
  "Project.current",
  /*#__PURE__*/ callAsClient(wire.current, {})
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
