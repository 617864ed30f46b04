/** Client ids that are URLs, and the documents there (draft-ietf-oauth-client-id-metadata-document). */
import { isEditor } from "../../auth/privateScheme.ts"
import { parse } from "../../platform/urlParameters.ts"
import { isObject, parseJson } from "../../wire/Json.ts"
import { isRedirectUri } from "./redirectUri.ts"

/** A client. */
export interface AgentClient {
  readonly id: string
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  /** The client document's host. `null` for a client in the app's options. */
  readonly host: string | null
}

/** The longest client id in characters. The key's description contains it. */
const maxIdLength = 200

const maxNameLength = 100

const maxRedirectUris = 50

/** Names that resolve inside a network only (RFC 6761, RFC 6762, RFC 8375, RFC 9476, and names that networks use). */
const privateNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|svc|arpa|test|invalid|onion|alt)$/

/**
 * Returns the URL if a client id is one whose document may be fetched. The host must be a public name: an address, a port or a
 * private name could reach a server in the app's network. Never fails.
 */
export const parseClientId = (id: string): URL | undefined => {
  const url = id.length <= maxIdLength && id.startsWith("https://") ? parse(id) : undefined
  // Only the normalized form: other forms would be other clients with the same document.
  if (url === undefined || url.href !== id || url.pathname === "/") return undefined
  const { hostname, port } = url
  if (url.username !== "" || url.password !== "" || /[?#]/.test(id) || port !== "") return undefined
  const isName = /^[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z][a-z\d-]*[a-z\d]$/.test(hostname)
  return isName && !privateNames.test(hostname) ? url : undefined
}

/** Removes characters that hide or reorder text, and shortens a name. */
export const cleanName = (name: string): string => {
  // Format characters include bidirectional overrides and those without width.
  const clean = name.normalize("NFC").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").replace(/\s+/g, " ").trim()
  return Array.from(clean).slice(0, maxNameLength).join("").trim()
}

const isListWith = (value: unknown, member: string): boolean =>
  value === undefined || Array.isArray(value) && value.includes(member)

/** Parses a client's document. Never fails; returns `undefined` if it does not describe the client. */
export const parseDocument = (url: URL, text: string): AgentClient | undefined => {
  const document = parseJson(text)
  if (!isObject(document) || document["client_id"] !== url.href) return undefined
  const {
    client_name: name,
    client_secret: secret,
    grant_types: grants,
    redirect_uris: redirectUris,
    response_types: responses,
    token_endpoint_auth_method: method = "none"
  } = document
  // A client with a secret or a key must not be accepted without it.
  if (secret !== undefined || method !== "none") return undefined
  if (!isListWith(grants, "authorization_code") || !isListWith(responses, "code")) return undefined
  if (!Array.isArray(redirectUris) || redirectUris.length === 0 || redirectUris.length > maxRedirectUris) {
    return undefined
  }
  // The client's other URIs are ignored. An editor's scheme also has links that run commands, which only the app may list.
  const accepted = redirectUris.filter((uri) => isRedirectUri(uri) && !isEditor(uri.slice(0, uri.indexOf(":"))))
  const { hostname: host } = url
  return { id: url.href, name: typeof name === "string" && cleanName(name) || host, redirectUris: accepted, host }
}
