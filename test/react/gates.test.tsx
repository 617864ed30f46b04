// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Anonymous, Session, Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import {
  AuthProvider,
  Protect,
  SignedIn,
  SignedOut,
  usePermission,
  usePermissions,
  usePermissionsState,
  usePermissionState,
  useTeams,
  useUser
} from "latchkey/react"
import { type ReactNode, StrictMode, Suspense } from "react"
import { Catch, makeRoot, makeWorld, reactTests, settle, type World } from "./support.tsx"

reactTests()

const show = async (world: World, children: ReactNode) => {
  const layer = world.layer()
  const root = makeRoot()
  await root.render(
    <StrictMode>
      <AuthProvider layer={layer}>
        <Suspense fallback="…">{children}</Suspense>
      </AuthProvider>
    </StrictMode>
  )
  await settle()
  return root
}

const gates = (
  <>
    <SignedIn fallback="not in " pending="in? ">in</SignedIn>
    <SignedOut fallback="not out" pending="out?">out</SignedOut>
  </>
)

describe("SignedIn and SignedOut", () => {
  it("SignedIn and SignedOut: exactly one renders, and neither before the state is known", async () => {
    const world = makeWorld()
    await world.signedIn()
    world.service.delayMillis = 1000
    const root = await show(world, gates)
    assert.strictEqual(root.text(), "in? out?")
    await world.advance(1000)
    assert.strictEqual(root.text(), "innot out")
    await world.run(Session.signOut, 1000)
    assert.strictEqual(root.text(), "not in out")
  })

  it("treat an anonymous user as signed out", async () => {
    const world = makeWorld()
    await world.run(Anonymous.signUp)
    assert.strictEqual((await show(world, gates)).text(), "not in out")
  })

  it("SignedIn and SignedOut: neither renders if the service fails to return the user", async () => {
    const world = makeWorld()
    await world.signedIn()
    world.service.isDown = true
    const root = await show(world, gates)
    await world.advance("1 minute")
    assert.strictEqual(root.text(), "not in not out")
  })

  it("keep rendering a known state when the service becomes unreachable", async () => {
    const world = makeWorld()
    await world.signedIn()
    const root = await show(world, gates)
    world.service.isDown = true
    await world.advance("1 hour")
    assert.strictEqual(root.text(), "innot out")
  })

  it("gates add no elements to the page", async () => {
    const world = makeWorld()
    const root = await show(
      world,
      <>
        <SignedIn>in</SignedIn>
        <SignedOut />
        <Protect permission="a">may</Protect>
      </>
    )
    assert.strictEqual(root.container.innerHTML, "")
  })
})

describe("a gate", () => {
  it("closes on a sign-out before its children can read the missing user", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const caught: Array<unknown> = []
    const Behind = () => (
      <>{useUser({ or: "throw" }).primaryEmail} {useTeams().length} {String(usePermission({ permissionId: "a" }))}</>
    )
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Catch caught={caught}>
            <SignedIn fallback="out" pending="?">
              <Suspense fallback="…">
                <Behind />
              </Suspense>
            </SignedIn>
          </Catch>
        </AuthProvider>
      </StrictMode>
    )
    await settle()
    assert.strictEqual(root.text(), "ada@example.com 0 false")
    await world.run(Session.signOut)
    assert.strictEqual(root.text(), "out")
    await world.advance("1 minute")
    assert.deepStrictEqual(caught, [])
  })
})

/** A user with one team, and another user's team. */
const teams = async (world: World) => {
  await world.signedIn()
  const { id } = await world.run(Teams.create({ displayName: "Engines" }))
  world.requests.length = 0
  return id
}

describe("permissions", () => {
  it("are requested once for twenty checks of as many permissions in several teams", async () => {
    const world = makeWorld()
    const teamId = await teams(world)
    const other = (await world.run(Teams.create({ displayName: "Looms" }))).id
    world.requests.length = 0
    const Check = ({ index }: { readonly index: number }) => (
      <>
        {usePermission({
            permissionId: index < 10 ? "$update_team" : `no-${index}`,
            teamId: index % 2 === 0 ? teamId : other
          })
          ? "1"
          : "0"}
      </>
    )
    const root = await show(world, Array.from({ length: 20 }, (_, index) => <Check index={index} key={index} />))
    assert.strictEqual(root.text(), "1".repeat(10) + "0".repeat(10))
    assert.deepStrictEqual(world.requests, ["GET /team-permissions"])
  })

  it("permissions apply to a given team, and otherwise to the project", async () => {
    const world = makeWorld()
    const teamId = await teams(world)
    await world.run(Teams.create({ displayName: "Looms" }))
    const List = () => {
      const inTeam = usePermissions({ teamId })
      const inProject = usePermissions()
      const states = [usePermissionsState({ teamId }), usePermissionsState()]
      return (
        <>
          {String(inTeam.some(({ id }) => id === "$update_team"))}{" "}
          {String(inTeam.every((each) => each.teamId === teamId))} {inProject.length}{" "}
          {states.map((state) => state._tag === "Ready" && state.value.length).join(" ")} {inTeam.length}
        </>
      )
    }
    const root = await show(world, <List />)
    const [update, own, project, stateInTeam, stateInProject, inTeam] = root.text().split(" ")
    assert.deepStrictEqual([update, own], ["true", "true"])
    assert.deepStrictEqual([stateInTeam, stateInProject], [inTeam, project])
  })

  it("are absent if no user is signed in", async () => {
    const world = makeWorld()
    const Check = () => {
      const state = usePermissionState({ permissionId: "$update_team", teamId: "a" })
      return (
        <>
          {String(usePermission({ permissionId: "$update_team", teamId: "a" }))}{" "}
          {JSON.stringify(state._tag === "Ready" && state.value)}
        </>
      )
    }
    assert.strictEqual((await show(world, <Check />)).text(), "false false")
    assert.deepStrictEqual(world.requests, [])
  })
})

describe("Protect", () => {
  const protect = (permission: string, teamId?: string) => (
    <Protect fallback="no" pending="?" permission={permission} {...teamId !== undefined && { teamId }}>yes</Protect>
  )

  it("renders its children only with the permission", async () => {
    const world = makeWorld()
    const teamId = await teams(world)
    world.service.delayMillis = 1000
    const root = await show(
      world,
      <>
        {protect("$update_team", teamId)} {protect("$update_team", teamId.toUpperCase())}{" "}
        {protect("$update_team", "another")} {protect("other", teamId)} {protect("$update_team")}
      </>
    )
    assert.strictEqual(root.text(), "? ? ? ? ?")
    await world.advance(2000)
    assert.strictEqual(root.text(), "yes yes no no no")
    world.service.delayMillis = 0
    await world.run(Session.signOut)
    assert.strictEqual(root.text(), "no no no no no")
  })

  it("denies if the service is unreachable", async () => {
    const world = makeWorld()
    const teamId = await teams(world)
    world.service.isDown = true
    const root = await show(world, protect("$update_team", teamId))
    await world.advance("1 minute")
    assert.strictEqual(root.text(), "no")
  })

  it("Protect: denies immediately after another user signs in", async () => {
    const world = makeWorld()
    const teamId = await teams(world)
    const root = await show(world, protect("$update_team", teamId))
    assert.strictEqual(root.text(), "yes")
    await world.run(
      Effect.flatMap(Emulator.Emulator, ({ createUser }) => createUser({ primaryEmail: "bob@example.com" }))
    )
    world.service.delayMillis = 1000
    await world.run(Anonymous.signUp, 1000)
    assert.strictEqual(root.text(), "?")
    await world.advance(1000)
    assert.strictEqual(root.text(), "no")
  })
})
