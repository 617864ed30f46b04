/**
 * The project as it travels, and the requests that need no user.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { ProjectNotFound } from "./KnownErrors.ts"
import { once } from "./once.ts"
import { struct, type Wire } from "./Struct.ts"

/**
 * What a client may know of the project: which ways in are open, and what users may do by themselves.
 *
 * @category models
 * @since 0.1.0
 */
export interface Project {
  /** `internal` or a UUID. */
  readonly id: string
  readonly displayName: string
  readonly config: {
    readonly signUpEnabled: boolean
    readonly credentialEnabled: boolean
    readonly magicLinkEnabled: boolean
    readonly passkeyEnabled: boolean
    readonly clientTeamCreationEnabled: boolean
    readonly clientUserDeletionEnabled: boolean
    readonly allowUserApiKeys: boolean
    readonly allowTeamApiKeys: boolean
    readonly enabledOauthProviders: ReadonlyArray<{ readonly id: string }>
  }
}

/** @since 0.1.0 */
export const Project: () => Wire<Project> = /*#__PURE__*/ once(() =>
  struct({
    id: Schema.String,
    displayName: Schema.String,
    config: struct({
      signUpEnabled: Schema.Boolean,
      credentialEnabled: Schema.Boolean,
      magicLinkEnabled: Schema.Boolean,
      passkeyEnabled: Schema.Boolean,
      clientTeamCreationEnabled: Schema.Boolean,
      clientUserDeletionEnabled: Schema.Boolean,
      allowUserApiKeys: Schema.Boolean,
      allowTeamApiKeys: Schema.Boolean,
      enabledOauthProviders: Schema.Array(struct({ id: Schema.String }))
    })
  })
)

/** @since 0.1.0 */
export const current = endpoint("projects.current", "GET", "/projects/current", {}, () => ({
  success: Project(),
  errors: [ProjectNotFound]
}))

/**
 * What the service says about a feature that a program misses. It takes any name, and answers with a text.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const checkFeatureSupport = endpoint(
  "projects.checkFeatureSupport",
  "POST",
  "/check-feature-support",
  { answer: "text" },
  () => ({ payload: struct({ featureName: Schema.String }), success: Schema.String })
)

/**
 * Whether the service is up. It lives at the root of the API, beside `/api/v1`.
 *
 * @category endpoints
 * @since 0.1.0
 */
export const health = endpoint("health", "GET", "//health", { encoding: "plain" }, () => ({
  success: struct({ status: Schema.Literal("ok") })
}))
