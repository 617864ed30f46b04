/** An agent gets a key with a user's consent: with the client of the official SDK, and with the MCP Inspector. */
import { assert, describe, it } from "@effect/vitest"
import { auth as authorize, type OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { OAuthClientInformation, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js"
import * as Effect from "effect/Effect"
import { Emulator } from "latchkey/emulator"
import type { AuthorizationServerOptions } from "latchkey/mcp"
import { createAuthFromLayer } from "latchkey/node"
import { type ChildProcess, spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, request as sendRequest, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { bearer, hostServices, makeSession, setup } from "../../test/server/authenticationSupport.ts"
import { makeApp } from "./mcp.ts"

const { layer } = setup()

/** Listens on the loopback interface until the scope closes. */
const listen = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer(listener)
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
      return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server }) =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
  )

/** Serves the app, which knows its own origin. */
const serve = (options: Partial<AuthorizationServerOptions> = {}) =>
  Effect.gen(function*() {
    const { configure } = yield* Emulator.Emulator
    yield* configure({ allowUserApiKeys: true })
    const auth = yield* Effect.acquireRelease(
      Effect.map(hostServices, (services) => createAuthFromLayer(services)),
      (auth) => Effect.promise(() => auth.dispose())
    )
    let app: RequestListener = () => undefined
    const { origin } = yield* listen((request, response) => app(request, response))
    app = makeApp(auth, origin, options)
    return origin
  })

/** Approves a request like the consent page. Returns the redirect to the client. */
const approve = async (url: URL, headers: Record<string, string>, scopes: ReadonlyArray<string>): Promise<URL> => {
  const redirect = await fetch(url, { redirect: "manual" })
  assert.strictEqual(redirect.status, 302, await redirect.text())
  const request = new URL(redirect.headers.get("location")!).searchParams.get("request")!
  const endpoint = `${url.origin}/oauth/consent`
  const consent = await fetch(`${endpoint}?request=${request}`, { headers })
  const { confirm } = await consent.json() as { readonly confirm: string }
  const decided = await fetch(endpoint, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", origin: url.origin },
    body: JSON.stringify({ request, confirm, decision: "approve", scopes })
  })
  const { redirect_to } = await decided.json() as { readonly redirect_to: string }
  return new URL(redirect_to)
}

/** Gets a key as a client without a library. */
const getKey = async (origin: string, headers: Record<string, string>): Promise<string> => {
  const verifier = randomBytes(32).toString("base64url")
  const client = { client_id: "inspector", redirect_uri: "http://127.0.0.1:8102/oauth/callback" }
  const query = new URLSearchParams({
    ...client,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256"
  })
  const answer = await approve(new URL(`${origin}/oauth/authorize?${query}`), headers, ["notes:read"])
  const code = answer.searchParams.get("code")!
  const form = { ...client, grant_type: "authorization_code", code, code_verifier: verifier }
  const token = await fetch(`${origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) })
  const { access_token } = await token.json() as { readonly access_token: string }
  return access_token
}

const clientId = "https://client.example/client.json"

const redirectUri = "http://127.0.0.1:8102/callback"

/** The state of a client of the SDK. */
const makeProvider = () => {
  const saved: { url?: URL; verifier?: string; tokens?: OAuthTokens; client?: OAuthClientInformation } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadataUrl: clientId,
    clientMetadata: { redirect_uris: [redirectUri], token_endpoint_auth_method: "none" },
    state: () => "a state",
    clientInformation: () => saved.client,
    saveClientInformation: (client) => void (saved.client = client),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => void (saved.tokens = tokens),
    redirectToAuthorization: (url) => void (saved.url = url),
    saveCodeVerifier: (verifier) => void (saved.verifier = verifier),
    codeVerifier: () => saved.verifier!
  }
  return { provider, saved }
}

/** Starts a program of this folder's packages. It has an empty home folder, and opens no browser. */
const run = (name: string, args: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const home = mkdtempSync(join(tmpdir(), "latchkey-"))
      const env = {
        // Without a path and a display, no browser starts.
        PATH: home,
        HOME: home,
        USERPROFILE: home,
        NO_COLOR: "1",
        // Without a terminal, the Inspector prints the URL only if it may open a browser.
        MCP_AUTO_OPEN_ENABLED: "true",
        MCP_INSPECTOR_SECRET_STORE: "memory"
      }
      const script = resolve(import.meta.dirname, "node_modules/@modelcontextprotocol", name)
      const child = spawn(process.execPath, [script, ...args], { env, cwd: home })
      const output = { text: "", errors: "" }
      child.stdout.on("data", (chunk) => output.text += chunk)
      child.stderr.on("data", (chunk) => output.errors += chunk)
      const exit = new Promise<number | null>((done) => child.once("close", done))
      return { child: child as ChildProcess, exit, home, output }
    }),
    ({ child, home }) =>
      Effect.sync(() => {
        child.kill()
        rmSync(home, { recursive: true, force: true })
      })
  )

describe("the client of the SDK", () => {
  it.effect("discovers the server, gets a key for the granted scope, and calls a tool", () =>
    Effect.gen(function*() {
      const document = { client_id: clientId, client_name: "Agent", redirect_uris: [redirectUri] }
      const origin = yield* serve({ fetch: async () => Response.json(document) })
      const session = yield* makeSession()
      const { provider, saved } = makeProvider()
      const serverUrl = `${origin}/mcp`
      assert.strictEqual(yield* Effect.promise(() => authorize(provider, { serverUrl })), "REDIRECT")
      assert.strictEqual(saved.url!.searchParams.get("client_id"), clientId)
      assert.strictEqual(saved.url!.searchParams.get("resource"), serverUrl)
      const answer = yield* Effect.promise(() => approve(saved.url!, bearer(session), ["notes:read"]))
      assert.strictEqual(answer.searchParams.get("state"), "a state")
      assert.strictEqual(answer.searchParams.get("iss"), origin)
      const authorizationCode = answer.searchParams.get("code")!
      const result = yield* Effect.promise(() => authorize(provider, { serverUrl, authorizationCode }))
      assert.strictEqual(result, "AUTHORIZED")
      assert.strictEqual(saved.tokens!.scope, "notes:read")
      const client = new Client({ name: "test", version: "1.0.0" })
      const call = (name: string) => Effect.promise(() => client.callTool({ name, arguments: {} }))
      yield* Effect.promise(() =>
        client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }))
      )
      assert.deepInclude(yield* call("WhoAmI"), { content: [{ type: "text", text: session.userId }] })
      assert.deepInclude(yield* call("AddNote"), { isError: true })
      yield* Effect.promise(() => client.close())
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("the conformance suite of MCP", () => {
  it.live("passes over a server that needs an agent's key", () =>
    Effect.gen(function*() {
      const origin = yield* serve()
      const headers = bearer(yield* makeSession())
      const key = yield* Effect.promise(() => getKey(origin, headers))
      // The suite sends no credentials.
      const proxy = yield* listen((request, response) => {
        const { headers, method, url } = request
        const authorization = `Bearer ${key}`
        const target = sendRequest(origin + url, { method, headers: { ...headers, authorization } }, (found) => {
          response.writeHead(found.statusCode!, found.headers)
          found.pipe(response)
        })
        request.pipe(target)
      })
      for (const scenario of ["server-initialize", "ping", "tools-list"]) {
        const args = ["server", "--url", `${proxy.origin}/mcp`, "--scenario", scenario]
        const { exit, output } = yield* run("conformance/dist/index.js", args)
        assert.strictEqual(yield* Effect.promise(() => exit), 0, output.text + output.errors)
        assert.match(output.text, /Passed: ([1-9]\d*)\/\1, 0 failed/, scenario)
      }
    }).pipe(Effect.scoped, Effect.provide(layer)))
})

describe("the MCP Inspector", () => {
  /** Signs in with the Inspector, and calls the tool. */
  const callTool = Effect.fnUntraced(function*(origin: string, headers: Record<string, string>) {
    const args = [
      "--cli",
      `${origin}/mcp`,
      "--client-id",
      "inspector",
      "--method",
      "tools/call",
      "--tool-name",
      "WhoAmI"
    ]
    const { exit, output } = yield* run("inspector/clients/launcher/build/index.js", args)
    const url = yield* Effect.promise(async () => {
      for (;;) {
        const [found] = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?[^\s"]+/.exec(output.errors + output.text) ?? []
        if (found !== undefined) return found
        const code = await Promise.race([exit, new Promise<undefined>((done) => setTimeout(done, 100))])
        if (code !== undefined) throw new Error(`The inspector ended: ${output.errors}${output.text}`)
      }
    })
    const answer = yield* Effect.promise(() => approve(new URL(url), headers, ["notes:read"]))
    assert.strictEqual((yield* Effect.promise(() => fetch(answer))).status, 200)
    return { code: yield* Effect.promise(() => exit), output }
  }, Effect.scoped)

  it.live("signs in over the authorization server, and calls a tool", () =>
    Effect.gen(function*() {
      const origin = yield* serve()
      const session = yield* makeSession()
      const { code, output } = yield* Effect.repeat(callTool(origin, bearer(session)), {
        // Version 2.12.0 sometimes starts its first transport again after the sign-in, before it has closed it.
        while: ({ output }) => output.errors.includes("Transport already started"),
        times: 4
      })
      assert.strictEqual(code, 0, output.errors)
      assert.include(output.text, session.userId)
    }).pipe(Effect.scoped, Effect.provide(layer)))
})
