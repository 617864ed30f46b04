// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import { type ReactNode, useState } from "react"
import { findTyped, type Typed } from "../../../react/kit/findTyped.ts"
import { Menu, MenuItem } from "../../../react/kit/Menu.tsx"
import { OptionList } from "../../../react/kit/OptionList.tsx"
import { useTask } from "../../../react/kit/useStep.ts"
import { EmailPasswordMismatch } from "../../../src/wire/KnownErrors.ts"
import { layer } from "../../pages/support.ts"
import { button, faults, focused, mount, press, settle, until } from "../pages/support.tsx"

/** Renders an element, and waits until it is shown. */
const show = (element: ReactNode) =>
  Effect.tap(
    mount(<main>{element}</main>),
    ({ container }) => Effect.andThen(until(() => container.querySelector("main") !== null), settle)
  )

const keydown = (key: string, options: object = {}) =>
  Effect.andThen(Effect.promise(async () => fireEvent.keyDown(focused()!, { key, ...options })), settle)

const Animals = (): ReactNode => (
  <Menu name="animals" label="Animals" trigger="Open">
    {() =>
      ["Bear", "Élan", "Beaver", "Cat"].map((name) => (
        <MenuItem key={name} name={name} icon={<span aria-hidden="true">X</span>} onSelect={() => {}}>{name}</MenuItem>
      ))}
  </Menu>
)

/** A menu whose action fails in each run. */
const Failing = (): ReactNode => {
  const step = useTask(() => Effect.fail(new EmailPasswordMismatch({ message: "Refused", details: {} })))
  return (
    <Menu name="failing" label="Actions" trigger="Open" status={step}>
      {(andClose) => <MenuItem name="fail" onSelect={andClose(step.run)}>Fail</MenuItem>}
    </Menu>
  )
}

const alerts = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent)

const fail = Effect.andThen(
  press("Actions"),
  Effect.promise(async () => fireEvent.click(screen.getByRole("menuitem", { name: "Fail" })))
)

const message = ["Wrong email or password."]

describe("Menu", () => {
  it.effect("Arrow up on the button opens the menu at its last item", () =>
    Effect.gen(function*() {
      yield* show(<Animals />)
      button("Animals").focus()
      yield* keydown("ArrowUp")
      assert.strictEqual(focused()!.textContent, "XCat")
    }).pipe(Effect.provide(layer())))

  it.effect("typed letters move the focus to the next item that starts with them, without accents", () =>
    Effect.gen(function*() {
      yield* show(<Animals />)
      yield* press("Animals")
      yield* keydown("c", { ctrlKey: true })
      assert.strictEqual(focused()!.textContent, "XBear")
      for (const [key, name] of [["e", "Élan"], ["x", "Élan"]] as const) {
        yield* keydown(key)
        assert.strictEqual(focused()!.textContent, `X${name}`, key)
      }
    }).pipe(Effect.provide(layer())))

  it.effect("an action's error is shown below the button until the user closes it or opens the menu", () =>
    Effect.gen(function*() {
      yield* show(<Failing />)
      yield* fail
      yield* until(() => alerts().length > 0)
      assert.deepStrictEqual(alerts(), message)
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Close")
      assert.deepStrictEqual(alerts(), [])
      assert.strictEqual(focused(), button("Actions"))
      yield* fail
      yield* until(() => alerts().length > 0)
      yield* press("Actions")
      assert.deepStrictEqual(alerts(), [])
      yield* keydown("Escape")
      assert.deepStrictEqual(alerts(), [])
    }).pipe(Effect.provide(layer())))

  it.effect("Escape on the error's close button closes the error", () =>
    Effect.gen(function*() {
      yield* show(<Failing />)
      yield* fail
      yield* until(() => alerts().length > 0)
      button("Close").focus()
      yield* keydown("Escape")
      assert.deepStrictEqual(alerts(), [])
      assert.strictEqual(focused(), button("Actions"))
    }).pipe(Effect.provide(layer())))

  it.effect("a failure without a text is shown as an unexpected error, and a busy button says so", () =>
    Effect.gen(function*() {
      yield* show(
        <Menu name="broken" label="Actions" trigger="Open" isBusy status={{ error: undefined, isBroken: true }}>
          {() => null}
        </Menu>
      )
      assert.deepStrictEqual(alerts(), ["Something went wrong. Try again."])
      assert.strictEqual(button("Actions").getAttribute("aria-busy"), "true")
    }).pipe(Effect.provide(layer())))
})

describe("findTyped", () => {
  const texts = ["Bear", "Élan", "Beaver", "Cat"]

  const type = (keys: string, current = -1, delay = 100): ReadonlyArray<number> => {
    let typed: Typed | undefined
    let index = current
    return Array.from(keys, (key, at) => {
      typed = findTyped(typed, key, at * delay, texts, index)
      if (typed.index !== -1) index = typed.index
      return typed.index
    })
  }

  it("finds the next item, and continues at the first one after the last one", () => {
    assert.deepStrictEqual(type("b"), [0])
    assert.deepStrictEqual(type("b", 0), [2])
    assert.deepStrictEqual(type("b", 3), [0])
    assert.deepStrictEqual(type("E"), [1])
    assert.deepStrictEqual(type("x"), [-1])
  })

  it("the same letter again finds the next item, and further letters narrow the search", () => {
    assert.deepStrictEqual(type("bbb"), [0, 2, 0])
    assert.deepStrictEqual(type("beav"), [0, 0, 0, 2])
  })

  it("starts a new word after a pause", () => {
    assert.deepStrictEqual(type("bc", -1, 1000), [0, 3])
    assert.deepStrictEqual(type("bc", -1, 500), [0, -1])
  })
})

const Colors = ({ chosen, search }: { readonly chosen: Array<string>; readonly search?: string }): ReactNode => {
  const [selected, setSelected] = useState("Green")
  return (
    <OptionList
      name="colors"
      label="Colors"
      search={search}
      notFound="No colors found"
      options={["Red", "Green", "Grey", "Vert Été"].map((text) => ({
        id: text,
        text,
        icon: undefined,
        isSelected: text === selected,
        onSelect: () => {
          setSelected(text)
          chosen.push(text)
        }
      }))}
    />
  )
}

const input = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Find" })

const search = (value: string) =>
  Effect.andThen(Effect.promise(async () => fireEvent.input(input(), { target: { value } })), settle)

const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent)

const active = () => document.getElementById(input().getAttribute("aria-activedescendant") ?? "")?.textContent

describe("OptionList", () => {
  it.effect("its search field finds options, and chooses with the arrow keys and Enter", () =>
    Effect.gen(function*() {
      const chosen: Array<string> = []
      yield* show(<Colors chosen={chosen} search="Find" />)
      input().focus()
      assert.strictEqual(active(), "Green")
      assert.deepStrictEqual(yield* faults, [])
      yield* search("gre")
      assert.deepStrictEqual(options(), ["Green", "Grey"])
      assert.strictEqual(active(), "Green")
      yield* keydown("ArrowDown")
      assert.strictEqual(active(), "Grey")
      yield* keydown("ArrowDown")
      assert.strictEqual(active(), "Green")
      yield* keydown("ArrowUp")
      yield* keydown("Enter", { isComposing: true })
      assert.deepStrictEqual(chosen, [])
      yield* keydown("Enter")
      assert.deepStrictEqual(chosen, ["Grey"])
      assert.strictEqual(focused(), input())
      yield* search("ete")
      assert.deepStrictEqual(options(), ["Vert Été"])
    }).pipe(Effect.provide(layer())))

  it.effect("says that a search has no results", () =>
    Effect.gen(function*() {
      yield* show(<Colors chosen={[]} search="Find" />)
      assert.strictEqual(screen.getByRole("status").textContent, "")
      yield* search("blue")
      assert.strictEqual(screen.getByRole("status").textContent, "No colors found")
      assert.strictEqual(input().getAttribute("aria-expanded"), "false")
      assert.deepStrictEqual(yield* faults, [])
      yield* keydown("Enter")
      yield* search("")
      assert.strictEqual(options().length, 4)
    }).pipe(Effect.provide(layer())))

  it.effect("without a search field, Tab reaches the selected option only, or the one that had the focus", () =>
    Effect.gen(function*() {
      yield* show(<Colors chosen={[]} />)
      const stops = () => screen.getAllByRole("option").filter(({ tabIndex }) => tabIndex === 0)
      assert.deepStrictEqual(stops().map(({ textContent }) => textContent), ["Green"])
      yield* Effect.promise(async () => screen.getByRole("option", { name: "Red" }).focus())
      assert.deepStrictEqual(stops().map(({ textContent }) => textContent), ["Red"])
      assert.isNull(screen.queryByRole("combobox"))
    }).pipe(Effect.provide(layer())))
})
