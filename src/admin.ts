/**
 * The admin level: what a program may do with the super secret admin key, or for the owner of a project.
 *
 * @since 0.1.0
 */
export * as Admin from "./admin/Admin.ts"
export * as InternalApiKeys from "./admin/InternalApiKeys.ts"
export * as Project from "./admin/Project.ts"
export * as ProjectPermissionDefinitions from "./admin/ProjectPermissionDefinitions.ts"
export * as TeamPermissionDefinitions from "./admin/TeamPermissionDefinitions.ts"
