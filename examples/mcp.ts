/**
 * An MCP server with Effect's `McpServer`: the notes of the user that an agent works for. Clients without a token get a challenge
 * that starts OAuth.
 *
 * Run it with `npm exec -- node --conditions=@latchkey/source examples/mcp.ts`. It prints the responses and exits with 0.
 */
import * as McpClient from "effect/ai/McpClient"
import * as McpProtocol from "effect/ai/McpProtocol"
import * as McpServer from "effect/ai/McpServer"
import * as Tool from "effect/ai/Tool"
import * as Toolkit from "effect/ai/Toolkit"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Emulator } from "latchkey/emulator"
import * as McpAuth from "latchkey/mcp"
import { ApiKeys, Authentication, Authorization, Principal, Redacted, Sessions, Users } from "latchkey/server"

const dependencies = [Principal, Authorization.Authorization]
const failure = Schema.Union(McpAuth.authErrors)

const Notes = Toolkit.make(
  Tool.make("AddNote", {
    description: "Adds a note",
    parameters: Schema.Struct({ text: Schema.String }),
    success: Schema.String,
    failure,
    dependencies
  }),
  Tool.make("ListNotes", {
    description: "Lists the notes",
    success: Schema.Struct({ notes: Schema.Array(Schema.String) }),
    failure,
    dependencies
  })
)

/** The notes by user. */
const stored = new Map<string, ReadonlyArray<string>>()

const handlers = Notes.toLayer({
  AddNote: ({ text }) =>
    Effect.map(Authorization.requireUserId, (userId) => {
      stored.set(userId, [...stored.get(userId) ?? [], text])
      return `Added: ${text}`
    }),
  ListNotes: () => Effect.map(Authorization.requireUserId, (userId) => ({ notes: stored.get(userId) ?? [] }))
})

const resource = "https://notes.example.com/mcp"

const server = McpServer.layerHttp({
  name: "notes",
  version: "1.0.0",
  path: "/mcp",
  protocols: [McpProtocol.v2026_07_28, McpProtocol.v2025_11_25],
  registrations: Layer.provide(McpServer.toolkit(Notes), handlers)
}).pipe(
  Layer.provide(
    McpAuth.layer({ resource, resourceName: "Notes", authorizationServers: ["https://auth.example.com"] })
  )
)

/** Connects a client, and calls a tool. Prints the result, or the challenge. */
const call = (
  fetch: typeof globalThis.fetch,
  name: string,
  parameters: Record<string, unknown>,
  headers: Record<string, string>
) =>
  Effect.gen(function*() {
    const client = yield* McpClient.McpClient
    const tool = (yield* client.listTools()).find((tool) => tool.name === name)!
    const { content } = yield* client.callTool({ tool, arguments: parameters })
    yield* Console.log(`${name}: ${content.map((part) => part.type === "text" ? part.text : part.type).join()}`)
  }).pipe(
    Effect.provide(
      McpClient.layerHttp({
        name: "agent",
        version: "1.0.0",
        url: resource,
        protocol: McpProtocol.v2026_07_28,
        headers
      }).pipe(Layer.provide(FetchHttpClient.layer))
    ),
    Effect.provideService(FetchHttpClient.Fetch, fetch),
    Effect.catchTag("McpClientError", ({ reason }) =>
      Console.log(
        reason._tag === "HttpError" ? `${name}: ${reason.status} ${reason.wwwAuthenticate}` : `${name}: ${reason._tag}`
      ))
  )

const program = Effect.gen(function*() {
  const services = Layer.succeedContext(yield* Effect.context<Layer.Success<typeof layer>>())
  const { handler } = yield* Effect.acquireRelease(
    Effect.sync(() => HttpRouter.toWebHandler(Layer.provide(server, services), { disableLogger: true })),
    ({ dispose }) => Effect.promise(dispose)
  )
  const fetch: typeof globalThis.fetch = (input, init) => handler(new Request(input, init))

  const ada = yield* Users.create({ displayName: "Ada" })
  const { accessToken } = yield* Sessions.create({ userId: ada.id })
  const token = { authorization: `Bearer ${Redacted.value(accessToken!)}` }
  const bob = yield* Users.create({ displayName: "Bob" })
  const { value } = yield* ApiKeys.create({ userId: bob.id, description: "My agent" })
  const apiKey = { authorization: `Bearer ${Redacted.value(value)}` }

  yield* call(fetch, "ListNotes", {}, {})
  const metadata = yield* Effect.promise(async () =>
    (await fetch("https://notes.example.com/.well-known/oauth-protected-resource/mcp")).text()
  )
  yield* Console.log(metadata)
  yield* call(fetch, "AddNote", { text: "Oil the engine" }, token)
  yield* call(fetch, "ListNotes", {}, token)
  yield* call(fetch, "ListNotes", {}, apiKey)
})

const layer = Authentication.layer(Emulator.serverOptions).pipe(
  Layer.provide(Emulator.layer({ project: { config: { allowUserApiKeys: true } } }))
)

await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(layer)))
