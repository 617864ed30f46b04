/** Authentication for Effect's `HttpApi`, with security schemes in the OpenAPI document. */
export * from "./adapters/HttpApiAuth.ts"
