// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import type { AuthClient } from "latchkey/promise"
import { StrictMode, useSyncExternalStore } from "react"
import { renderToString } from "react-dom/server"
import { act, makeRoot, reactTests } from "../react/support.tsx"
import { ada, startService } from "./support.ts"

reactTests()

const Session = ({ auth }: { readonly auth: AuthClient }) => {
  const { get, subscribe } = auth.session
  return <p>{useSyncExternalStore(subscribe, get, get).status}</p>
}

describe("session as an external store of React", () => {
  it("renders each state, in strict mode too, and unsubscribes", async () => {
    await using service = await startService()
    const auth = service.client({ appUrl: undefined, tokens: "memory" })
    const { render, text, unmount } = makeRoot()
    await render(
      <StrictMode>
        <Session auth={auth} />
      </StrictMode>
    )
    assert.strictEqual(text(), "signed-out")
    await act(async () => void await auth.signUp.password(ada).orThrow())
    assert.strictEqual(text(), "signed-in")
    await act(async () => void await auth.signOut().orThrow())
    assert.strictEqual(text(), "signed-out")
    await unmount()
  })

  it("is rendered on a server", async () => {
    await using service = await startService()
    const auth = service.client({ appUrl: undefined, tokens: "memory" })
    assert.strictEqual(renderToString(<Session auth={auth} />), "<p>signed-out</p>")
  })
})
