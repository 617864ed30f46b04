/** Authentication for MCP servers, as OAuth protected resources, and an authorization server for their clients. */
export * from "./adapters/createAuthorizationServer.ts"
export * from "./adapters/createMcpAuth.ts"
export * from "./adapters/layerAuthorizationServer.ts"
export * from "./adapters/McpAuth.ts"
export type { NodeMiddleware } from "./adapters/nodeHandlers.ts"
export * from "./adapters/promiseExports.ts"
export type { Authenticator } from "./adapters/RequestAuth.ts"
