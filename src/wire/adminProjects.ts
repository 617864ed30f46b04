/**
 * Projects as their admins see them, and the requests about them: those of a project's admins about the project itself, and
 * those of users of `internal` about the projects that they own.
 *
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { endpoint } from "./Endpoint.ts"
import { ExpectedInternalProject, ProjectNotFound, SchemaError, UserAuthenticationRequired } from "./KnownErrors.ts"
import { listOf } from "./list.ts"
import { once } from "./once.ts"
import { ProjectConfig, ProjectConfigUpdate } from "./projectConfig.ts"
import { struct, type Wire } from "./Struct.ts"
import { success } from "./success.ts"

/**
 * A project, as its admins see it.
 *
 * @category models
 * @since 0.1.0
 */
export interface AdminProject {
  /** `internal` or a UUID. */
  readonly id: string
  readonly displayName: string
  /** Empty when there is none. */
  readonly description: string
  readonly createdAt: Date
  /** How many users the project has. Newer services do not say. */
  readonly userCount?: number | undefined
  readonly isProductionMode: boolean
  readonly config: ProjectConfig
}

/** @since 0.1.0 */
export const AdminProject: () => Wire<AdminProject> = /*#__PURE__*/ once(() =>
  struct({
    id: Schema.String,
    displayName: Schema.String,
    description: Schema.String,
    createdAt: Schema.DateFromMillis,
    userCount: Schema.optional(Schema.Number),
    isProductionMode: Schema.Boolean,
    config: ProjectConfig()
  }, { createdAt: "created_at_millis" })
)

/**
 * What an admin may change about a project. What is left out stays as it is, but for `config.allowLocalhost`: the service
 * turns that on with every change that does not give it.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectUpdate {
  readonly displayName?: string | undefined
  /** `null` is the same as an empty text. */
  readonly description?: string | null | undefined
  readonly isProductionMode?: boolean | undefined
  readonly config?: ProjectConfigUpdate | undefined
}

/**
 * What may be said about a project that is created. What is left out has the service's default.
 *
 * @category models
 * @since 0.1.0
 */
export interface ProjectCreation extends ProjectUpdate {
  readonly displayName: string
}

const updateFields = () => ({
  displayName: Schema.optional(Schema.String),
  description: Schema.optional(Schema.NullOr(Schema.String)),
  isProductionMode: Schema.optional(Schema.Boolean),
  config: Schema.optional(ProjectConfigUpdate())
})

/** @since 0.1.0 */
export const read = endpoint("admin.project.read", "GET", "/internal/projects/current", { level: "admin" }, () => ({
  success: AdminProject()
}))

/** @since 0.1.0 */
export const update = endpoint(
  "admin.project.update",
  "PATCH",
  "/internal/projects/current",
  { level: "admin" },
  () => ({
    payload: struct(updateFields()),
    success: AdminProject(),
    errors: [ProjectNotFound, SchemaError]
  })
)

/** @since 0.1.0 */
export const remove = endpoint(
  "admin.project.delete",
  "DELETE",
  "/internal/projects/current",
  { level: "admin" },
  () => ({ success: success() })
)

/** @since 0.1.0 */
export const list = endpoint("internalProjects.list", "GET", "/internal/projects", { session: true }, () => ({
  success: listOf(AdminProject()),
  errors: [UserAuthenticationRequired, ExpectedInternalProject]
}))

/** @since 0.1.0 */
export const create = endpoint(
  "internalProjects.create",
  "POST",
  "/internal/projects",
  { session: true, status: 201 },
  () => ({
    payload: struct({ ...updateFields(), displayName: Schema.String }),
    success: AdminProject(),
    errors: [UserAuthenticationRequired, ExpectedInternalProject, SchemaError]
  })
)
