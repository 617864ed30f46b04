import { assert, describe, it } from "@effect/vitest"
import { Emulator } from "latchkey/emulator"
import { sendResponse } from "latchkey/node"
import { forRequest } from "latchkey/promise"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { ada, email, enableSecondFactor, startService } from "../promise/support.ts"

/** Serves a listener, and returns its origin. */
const serve = async (listener: RequestListener) => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

/** Returns the `Cookie` header of the next request. */
const cookieOf = (response: Response): string =>
  response.headers.getSetCookie().map((line) => line.split(";")[0]!).filter((pair) => !pair.endsWith("=")).join("; ")

describe("sendResponse", () => {
  it("sends the status, the headers, all cookies and the bytes of the body", async () => {
    const bytes = new Uint8Array([0, 255, 10, 128])
    await using server = await serve((_request, response) => {
      response.setHeader("set-cookie", "theme=dark")
      response.setHeader("cache-control", "max-age=60")
      const headers = new Headers({ "cache-control": "no-store", "x-own": "value" })
      for (const line of ["a=1; Path=/", "b=2, 3; Path=/"]) headers.append("set-cookie", line)
      void sendResponse(new Response(bytes, { status: 418, headers }), response)
    })
    const response = await fetch(server.origin)
    assert.strictEqual(response.status, 418)
    assert.deepStrictEqual(response.headers.getSetCookie(), ["theme=dark", "a=1; Path=/", "b=2, 3; Path=/"])
    assert.strictEqual(response.headers.get("cache-control"), "no-store")
    assert.strictEqual(response.headers.get("x-own"), "value")
    assert.deepStrictEqual(new Uint8Array(await response.arrayBuffer()), bytes)
  })

  it("sends a response without a body and without cookies", async () => {
    await using server = await serve((_request, response) =>
      void sendResponse(new Response(null, { status: 204 }), response)
    )
    const response = await fetch(server.origin)
    assert.deepStrictEqual([response.status, await response.text(), response.headers.getSetCookie()], [204, "", []])
  })

  it("sends a fetched response, whose body is decoded, without its encoding", async () => {
    const text = "text ".repeat(100)
    await using source = await serve((_request, response) => {
      response.setHeader("content-encoding", "gzip")
      response.end(gzipSync(text))
    })
    await using server = await serve(async (_request, response) => sendResponse(await fetch(source.origin), response))
    assert.strictEqual(await (await fetch(server.origin)).text(), text)
  })

  it("rejects and sends nothing if the body has been read", async () => {
    const outcomes: Array<unknown> = []
    await using server = await serve(async (_request, response) => {
      const read = new Response("text")
      await read.text()
      await sendResponse(read, response).catch((error) => outcomes.push(error))
      outcomes.push(response.headersSent)
      response.end("own")
    })
    assert.strictEqual(await (await fetch(server.origin)).text(), "own")
    assert.instanceOf(outcomes[0], TypeError)
    assert.isFalse(outcomes[1])
  })

  it("signs in over HTTP with a second factor in the next request", async () => {
    await using service = await startService()
    const setup = service.client()
    await setup.signUp.password(ada).orThrow()
    const code = await enableSecondFactor(setup)
    await using server = await serve(async (request, response) => {
      await using auth = forRequest(request, { ...Emulator.clientOptions, fetch: service.fetch })
      const answer = async (): Promise<string | undefined> => {
        switch (request.url) {
          case "/sign-in":
            return (await auth.signIn.password(ada).orThrow()).status
          case "/code":
            return (await (await auth.signIn.pending().orThrow())?.verify(code()))?.data?.status
          default:
            return (await auth.getUser().orThrow())?.primaryEmail ?? undefined
        }
      }
      const text = await answer()
      await sendResponse(auth.respond(text), response)
    })
    const first = await fetch(`${server.origin}/sign-in`)
    assert.strictEqual(await first.text(), "second-factor")
    const second = await fetch(`${server.origin}/code`, { headers: { cookie: cookieOf(first) } })
    assert.strictEqual(await second.text(), "signed-in")
    const third = await fetch(`${server.origin}/me`, { headers: { cookie: cookieOf(second) } })
    assert.strictEqual(await third.text(), email)
  })
})
