/** The options that describe an MCP server as a protected resource, and its metadata (RFC 9728). */
import * as Effect from "effect/Effect"
import { authenticateNames, type AuthenticateOptions, checkAuthenticateOptions } from "../server/Authenticated.ts"
import { identifierRule, isScope, parseIdentifier, toResource as toIdentifier } from "../server/identifiers.ts"
import { checkServerNames, toOrigin } from "../server/verificationOptions.ts"
import { type OptionNames, pickOptions, toPlain } from "../session/optionNames.ts"
import { check, type InvalidOptions } from "../session/options.ts"

/** Options for an MCP server. */
export interface McpAuthOptions extends Omit<AuthenticateOptions, "allowAgentsFor"> {
  /**
   * The MCP server's public URL, such as `https://app.example.com/mcp`. Clients request tokens for it (RFC 8707).
   * `http:` is allowed on this machine only: `localhost`, `*.localhost`, `127.0.0.0/8` and `[::1]`.
   */
  readonly resource: string
  /** The issuer URLs for the authorization servers that issue tokens for the MCP server. At least one. */
  readonly authorizationServers: ReadonlyArray<string>
  /**
   * The scopes that clients request: `scopes_supported` in the metadata, and `scope` in a 401's challenge. `requireScope` checks
   * one in a tool.
   */
  readonly scopes?: ReadonlyArray<string> | undefined
  /** The MCP server's name, which clients show to users. */
  readonly resourceName?: string | undefined
  /**
   * Other origins whose pages may call the MCP server, such as a browser client. Their preflights get responses, and they can
   * read all responses (CORS). Requests without an `Origin` header, which programs send, and requests from the origin of
   * `resource` are always accepted.
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

/** A protected resource's metadata (RFC 9728 § 2). */
export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers: ReadonlyArray<string>
  readonly bearer_methods_supported: readonly ["header"]
  readonly scopes_supported?: ReadonlyArray<string>
  readonly resource_name?: string
}

/** An MCP server's checked options. */
export interface McpResource {
  readonly metadata: ResourceMetadata
  /** The metadata's URL, which challenges contain. */
  readonly metadataUrl: string
  /** The metadata's paths: with the resource's path, and without it, which is the fallback for clients. */
  readonly metadataPaths: ReadonlyArray<string>
  /** The origins whose pages may send requests. */
  readonly origins: ReadonlySet<string>
  /** The options for authentications. Keys of agents are accepted for this resource only. */
  readonly authenticate: AuthenticateOptions
}

const { allowAgentsFor: _, ...optionNames } = authenticateNames

const names: OptionNames<McpAuthOptions> = {
  ...optionNames,
  resource: true,
  authorizationServers: true,
  scopes: true,
  resourceName: true,
  trustedOrigins: true
}

const wellKnown = "/.well-known/oauth-protected-resource"

const isListOf = (value: unknown, isMember: (member: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isMember)

const isOrigin = (value: unknown): boolean => typeof value === "string" && toOrigin(value) !== undefined

/** Checks the options. Fails with `InvalidOptions`. Runs synchronously. */
export const make = Effect.fnUntraced(function*(
  given: McpAuthOptions
): Effect.fn.Return<McpResource, InvalidOptions> {
  yield* checkServerNames(given, names)
  const options = toPlain(given)
  const { authorizationServers, resource, resourceName, scopes, trustedOrigins = [] } = options
  const url = parseIdentifier(resource)
  yield* check("resource", url !== undefined, identifierRule)
  const areIssuers = isListOf(authorizationServers, (issuer) => parseIdentifier(issuer) !== undefined)
  const listRule = `must be a list with at least one issuer. Each ${identifierRule}`
  yield* check("authorizationServers", areIssuers && authorizationServers.length > 0, listRule)
  const areScopes = scopes === undefined || isListOf(scopes, isScope)
  yield* check("scopes", areScopes, "must be a list of scopes without spaces, quotes and backslashes")
  const isName = resourceName === undefined || typeof resourceName === "string" && resourceName !== ""
  yield* check("resourceName", isName, "must be a text that is not empty")
  const areOrigins = isListOf(trustedOrigins, isOrigin)
  yield* check("trustedOrigins", areOrigins, "must be a list of origins: each must be an absolute http or https URL")
  const authenticate = pickOptions(options, optionNames)
  yield* checkAuthenticateOptions(authenticate)
  return toResource(url!, options, trustedOrigins, authenticate)
})

const toResource = (
  url: URL,
  { authorizationServers, resourceName, scopes }: McpAuthOptions,
  trustedOrigins: ReadonlyArray<string>,
  authenticate: AuthenticateOptions
): McpResource => {
  const { origin } = url
  const resource = toIdentifier(url)
  const path = resource.slice(origin.length)
  return {
    metadata: {
      resource,
      // Clients compare an issuer as text, so it stays as it is.
      authorization_servers: [...authorizationServers],
      bearer_methods_supported: ["header"],
      // A list without elements must be omitted (RFC 9728 § 3.2).
      ...scopes === undefined || scopes.length === 0 ? {} : { scopes_supported: [...scopes] },
      ...resourceName === undefined ? {} : { resource_name: resourceName }
    },
    metadataUrl: origin + wellKnown + path,
    metadataPaths: path === "" ? [wellKnown] : [wellKnown + path, wellKnown],
    origins: new Set([origin, ...trustedOrigins.map((origin) => toOrigin(origin)!)]),
    authenticate: { ...authenticate, allowAgentsFor: resource }
  }
}

/** A response from the metadata's route. */
export interface MetadataResponse {
  readonly status: 200 | 204 | 405
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const methods = "GET, HEAD, OPTIONS"

const cors = { "access-control-allow-origin": "*" }

/** Returns the metadata's response to a method. Every page may read it, because clients in browsers do. */
export const respond = ({ metadata }: McpResource, method: string): MetadataResponse => {
  switch (method.toUpperCase()) {
    case "GET":
    case "HEAD":
      return {
        status: 200,
        headers: { ...cors, "content-type": "application/json" },
        body: method.toUpperCase() === "HEAD" ? undefined : JSON.stringify(metadata)
      }
    case "OPTIONS": {
      // Clients send the header MCP-Protocol-Version, which needs a preflight.
      const headers = { ...cors, "access-control-allow-methods": methods, "access-control-allow-headers": "*" }
      return { status: 204, headers, body: undefined }
    }
    default:
      return { status: 405, headers: { ...cors, allow: methods }, body: undefined }
  }
}
