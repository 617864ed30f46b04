/**
 * The known errors that every client's session handles. They are part of `KnownErrors`, whose other classes load with the calls
 * that need them.
 */
// dprint-ignore-file: each error stays on one long line, so that the file reads as a table.
import { nullOr, number, optional, string } from "./Codec.ts"
import { KnownError } from "./KnownError.ts"

/** A request's input is invalid. The library detects some problems before it sends the request. Handling: read `details.message`, which names the field. */
export class RequestSchemaError extends KnownError("RequestSchemaError", 400, () => ({ message: string }), undefined, "SCHEMA_ERROR") {}
/** The access token has expired. Handling: nothing, because the library refreshes it and retries. Inside a `ClockSkewError`, it means that the service rejected a token that it had just issued. */
export class AccessTokenExpired extends KnownError("AccessTokenExpired", 401, () => ({ expiredAtMillis: nullOr(number), projectId: optional(nullOr(string)), userId: optional(nullOr(string)), refreshTokenId: optional(nullOr(string)) })) {}
/** The session has ended: it was revoked, it expired, or its user was deleted. Handling: show the sign-in page; the library has already signed out. */
export class RefreshTokenNotFoundOrExpired extends KnownError("RefreshTokenNotFoundOrExpired", 401) {}
