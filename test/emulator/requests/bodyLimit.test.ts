/** Request bodies over HTTP: as large as those of the service. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { serve } from "latchkey/emulator/node"
import { Teams, Users } from "latchkey/server"
import { connect, type Socket } from "node:net"
import { maxBodySize } from "../../../src/emulator/requests/readBody.ts"
import { layerAdmin, serverHeaders } from "../support.ts"

const layer = Emulator.layerWithoutTransport()
const limit = 10 * 1024 * 1024
const headers = { ...serverHeaders, "content-type": "application/json" }

/** A JSON document of a size, which creates a user. */
const bodyOf = (size: number): string => {
  const [start, end] = ["{\"server_metadata\":\"", "\"}"]
  return start + "x".repeat(size - start.length - end.length) + end
}

const countUsers = (send: (request: Request) => Promise<Response>, url: string) =>
  Effect.promise(async () => {
    const response = await send(new Request(`${url}/api/v1/users`, { headers: serverHeaders }))
    return (await response.json()).items.length as number
  })

const streamOf = (chunks: ReadonlyArray<string>, onCancel?: () => void) => {
  const left = [...chunks]
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = left.shift()
      if (chunk === undefined) controller.close()
      else controller.enqueue(new TextEncoder().encode(chunk))
    },
    cancel: () => onCancel?.()
  })
}

const post = (url: string, body: BodyInit, more: Record<string, string> = {}) =>
  new Request(`${url}/api/v1/users`, {
    method: "POST",
    headers: { ...headers, ...more },
    body,
    ...(body instanceof ReadableStream && { duplex: "half" as const })
  })

const assertTooLarge = (response: Response) =>
  Effect.promise(async () => {
    assert.strictEqual(response.status, 400)
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
    assert.strictEqual(response.headers.get("x-stack-known-error"), "BODY_PARSING_ERROR")
    assert.strictEqual((await response.json()).code, "BODY_PARSING_ERROR")
  })

const chunksOf = (size: number) => bodyOf(size).match(/[^]{1,65536}/g)!

describe("toWebHandler", () => {
  const url = "https://api.test"

  it.effect("accepts a body of 10 MiB, and rejects a larger one", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      assert.strictEqual((yield* Effect.promise(() => handler(post(url, bodyOf(limit))))).status, 201)
      yield* assertTooLarge(yield* Effect.promise(() => handler(post(url, bodyOf(limit + 1)))))
      assert.strictEqual(yield* countUsers(handler, url), 1)
    }).pipe(Effect.provide(layer)))

  it.effect("accepts a body of 12 MB in a service of 2025, and answers a larger one than 16 MB with 413", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const statusOf = (size: number) =>
        Effect.map(Effect.promise(() => handler(post(url, bodyOf(size)))), ({ status }) => status)
      assert.strictEqual(yield* statusOf(12_000_000), 201)
      assert.strictEqual(yield* statusOf(maxBodySize + 1), 413)
      assert.strictEqual(yield* countUsers(handler, url), 1)
    }).pipe(Effect.provide(Emulator.layerWithoutTransport({ generation: "2025" }))))

  it.effect("answers a body that is too large for the control API with 413", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const request = new Request(`${url}/latchkey/users`, { method: "POST", headers, body: bodyOf(maxBodySize + 1) })
      assert.strictEqual((yield* Effect.promise(() => handler(request))).status, 413)
      assert.strictEqual(yield* countUsers(handler, url), 0)
    }).pipe(Effect.provide(layer)))

  it.effect("counts bytes instead of characters", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const body = bodyOf(limit / 2 + 100).replaceAll("x", "é")
      yield* assertTooLarge(yield* Effect.promise(() => handler(post(url, body))))
    }).pipe(Effect.provide(layer)))

  it.effect("stops reading a stream of unknown length at the limit", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      let isCancelled = false
      const endless = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        cancel: () => {
          isCancelled = true
        }
      })
      yield* assertTooLarge(yield* Effect.promise(() => handler(post(url, endless))))
      assert.isTrue(isCancelled)
    }).pipe(Effect.provide(layer)))

  it.effect("refuses a declared length above the limit without reading the body", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      let isCancelled = false
      const body = streamOf(["{}"], () => {
        isCancelled = true
      })
      const response = yield* Effect.promise(() =>
        handler(post(url, body, { "content-length": String(maxBodySize + 1) }))
      )
      yield* assertTooLarge(response)
      assert.isTrue(isCancelled)
    }).pipe(Effect.provide(layer)))

  it.effect("reads a body whose declared length is the limit", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const request = post(url, streamOf(["{}"]), { "content-length": String(maxBodySize) })
      assert.strictEqual((yield* Effect.promise(() => handler(request))).status, 201)
    }).pipe(Effect.provide(layer)))

  it.effect("joins characters that are split between chunks", () =>
    Effect.gen(function*() {
      const handler = yield* toWebHandler
      const bytes = new TextEncoder().encode("{\"display_name\":\"é\"}")
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        }
      })
      const response = yield* Effect.promise(() => handler(post(url, body)))
      assert.strictEqual((yield* Effect.promise(() => response.json())).display_name, "é")
    }).pipe(Effect.provide(layer)))
})

describe("serve", () => {
  it.live("accepts a body of 10 MiB, and rejects a larger one", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      assert.strictEqual((yield* Effect.promise(() => fetch(post(url, bodyOf(limit))))).status, 201)
      yield* assertTooLarge(yield* Effect.promise(() => fetch(post(url, bodyOf(limit + 1)))))
      yield* assertTooLarge(yield* Effect.promise(() => fetch(post(url, streamOf(chunksOf(limit + 1))))))
      assert.strictEqual(yield* countUsers(fetch, url), 1)
    }).pipe(Effect.provide(layer)))

  interface Connection {
    readonly socket: Socket
    readonly received: () => string
    /** Waits until the responses contain a text. Dies if the server closes the connection before. */
    readonly receive: (text: string) => Effect.Effect<void>
    /** Writes a text, and waits until it is sent. */
    readonly write: (text: string) => Effect.Effect<void>
  }

  /** Opens a connection, and collects the responses. Dies if it cannot connect. */
  const open = (url: string) =>
    Effect.acquireRelease(
      Effect.callback<Connection>((resume) => {
        let received = ""
        const receive = (text: string) =>
          Effect.callback<void>((resume) => {
            const stop = () => socket.off("data", look).off("close", die)
            const look = () => {
              if (!received.includes(text)) return
              stop()
              resume(Effect.void)
            }
            const die = () => {
              stop()
              resume(
                Effect.die(new Error(`The server closed the connection. Expected "${text}", received: ${received}`))
              )
            }
            socket.on("data", look).on("close", die)
            look()
            if (socket.closed) die()
            return Effect.sync(stop)
          })
        const write = (text: string) =>
          Effect.callback<void>((resume) => void socket.write(text, () => resume(Effect.void)))
        const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
          resume(Effect.succeed({
            socket,
            receive,
            received: () => received,
            write
          })))
        // After the connection is open, `receive` reports how it ends.
        socket.on("error", (error) => resume(Effect.die(error))).on("data", (chunk) => received += chunk)
      }),
      ({ socket }) => Effect.sync(() => socket.destroy())
    )

  const head = (...lines: ReadonlyArray<string>) =>
    [
      "POST /api/v1/users HTTP/1.1",
      "host: localhost",
      ...Object.entries(headers).map(([a, b]) => `${a}: ${b}`),
      ...lines
    ]
      .join("\r\n") + "\r\n\r\n"

  it.live("answers before a declared body arrives, and discards the body", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { receive, received, socket } = yield* open(url)
      socket.write(head(`content-length: ${maxBodySize * 2}`))
      yield* receive("larger than")
      assert.match(received(), /^HTTP\/1\.1 400 /)
      // The connection stays usable after the rest of the body.
      socket.write("x".repeat(maxBodySize * 2) + "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n")
      yield* receive("\"ok\"")
    }).pipe(Effect.provide(layer)))

  it.live("answers a slow body in chunks when it reaches the limit", () =>
    Effect.gen(function*() {
      const { url } = yield* serve()
      const { receive, received, write } = yield* open(url)
      const chunk = `${(maxBodySize / 2).toString(16)}\r\n${"x".repeat(maxBodySize / 2)}\r\n`
      yield* write(head("transfer-encoding: chunked") + chunk + chunk)
      // Gives the server several turns to read the chunks.
      for (const _ of [1, 2]) assert.strictEqual(yield* countUsers(fetch, url), 0)
      assert.strictEqual(received(), "")
      yield* write("1\r\nx\r\n")
      yield* receive("larger than")
      assert.match(received(), /^HTTP\/1\.1 400 /)
      assert.strictEqual(yield* countUsers(fetch, url), 0)
    }).pipe(Effect.provide(layer)))
})

describe("metadata of 12 MB", () => {
  const serverMetadata = "x".repeat(12_000_000)

  it.effect("fails with BodyParsingError since 2026", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(Users.create({ serverMetadata }))
      assert.strictEqual(error._tag, "BodyParsingError")
      assert.lengthOf((yield* Users.list()).items, 0)
      const user = yield* Users.create()
      assert.strictEqual((yield* Effect.flip(Users.update(user.id, { serverMetadata })))._tag, "BodyParsingError")
      const team = yield* Effect.flip(Teams.create({ displayName: "One", serverMetadata }))
      assert.strictEqual(team._tag, "BodyParsingError")
    }).pipe(Effect.provide(layerAdmin())))

  it.effect("is stored by a service of 2025, and a larger body than 16 MB is refused with 413", () =>
    Effect.gen(function*() {
      const user = yield* Users.create({ serverMetadata })
      assert.strictEqual(user.serverMetadata, serverMetadata)
      const error = yield* Effect.flip(Users.create({ serverMetadata: "x".repeat(maxBodySize) }))
      assert(error._tag === "ApiError" && error.reason._tag === "RequestRefused")
      assert.strictEqual(error.reason.status, 413)
    }).pipe(Effect.provide(layerAdmin({ generation: "2025" }))))
})
