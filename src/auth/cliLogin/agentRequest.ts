/** A local agent's request, in the URL of the confirmation page. */
import { parameterOf, parse } from "../../platform/urlParameters.ts"
import { cleanName } from "../agentName.ts"

/** A local agent, as it describes itself. Nothing proves any of this. */
export interface CliAgent {
  /** The name, safe to show. */
  readonly name: string
  /** The URL of the server for which the agent requests the key. */
  readonly resource: string
  /** Empty if the agent may do everything that the user can do there. */
  readonly scopes: ReadonlyArray<string>
  /** The lifetime of its key, in milliseconds. */
  readonly keyLifetimeMillis: number
}

const names = {
  name: "agent",
  resource: "agent_resource",
  scopes: "agent_scope",
  lifetime: "agent_lifetime_millis"
} as const

/** A `scope-token` (RFC 6749 § 3.3). */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/** Returns `true` if every text is a scope. */
export const areScopes = (scopes: ReadonlyArray<string>): boolean => scopes.every((scope) => scopePattern.test(scope))

/** Returns `true` for an absolute http or https URL in ASCII. */
export const isResource = (resource: string): boolean =>
  /^https?:\/\/[\x21-\x7e]+$/.test(resource) && parse(resource) !== undefined

/** Adds an agent's request to the URL of the confirmation page. */
export const addAgent = (page: URL, { keyLifetimeMillis, name, resource, scopes }: CliAgent): void => {
  page.searchParams.set(names.name, name)
  page.searchParams.set(names.resource, resource)
  if (scopes.length > 0) page.searchParams.set(names.scopes, scopes.join(" "))
  page.searchParams.set(names.lifetime, String(keyLifetimeMillis))
}

/**
 * Parses an agent's request from the URL of the confirmation page. Returns `undefined` if a command line requests the sign-in, and
 * `"invalid"` if the request is broken. Never fails.
 *
 * **Gotchas**
 *
 * Nothing proves the name, and nothing enforces the scopes before the agent has its key: the agent gets the user's session for a
 * moment. Warn the user on the page.
 */
export const parseAgent = (address: string): CliAgent | "invalid" | undefined => {
  const url = parse(address, "https://app.invalid")
  const isAgent = Object.values(names).some((name) => url?.searchParams.has(name))
  if (!isAgent) return undefined
  const name = cleanName(parameterOf(url, names.name) ?? "")
  const resource = parameterOf(url, names.resource)
  const scopes = parameterOf(url, names.scopes)?.split(" ") ?? []
  const keyLifetimeMillis = Number(parameterOf(url, names.lifetime) ?? NaN)
  const isValid = resource !== undefined && isResource(resource) && areScopes(scopes) &&
    Number.isFinite(keyLifetimeMillis) && keyLifetimeMillis > 0
  return name !== undefined && isValid ? { name, resource, scopes, keyLifetimeMillis } : "invalid"
}
