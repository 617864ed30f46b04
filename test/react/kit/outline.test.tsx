// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TabStorage } from "latchkey"
import { SignIn } from "latchkey/react"
import { ar } from "latchkey/react/texts/ar"
import { type Outline, outlineOf, print, usualOutline } from "../../../react/kit/outline.ts"
import { TextsContext } from "../../../react/texts/useTexts.ts"
import { layer, origin, pageOf, visit } from "../../pages/support.ts"
import { hold, mount, until } from "../pages/support.tsx"

const outline: Outline = { height: 514, boxes: [[0, 24, 20, 60], [78, 36, 0, 24], [1024, 16, 36, 64]] }

const store = (page: string, text: string) =>
  Effect.flatMap(TabStorage.DeviceStorage, (storage) => storage.set(`latchkey-outline-${page}`, text))

/** The start and width of each box, as drawn. */
const drawn = (container: HTMLElement) =>
  [...container.querySelectorAll("rect")].map((rect) => [rect.getAttribute("x"), rect.getAttribute("width")])

describe("a page's outline", () => {
  it.effect("is the stored one of the page at the URL", () =>
    Effect.gen(function*() {
      yield* visit(pageOf("sign-in"))
      yield* store("signIn", print(outline))
      assert.deepStrictEqual(yield* outlineOf(undefined), outline)
      assert.deepStrictEqual(yield* outlineOf("signUp"), usualOutline("signUp"))
      yield* visit(pageOf("forgot-password"))
      assert.deepStrictEqual(yield* outlineOf(undefined), usualOutline("forgotPassword"))
      yield* visit(`${origin}/pricing`)
      assert.deepStrictEqual(yield* outlineOf(undefined), usualOutline(undefined))
      assert.deepStrictEqual(yield* outlineOf("signIn"), outline)
    }).pipe(Effect.provide(layer())))

  for (
    const text of [
      "",
      "514",
      "514 1,2,3",
      "514 1,2,3,4,5",
      "-1 1,2,3,4",
      "51400 1,2,3,4",
      "514 1,2,3,1000",
      "514 1,2,3,NaN",
      `514${" 1,2,3,4".repeat(41)}`,
      "{}"
    ]
  ) {
    it.effect(`is the usual one if ${JSON.stringify(text.slice(0, 20))} is stored`, () =>
      Effect.gen(function*() {
        yield* store("signIn", text)
        assert.deepStrictEqual(yield* outlineOf("signIn"), usualOutline("signIn"))
      }).pipe(Effect.provide(layer())))
  }

  it.effect("is drawn while a page opens, mirrored in Arabic", () =>
    Effect.gen(function*() {
      yield* visit(`${origin}/pricing`)
      yield* store("signIn", print(outline))
      const project = yield* hold("/projects/current")
      yield* Effect.gen(function*() {
        const { container, render } = yield* mount(<SignIn />)
        yield* project.sent
        assert.strictEqual(container.querySelector("svg")?.getAttribute("height"), "514")
        assert.deepStrictEqual(drawn(container), [["20%", "60%"], ["0%", "24%"], ["36%", "64%"]])
        render(
          <TextsContext.Provider value={ar}>
            <SignIn />
          </TextsContext.Provider>
        )
        yield* until(() => container.querySelector("section")?.dir === "rtl")
        assert.deepStrictEqual(drawn(container), [["20%", "60%"], ["76%", "24%"], ["0%", "64%"]])
      }).pipe(project.during)
    }).pipe(Effect.scoped, Effect.provide(layer())))
})
