// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, within } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { type ReactNode, useState } from "react"
import { Alert } from "../../../react/kit/Alert.tsx"
import { Avatar, initialsOf } from "../../../react/kit/Avatar.tsx"
import { Button } from "../../../react/kit/Button.tsx"
import { CopyField } from "../../../react/kit/CopyField.tsx"
import { ConfirmDialog, Dialog } from "../../../react/kit/Dialog.tsx"
import { EmailField, Field } from "../../../react/kit/Field.tsx"
import { Form, type FormValues } from "../../../react/kit/Form.tsx"
import { Menu, MenuItem } from "../../../react/kit/Menu.tsx"
import { NewPasswordField } from "../../../react/kit/NewPasswordField.tsx"
import { useCountdown } from "../../../react/kit/useCountdown.ts"
import { useTask } from "../../../react/kit/useStep.ts"
import { EmailPasswordMismatch } from "../../../src/wire/KnownErrors.ts"
import { layer } from "../../pages/support.ts"
import { alert, button, faults, field, focused, mount, press, settle, text, type, until } from "../pages/support.tsx"

const part = (name: string): HTMLElement => document.querySelector<HTMLElement>(`[data-latchkey~="${name}"]`)!

/** Renders an element, and waits until it is shown. */
const show = (element: ReactNode) =>
  Effect.tap(
    mount(<main>{element}</main>),
    ({ container }) => Effect.andThen(until(() => container.querySelector("main") !== null), settle)
  )

const keydown = (key: string) => Effect.promise(async () => fireEvent.keyDown(focused()!, { key }))

describe("Button", () => {
  it.effect("ignores clicks while it is busy, and keeps its label and the focus", () =>
    Effect.gen(function*() {
      let clicks = 0
      const app = yield* show(<Button name="save" onClick={() => clicks++}>Save</Button>)
      yield* press("Save")
      assert.strictEqual(clicks, 1)
      button("Save").focus()
      app.render(
        <main>
          <Button name="save" isBusy onClick={() => clicks++}>Save</Button>
        </main>
      )
      yield* until(() => button("Save").getAttribute("aria-busy") === "true")
      yield* press("Save")
      assert.strictEqual(clicks, 1)
      assert.strictEqual(focused(), button("Save"))
      assert.strictEqual(button("Save").dataset["latchkey"], "button save")
    }).pipe(Effect.provide(layer())))
})

/** A form whose step fails for the value `bad`. */
const Emails = ({ submitted }: { readonly submitted: Array<string> }): ReactNode => {
  const step = useTask((values: FormValues) => {
    submitted.push(values.text("email"))
    return values.text("email").startsWith("bad")
      ? Effect.fail(new EmailPasswordMismatch({ message: "Refused", details: {} }))
      : Effect.void
  })
  return (
    <Form name="emails" step={step} submit="Send" fieldOf={() => "email"} successText="Sent.">
      <EmailField />
      <Field name="note" type="text" label="Note" required hint="Anything" />
    </Form>
  )
}

/** A form with a password. */
const Passwords = (): ReactNode => (
  <Form
    name="passwords"
    step={useTask(() => Effect.void)}
    submit="Sign up"
    successText="Signed up."
  >
    <EmailField />
    <NewPasswordField />
  </Form>
)

describe("Form", () => {
  it.effect("keeps a password after success, for password managers", () =>
    Effect.gen(function*() {
      yield* show(<Passwords />)
      yield* type("Email", "ada@example.com")
      yield* type("New password", "correct horse")
      yield* press("Sign up")
      yield* text("Signed up.")
      assert.strictEqual(field("Email").value, "ada@example.com")
      assert.strictEqual(field("New password").value, "correct horse")
    }).pipe(Effect.provide(layer())))

  it.effect("shows the message of an invalid field at the field, focuses it, and sends nothing", () =>
    Effect.gen(function*() {
      const submitted: Array<string> = []
      yield* show(<Emails submitted={submitted} />)
      yield* press("Send")
      assert.strictEqual(yield* alert, "Enter your email.")
      assert.strictEqual(focused(), field("Email"))
      assert.strictEqual(field("Email").getAttribute("aria-invalid"), "true")
      yield* type("Email", "no address")
      yield* press("Send")
      assert.strictEqual(yield* alert, "Enter a valid email address.")
      yield* type("Email", "ada@example.com")
      yield* press("Send")
      assert.strictEqual(yield* alert, "Fill in this field.")
      assert.strictEqual(focused(), field("Note"))
      assert.deepStrictEqual(submitted, [])
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))

  it.effect("focuses the field of an error again for each failed attempt, and announces a success", () =>
    Effect.gen(function*() {
      const submitted: Array<string> = []
      yield* show(<Emails submitted={submitted} />)
      yield* type("Email", "bad@example.com")
      yield* type("Note", "x")
      for (const attempt of [1, 2]) {
        button("Send").focus()
        yield* press("Send")
        yield* until(() => focused() === field("Email"))
        assert.lengthOf(submitted, attempt)
      }
      yield* type("Email", "ada@example.com")
      yield* press("Send")
      yield* text("Sent.")
      assert.strictEqual(screen.getByText("Sent.").role, "status")
      assert.isNull(screen.queryByRole("alert"))
      assert.strictEqual(field("Email").value, "")
    }).pipe(Effect.provide(layer())))
})

/** A form whose step never ends. */
const Endless = ({ submitted }: { readonly submitted: Array<string> }): ReactNode => {
  const step = useTask((values: FormValues) => {
    submitted.push(values.text("email"))
    return Effect.never
  })
  return (
    <Form name="endless" step={step} submit="Send">
      <EmailField />
    </Form>
  )
}

describe("a pending form", () => {
  it.effect("a pending form ignores a second submit by keyboard", () =>
    Effect.gen(function*() {
      const submitted: Array<string> = []
      yield* show(<Endless submitted={submitted} />)
      yield* type("Email", "ada@example.com")
      const { form } = field("Email")
      const submit = Effect.andThen(Effect.promise(async () => void fireEvent.submit(form!)), settle)
      yield* submit
      assert.strictEqual(form!.getAttribute("aria-busy"), "true")
      yield* type("Email", "grace@example.com")
      yield* submit
      assert.deepStrictEqual(submitted, ["ada@example.com"])
    }).pipe(Effect.provide(layer())))
})

const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
}

describe("useTask", () => {
  it.effect("drops the arguments after a success, because they may contain secrets", () =>
    Effect.gen(function*() {
      let argument: WeakRef<object> | undefined
      const make = () => {
        const secret = { password: "correct horse" }
        argument = new WeakRef(secret)
        return secret
      }
      const Save = (): ReactNode => {
        const { run, state } = useTask((_: object) => Effect.void)
        return <button onClick={() => run(make())}>{state._tag}</button>
      }
      yield* show(<Save />)
      yield* press("Idle")
      yield* until(() => screen.queryByText("Success") !== null)
      yield* settle
      for (let round = 0; round < 10 && argument!.deref() !== undefined; round++) {
        yield* settle
        collectGarbage()
      }
      assert.isTrue(argument!.deref() === undefined)
    }).pipe(Effect.provide(layer())))
})

describe("password fields", () => {
  it.effect("the button shows and hides the password, and keeps the value", () =>
    Effect.gen(function*() {
      yield* show(
        <form aria-label="Password">
          <NewPasswordField />
        </form>
      )
      yield* type("New password", "secret words")
      const [toggle] = screen.getAllByRole("button", { name: "Show password" })
      yield* Effect.promise(async () => fireEvent.click(toggle!))
      assert.strictEqual(field("New password").type, "text")
      assert.strictEqual(field("New password").value, "secret words")
      assert.strictEqual(field("New password").autocomplete, "new-password")
      yield* press("Hide password")
      assert.strictEqual(field("New password").type, "password")
    }).pipe(Effect.provide(layer())))
})

const Themes = ({ chosen }: { readonly chosen: Array<string> }): ReactNode => (
  <>
    <Menu name="themes" label="Theme" trigger="Open">
      {(andClose) =>
        ["Light", "Dark", "System"].map((theme) => (
          <MenuItem
            key={theme}
            name={theme.toLowerCase()}
            isChecked={theme === "Dark"}
            onSelect={andClose(() => chosen.push(theme))}
          >
            {theme}
          </MenuItem>
        ))}
    </Menu>
    <button>After</button>
  </>
)

describe("Menu", () => {
  it.effect("is operated by keyboard, and returns the focus to its button", () =>
    Effect.gen(function*() {
      const chosen: Array<string> = []
      yield* show(<Themes chosen={chosen} />)
      button("Theme").focus()
      yield* keydown("ArrowDown")
      assert.strictEqual(button("Theme").getAttribute("aria-expanded"), "true")
      assert.strictEqual(focused()!.textContent, "Light")
      for (
        const [key, name] of [["ArrowUp", "System"], ["ArrowDown", "Light"], ["End", "System"], [
          "Home",
          "Light"
        ]] as const
      ) {
        yield* keydown(key)
        assert.strictEqual(focused()!.textContent, name)
      }
      assert.strictEqual(screen.getByRole("menuitemradio", { name: "Dark" }).getAttribute("aria-checked"), "true")
      assert.deepStrictEqual(yield* faults, [])
      yield* Effect.promise(async () => fireEvent.click(focused()!))
      assert.deepStrictEqual(chosen, ["Light"])
      assert.isNull(screen.queryByRole("menu"))
      assert.strictEqual(focused(), button("Theme"))
    }).pipe(Effect.provide(layer())))

  it.effect("Menu: closes on Escape and on a click outside", () =>
    Effect.gen(function*() {
      yield* show(<Themes chosen={[]} />)
      yield* press("Theme")
      yield* keydown("Escape")
      assert.isNull(screen.queryByRole("menu"))
      assert.strictEqual(focused(), button("Theme"))
      yield* press("Theme")
      yield* Effect.promise(async () => fireEvent.pointerDown(part("dark")))
      assert.isNotNull(screen.queryByRole("menu"))
      yield* Effect.promise(async () => fireEvent.pointerDown(button("After")))
      // React does not know the priority of a native listener's update, and may render it in a later task.
      yield* until(() => screen.queryByRole("menu") === null)
    }).pipe(Effect.provide(layer())))

  it.effect("stays open when the window loses the focus, and closes when another element gets it", () =>
    Effect.gen(function*() {
      yield* show(<Themes chosen={[]} />)
      yield* press("Theme")
      yield* Effect.promise(async () => fireEvent.focusOut(focused()!, { relatedTarget: null }))
      yield* settle
      assert.isNotNull(screen.queryByRole("menu"))
      yield* Effect.promise(async () => fireEvent.focusOut(focused()!, { relatedTarget: button("After") }))
      yield* until(() => screen.queryByRole("menu") === null)
    }).pipe(Effect.provide(layer())))
})

const Removal = ({ removed }: { readonly removed: Array<string> }): ReactNode => {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useTask(() => Effect.sync(() => void removed.push("team")))
  return (
    <>
      <button onClick={() => setIsOpen(true)}>Open</button>
      {isOpen && (
        <ConfirmDialog
          name="delete-team"
          title="Delete Engines?"
          text="This can't be undone."
          typed="Engines"
          step={remove}
          submit="Delete team"
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

describe("ConfirmDialog", () => {
  it.effect("runs the action only after the name was typed, closes on success, and opens again later", () =>
    Effect.gen(function*() {
      const removed: Array<string> = []
      yield* show(<Removal removed={removed} />)
      for (const count of [1, 2]) {
        button("Open").focus()
        yield* press("Open")
        const dialog = screen.getByRole("dialog", { name: "Delete Engines?" })
        yield* type("Type “Engines” to confirm", "Engine")
        yield* press("Delete team")
        assert.strictEqual(within(dialog).getByRole("alert").textContent, "This doesn't match. Check your spelling.")
        assert.lengthOf(removed, count - 1)
        yield* type("Type “Engines” to confirm", " Engines ")
        yield* press("Delete team")
        yield* until(() => screen.queryByRole("dialog") === null)
        assert.lengthOf(removed, count)
        yield* until(() => focused() === button("Open"))
      }
    }).pipe(Effect.provide(layer())))

  it.effect("a dialog closes by its button, and not by a click inside", () =>
    Effect.gen(function*() {
      let closed = 0
      yield* show(
        <Dialog name="about" title="About" onClose={() => closed++}>
          <p>Text</p>
        </Dialog>
      )
      yield* Effect.promise(async () => fireEvent.click(screen.getByText("Text")))
      assert.strictEqual(closed, 0)
      yield* press("Close")
      assert.strictEqual(closed, 1)
      yield* Effect.promise(async () => fireEvent.click(part("dialog")))
      assert.strictEqual(closed, 2)
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.provide(layer())))
})

const Resend = (): ReactNode => {
  const [seconds, restart] = useCountdown(2)
  return <button onClick={() => restart(3)}>{seconds === 0 ? "Resend" : `Resend in ${seconds} s`}</button>
}

describe("useCountdown", () => {
  it.effect("counts down by the clock of the runtime, ends at zero, and starts again", () =>
    Effect.gen(function*() {
      yield* show(<Resend />)
      const shown: Array<string | null> = []
      const tick = Effect.andThen(TestClock.adjust(1000), settle)
      for (let second = 0; second < 4; second++) {
        shown.push(screen.getByRole("button").textContent)
        yield* tick
      }
      assert.deepStrictEqual(shown, ["Resend in 2 s", "Resend in 1 s", "Resend", "Resend"])
      yield* press("Resend")
      yield* settle
      yield* tick
      assert.strictEqual(screen.getByRole("button").textContent, "Resend in 2 s")
    }).pipe(Effect.provide(layer())))
})

describe("Avatar", () => {
  it("shows the initials of a name or an email address", () => {
    assert.strictEqual(initialsOf("Ada King Lovelace"), "AL")
    assert.strictEqual(initialsOf("  ada  "), "A")
    assert.strictEqual(initialsOf("ada@example.com"), "A")
    assert.strictEqual(initialsOf("𝒜da"), "𝒜")
    assert.strictEqual(initialsOf(""), "")
  })

  it.effect("shows the initials if the picture cannot be loaded", () =>
    Effect.gen(function*() {
      yield* show(<Avatar name="Ada Lovelace" imageUrl="https://example.com/missing.png" />)
      assert.isNotNull(part("avatar").querySelector("img"))
      yield* Effect.promise(async () => fireEvent.error(part("avatar").querySelector("img")!))
      yield* until(() => part("avatar").textContent === "AL")
    }).pipe(Effect.provide(layer())))
})

describe("CopyField", () => {
  it.effect("copies the value, and selects it without a clipboard", () =>
    Effect.gen(function*() {
      yield* show(<CopyField name="key" label="Setup key" value="JBSW Y3DP" />)
      yield* press("Copy")
      assert.strictEqual(document.getSelection()!.toString(), "JBSW Y3DP")
      const copied: Array<string> = []
      Object.defineProperty(navigator, "clipboard", {
        configurable: true,
        value: { writeText: async (value: string) => void copied.push(value) }
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => Reflect.deleteProperty(navigator, "clipboard")))
      yield* press("Copy")
      yield* until(() => button("Copied") !== null)
      assert.deepStrictEqual(copied, ["JBSW Y3DP"])
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.scoped, Effect.provide(layer())))
})

it.effect("an alert has the role that screen readers announce", () =>
  Effect.gen(function*() {
    yield* show(<Alert text="Wrong code." />)
    assert.strictEqual(yield* alert, "Wrong code.")
  }).pipe(Effect.provide(layer())))
