/** The description in an agent's API key, which a user has consented to. The service stores no other data with a key. */

/** The content of the description. */
export interface AgentKey {
  /** The name of the client, such as `Claude`. */
  readonly clientName: string
  /** The day of the consent in UTC, such as `2026-11-30`. */
  readonly date: string
  /** The URL of the server that accepts the key (RFC 8707). */
  readonly resource: string
  /** The scopes that the user granted. */
  readonly scopes: ReadonlyArray<string>
  /** The client's id, which is proven, unlike its name. Absent in descriptions without it. */
  readonly clientId?: string | undefined
}

const separator = " · "

const datePattern = /^\d{4}-\d{2}-\d{2}$/

const lastPattern = /^agent (?:([\x21-\x7e]+) )?for ([\x21-\x7e]+)(?: +with(?: (.*))?)? *$/

/** A `scope-token` (RFC 6749 § 3.3). */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/**
 * Returns the description of an agent's key, such as `Claude · 2026-11-30 · agent https://claude.ai/client for
 * https://app.example.com/mcp with notes:read`. The name comes first, so no name can change the result of {@link parse}.
 */
export const format = ({ clientId, clientName, date, resource, scopes }: AgentKey): string => {
  const suffix = scopes.length === 0 ? "" : ` with ${scopes.join(" ")}`
  return [clientName, date, `agent ${clientId === undefined ? "" : `${clientId} `}for ${resource}${suffix}`].join(
    separator
  )
}

/** Reads the description of a key. Returns `undefined` for a key that no agent got. Never fails. */
export const parse = (description: string): AgentKey | undefined => {
  const parts = description.split(separator)
  const [date, last] = parts.slice(-2)
  if (parts.length < 3 || date === undefined || last === undefined || !datePattern.test(date)) return undefined
  const [, clientId, resource, list] = lastPattern.exec(last) ?? []
  if (resource === undefined) return undefined
  // An edited list has fewer scopes. Without the rest of the description, the key would be the user's own, which has all rights.
  const scopes = list?.split(" ").filter((scope) => scopePattern.test(scope)) ?? []
  const clientName = parts.slice(0, -2).join(separator)
  return { clientName, date, resource, scopes, ...clientId === undefined ? {} : { clientId } }
}
