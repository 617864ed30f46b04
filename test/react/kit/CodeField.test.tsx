// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import type { ReactNode } from "react"
import { CodeField } from "../../../react/kit/CodeField.tsx"
import { Form, type FormValues } from "../../../react/kit/Form.tsx"
import { useTask } from "../../../react/kit/useStep.ts"
import { VerificationCodeNotFound } from "../../../src/wire/KnownErrors.ts"
import { layer } from "../../pages/support.ts"
import { alert, enter, faults, field, focused, mount, settle, type, until } from "../pages/support.tsx"

/** A form that accepts no code. */
const Codes = ({ hasLetters, sent }: { readonly sent: Array<string>; readonly hasLetters?: boolean }): ReactNode => {
  const step = useTask((values: FormValues) => {
    sent.push(values.text("code"))
    return Effect.fail(new VerificationCodeNotFound({ message: "Refused", details: {} }))
  })
  return (
    <main>
      <Form name="code" step={step} submit="Send" fieldOf={() => "code"}>
        <CodeField hasLetters={hasLetters === true} describedBy="hint" />
      </Form>
      <p id="hint">Six characters</p>
    </main>
  )
}

const show = (sent: Array<string>, hasLetters?: boolean) =>
  Effect.tap(
    mount(<Codes sent={sent} {...hasLetters !== undefined && { hasLetters }} />),
    ({ container }) => Effect.andThen(until(() => container.querySelector("input") !== null), settle)
  )

describe("CodeField", () => {
  for (
    const typed of ["123456", "123 456", " 123-456\n", "１２３４５６", "١٢٣٤٥٦", "۱۲۳۴۵۶", "Code: 123456", "1234567"]
  ) {
    it.effect(`sends 123456 for ${JSON.stringify(typed)}, without a click`, () =>
      Effect.gen(function*() {
        const sent: Array<string> = []
        yield* show(sent)
        yield* type("Code", typed)
        assert.deepStrictEqual(sent, ["123456"])
        assert.strictEqual(field("Code").value, "123456")
      }).pipe(Effect.provide(layer())))
  }

  it.effect("sends letters in upper case, if the code has letters", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* show(sent, true)
      for (const typed of ["abc-12d", "", "ＡＢ１２ｃｄ"]) yield* type("Code", typed)
      assert.deepStrictEqual(sent, ["ABC12D", "AB12CD"])
    }).pipe(Effect.provide(layer())))

  it.effect("sends nothing until the code is complete", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* show(sent)
      for (const typed of ["1", "12345", "12 34 5"]) yield* type("Code", typed)
      assert.deepStrictEqual(sent, [])
      yield* type("Code", "123456")
      assert.deepStrictEqual(sent, ["123456"])
    }).pipe(Effect.provide(layer())))

  it.effect("selects a refused code, and sends the next one, but the same one only by Enter", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* show(sent)
      yield* type("Code", "000000")
      assert.strictEqual(yield* alert, "Wrong code. Try again.")
      yield* until(() => focused() === field("Code"))
      assert.deepStrictEqual([field("Code").selectionStart, field("Code").selectionEnd], [0, 6])
      yield* settle
      yield* type("Code", "0000000")
      assert.deepStrictEqual(sent, ["000000"])
      yield* enter("Code")
      yield* type("Code", "1")
      yield* type("Code", "111111")
      assert.deepStrictEqual(sent, ["000000", "000000", "111111"])
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("highlights the box of the next character, and the first one of a refused code", () =>
    Effect.gen(function*() {
      yield* show([])
      const highlighted = () =>
        Array.from(
          document.querySelectorAll("[data-latchkey=code-boxes] > *"),
          (box) => box.hasAttribute("data-active")
        )
          .flatMap((isActive, index) => isActive ? [index] : [])
      assert.deepStrictEqual(highlighted(), [0])
      yield* type("Code", "12")
      assert.deepStrictEqual(highlighted(), [2])
      yield* type("Code", "12345")
      assert.deepStrictEqual(highlighted(), [5])
      yield* type("Code", "123456")
      yield* alert
      yield* settle
      assert.deepStrictEqual(highlighted(), [0])
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the text of an input method until it is composed", () =>
    Effect.gen(function*() {
      const sent: Array<string> = []
      yield* show(sent)
      const input = field("Code")
      yield* Effect.promise(async () =>
        void fireEvent.input(input, { target: { value: "１２３４５６" }, isComposing: true })
      )
      assert.strictEqual(input.value, "１２３４５６")
      assert.deepStrictEqual(sent, [])
      yield* Effect.promise(async () => void fireEvent.compositionEnd(input))
      assert.strictEqual(input.value, "123456")
      assert.deepStrictEqual(sent, ["123456"])
    }).pipe(Effect.provide(layer())))

  it.effect("keeps the caret while it removes characters", () =>
    Effect.gen(function*() {
      yield* show([])
      const input = field("Code")
      yield* type("Code", "1245")
      yield* Effect.promise(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "12-45")
        input.setSelectionRange(3, 3)
        fireEvent(input, new InputEvent("input", { bubbles: true }))
      })
      assert.deepStrictEqual([input.value, input.selectionStart], ["1245", 2])
    }).pipe(Effect.provide(layer())))
})
