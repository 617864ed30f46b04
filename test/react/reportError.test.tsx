// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Alert, ApiError, ApiErrors, CurrentUser, KnownErrors, ReportError } from "latchkey"
import { AuthErrorBoundary, AuthProvider, messageOf, useAction } from "latchkey/react"
import { de } from "latchkey/react/texts/de"
import { act, errorsAreMeant, makeRoot, makeWorld, reactTests, settle } from "./support.tsx"

reactTests()

const fixed = "Something went wrong. Try again."
const known = new KnownErrors.EmailPasswordMismatch({ message: "Wrong e-mail or password.", details: {} })

const networkFailure = (offline: boolean | undefined) =>
  new ApiError({
    endpoint: "users.me",
    reason: new ApiErrors.NetworkFailure({
      message: "fetch failed",
      outcomeUnknown: false,
      diagnostics: { offline, health: "unreachable", apiRoot: "unreachable" }
    })
  })

describe("messageOf", () => {
  it("distinguishes an offline device from an unreachable server", () => {
    assert.strictEqual(messageOf(networkFailure(true)), "You're offline. Check your connection.")
    assert.strictEqual(messageOf(networkFailure(false)), "We can't reach the server. Try again.")
    assert.strictEqual(messageOf(networkFailure(undefined)), "We can't reach the server. Try again.")
  })

  it("returns the service's text for known errors", () => {
    assert.strictEqual(messageOf(known), "Wrong e-mail or password.")
  })

  it("messageOf: returns the service's text for an undeclared error", () => {
    const reason = new ApiErrors.UndeclaredError({ message: "Unexpected", error: known })
    assert.strictEqual(messageOf(new ApiError({ endpoint: "password.signIn", reason })), "Wrong e-mail or password.")
  })

  it("messageOf: returns one text for all other errors", () => {
    const unavailable = new ApiErrors.ServiceUnavailable({ message: "503", status: 503 })
    const others = [
      new Error("A bug"),
      new ApiError({ endpoint: "password.signIn", reason: unavailable }),
      new CurrentUser.UserNotSignedIn({ message: "Nobody" }),
      new DOMException("A bug", "AbortError"),
      Object.assign(new Error("A bug"), { code: "ENOENT" }),
      "a text",
      null,
      undefined
    ]
    assert.deepStrictEqual(others.map(messageOf), others.map(() => fixed))
  })
})

const makeReporter = () => {
  const alerts: Array<string> = []
  const reported: Array<unknown> = []
  const layer = Layer.mergeAll(
    makeWorld().layer(),
    Layer.succeed(Alert, (message) => Effect.sync(() => void alerts.push(message))),
    Layer.succeed(ReportError, (error) => Effect.sync(() => void reported.push(error)))
  )
  return { alerts, layer, reported }
}

describe("the error reporter", () => {
  const Fail = ({ error }: { readonly error: unknown }) => {
    const { run } = useAction(() => Effect.fail(error))
    return <button onClick={() => void run()} />
  }

  it("shows an alert by default", async () => {
    const { alerts, layer, reported } = makeReporter()
    for (const error of [known, new Error("A bug")]) {
      const root = makeRoot()
      await root.render(
        <AuthProvider layer={layer}>
          <Fail error={error} />
        </AuthProvider>
      )
      await act(() => root.container.querySelector("button")!.click())
      await settle()
    }
    assert.deepStrictEqual(alerts, ["Wrong e-mail or password.", fixed])
    // Details that the user does not see are logged for the developer.
    assert.deepStrictEqual(reported, [new Error("A bug")])
  })

  it("reportError: shows the alert in the language of the texts", async () => {
    const { alerts, layer } = makeReporter()
    for (const error of [known, networkFailure(true), new Error("A bug")]) {
      const root = makeRoot()
      await root.render(
        <AuthProvider layer={layer} texts={de}>
          <Fail error={error} />
        </AuthProvider>
      )
      await act(() => root.container.querySelector("button")!.click())
      await settle()
    }
    assert.deepStrictEqual(alerts, [
      "E-Mail-Adresse oder Passwort ist falsch.",
      "Du bist offline. Prüfe deine Verbindung.",
      "Etwas ist schiefgelaufen. Versuche es erneut."
    ])
  })

  it("an offline user gets an alert, and the developer no report", async () => {
    const { alerts, layer, reported } = makeReporter()
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={layer}>
        <Fail error={networkFailure(true)} />
      </AuthProvider>
    )
    await act(() => root.container.querySelector("button")!.click())
    await settle()
    assert.deepStrictEqual(alerts, ["You're offline. Check your connection."])
    assert.deepStrictEqual(reported, [])
  })

  it("an error in an error boundary raises no alert, and only defects are reported", async () => {
    errorsAreMeant()
    const bug = new Error("A bug")
    const Throw = ({ error }: { readonly error: unknown }): never => {
      throw error
    }
    const { alerts, layer, reported } = makeReporter()
    for (const error of [known, networkFailure(true), networkFailure(undefined), bug]) {
      const root = makeRoot()
      await root.render(
        <AuthProvider layer={layer}>
          <AuthErrorBoundary fallback={messageOf}>
            <Throw error={error} />
          </AuthErrorBoundary>
        </AuthProvider>
      )
      await settle()
      assert.strictEqual(root.text(), messageOf(error))
    }
    assert.deepStrictEqual(alerts, [])
    assert.deepStrictEqual(reported, [bug])
  })

  it("the reporter's isShown is true for an error that an error boundary shows", async () => {
    errorsAreMeant()
    const Throw = (): never => {
      throw known
    }
    const handled: Array<unknown> = []
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={makeWorld().layer()} onError={(error, { isShown }) => void handled.push(error, isShown)}>
        <AuthErrorBoundary fallback={messageOf}>
          <Throw />
        </AuthErrorBoundary>
        <Fail error={known} />
      </AuthProvider>
    )
    await act(() => root.container.querySelector("button")!.click())
    assert.deepStrictEqual(handled, [known, true, known, false])
  })

  it("can be replaced by the provider, in each render", async () => {
    const layer = makeWorld().layer()
    const presented: Array<unknown> = []
    const root = makeRoot()
    for (const name of ["first", "second"]) {
      await root.render(
        <AuthProvider layer={layer} onError={(error) => void presented.push(name, error)}>
          <Fail error={known} />
        </AuthProvider>
      )
      await act(() => root.container.querySelector("button")!.click())
    }
    assert.deepStrictEqual(presented, ["first", known, "second", known])
  })
})
