/**
 * The types and errors that users of the promise adapters need.
 *
 * @since 0.1.0
 */

/** @since 0.1.0 */
export type { AuthServices, PresentPrincipal, RequestAuth } from "./RequestAuth.ts"

/** @since 0.1.0 */
export type { AuthenticateOptions, AuthenticationOptions } from "../server/Authentication.ts"

/** @since 0.1.0 */
export type { Requirement, TeamRequirement } from "../server/Authorization.ts"

/** @since 0.1.0 */
export * from "../server/authenticationErrors.ts"

/** @since 0.1.0 */
export { AccessTokenExpired, AccessTokenInvalid } from "../server/AccessToken.ts"

/** @since 0.1.0 */
export { JwksUnavailable } from "../server/Jwks.ts"

/** @since 0.1.0 */
export { SessionStoreUnavailable } from "../server/SessionStore.ts"

/** @since 0.1.0 */
export { ApiError } from "../call/ApiError.ts"

/** @since 0.1.0 */
export { InvalidOptions } from "../session/options.ts"

/** @since 0.1.0 */
export type * from "../server/Principal.ts"
