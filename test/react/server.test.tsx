/** Server rendering alone, without a page or hydration. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Cache } from "latchkey"
import { AuthProvider, TestAuthProvider, useTeams, useUser, useUserState } from "latchkey/react"
import { Writable } from "node:stream"
import { type ReactNode, Suspense, version } from "react"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import { Host } from "../support/page.ts"
import { act, isReact18, makeWorld, reactTests, settle, type World } from "./support.tsx"

reactTests()

const runtimeOf = (world: World, layer = world.layer()) =>
  ManagedRuntime.make(Cache.layer().pipe(Layer.provideMerge(layer)))

/** Renders a page for a request, and returns the chunks and requests in order. */
const stream = async (world: World, children: ReactNode, layer = world.layer()) => {
  const runtime = runtimeOf(world, layer)
  const chunks: Array<string> = []
  const errors: Array<unknown> = []
  const progress = { isOver: false, turn: 0, shellAt: -1 }
  const end = () => {
    progress.isOver = true
  }
  const { pipe } = renderToPipeableStream(<AuthProvider runtime={runtime}>{children}</AuthProvider>, {
    onShellReady: () => {
      progress.shellAt = progress.turn
      pipe(
        new Writable({
          write: (chunk, _, done) => {
            chunks.push(String(chunk))
            done()
          },
          final: (done) => {
            end()
            done()
          }
        })
      )
    },
    onShellError: end,
    onError: (error) => void errors.push(error)
  })
  for (; progress.turn < 20 && !progress.isOver; progress.turn++) {
    await act(() => new Promise((resolve) => setImmediate(resolve)))
    await world.advance(100)
  }
  assert.isTrue(progress.isOver)
  await runtime.dispose()
  return { html: chunks.join(""), chunks, errors, shellAt: progress.shellAt }
}

const User = ({ or }: { readonly or?: "throw" | "anonymous" | "redirect" }) => (
  <b>{or === undefined ? useUser()?.primaryEmail : useUser({ or }).primaryEmail}</b>
)
const Secret = () => <b>the secret of {useUser({ or: "redirect" }).primaryEmail}</b>
const Count = () => <i>{useTeams().length} teams</i>
const State = () => <u>{useUserState()._tag}</u>

describe("a server", () => {
  it("uses the configured React version", () => {
    assert.isTrue(version.startsWith(process.env["REACT_OF_TESTS"] ?? "19."), version)
  })

  it("sends available content immediately, and the rest when it arrives, with one request each", async () => {
    const world = makeWorld()
    await world.signedIn()
    world.service.delayMillis = 1000
    const { chunks, errors, html, shellAt } = await stream(
      world,
      <>
        <State />
        <Suspense fallback="user?">
          <User />
          <User />
        </Suspense>
        <Suspense fallback="teams?">
          <Count />
        </Suspense>
      </>
    )
    assert.strictEqual(shellAt, 0)
    assert.include(chunks[0], "<u>Pending</u>")
    // React 19 delays a part for a moment in case more arrives.
    if (isReact18) assert.include(chunks[0], "user?")
    assert.lengthOf(html.match(/<b>ada@example.com<\/b>/g) ?? [], 2)
    assert.include(html, "0<!-- --> teams")
    assert.deepStrictEqual(errors, [])
    assert.deepStrictEqual(world.requests.toSorted(), ["GET /teams", "GET /users/me"])
  })

  it("a server redirects a signed-out visitor to sign-in without sending the page", async () => {
    const world = makeWorld()
    const { errors, html } = await stream(
      world,
      <Suspense fallback="user?">
        <Secret />
      </Suspense>
    )
    assert.notInclude(html, "secret")
    assert.deepStrictEqual(errors.map((error) => (error as { readonly _tag: string })._tag), ["UserNotSignedIn"])
    assert.deepStrictEqual(
      (await world.run(Effect.map(Host, ({ visits }) => visits))).map(({ url }) => url),
      ["/handler/sign-in?after_auth_return_to=%2Fnotes%2F7"]
    )
  })

  it("redirects once if several components of the page need a user", async () => {
    const world = makeWorld()
    const { errors } = await stream(
      world,
      [1, 2, 3].map((key) => (
        <Suspense key={key} fallback="user?">
          <Secret />
        </Suspense>
      ))
    )
    assert.strictEqual(errors.length, 3)
    await settle()
    await world.advance(1000)
    assert.lengthOf(await world.run(Effect.map(Host, ({ visits }) => visits)), 1)
  })

  it("passes Next.js redirects through unchanged", async () => {
    const world = makeWorld()
    const word = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;replace;/handler/sign-in;307;" })
    const redirect = () => {
      throw word
    }
    const { errors } = await stream(world, <User or="redirect" />, world.layer({ nextjs: { redirect } }))
    assert.strictEqual(errors[0], word)
  })

  it("a server leaves anonymous sign-ups to the browser", async () => {
    const world = makeWorld()
    const { errors, html } = await stream(
      world,
      <Suspense fallback="user?">
        <User or="anonymous" />
      </Suspense>
    )
    assert.include(html, "user?")
    assert.match(String(errors[0]), /signed up in browsers/)
    assert.deepStrictEqual(world.requests, [])
  })

  it("renders the state provided by a test", () => {
    const html = renderToString(
      <TestAuthProvider user={{ primaryEmail: "ada@example.com" }}>
        <User />
        <State />
      </TestAuthProvider>
    )
    assert.strictEqual(html, "<b>ada@example.com</b><u>Ready</u>")
  })
})
