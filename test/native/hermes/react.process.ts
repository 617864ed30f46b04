// @vitest-environment jsdom
import * as ManagedRuntime from "effect/ManagedRuntime"
import { Emulator } from "latchkey/emulator"
import * as React from "react"
import * as ReactJsxRuntime from "react/jsx-runtime"
import { assert, describe, it } from "vitest"
import { act, atEnd, makeRoot, reactTests } from "../../react/support.tsx"
import { layerEmulator } from "../support.ts"
import { build } from "./build.ts"
import { makeNative } from "./native.ts"
import type * as ReactApp from "./reactApp.tsx"
import { makeRealm } from "./realm.ts"

reactTests()

const { projectId, publishableClientKey } = Emulator.clientOptions

/** Renders until the text appears. If it does not, the test times out. */
const waitFor = async (element: Element, text: string): Promise<void> => {
  while (!element.textContent!.includes(text)) await act(() => new Promise((resolve) => setTimeout(resolve, 1)))
}

describe("latchkey/react in a realm without DOM, rendered by React DOM in another realm", () => {
  it("provides the user, the gates, the resources and the actions", async () => {
    const runtime = ManagedRuntime.make(layerEmulator())
    atEnd(() => runtime.dispose())
    const realm = makeRealm(await runtime.runPromise(makeNative()))
    Object.assign(realm.global, { React, ReactJsxRuntime })
    realm.run(await build("reactApp.tsx"))
    assert.isFalse(realm.run("'document' in globalThis"))
    // Sound: the script assigns its exports to this variable.
    const App = (realm.run("program") as typeof ReactApp).makeApp(projectId, publishableClientKey)

    const { container: element, render } = makeRoot()
    await render(React.createElement(App))
    await waitFor(element, "Sign up")
    assert.include(element.textContent, "Ready, online")
    await act(() => element.querySelector("button")!.click())
    await waitFor(element, "ada@example.com, 0 teams, Ready")
    await act(() => element.querySelector("button")!.click())
    await waitFor(element, "Sign up")
  })

  it("latchkey/react contains no import of React DOM", async () => {
    assert.notMatch(await build("reactApp.tsx"), /react-dom/)
  })
})
