/**
 * The admin level: what a program may do with the super secret admin key.
 *
 * @since 0.1.0
 */
export * as Admin from "./admin/Admin.ts"
