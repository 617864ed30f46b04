/** The types and errors that promise adapter users need. */

export { ApiError } from "../call/ApiError.ts"
export { AccessTokenExpired, AccessTokenInvalid } from "../server/AccessToken.ts"
export type { AuthenticateOptions, AuthenticationOptions } from "../server/Authentication.ts"
export * from "../server/authenticationErrors.ts"
export type { Requirement } from "../server/Authorization.ts"
export { JwksUnavailable } from "../server/Jwks.ts"
export type * from "../server/Principal.ts"
export { SessionStoreUnavailable } from "../server/SessionStore.ts"
export { InvalidOptions } from "../session/options.ts"
export type { RequestAuth } from "./RequestAuth.ts"
