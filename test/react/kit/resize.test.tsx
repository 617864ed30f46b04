// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { ForgotPassword } from "latchkey/react"
import { email, layer, origin, visit } from "../../pages/support.ts"
import { heading, mount, press, type } from "../pages/support.tsx"

const heights: Readonly<Record<string, number>> = { opening: 100, "forgot-password": 300, "reset-link-sent": 200 }

/** Gives cards a height, which jsdom does not compute, and records their animations. */
const watchHeights = (isReduced: boolean) =>
  Effect.gen(function*() {
    const animated: Array<ReadonlyArray<unknown>> = []
    const replace = (target: object, name: string, value: PropertyDescriptor) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const before = Object.getOwnPropertyDescriptor(target, name)
          Object.defineProperty(target, name, { configurable: true, ...value })
          return before
        }),
        (before) =>
          Effect.sync(() => {
            if (before === undefined) Reflect.deleteProperty(target, name)
            else Object.defineProperty(target, name, before)
          })
      )
    yield* replace(HTMLElement.prototype, "offsetHeight", {
      get(this: HTMLElement) {
        assert.isTrue(this.isConnected)
        return heights[this.dataset["latchkey"]?.split(" ").at(-1) ?? ""] ?? 0
      }
    })
    yield* replace(HTMLElement.prototype, "animate", {
      value: (frames: ReadonlyArray<Keyframe>) => {
        animated.push(frames.map(({ height }) => height))
      }
    })
    yield* replace(globalThis, "matchMedia", { value: () => ({ matches: isReduced }) })
    return animated
  })

const open = (isReduced: boolean) =>
  Effect.gen(function*() {
    const animated = yield* watchHeights(isReduced)
    yield* visit(`${origin}/forgot`)
    yield* mount(<ForgotPassword />)
    yield* heading("Forgot your password?")
    yield* type("Email", email)
    yield* press("Send reset link")
    yield* heading("Check your email")
    return animated
  })

describe("a page's height", () => {
  it.effect("moves from the previous page's to its own", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* open(false), [["100px", "300px"], ["300px", "200px"]])
    }).pipe(Effect.scoped, Effect.provide(layer())))

  it.effect("does not move for users who reduce motion", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* open(true), [])
    }).pipe(Effect.scoped, Effect.provide(layer())))
})
