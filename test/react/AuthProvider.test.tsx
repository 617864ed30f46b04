// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { AuthProvider, useUser, useUserState } from "latchkey/react"
import { StrictMode, Suspense } from "react"
import { makeRoot, makeWorld, reactTests, settle } from "./support.tsx"

reactTests()

const Name = () => <b>{useUser()?.primaryEmail ?? "nobody"}</b>
const NameState = () => {
  const state = useUserState()
  return <i>{state._tag === "Ready" ? state.value?.primaryEmail ?? "nobody" : state._tag}</i>
}

describe("AuthProvider", () => {
  it("makes one request for 200 mounts", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Suspense fallback="…">
            {Array.from({ length: 100 }, (_, key) => <Name key={key} />)}
            {Array.from({ length: 100 }, (_, key) => <NameState key={key} />)}
          </Suspense>
        </AuthProvider>
      </StrictMode>
    )
    await settle()
    assert.strictEqual(root.text(), "ada@example.com".repeat(200))
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
  })
})
