/** What a server does by itself: no page is here, and nothing is taken over. */
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
import { act, isReact18, makeWorld, reactTests, type World } from "./support.tsx"

reactTests()

const runtimeOf = (world: World, layer = world.layer()) =>
  ManagedRuntime.make(Cache.layer().pipe(Layer.provideMerge(layer)))

/** Renders a page for a request, and tells what was sent, in the order in which it was. */
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
  it("runs on the React that it is told to", () => {
    assert.isTrue(version.startsWith(process.env["REACT_OF_TESTS"] ?? "19."), version)
  })

  it("sends what there is at once, and the rest when it has come, with one request for each", async () => {
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
    // React 19 holds a part back for a moment, in case that more comes.
    if (isReact18) assert.include(chunks[0], "user?")
    assert.lengthOf(html.match(/<b>ada@example.com<\/b>/g) ?? [], 2)
    assert.include(html, "0<!-- --> teams")
    assert.deepStrictEqual(errors, [])
    assert.deepStrictEqual(world.requests.toSorted(), ["GET /teams", "GET /users/me"])
  })

  it("shows nobody's data to another request: each has a runtime of its own, and a layer is refused", async () => {
    const world = makeWorld()
    const layer = world.layer()
    assert.throws(
      () =>
        renderToString(
          <AuthProvider layer={layer}>
            <State />
          </AuthProvider>
        ),
      "On a server, AuthProvider needs a runtime for each request"
    )
  })

  it("tells Next, which has no runtime for its client components, to leave them to the browser", async () => {
    const world = makeWorld()
    try {
      renderToString(<AuthProvider layer={world.layer()} />)
      assert.fail("a layer was taken")
    } catch (error) {
      assert.include(error, { digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING", reason: "AuthProvider with a layer" })
    }
  })

  it("sends somebody who is not signed in to the sign-in page, and sends nothing of the page", async () => {
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

  it("lets the redirect of Next through as it is", async () => {
    const world = makeWorld()
    const word = Object.assign(new Error("NEXT_REDIRECT"), { digest: "NEXT_REDIRECT;replace;/handler/sign-in;307;" })
    const redirect = () => {
      throw word
    }
    const { errors } = await stream(world, <User or="redirect" />, world.layer({ nextjs: { redirect } }))
    assert.strictEqual(errors[0], word)
  })

  it("signs no anonymous user up, and leaves that to the browser", async () => {
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

  it("renders what a test says", () => {
    const html = renderToString(
      <TestAuthProvider user={{ primaryEmail: "ada@example.com" }}>
        <User />
        <State />
      </TestAuthProvider>
    )
    assert.strictEqual(html, "<b>ada@example.com</b><u>Ready</u>")
  })
})
