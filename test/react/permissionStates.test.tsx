// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import { ApiError, ApiErrors, Resources } from "latchkey"
import {
  AuthErrorBoundary,
  type ErrorHandler,
  TestAuthProvider,
  type TestResource,
  testResource,
  testState,
  usePermission,
  usePermissions,
  usePermissionsState,
  usePermissionState,
  useUserState
} from "latchkey/react"
import { AuthContext } from "../../react/Auth.ts"
import { isUnsent } from "../../react/useOnline.ts"
import { act, errorsAreMeant, makeRoot, reactTests } from "./support.tsx"

reactTests()

const networkFailure = (outcomeUnknown: boolean, offline: boolean) =>
  new ApiError({
    endpoint: "teams.list",
    reason: new ApiErrors.NetworkFailure({
      message: "No network",
      outcomeUnknown,
      diagnostics: { offline } as ApiErrors.NetworkFailure["diagnostics"]
    })
  })

const render = async (resources: ReadonlyArray<TestResource>, Component: () => string) => {
  const root = makeRoot()
  await root.render(
    <TestAuthProvider user={{}} resources={resources}>
      <Component />
    </TestAuthProvider>
  )
  return root.text()
}

describe("usePermission", () => {
  it("usePermission: is false for a prefix of a granted permission's id", async () => {
    const held = testResource(Resources.projectPermissions, [{ id: "admins", userId: "ada" }])
    assert.strictEqual(await render([held], () => String(usePermission({ permissionId: "admins" }))), "true")
    assert.strictEqual(await render([held], () => String(usePermission({ permissionId: "admin" }))), "false")
    assert.strictEqual(await render([held], () => String(usePermission({ permissionId: "admins2" }))), "false")
  })

  it("usePermissionState is Failed if the permissions could not be read", async () => {
    const cause = Cause.fail(networkFailure(false, true))
    const failed = testState(Resources.projectPermissions, { _tag: "Failed", cause, isRefreshing: false })
    assert.strictEqual(await render([failed], () => usePermissionState({ permissionId: "admin" })._tag), "Failed")
  })
})

describe("usePermissions", () => {
  it("returns the permissions of the new team if teamId changes, in both forms", async () => {
    const resources = [
      testResource(Resources.teamPermissions, [
        { id: "reads", userId: "ada", teamId: "engines" },
        { id: "writes", userId: "ada", teamId: "looms" }
      ])
    ]
    const user = {}
    const ids = (permissions: ReadonlyArray<{ readonly id: string }>) => permissions.map(({ id }) => id).join()
    const Ids = ({ teamId }: { readonly teamId: string }) => {
      const state = usePermissionsState({ teamId })
      return `${ids(usePermissions({ teamId }))} ${state._tag === "Ready" && ids(state.value)}`
    }
    const root = makeRoot()
    for (const [teamId, expected] of [["engines", "reads reads"], ["looms", "writes writes"]] as const) {
      await root.render(
        <TestAuthProvider user={user} resources={resources}>
          <Ids teamId={teamId} />
        </TestAuthProvider>
      )
      assert.strictEqual(root.text(), expected)
    }
  })
})

describe("useUserState", () => {
  it("useUserState: the failed state of a signed-out user shows if a fetch is running", async () => {
    for (const isRefreshing of [true, false]) {
      // A given resource replaces that of the user.
      const none = testState(Resources.user, { _tag: "Ready", value: null, isRefreshing, stale: undefined })
      const show = () => {
        const state = useUserState({ or: "throw" })
        return state._tag === "Failed" ? `Failed ${state.isRefreshing}` : state._tag
      }
      assert.strictEqual(await render([none], show), `Failed ${isRefreshing}`)
    }
  })
})

describe("isUnsent", () => {
  it("isUnsent: is true only for requests that never left an offline device", () => {
    assert.isTrue(isUnsent(networkFailure(false, true)))
    assert.isFalse(isUnsent(networkFailure(true, true)))
    assert.isFalse(isUnsent(networkFailure(false, false)))
    assert.isFalse(isUnsent(new Error("No network")))
  })
})

describe("AuthErrorBoundary", () => {
  it("AuthErrorBoundary: renders again when the device is back online, not when it goes offline", async () => {
    errorsAreMeant()
    const listeners = new Set<() => void>()
    const device = { isOnline: true }
    const isOnline = {
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      getSnapshot: () => device.isOnline,
      getServerSnapshot: () => device.isOnline
    }
    const onError: ErrorHandler = () => {}
    let renders = 0
    const Broken = () => {
      renders++
      throw networkFailure(false, true)
    }
    const root = makeRoot()
    await root.render(
      <AuthContext.Provider value={{ cache: { isOnline }, onError } as never}>
        <AuthErrorBoundary fallback={() => "failed"}>
          <Broken />
        </AuthErrorBoundary>
      </AuthContext.Provider>
    )
    const go = (isOnline: boolean) =>
      act(() => {
        device.isOnline = isOnline
        const current = Array.from(listeners)
        for (const listener of current) listener()
      })
    const before = renders
    await go(false)
    assert.strictEqual(renders, before)
    await go(true)
    assert.isAbove(renders, before)
  })
})
