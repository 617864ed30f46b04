// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Alert, ApiError, ApiErrors, CurrentUser, KnownErrors, ReportError } from "latchkey"
import { AuthProvider, messageOf, useAction } from "latchkey/react"
import { act, makeRoot, makeWorld, reactTests, settle } from "./support.tsx"

reactTests()

const fixed = "An unhandled error occurred. Please report this to the developer."
const known = new KnownErrors.EmailPasswordMismatch({ message: "Wrong e-mail or password.", details: {} })

describe("messageOf", () => {
  it("returns the service's text for known errors", () => {
    assert.strictEqual(messageOf(known), "Wrong e-mail or password.")
  })

  it("returns that text for an undeclared error, too", () => {
    const reason = new ApiErrors.UndeclaredError({ message: "Unexpected", error: known })
    assert.strictEqual(messageOf(new ApiError({ endpoint: "password.signIn", reason })), "Wrong e-mail or password.")
  })

  it("returns the same text for all other errors", () => {
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

describe("the error reporter", () => {
  const Fail = ({ error }: { readonly error: unknown }) => {
    const { run } = useAction(() => Effect.fail(error))
    return <button onClick={() => void run()} />
  }

  it("shows an alert by default", async () => {
    const alerts: Array<string> = []
    const reported: Array<unknown> = []
    const layer = Layer.mergeAll(
      makeWorld().layer(),
      Layer.succeed(Alert, (message) => Effect.sync(() => void alerts.push(message))),
      Layer.succeed(ReportError, (error) => Effect.sync(() => void reported.push(error)))
    )
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
