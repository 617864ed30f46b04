// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Flow } from "../../../react/components/Flow.tsx"
import { loadSignInForm } from "../../../react/components/loadSignInPages.ts"
import { signIn } from "../../../src/pages/SignIn.ts"
import { layer, origin, visit } from "../../pages/support.ts"
import { heading, hold, mount, press } from "./support.tsx"

describe("a page's component", () => {
  it.effect("loads while the page opens", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/pricing`)
      const project = yield* hold("/projects/current")
      let loads = 0
      const load = () => {
        loads++
        return loadSignInForm()
      }
      yield* Effect.gen(function*() {
        yield* mount(<Flow open={signIn} own="signIn" pages={{}} loadForms={load} />)
        yield* project.sent
        assert.isAbove(loads, 0)
        yield* project.release
        yield* heading(/^Sign in to/)
      }).pipe(project.during)
    }).pipe(Effect.scoped, Effect.provide(layer())))

  it.effect("loads again after it could not be loaded", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/pricing`)
      let isOffline = true
      const load = () => isOffline ? Promise.reject(new Error("offline")) : loadSignInForm()
      const { presented } = yield* mount(<Flow open={signIn} own="signIn" pages={{}} loadForms={load} />)
      yield* heading("We couldn't open this page")
      isOffline = false
      yield* press("Try again")
      yield* heading(/^Sign in to/)
      assert.deepStrictEqual(presented, [])
    }).pipe(Effect.scoped, Effect.provide(layer())))
})
