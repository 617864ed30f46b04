// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen } from "@testing-library/dom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CurrentUser, Password, Teams, Transport, TransportFailure } from "latchkey"
import { AccountSettings, TeamSettings, TeamSwitcher, UserButton } from "latchkey/react"
import { type ReactNode, StrictMode } from "react"
import { TaskButton } from "../../../react/kit/Button.tsx"
import { Card } from "../../../react/kit/Card.tsx"
import { EmailField } from "../../../react/kit/Field.tsx"
import { Form, type FormValues } from "../../../react/kit/Form.tsx"
import { useTask } from "../../../react/kit/useStep.ts"
import { signUp } from "../../emulator/support.ts"
import { layer, requested, watched } from "../../pages/support.ts"
import { makeDevice } from "../../support/connectivity.ts"
import { button, mount, press, settle, text, type, until } from "../pages/support.tsx"

const banner = "You're offline. We'll try again when you're back online."

const Reset = (): ReactNode => {
  const send = useTask((values: FormValues) => Password.sendResetCode({ email: values.text("email") }))
  return (
    <Form name="reset" step={send} submit="Send" successText="Sent.">
      <EmailField />
    </Form>
  )
}

const Send = (): ReactNode => (
  <TaskButton
    name="send"
    text="Send"
    step={useTask(() => Password.sendResetCode({ email: "ada@example.com" }))}
  />
)

const path = "POST /auth/password/send-reset-code"

const withDevice = (
  test: (device: ReturnType<typeof makeDevice>["device"]) => Effect.Effect<void, unknown, any>
): Effect.Effect<void, unknown> => {
  const { device, layer: connectivity } = makeDevice()
  const disconnected = new TransportFailure({ message: "No network", tooLarge: false })
  // Sound: the layer provides the services of the helpers.
  return Effect.flatMap(
    Transport,
    (transport) =>
      Effect.provideService(
        test(device),
        Transport,
        (request) => device.isOnline ? transport(request) : Effect.fail(disconnected)
      )
  ).pipe(
    watched,
    Effect.provide(Layer.merge(layer(), connectivity)),
    Effect.scoped
  ) as Effect.Effect<void, unknown>
}

describe("a device without a network", () => {
  it.effect("a form shows a banner instead of an error, keeps busy, and sends once when the device is back online", () =>
    withDevice((device) =>
      Effect.gen(function*() {
        yield* mount(
          <StrictMode>
            <Reset />
          </StrictMode>
        )
        yield* settle
        yield* type("Email", "ada@example.com")
        device.set(false)
        yield* press("Send")
        yield* text(banner)
        assert.strictEqual(button("Send").getAttribute("aria-busy"), "true")
        assert.isNull(screen.queryByRole("alert"))
        assert.deepStrictEqual(yield* requested, [])
        device.set(true)
        yield* text("Sent.")
        assert.deepStrictEqual((yield* requested).filter((request) => request === path), [path])
        assert.isNull(screen.queryByText(banner))
      })
    ))

  it.effect("a button without a form shows the banner, and runs when the device is back online", () =>
    withDevice((device) =>
      Effect.gen(function*() {
        yield* mount(<Send />)
        yield* settle
        device.set(false)
        yield* press("Send")
        yield* text(banner)
        device.set(true)
        yield* until(() => button("Send").getAttribute("aria-busy") === "false")
        assert.include(yield* requested, path)
      })
    ))

  for (
    const [name, settings] of [["AccountSettings", <AccountSettings />], ["TeamSettings", <TeamSettings />]] as const
  ) {
    it.effect(`${name} shows one offline banner, even before the user acts`, () =>
      withDevice((device) =>
        Effect.gen(function*() {
          yield* signUp()
          yield* mount(settings)
          yield* settle
          assert.isNull(screen.queryByText(banner))
          device.set(false)
          yield* text(banner)
          assert.lengthOf(screen.getAllByText(banner), 1)
        })
      ))
  }

  for (const [name, menu] of [["UserButton", <UserButton />], ["TeamSwitcher", <TeamSwitcher />]] as const) {
    it.effect(`${name} shows the banner while a selected team is not saved`, () =>
      withDevice((device) =>
        Effect.gen(function*() {
          yield* signUp()
          yield* Teams.create({ displayName: "Engines" })
          yield* mount(<main>{menu}</main>)
          yield* until(() => screen.queryByRole("button", { expanded: false }) !== null)
          yield* settle
          yield* press(/, (User menu|Switch team)$/)
          yield* until(() => screen.queryByRole("option", { name: "Personal account" }) !== null)
          device.set(false)
          yield* Effect.promise(async () => fireEvent.click(screen.getByRole("option", { name: "Personal account" })))
          yield* text(banner)
          device.set(true)
          yield* until(() => screen.queryByText(banner) === null)
          const { selectedTeam } = yield* CurrentUser.get({ or: "throw" })
          assert.isNull(selectedTeam)
        })
      ))
  }

  it.effect("a card shows one offline banner, even before the user acts", () =>
    withDevice((device) =>
      Effect.gen(function*() {
        yield* mount(
          <Card name="reset" title="Reset">
            <Reset />
          </Card>
        )
        yield* settle
        assert.isNull(screen.queryByText(banner))
        device.set(false)
        yield* text(banner)
        yield* type("Email", "ada@example.com")
        yield* press("Send")
        yield* settle
        assert.lengthOf(screen.getAllByText(banner), 1)
      })
    ))
})
