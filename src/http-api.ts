/**
 * Authentication for Effect's `HttpApi`, with security schemes in the OpenAPI document.
 *
 * @since 0.1.0
 */
export * from "./adapters/HttpApiAuth.ts"
