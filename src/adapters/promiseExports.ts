/** The types and errors that promise adapter users need. */

export type { RequestAuth } from "./RequestAuth.ts"

export type { AuthenticateOptions, AuthenticationOptions } from "../server/Authentication.ts"

export type { Requirement } from "../server/Authorization.ts"

export * from "../server/authenticationErrors.ts"

export { AccessTokenExpired, AccessTokenInvalid } from "../server/AccessToken.ts"

export { JwksUnavailable } from "../server/Jwks.ts"

export { SessionStoreUnavailable } from "../server/SessionStore.ts"

export { ApiError } from "../call/ApiError.ts"

export { InvalidOptions } from "../session/options.ts"

export type * from "../server/Principal.ts"
