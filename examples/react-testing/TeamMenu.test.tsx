// @vitest-environment jsdom
/**
 * Component tests: `TestAuthProvider` sets any state, and no request leaves the process.
 *
 * Run them with `npm exec -- vitest run examples/react-testing`.
 */
import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import * as Cause from "effect/Cause"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ApiError, ApiErrors, Password, Resources, type Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { TestAuthProvider, type TestAuthProviderProps, testResource, testState } from "latchkey/react"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { TeamMenu } from "./TeamMenu.tsx"

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT")
})

const team: Teams.Team = {
  id: "engines",
  displayName: "Engines",
  profileImageUrl: null,
  clientMetadata: null,
  clientReadOnlyMetadata: null
}

const show = (given: TestAuthProviderProps) =>
  render(
    <TestAuthProvider {...given}>
      <TeamMenu />
    </TestAuthProvider>
  )

describe("TeamMenu", () => {
  it("links to sign-in when signed out", () => {
    show({})
    assert.isNotNull(screen.getByRole("link", { name: "Sign in" }))
  })

  it("greets the user and shows Delete only with the permission", () => {
    const resources = [testResource(Resources.teams, [team, { ...team, id: "looms", displayName: "Looms" }])]
    const permission = { id: "$delete_team", teamId: "engines", userId: "ada" }
    show({
      user: { displayName: "Ada" },
      resources: [...resources, testResource(Resources.teamPermissions, [permission])]
    })
    assert.isNotNull(screen.getByRole("heading", { name: "Welcome, Ada" }))
    assert.isNotNull(screen.getByRole("button", { name: "Delete Engines" }))
    assert.isNull(screen.queryByRole("button", { name: "Delete Looms" }))
  })

  it("shows the loading state and the error state", () => {
    const { rerender } = show({ user: {}, resources: [testState(Resources.teams, { _tag: "Pending" })] })
    assert.isNotNull(screen.getByText("Loading teams…"))
    const reason = new ApiErrors.ServiceUnavailable({ message: "Service unavailable", status: 503 })
    const cause = Cause.fail(new ApiError({ endpoint: "teams.list", reason }))
    rerender(
      <TestAuthProvider
        user={{}}
        resources={[testState(Resources.teams, { _tag: "Failed", cause, isRefreshing: false })]}
      >
        <TeamMenu />
      </TestAuthProvider>
    )
    assert.isNotNull(screen.getByRole("alert"))
  })

  it("creates a team through a client of the emulator", async () => {
    const signedUp = Layer.effectDiscard(Password.signUp({
      email: "ada@example.com",
      password: Redacted.make("correct horse"),
      verificationCallbackUrl: "http://localhost:3000/verify"
    }))
    const layer = signedUp.pipe(Layer.provideMerge(Emulator.layerClient()))
    show({ user: {}, layer, resources: [testResource(Resources.teams, [])] })
    fireEvent.change(screen.getByLabelText("Team name"), { target: { value: "Looms" } })
    fireEvent.click(screen.getByRole("button", { name: "Create" }))
    assert.strictEqual((await screen.findByRole("status")).textContent, "Looms created.")
  })
})
