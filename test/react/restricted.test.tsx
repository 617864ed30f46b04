// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { Anonymous, ContactChannels, CurrentUser, HandlerPages, Resources, Session, Teams } from "latchkey"
import { Emulator } from "latchkey/emulator"
import {
  AuthProvider,
  Protect,
  Restricted,
  SignedIn,
  SignedOut,
  TestAuthProvider,
  testResource,
  useAction,
  useUser,
  useUserState
} from "latchkey/react"
import * as React from "react"
import { Host } from "../support/page.ts"
import { act, Catch, errorsAreMeant, makeRoot, makeWorld, reactTests, settle, type World } from "./support.tsx"

reactTests()

const { StrictMode, Suspense } = React

/** A project that requires verified email addresses: users created without one are restricted. */
const makeStrictWorld = () =>
  makeWorld({ project: { config: { anonymousEnabled: true, requireEmailVerification: true } } })

const show = async (world: World, children: React.ReactNode, layer = world.layer()) => {
  const caught: Array<unknown> = []
  const root = makeRoot()
  await root.render(
    <StrictMode>
      <AuthProvider layer={layer}>
        <Catch caught={caught}>
          <Suspense fallback="…">{children}</Suspense>
        </Catch>
      </AuthProvider>
    </StrictMode>
  )
  await settle()
  return { ...root, caught }
}

const Gates = () => (
  <>
    <SignedIn fallback="not in">in</SignedIn>, <SignedOut fallback="not out">out</SignedOut>,{" "}
    <SignedIn includeRestricted fallback="not in">in</SignedIn>,{" "}
    <SignedOut includeRestricted fallback="not out">out</SignedOut>,{" "}
    <Restricted fallback="free" pending="?">{({ type }, { primaryEmail }) => `${type} of ${primaryEmail}`}</Restricted>
  </>
)

/** The gates for a normal user, for a restricted one, and for no user. */
const gateTexts = {
  normal: "in, not out, in, not out, free",
  unverified: "not in, out, in, not out, email_not_verified of ada@example.com",
  none: "not in, out, not in, out, free"
}

/** Sends a verification email, and returns its code. */
const codeOf = (world: World) =>
  world.run(Effect.gen(function*() {
    yield* CurrentUser.sendVerificationEmail({ callbackUrl: "http://localhost:3000/handler/email-verification" })
    const { latestMail } = yield* Emulator.Emulator
    const { code } = yield* Effect.orDie(latestMail({ to: "ada@example.com" }))
    world.requests.length = 0
    return code!
  }))

/** Verifies the email in the app by a button. */
const Verify = ({ code }: { readonly code: Redacted.Redacted<string> }) => {
  const { run } = useAction(ContactChannels.verify({ code }))
  return <button onClick={() => void run()} />
}

/** Verifies the email without this session's client noticing. */
const verifyElsewhere = (world: World) =>
  world.run(Effect.flatMap(Emulator.Emulator, ({ configure }) => configure({ requireEmailVerification: false })))

describe("a restricted user", () => {
  it("is signed out for SignedIn and SignedOut, unless they include restricted users", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    const root = await show(world, <Gates />)
    assert.strictEqual(root.text(), gateTexts.unverified)
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
  })

  it("passes the gates once the email is verified in this app", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    const code = await codeOf(world)
    const root = await show(
      world,
      <>
        <Gates />
        <Verify code={code} />
      </>
    )
    assert.strictEqual(root.text(), gateTexts.unverified)
    await act(() => root.container.querySelector("button")!.click())
    await world.advance("1 second")
    assert.strictEqual(root.text(), gateTexts.normal)
    assert.deepStrictEqual(world.requests, [
      "GET /users/me",
      "POST /contact-channels/verify",
      "POST /auth/oauth/token",
      "GET /users/me"
    ])
  })

  it("a call that shows a verification on another device renews the token", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    await verifyElsewhere(world)
    const root = await show(world, <Gates />)
    assert.strictEqual(root.text(), gateTexts.normal)
    await world.run(Session.authHeaders)
    assert.deepStrictEqual(world.requests, ["GET /users/me", "POST /auth/oauth/token"])
  })

  it("does not pass Protect with any permissions", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    await verifyElsewhere(world)
    const { id: teamId } = await world.run(Teams.create({ displayName: "Engines" }))
    const protect = (
      <>
        <Protect fallback="no" permission="$update_team" teamId={teamId}>yes</Protect>,{" "}
        <Protect includeRestricted fallback="no" permission="$update_team" teamId={teamId}>yes</Protect>
      </>
    )
    assert.strictEqual((await show(world, protect)).text(), "yes, yes")
    await world.run(Effect.flatMap(Emulator.Emulator, ({ configure }) => configure({ requireEmailVerification: true })))
    assert.strictEqual((await show(world, protect)).text(), "no, yes")
  })

  it("does not match Restricted if the user is anonymous", async () => {
    const world = makeStrictWorld()
    await world.run(Anonymous.signUp)
    assert.strictEqual((await show(world, <Gates />)).text(), gateTexts.none)
  })
})

describe("the onboarding page in a single-page app", () => {
  it("continues to a page that never shows the restricted user again with any service delay", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    const texts: Array<string> = []
    const Continue = () => {
      const { run } = useAction(HandlerPages.onboarding)
      return <button onClick={() => void run()} />
    }
    const Look = () => {
      const state = useUserState({ includeRestricted: true })
      texts.push(state._tag === "Ready" ? String(state.value?.isRestricted) : state._tag)
      return null
    }
    const root = await show(
      world,
      <>
        <Look />
        <Gates />
        <Continue />
      </>,
      world.layer("none")
    )
    assert.strictEqual(root.text(), gateTexts.unverified)
    await verifyElsewhere(world)
    world.service.delayMillis = 1000
    await act(() => root.container.querySelector("button")!.click())
    await world.advance("1 second")
    texts.length = 0
    await world.advance("5 seconds")
    assert.strictEqual(root.text(), gateTexts.normal)
    assert.notInclude(texts, "true")
  })
})

describe("useUser with a restricted user", () => {
  const Name = (options: CurrentUser.GetOptions) => <>{useUser(options)?.primaryEmail ?? "none"}</>
  const State = (options: CurrentUser.GetOptions) => {
    const state = useUserState(options)
    return (
      <>
        {state._tag === "Ready"
          ? state.value?.primaryEmail ?? "none"
          : state._tag === "Failed"
          ? JSON.stringify(state.cause)
          : "pending"}
      </>
    )
  }

  it("returns null, and the user with includeRestricted or with or: \"anonymous\"", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    const root = await show(
      world,
      <>
        <Name />, <Name or="anonymous-if-exists" />, <Name includeRestricted />, <Name or="anonymous" />, <State />,
        {" "}
        <State includeRestricted />
      </>
    )
    assert.strictEqual(root.text(), "none, none, ada@example.com, ada@example.com, none, ada@example.com")
    assert.deepStrictEqual(world.requests, ["GET /users/me"])
  })

  it("throws an error with the reason", async () => {
    errorsAreMeant()
    const world = makeStrictWorld()
    await world.signedIn()
    const { caught } = await show(world, <Name or="throw" />)
    const [error] = caught as ReadonlyArray<CurrentUser.UserNotSignedIn>
    assert.strictEqual(error?._tag, "UserNotSignedIn")
    assert.deepStrictEqual(error?.restrictedReason, { type: "email_not_verified" })
    assert.include((await show(world, <State or="throw" />)).text(), "restricted (email_not_verified)")
    assert.strictEqual((await show(world, <Name or="throw" includeRestricted />)).text(), "ada@example.com")
  })

  for (const [name, Component] of [["useUser", Name], ["useUserState", State]] as const) {
    it(`redirects to onboarding with ${name}, and shows the user after the verification`, async () => {
      const world = makeStrictWorld()
      await world.signedIn()
      const code = await codeOf(world)
      const root = await show(
        world,
        <>
          <Suspense fallback="…">
            <Component or="redirect" />
          </Suspense>
          <Verify code={code} />
        </>
      )
      const visits = await world.run(Effect.map(Host, ({ visits }) => visits))
      assert.deepStrictEqual(visits.map(({ url }) => url), [
        "/handler/onboarding?after_auth_return_to=%2Fnotes%2F7"
      ])
      assert.notInclude(root.text(), "ada@example.com")
      await act(() => root.container.querySelector("button")!.click())
      await world.advance("1 second")
      assert.strictEqual(root.text(), "ada@example.com")
    })
  }

  it("does not redirect with includeRestricted", async () => {
    const world = makeStrictWorld()
    await world.signedIn()
    assert.strictEqual((await show(world, <Name or="redirect" includeRestricted />)).text(), "ada@example.com")
    assert.deepStrictEqual(await world.run(Effect.map(Host, ({ visits }) => visits)), [])
  })
})

describe("TestAuthProvider with a restricted user", () => {
  it("renders the gates as the app does", async () => {
    const root = makeRoot()
    await root.render(
      <TestAuthProvider
        user={{
          primaryEmail: "ada@example.com",
          isRestricted: true,
          restrictedReason: { type: "email_not_verified" }
        }}
        resources={[testResource(Resources.projectPermissions, [{ id: "read", userId: "1" }])]}
      >
        <Gates />, <Protect fallback="no" permission="read">yes</Protect>
      </TestAuthProvider>
    )
    assert.strictEqual(root.text(), `${gateTexts.unverified}, no`)
  })
})
