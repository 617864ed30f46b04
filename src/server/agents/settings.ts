/** An authorization server's options. */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { millisOf } from "../../call/duration.ts"
import { parse } from "../../platform/urlParameters.ts"
import { type OptionNames, toPlain } from "../../session/optionNames.ts"
import { check, type InvalidOptions } from "../../session/options.ts"
import { isObject } from "../../wire/Json.ts"
import { identifierRule, isScope, parseIdentifier, toResource } from "../identifiers.ts"
import { checkServerNames } from "../verificationOptions.ts"
import { type AgentClient, cleanName } from "./clientDocument.ts"
import type { ConsentStore } from "./ConsentStore.ts"
import { isRedirectUri } from "./redirectUri.ts"

/** A client that the app itself names. The app chooses its id. */
export interface StaticClient {
  readonly id: string
  /** The name that users see. */
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
}

/** Options for an authorization server. */
export interface AuthorizationServerOptions {
  /** The app's public origin, such as `https://app.example.com`. It is the issuer in the metadata. */
  readonly issuer: string
  /** The URLs for which agents get keys, such as MCP servers. At least one; the first is the default. */
  readonly resources: ReadonlyArray<string>
  /** The scopes that agents can request, with the descriptions that users see. */
  readonly scopes?: Readonly<Record<string, string>> | undefined
  /** Clients that the app names. Other clients have a URL as their id. */
  readonly clients?: ReadonlyArray<StaticClient> | undefined
  /**
   * Accepts clients whose id is their metadata document's `https` URL. `true` by default. A list allows only the documents
   * on these hosts. The server fetches the document.
   */
  readonly clientIdDocuments?: boolean | ReadonlyArray<string> | undefined
  /** The consent page on the issuer's origin: a path or a URL; `/handler/agent-consent` by default. */
  readonly consentUrl?: string | undefined
  /** The endpoints' path; `/oauth` by default. */
  readonly path?: string | undefined
  /** The keys' lifetime; 90 days by default. A key always expires. */
  readonly keyLifetime?: Duration.Input | undefined
  /** The store for pending consents and codes. By default, the one from `latchkey/redis`, or one in memory. */
  readonly store?: ConsentStore | undefined
  /** Fetches the clients' documents, for example through a proxy that refuses private addresses. `fetch` by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** The metadata's path (RFC 8414 § 3). */
export const metadataPath = "/.well-known/oauth-authorization-server"

/** An authorization server's checked options. */
export interface Settings {
  readonly issuer: string
  readonly resources: ReadonlyArray<string>
  readonly scopes: ReadonlyMap<string, string>
  readonly clients: ReadonlyMap<string, AgentClient>
  /** Returns `true` if documents on a host may be fetched. */
  readonly allowsDocuments: (host?: string) => boolean
  readonly consentUrl: URL
  readonly path: string
  readonly keyLifetimeMillis: number
  readonly store: ConsentStore | undefined
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

const names: OptionNames<AuthorizationServerOptions> = {
  issuer: true,
  resources: true,
  scopes: true,
  clients: true,
  clientIdDocuments: true,
  consentUrl: true,
  path: true,
  keyLifetime: true,
  store: true,
  fetch: true
}

const clientNames: OptionNames<StaticClient> = { id: true, name: true, redirectUris: true }

/** A key's shortest and longest lifetime in milliseconds: a minute and a year. */
const [shortest, longest] = [60_000, 366 * 86_400_000]

/** Checks the options. Fails with `InvalidOptions`. Runs synchronously. */
export const make = Effect.fnUntraced(function*(
  given: AuthorizationServerOptions
): Effect.fn.Return<Settings, InvalidOptions> {
  yield* checkServerNames(given, names)
  const {
    clientIdDocuments = true,
    clients = [],
    consentUrl = "/handler/agent-consent",
    fetch = (url: string, init: RequestInit) => globalThis.fetch(url, init),
    issuer,
    keyLifetime = Duration.days(90),
    path = "/oauth",
    resources,
    scopes = {},
    store
  } = toPlain(given)
  const origin = parseIdentifier(issuer)?.origin ?? ""
  yield* check(
    "issuer",
    origin !== "" && issuer === origin,
    `must be an origin: it ${identifierRule}, and has no path, also no slash`
  )
  const urls = Array.isArray(resources) ? resources.map(parseIdentifier) : []
  const areResources = urls.length > 0 && urls.every((url) => url !== undefined)
  yield* check("resources", areResources, `must be a list with at least one URL. Each ${identifierRule}`)
  const areScopes = isObject(scopes) &&
    Object.entries(scopes).every(([name, text]) => isScope(name) && typeof text === "string" && text !== "")
  yield* check(
    "scopes",
    areScopes,
    "must have a description for each scope, whose name has no space, quote or backslash"
  )
  const page = typeof consentUrl === "string" ? parse(consentUrl, origin) : undefined
  const isPage = page?.origin === origin && page.hash === "" && !page.searchParams.has("request")
  yield* check("consentUrl", isPage, "must be a path or a URL on the issuer's origin, without a fragment")
  const isPath = typeof path === "string" && /^(?:\/[\w.~-]+)+$/.test(path)
  yield* check("path", isPath, "must be a path such as /oauth, without a slash at its end")
  const keyLifetimeMillis = millisOf(keyLifetime)
  const isLifetime = keyLifetimeMillis >= shortest && keyLifetimeMillis <= longest
  yield* check("keyLifetime", isLifetime, "must be a duration from a minute to a year")
  const isHosts = typeof clientIdDocuments === "boolean" ||
    Array.isArray(clientIdDocuments) &&
      clientIdDocuments.every((host) => typeof host === "string" && parse(`https://${host}/`)?.host === host)
  yield* check("clientIdDocuments", isHosts, "must be a boolean, or a list of hosts such as client.example.com")
  return {
    issuer: origin,
    resources: urls.map((url) => toResource(url!)),
    scopes: new Map(Object.entries(scopes)),
    clients: yield* readClients(clients),
    allowsDocuments: (host) =>
      typeof clientIdDocuments === "boolean"
        ? clientIdDocuments
        : host === undefined
        ? clientIdDocuments.length > 0
        : clientIdDocuments.includes(host),
    consentUrl: page!,
    path,
    keyLifetimeMillis,
    store,
    fetch
  }
})

const readClients = Effect.fnUntraced(function*(
  clients: ReadonlyArray<StaticClient>
): Effect.fn.Return<Settings["clients"], InvalidOptions> {
  yield* check("clients", Array.isArray(clients), "must be a list")
  const found = new Map<string, AgentClient>()
  for (const client of clients) {
    yield* check("clients", isObject(client), "must be a list of objects")
    yield* checkServerNames<StaticClient>(client, clientNames)
    const { id, name, redirectUris } = client
    // An id that is a URL would replace the client with that document.
    const isId = typeof id === "string" && /^[\x21-\x7e]{1,200}$/.test(id) && !/^https?:/i.test(id) && !found.has(id)
    yield* check("clients", isId, "must have different ids, each without spaces and no URL")
    yield* check("clients", typeof name === "string" && cleanName(name) !== "", `must have a name for the client ${id}`)
    const areUris = Array.isArray(redirectUris) && redirectUris.length > 0 && redirectUris.every(isRedirectUri)
    const uriRule =
      `must have redirectUris for the client ${id}: https, http on this machine, the scheme of an editor, or one ` +
      "with a dot"
    yield* check("clients", areUris, uriRule)
    found.set(id, { id, name: cleanName(name), redirectUris: [...redirectUris], host: null })
  }
  return found
})
