/**
 * The codecs for projects for their admins, and the endpoints for two groups: project admins, and users
 * in `internal` who own projects.
 */
import { boolean, type Codec, dateFromMillis, literal, nullOr, number, optional, string } from "./Codec.ts"
import { endpoint } from "./Endpoint.ts"
import {
  ExpectedInternalProject,
  ProjectNotFound,
  RequestSchemaError,
  TeamMembershipNotFound,
  TeamPermissionRequired,
  UserAuthenticationRequired
} from "./KnownErrors.ts"
import { listOf } from "./listOf.ts"
import { ProjectConfig, ProjectConfigUpdate, redactConfigUpdate, type RedactedConfigUpdate } from "./projectConfig.ts"
import { struct } from "./Struct.ts"

/** A new project's onboarding steps in the service's dashboard, in order. */
export const onboardingStatuses = [
  "config_choice",
  "apps_selection",
  "auth_setup",
  "domain_setup",
  "email_theme_setup",
  "payments_setup",
  "welcome",
  "completed"
] as const

/** A new project's onboarding step. */
export type OnboardingStatus = typeof onboardingStatuses[number]

/**
 * A project's logos as https URLs, or `null`. A change also accepts image data URLs, which the service stores.
 *
 * @generation 2026
 */
export type ProjectLogos = {
  /** The square logo. */
  readonly logoUrl?: string | null | undefined
  /** The logo with the project's name. */
  readonly logoFullUrl?: string | null | undefined
  readonly logoDarkModeUrl?: string | null | undefined
  readonly logoFullDarkModeUrl?: string | null | undefined
}

/** A project with the fields that its admins may see. */
export interface AdminProject extends ProjectLogos {
  /** `internal` or a UUID. */
  readonly id: string
  readonly displayName: string
  /** An empty string if the project has no description. */
  readonly description: string
  readonly createdAt: Date
  /** The user count. Services before 2026. */
  readonly userCount?: number | undefined
  /** The team in the project `internal` that owns the project, or `null`. @generation 2026 */
  readonly ownerTeamId?: string | null | undefined
  /** The owner's current onboarding step in the service's dashboard. @generation 2026 */
  readonly onboardingStatus?: OnboardingStatus | undefined
  readonly isProductionMode: boolean
  readonly config: ProjectConfig
}

const onboardingStatus = () => optional(literal(...onboardingStatuses))

const logos = () => {
  const logo = optional(nullOr(string))
  return { logoUrl: logo, logoFullUrl: logo, logoDarkModeUrl: logo, logoFullDarkModeUrl: logo }
}

export const AdminProject: Codec<AdminProject> = /*#__PURE__*/ struct(() => ({
  id: string,
  displayName: string,
  description: string,
  createdAt: dateFromMillis,
  userCount: optional(number),
  ownerTeamId: optional(nullOr(string)),
  onboardingStatus: onboardingStatus(),
  ...logos(),
  isProductionMode: boolean,
  config: ProjectConfig
}), { createdAt: "created_at_millis" })

/**
 * An admin's change to a project. Omitted fields keep their values, with one exception: services before 2026
 * turn `config.allowLocalhost` on if a change does not contain it.
 */
export interface ProjectUpdate extends ProjectLogos {
  readonly displayName?: string | undefined
  /** `null` is equivalent to an empty string. */
  readonly description?: string | null | undefined
  readonly isProductionMode?: boolean | undefined
  /** @generation 2026 */
  readonly onboardingStatus?: OnboardingStatus | undefined
  readonly config?: ProjectConfigUpdate | undefined
}

/** A project to create. Omitted fields get the service's defaults. */
export interface ProjectCreation extends ProjectUpdate {
  readonly displayName: string
  /**
   * The team in the project `internal` that owns the project. The signed-in user must be a member. Required since 2026,
   * and rejected by older services.
   */
  readonly ownerTeamId?: string | undefined
}

/** Redacts the secrets in a new project or a change. */
export const redactProject = <A extends ProjectUpdate>(
  project: A
): Omit<A, "config"> & { readonly config?: RedactedConfigUpdate | undefined } => ({
  ...project,
  ...project.config && { config: redactConfigUpdate(project.config) }
})

const updateFields = () => ({
  displayName: optional(string),
  description: optional(nullOr(string)),
  isProductionMode: optional(boolean),
  onboardingStatus: onboardingStatus(),
  ...logos(),
  config: optional(ProjectConfigUpdate)
})

const added = [
  "onboarding_status",
  "logo_url",
  "logo_full_url",
  "logo_dark_mode_url",
  "logo_full_dark_mode_url",
  "config.email_theme",
  "config.require_email_verification",
  "config.oauth_providers.apple_bundle_ids"
]

export const get = endpoint("admin.project.get", "GET", "/internal/projects/current", { level: "admin" }, () => ({
  success: AdminProject
}))

export const update = endpoint(
  "admin.project.update",
  "PATCH",
  "/internal/projects/current",
  { level: "admin", addedFields: added },
  () => ({
    payload: struct(updateFields()),
    success: AdminProject,
    errors: [ProjectNotFound, RequestSchemaError]
  })
)

export const remove = endpoint("admin.project.remove", "DELETE", "/internal/projects/current", { level: "admin" })

export const list = endpoint("internalProjects.list", "GET", "/internal/projects", { session: true }, () => ({
  success: listOf(AdminProject),
  errors: [UserAuthenticationRequired, ExpectedInternalProject]
}))

export const create = endpoint(
  "internalProjects.create",
  "POST",
  "/internal/projects",
  { session: true, status: 201, addedFields: [...added, "owner_team_id"], requiredFields: ["owner_team_id"] },
  () => ({
    payload: struct({ ...updateFields(), displayName: string, ownerTeamId: optional(string) }),
    success: AdminProject,
    errors: [UserAuthenticationRequired, ExpectedInternalProject, TeamMembershipNotFound, RequestSchemaError]
  })
)

export const transfer = endpoint(
  "internalProjects.transfer",
  "POST",
  "/internal/projects/transfer",
  { session: true, generation: "2026" },
  () => ({
    payload: struct({ projectId: string, newTeamId: string }),
    success: struct({ success: literal("true") }),
    errors: [
      UserAuthenticationRequired,
      ExpectedInternalProject,
      TeamMembershipNotFound,
      TeamPermissionRequired,
      ProjectNotFound,
      RequestSchemaError
    ]
  })
)
