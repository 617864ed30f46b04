import { assert, describe, it } from "@effect/vitest"
import * as sdk from "@modelcontextprotocol/client"
import { type AuthInfo, createMcpHandler, McpServer } from "@modelcontextprotocol/server"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { createAuthFromLayer } from "latchkey/fetch"
import { createMcpAuth, getAuth, InvalidOptions, type McpAuth, type McpAuthOptions } from "latchkey/mcp"
import { createAuthFromLayer as createNodeAuthFromLayer } from "latchkey/node"
import { Permissions, TeamMembers, Teams } from "latchkey/server"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { bearer, cookie, hostServices, makeSession, origin, projectId, setup } from "../server/authenticationSupport.ts"
import { checkRows, checkRowsEffect } from "../support/mismatches.ts"
import {
  callTool,
  challenge,
  checkCorsRow,
  client,
  corsOf,
  corsRows,
  issuer,
  makeAnonymous,
  makeKeys,
  mcpOptions,
  metadata,
  metadataPath,
  metadataUrl,
  preflight,
  readable,
  refusals,
  resource
} from "./mcpSupport.ts"
import { permission } from "./scenarios.ts"

const { layer } = setup({ origin })

const test = <E>(title: string, effect: Effect.Effect<void, E, Layer.Success<typeof layer> | Scope.Scope>) =>
  it.effect(title, () => effect.pipe(Effect.scoped, Effect.provide(Layer.fresh(layer))))

/** The authentication of a server that gets no requests. */
const unused = { authenticateRequest: () => Promise.reject(new Error("unused")) }

type Send = (request: Request) => Promise<Response>

/** Creates a server of the SDK. Its tool passes the transport's `AuthInfo` to `onCall`. */
const makeSdkServer = (onCall: (authInfo: AuthInfo | undefined) => Promise<string>) =>
  createMcpHandler(() => {
    const server = new McpServer({ name: "notes", version: "1.0.0" })
    server.registerTool("WhoAmI", {}, async ({ http }) => ({
      content: [{ type: "text", text: await onCall(http?.authInfo) }]
    }))
    return server
  })

const whoAmI = async (authInfo: AuthInfo | undefined): Promise<string> => {
  // Calls of other clients run in between.
  await Promise.resolve()
  const { principal } = getAuth(authInfo)
  return `${principal._tag} ${"teamId" in principal ? principal.teamId : principal.userId}`
}

/** Serves the SDK's server with a `fetch` handler. */
const serveFetch = (options: McpAuthOptions = mcpOptions, onCall = whoAmI) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.map(hostServices, (services) => createAuthFromLayer(services)),
      (auth) => Effect.promise(() => auth.dispose())
    ),
    (auth): Send => {
      const mcp = createMcpAuth(auth, options)
      const server = makeSdkServer(onCall)
      const protectedServer = mcp.protect((request, { authInfo }) => server.fetch(request, { authInfo }))
      return async (request) => mcp.serveMetadata(request) ?? protectedServer(request)
    }
  )

const readBody = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await request.toArray())

/** Serves the SDK's server with Node.js. The transport of the SDK reads `request.auth` in the same way. */
const serveNode = (options: McpAuthOptions = mcpOptions, onCall = whoAmI) =>
  Effect.gen(function*() {
    const services = yield* hostServices
    const auth = createNodeAuthFromLayer(services)
    const mcp: McpAuth = createMcpAuth(auth, options)
    const sdkServer = makeSdkServer(onCall)
    const server = createServer((request: IncomingMessage & { readonly auth?: AuthInfo }, response) => {
      const answer = async (): Promise<void> => {
        const { method = "GET" } = request
        const headers = Object.entries(request.headers).flatMap(([name, value]): Array<[string, string]> =>
          typeof value === "string" ? [[name, value]] : []
        )
        const body = await readBody(request)
        const web = new Request(resource, { method, headers, body: method === "GET" ? null : new Uint8Array(body) })
        const { headers: added, status, ...result } = await sdkServer.fetch(web, { authInfo: request.auth! })
          .then(async (result) => ({ headers: result.headers, status: result.status, text: await result.text() }))
        added.forEach((value, name) => response.setHeader(name, value))
        response.writeHead(status).end(result.text)
      }
      mcp.metadataMiddleware(request, response, () => mcp.requireAuth(request, response, () => void answer()))
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))),
      () =>
        Effect.promise(async () => {
          server.close()
          server.closeAllConnections()
          await auth.dispose()
        })
    )
    const { port } = server.address() as AddressInfo
    const send: Send = async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      const body = request.method === "GET" ? null : await request.text()
      return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method: request.method, headers, body })
    }
    return send
  })

const hosts = { protect: serveFetch, requireAuth: serveNode }

const toFetch = (send: Send): sdk.FetchLike => (url, init) => send(new Request(url, init))

/** Connects the SDK's client, and calls the tool. */
const callWithSdk = async (send: Send, headers: Record<string, string>, name = "WhoAmI") => {
  const transport = new sdk.StreamableHTTPClientTransport(new URL(resource), {
    fetch: toFetch(send),
    requestInit: { headers }
  })
  const mcpClient = new sdk.Client({ name: "test", version: "1.0.0" })
  await mcpClient.connect(transport)
  const result = await mcpClient.callTool({ name, arguments: {} })
  await mcpClient.close()
  const [content] = result.content as ReadonlyArray<{ readonly text: string }>
  return { text: content!.text, isError: result.isError === true }
}

for (const [name, serve] of Object.entries(hosts)) {
  describe(`${name} of createMcpAuth`, () => {
    test(
      "concurrent clients of the SDK get their own principals",
      Effect.gen(function*() {
        const send = yield* serve()
        const sessions = [yield* makeSession("Ada"), yield* makeSession("Bob")]
        const calls = Array.from({ length: 10 }, (_, index) => sessions[index % 2]!)
        const results = yield* Effect.promise(() =>
          Promise.all(calls.map((session) => callWithSdk(send, bearer(session))))
        )
        assert.deepStrictEqual(results, calls.map(({ userId }) => ({ text: `User ${userId}`, isError: false })))
      })
    )

    test(
      "refused requests get their status and a challenge that names the metadata, before the server reads them",
      Effect.gen(function*() {
        let calls = 0
        const send = yield* serve({ ...mcpOptions, trustedOrigins: [client] }, async () => {
          calls++
          return "called"
        })
        const rows = yield* refusals
        yield* checkRowsEffect(
          rows,
          ({ name }) => name,
          ({ challenge, code, request, status }) =>
            Effect.promise(async () => {
              const response = await send(request())
              const text = await response.text()
              assert.strictEqual(response.status, status, text)
              assert.strictEqual(response.headers.get("www-authenticate"), challenge)
              assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
              assert.deepStrictEqual(response.headers.getSetCookie(), [])
              assert.strictEqual(JSON.parse(text).code, code)
            })
        )
        assert.strictEqual(calls, 0)
      })
    )

    test(
      "cookies of another user do not contradict a token, and trusted origins are accepted",
      Effect.gen(function*() {
        const send = yield* serve({ ...mcpOptions, trustedOrigins: [client] })
        const [ada, bob] = [yield* makeSession("Ada"), yield* makeSession("Bob")]
        for (const page of [origin, client]) {
          const headers = { ...bearer(ada), ...cookie(bob), origin: page }
          const { text } = yield* Effect.promise(() => callWithSdk(send, headers))
          assert.strictEqual(text, `User ${ada.userId}`)
        }
      })
    )

    test(
      "pages of trusted origins get answers to preflights and can read all responses, and other pages get neither",
      Effect.gen(function*() {
        const send = yield* serve({ ...mcpOptions, trustedOrigins: [client] })
        yield* checkRowsEffect(
          yield* corsRows,
          ({ name }) => name,
          (row) => Effect.promise(async () => checkCorsRow(row, await send(row.request())))
        )
      })
    )

    test(
      "the options for authentications apply to every request, and responses have the headers for caches",
      Effect.gen(function*() {
        const { headers, id } = yield* makeAnonymous
        const strict = yield* serve()
        assert.strictEqual((yield* Effect.promise(() => strict(callTool("WhoAmI", headers)))).status, 401)
        const send = yield* serve({ ...mcpOptions, allowAnonymous: true })
        const response = yield* Effect.promise(() => send(callTool("WhoAmI", headers)))
        assert.include(yield* Effect.promise(() => response.text()), `AnonymousUser ${id}`)
        assert.include(response.headers.get("vary"), "Authorization")
      })
    )

    test(
      "AuthInfo has the credential, its client, its expiry and the principal",
      Effect.gen(function*() {
        const found: Array<AuthInfo | undefined> = []
        const send = yield* serve(mcpOptions, async (authInfo) => {
          found.push(authInfo)
          return "called"
        })
        const session = yield* makeSession()
        const { team, user } = yield* makeKeys
        const rows = [
          { headers: bearer(session), tag: "User", token: session.accessToken, clientId: projectId, expires: true },
          {
            headers: { authorization: `Bearer ${user.value}` },
            tag: "UserApiKey",
            token: user.value,
            clientId: user.id,
            expires: false
          },
          {
            headers: { "x-api-key": team.value },
            tag: "TeamApiKey",
            token: team.value,
            clientId: team.id,
            expires: false
          }
        ]
        yield* checkRowsEffect(
          rows,
          ({ tag }) => tag,
          ({ clientId, expires, headers, tag, token }) =>
            Effect.promise(async () => {
              assert.strictEqual((await send(callTool("WhoAmI", headers))).status, 200)
              const { expiresAt, extra, ...rest } = found.pop()!
              assert.deepStrictEqual(rest, { token, clientId, scopes: [], resourceMetadataUrl: metadataUrl })
              // An access token of the emulator is valid for ten minutes.
              assert.strictEqual(expiresAt, expires ? 600 : undefined)
              assert.strictEqual(getAuth({ extra }).principal._tag, tag)
            })
        )
      })
    )

    test(
      "a tool's failed check is the error of its result, and a passed one is not",
      Effect.gen(function*() {
        const { id: teamId } = yield* Teams.create({ displayName: "Engines" })
        const send = yield* serve(mcpOptions, async (authInfo) => {
          await getAuth(authInfo).require({ team: teamId, permission })
          return "members"
        })
        const [ada, bob] = [yield* makeSession("Ada"), yield* makeSession("Bob")]
        yield* TeamMembers.add({ teamId, userId: bob.userId })
        yield* Permissions.grantInTeam({ teamId, userId: bob.userId, permissionId: "team_admin" })
        const call = (session: typeof ada) => Effect.promise(() => callWithSdk(send, bearer(session)))
        assert.deepStrictEqual(yield* call(ada), {
          text: "The principal lacks the required permission",
          isError: true
        })
        assert.deepStrictEqual(yield* call(bob), { text: "members", isError: false })
      })
    )

    test(
      "the SDK's client is refused without a token, and finds the metadata by the challenge and by both paths",
      Effect.gen(function*() {
        const send = yield* serve()
        const error = yield* Effect.promise(() =>
          callWithSdk(send, {}).then(() => undefined, (error: unknown) => error)
        )
        assert.instanceOf(error, Error)
        const { resourceMetadataUrl } = yield* Effect.promise(async () =>
          sdk.extractWWWAuthenticateParams(await send(callTool("WhoAmI")))
        )
        assert.strictEqual(resourceMetadataUrl?.href, metadataUrl)
        const discover = (url: string, options: { resourceMetadataUrl?: URL } = {}) =>
          Effect.promise(() => sdk.discoverOAuthProtectedResourceMetadata(url, options, toFetch(send)))
        assert.deepStrictEqual(yield* discover(resource, { resourceMetadataUrl: resourceMetadataUrl! }), metadata)
        assert.deepStrictEqual(yield* discover(resource), metadata)
        // Without a document for its path, the SDK reads the one at the root.
        assert.deepStrictEqual(yield* discover(`${origin}/other`), metadata)
      })
    )

    test(
      "the SDK's client starts OAuth at the authorization server of the metadata",
      Effect.gen(function*() {
        const send = yield* serve({ ...mcpOptions, scopes: ["notes:read"] })
        const asked: Array<string> = []
        const fetchAll: sdk.FetchLike = (url, init) => {
          if (new URL(url).origin === origin) return send(new Request(url, init))
          asked.push(String(url))
          return Promise.resolve(new Response(null, { status: 404 }))
        }
        const info = yield* Effect.promise(() => sdk.discoverOAuthServerInfo(resource, { fetchFn: fetchAll }))
        assert.strictEqual(info.authorizationServerUrl, issuer)
        assert.strictEqual(asked[0], "https://auth.example.com/.well-known/oauth-authorization-server/tenant")
        const params = yield* Effect.promise(async () =>
          sdk.extractWWWAuthenticateParams(await send(callTool("WhoAmI", { authorization: "Bearer" })))
        )
        assert.deepInclude(params, { error: "invalid_token", scope: "notes:read" })
      })
    )

    test(
      "the metadata's preflight allows all headers, and other methods are refused",
      Effect.gen(function*() {
        const send = yield* serve()
        const ask = (method: string) => Effect.promise(() => send(new Request(origin + metadataPath, { method })))
        const preflight = yield* ask("OPTIONS")
        assert.strictEqual(preflight.status, 204)
        assert.strictEqual(preflight.headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(preflight.headers.get("access-control-allow-headers"), "*")
        assert.strictEqual((yield* ask("DELETE")).status, 405)
      })
    )
  })
}

describe("requireAuth of createMcpAuth with Node.js", () => {
  test(
    "two Authorization headers are refused, of which Node.js keeps only the first",
    Effect.gen(function*() {
      const auth = createNodeAuthFromLayer(yield* hostServices)
      const { requireAuth } = createMcpAuth(auth, mcpOptions)
      const headers = bearer(yield* makeSession())
      const statusFor = (names: ReadonlyArray<string>) =>
        Effect.promise(() =>
          new Promise<number>((resolve) => {
            const rawHeaders = names.flatMap((name) => [name, headers.authorization])
            const response = {
              statusCode: 200,
              headersSent: false,
              getHeader: () => undefined,
              setHeader: () => undefined,
              writeHead: () => undefined,
              end: () => resolve(response.statusCode)
            }
            requireAuth({ method: "POST", url: "/mcp", headers, rawHeaders }, response, () => resolve(200))
          })
        )
      assert.strictEqual(yield* statusFor(["Authorization"]), 200)
      assert.strictEqual(yield* statusFor(["Authorization", "authorization"]), 401)
    })
  )
})

/** Creates a Node.js response, and a promise for its status, headers and body. */
const makeNodeResponse = (given: Record<string, string> = {}) => {
  const headers = new Headers(given)
  let end = (_body?: string) => {}
  const ended = new Promise<{ readonly status: number; readonly headers: Headers; readonly body: string | undefined }>(
    (resolve) => {
      end = (body) => resolve({ status: response.statusCode, headers, body })
    }
  )
  const response: Parameters<McpAuth["requireAuth"]>[1] = {
    statusCode: 200,
    headersSent: false,
    getHeader: (name) => headers.get(name) ?? undefined,
    setHeader: (name, value) => headers.set(name, String(value)),
    writeHead: () => undefined,
    end: (body) => end(body)
  }
  return { response, ended }
}

describe("requireAuth of createMcpAuth after a CORS middleware", () => {
  it("the origin that the app allows stays, and lists get the missing names", async () => {
    const { requireAuth } = createMcpAuth(unused, { ...mcpOptions, trustedOrigins: [client] })
    const { ended, response } = makeNodeResponse({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "X-Own, www-authenticate",
      vary: "Accept, origin"
    })
    const request = preflight(client, "authorization")
    const headersOf = Object.fromEntries(request.headers)
    const passed = new Promise<never>((_resolve, reject) =>
      requireAuth({ method: "OPTIONS", url: "/mcp", headers: headersOf }, response, reject)
    )
    const { headers, status } = await Promise.race([ended, passed])
    assert.strictEqual(status, 204)
    assert.strictEqual(headers.get("access-control-allow-origin"), "*")
    assert.strictEqual(headers.get("vary"), "Accept, origin")
    assert.strictEqual(
      headers.get("access-control-expose-headers"),
      "X-Own, www-authenticate, Mcp-Session-Id, Retry-After"
    )
  })
})

describe("errorHandler of createMcpAuth", () => {
  test(
    "an error of a later route gets the challenge that names the metadata, and other errors go to the next handler",
    Effect.gen(function*() {
      const auth = createNodeAuthFromLayer(yield* hostServices)
      const mcp = createMcpAuth(auth, { ...mcpOptions, trustedOrigins: [client] })
      const headers = { ...bearer(yield* makeSession()), origin: client }
      for (const errorHandler of [mcp.errorHandler, mcp.errorHandler()]) {
        // Express recognizes an error handler by it.
        assert.strictEqual(errorHandler.length, 4)
        const call = (route: (authInfo: AuthInfo) => Promise<void>) =>
          Effect.promise(() => {
            const request: { method: string; url: string; headers: Record<string, string>; auth?: AuthInfo } = {
              method: "POST",
              url: "/mcp",
              headers
            }
            const { ended, response } = makeNodeResponse()
            const passed = new Promise<unknown>((resolve) =>
              mcp.requireAuth(request, response, () => {
                route(request.auth!).catch((error) => errorHandler(error, request, response, resolve))
              })
            )
            return Promise.race([ended, passed])
          })
        const denied = yield* call((authInfo) => getAuth(authInfo).require({ permission: "publish" }))
        if (!(typeof denied === "object" && denied !== null && "status" in denied)) return assert.fail("no response")
        const response = denied as { readonly status: number; readonly headers: Headers; readonly body: string }
        assert.strictEqual(response.status, 403)
        assert.strictEqual(
          response.headers.get("www-authenticate"),
          `${challenge}, error="insufficient_scope", error_description="A permission is required", scope="publish"`
        )
        assert.strictEqual(response.headers.get("content-type"), "application/problem+json")
        assert.deepStrictEqual(corsOf(response.headers), readable)
        assert.strictEqual(JSON.parse(response.body).code, "PermissionRequired")
        const broken = new Error("The route is broken")
        assert.strictEqual(yield* call(() => Promise.reject(broken)), broken)
      }
    })
  )
})

describe("metadataMiddleware of createMcpAuth", () => {
  it("the middleware responds to the original URL below a path of Express, and passes on other requests", () => {
    const { metadataMiddleware } = createMcpAuth(unused, mcpOptions)
    const answer = (request: { readonly url: string; readonly originalUrl?: string }) => {
      const bodies: Array<string | undefined> = []
      const response = {
        statusCode: 0,
        headersSent: false,
        getHeader: () => undefined,
        setHeader: () => undefined,
        writeHead: () => undefined,
        end: (body?: string) => bodies.push(body)
      }
      metadataMiddleware({ method: "GET", headers: {}, ...request }, response, () => bodies.push("next"))
      return [response.statusCode, ...bodies]
    }
    const found = [200, JSON.stringify(metadata)]
    assert.deepStrictEqual(answer({ url: `${metadataPath}?a=b` }), found)
    assert.deepStrictEqual(answer({ url: "/oauth-protected-resource/mcp", originalUrl: metadataPath }), found)
    assert.deepStrictEqual(answer({ url: metadataPath, originalUrl: `/other${metadataPath}` }), [0, "next"])
  })
})

describe("protect of createMcpAuth", () => {
  test(
    "the handler's authentication errors get a challenge that names the metadata, and other errors reject",
    Effect.gen(function*() {
      const auth = createAuthFromLayer(yield* hostServices)
      const mcp = createMcpAuth(auth, { ...mcpOptions, scopes: ["notes:read"] })
      const session = yield* makeSession()
      const call = (handler: Parameters<typeof mcp.protect>[0]) =>
        Effect.promise(() => mcp.protect(handler)(callTool("WhoAmI", bearer(session))).catch((error: unknown) => error))
      const denied = yield* call(async (_request, { require }) => {
        await require({ permission: "publish" })
        return new Response()
      })
      assert.instanceOf(denied, Response)
      assert.strictEqual(denied.status, 403)
      assert.strictEqual(
        denied.headers.get("www-authenticate"),
        `${challenge}, error="insufficient_scope", error_description="A permission is required", scope="publish"`
      )
      const broken = new Error("The handler is broken")
      assert.strictEqual(yield* call(() => Promise.reject(broken)), broken)
    })
  )

  test(
    "the response gets the headers that keep it out of shared caches, and the handler gets the host's arguments",
    Effect.gen(function*() {
      const auth = createAuthFromLayer(yield* hostServices)
      const handler = createMcpAuth(auth, mcpOptions).protect((_request, _auth, env: string) => new Response(env))
      const request = callTool("WhoAmI", bearer(yield* makeSession()))
      const response = yield* Effect.promise(() => handler(request, "env"))
      assert.strictEqual(yield* Effect.promise(() => response.text()), "env")
      assert.strictEqual(response.headers.get("cache-control"), "private, no-store")
      assert.include(response.headers.get("vary"), "Authorization")
    })
  )

  test(
    "a page can read the handler's 403, keeps the origin of the handler's response, and leaves a shared response as it is",
    Effect.gen(function*() {
      const auth = createAuthFromLayer(yield* hostServices)
      const other = "https://other.example"
      const mcp = createMcpAuth(auth, { ...mcpOptions, trustedOrigins: [client, other] })
      const session = bearer(yield* makeSession())
      const call = (handler: Parameters<typeof mcp.protect>[0], page = client) =>
        Effect.promise(() => mcp.protect(handler)(callTool("WhoAmI", { ...session, origin: page })))
      const denied = yield* call(async (_request, { require }) => {
        await require({ permission: "publish" })
        return new Response()
      })
      assert.deepStrictEqual([denied.status, corsOf(denied.headers)], [403, readable])
      const own = yield* call(() =>
        new Response("own", { headers: { "access-control-allow-origin": "*", vary: "Accept" } })
      )
      assert.strictEqual(yield* Effect.promise(() => own.text()), "own")
      assert.deepStrictEqual(corsOf(own.headers), { ...readable, "access-control-allow-origin": "*" })
      assert.match(own.headers.get("vary")!, /^Accept, .*Origin/)
      const shared = new Response(null, { status: 202 })
      for (const page of [client, other]) {
        const { headers, status } = yield* call(() => shared, page)
        assert.deepStrictEqual([status, headers.get("access-control-allow-origin")], [202, page])
      }
      assert.deepStrictEqual(corsOf(shared.headers), {})
      const redirect = yield* call(() => Response.redirect(origin, 303))
      assert.deepStrictEqual([redirect.status, corsOf(redirect.headers)], [303, readable])
    })
  )

  it("getAuth throws for a call without an authentication", () => {
    for (const authInfo of [undefined, {}, { extra: {} }, { extra: { auth: {} } }]) {
      assert.throws(() => getAuth(authInfo), "The call has no authentication")
    }
  })
})

// Untyped code can pass any value.
const create = (options: object) => createMcpAuth(unused, { ...mcpOptions, ...options } as McpAuthOptions)

const metadataOf = (options: object) =>
  create(options).serveMetadata(new Request(`${origin}/.well-known/oauth-protected-resource`))?.json()

describe("the options of createMcpAuth", () => {
  it("invalid and unknown options throw InvalidOptions with their name", () => {
    const invalid: Readonly<Record<string, ReadonlyArray<unknown>>> = {
      resource: [
        undefined,
        null,
        "",
        1,
        "app.example.com/mcp",
        "/mcp",
        "ftp://app.example.com/mcp",
        "http://app.example.com/mcp",
        "https://app.example.com/mcp#tools",
        "https://app.example.com/mcp#",
        "https://app.example.com/mcp?a=b",
        "https://ada:secret@app.example.com/mcp"
      ],
      authorizationServers: [
        undefined,
        issuer,
        [],
        [undefined],
        ["auth.example.com"],
        ["http://auth.example.com"],
        [issuer, `${issuer}?a`],
        [`${issuer}#a`]
      ],
      scopes: ["notes:read", [""], ["a b"], ["a\"b"], [1]],
      resourceName: ["", 1, null],
      trustedOrigins: ["https://client.example", ["client.example"], [null]],
      freshness: ["sessions"],
      autorizationServers: [[issuer]],
      constructor: [undefined]
    }
    const rows = Object.entries(invalid).flatMap(([option, values]) => values.map((value) => ({ option, value })))
    checkRows(rows, ({ option, value }) => `${option}: ${JSON.stringify(value)}`, ({ option, value }) => {
      try {
        create({ [option]: value })
      } catch (error) {
        assert.instanceOf(error, InvalidOptions)
        assert.strictEqual(error.option, option)
        assert.notInclude(error.message, "secret")
        return
      }
      assert.fail("is accepted")
    })
  })

  it("options that are inherited or getters of a class are used", async () => {
    class Settings {
      get resource() {
        return resource
      }
    }
    const options: McpAuthOptions = Object.assign(new Settings(), { authorizationServers: [issuer] })
    const path = new Request(`${origin}${metadataPath}`)
    assert.deepStrictEqual(await createMcpAuth(unused, options).serveMetadata(path)?.json(), metadata)
  })

  it("the metadata has the resource in its canonical form, issuers as they are, and no empty list", async () => {
    const rows = [
      ["https://app.example.com", "https://app.example.com"],
      ["https://app.example.com/", "https://app.example.com"],
      ["HTTPS://App.Example.com:443/mcp", "https://app.example.com/mcp"],
      ["https://app.example.com/mcp/", "https://app.example.com/mcp/"],
      ["http://localhost:3000/mcp", "http://localhost:3000/mcp"],
      ["http://127.0.0.1:3000", "http://127.0.0.1:3000"]
    ] as const
    for (const [given, expected] of rows) {
      const { resource } = await metadataOf({ resource: given })
      assert.strictEqual(resource, expected)
    }
    const authorizationServers = ["https://Auth.example.com/", "http://localhost:8102"]
    assert.deepStrictEqual(await metadataOf({ authorizationServers, resourceName: "Notes", scopes: [] }), {
      ...metadata,
      authorization_servers: authorizationServers,
      resource_name: "Notes"
    })
  })

  it("serveMetadata responds to the metadata's paths only", () => {
    const rows = [
      ["/.well-known/oauth-protected-resource", 200],
      [metadataPath, 200],
      [`${metadataPath}?a=b`, 200],
      [`${metadataPath}/a`, undefined],
      ["/.well-known/oauth-protected-resource/other", undefined],
      ["/.well-known/oauth-authorization-server", undefined],
      ["/mcp", undefined]
    ] as const
    const { serveMetadata } = create({})
    checkRows(rows, ([path]) => path, ([path, status]) => {
      assert.strictEqual(serveMetadata(new Request(origin + path))?.status, status)
    })
  })
})
