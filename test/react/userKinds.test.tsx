// @vitest-environment jsdom
/** Every kind of user with every option, in the gates and the hooks of the user. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Anonymous, Cache, type Claims, CurrentUser, Password, Resources } from "latchkey"
import {
  AuthProvider,
  Protect,
  Restricted,
  SignedIn,
  SignedOut,
  TestAuthProvider,
  testResource,
  useUser,
  useUserState
} from "latchkey/react"
import { type ReactNode, StrictMode, Suspense } from "react"
import { assertNoMismatches } from "../support/mismatches.ts"
import { Host } from "../support/page.ts"
import { Catch, errorsAreMeant, makeRoot, makeWorld, password, reactTests, settle, type World } from "./support.tsx"

reactTests()

interface Kind {
  readonly name: string
  readonly user: Partial<CurrentUser.User> | null
}

const reason = { type: "restricted_by_administrator" } as const

const kinds: ReadonlyArray<Kind> = [
  { name: "no user", user: null },
  { name: "an anonymous user of 2025", user: { isAnonymous: true } },
  {
    name: "an anonymous user",
    user: { isAnonymous: true, isRestricted: true, restrictedReason: { type: "anonymous" } }
  },
  { name: "a restricted user", user: { isRestricted: true, restrictedReason: reason } },
  { name: "a user without a verified email", user: { primaryEmailVerified: false } },
  { name: "a user without a second factor", user: { requiresTotpMfa: false } },
  { name: "a full user", user: { requiresTotpMfa: true } },
  { name: "a user of 2025", user: { isRestricted: undefined } }
]

const booleans = [undefined, false, true]
const modes = [undefined, "return-null", "throw", "anonymous-if-exists", "anonymous", "redirect"] as const

/** The rules of docs/react.md. */
const isSignedIn = ({ user }: Kind, includeRestricted: boolean | undefined, or?: typeof modes[number]): boolean => {
  if (user === null) return false
  if (or === "anonymous") return true
  if (user.isAnonymous === true) return or === "anonymous-if-exists"
  return user.isRestricted !== true || includeRestricted === true
}

const Name = (options: CurrentUser.GetOptions) => <>{useUser(options)?.displayName ?? "null"}</>
const State = (options: CurrentUser.GetOptions) => {
  const state = useUserState(options)
  return <>{state._tag === "Ready" ? state.value?.displayName ?? "null" : state._tag}</>
}

const render = async (kind: Kind, children: ReactNode, permissions: ReadonlyArray<string> = []) => {
  const root = makeRoot()
  await root.render(
    <TestAuthProvider
      user={kind.user && { displayName: "user", ...kind.user }}
      resources={[testResource(Resources.projectPermissions, permissions.map((id) => ({ id, userId: "1" })))]}
    >
      <Catch>
        <Suspense fallback="suspended">{children}</Suspense>
      </Catch>
    </TestAuthProvider>
  )
  const text = root.text()
  await root.unmount()
  return text
}

/** Compares the texts of all rows in one message. */
const compare = async (
  rows: ReadonlyArray<readonly [name: string, actual: () => Promise<string>, expected: string]>
) => {
  const mismatches: Array<string> = []
  for (const [name, actual, expected] of rows) {
    const text = await actual()
    if (text !== expected) mismatches.push(`${name}: ${text} instead of ${expected}`)
  }
  assert.isAbove(rows.length, 0)
  assertNoMismatches(mismatches)
}

describe("the gates", () => {
  it("SignedIn and SignedOut show exactly one of both to each kind of user", () =>
    compare(kinds.flatMap((kind) =>
      booleans.map((includeRestricted) =>
        [
          `${kind.name}, includeRestricted: ${includeRestricted}`,
          () =>
            render(
              kind,
              <>
                <SignedIn fallback="not in" pending="?" includeRestricted={includeRestricted}>in</SignedIn>,{" "}
                <SignedOut fallback="not out" pending="?" includeRestricted={includeRestricted}>out</SignedOut>
              </>
            ),
          isSignedIn(kind, includeRestricted) ? "in, not out" : "not in, out"
        ] as const
      )
    )))

  it("Restricted shows its children to restricted users that are not anonymous", () =>
    compare(kinds.map((kind) =>
      [
        kind.name,
        () =>
          render(
            kind,
            <>
              <Restricted fallback="free" pending="?">restricted</Restricted>,{" "}
              <Restricted fallback="free" pending="?">{({ type }) => type}</Restricted>
            </>
          ),
        kind.user?.isRestricted === true && kind.user.isAnonymous !== true
          ? `restricted, ${reason.type}`
          : "free, free"
      ] as const
    )))

  it("Protect shows its children to signed-in and anonymous users with the permission", () =>
    compare(kinds.flatMap((kind) =>
      booleans.flatMap((includeRestricted) =>
        [false, true].map((isHeld) =>
          [
            `${kind.name}, includeRestricted: ${includeRestricted}, ${isHeld ? "with" : "without"} the permission`,
            () =>
              render(
                kind,
                <Protect fallback="no" pending="?" permission="read" includeRestricted={includeRestricted}>
                  yes
                </Protect>,
                isHeld ? ["other", "read"] : ["other"]
              ),
            isHeld && isSignedIn(kind, includeRestricted, "anonymous-if-exists") ? "yes" : "no"
          ] as const
        )
      )
    )))
})

describe("useUser and useUserState", () => {
  it("useUser and useUserState: return each kind of user exactly if the options count that kind as signed in", async () => {
    errorsAreMeant()
    // A sign-up or a redirect needs a client.
    const isRendered = (kind: Kind, includeRestricted: boolean | undefined, or: typeof modes[number]) =>
      or !== "anonymous" && or !== "redirect" || isSignedIn(kind, includeRestricted, or)
    await compare(
      kinds.flatMap((kind) =>
        booleans.flatMap((includeRestricted) =>
          modes.filter((or) => isRendered(kind, includeRestricted, or)).flatMap((or) => {
            const options = { includeRestricted, or }
            const name = `${kind.name}, ${JSON.stringify(options)}`
            const isIn = isSignedIn(kind, includeRestricted, or)
            return [
              [
                `useUser: ${name}`,
                async () => (await render(kind, <Name {...options} />)).replace(/^caught .*/, "thrown"),
                isIn ? "user" : or === "throw" ? "thrown" : "null"
              ],
              [
                `useUserState: ${name}`,
                () => render(kind, <State {...options} />),
                isIn ? "user" : or === "throw" ? "Failed" : "null"
              ]
            ] as const
          })
        )
      )
    )
  })
})

const makeStrictWorld = () =>
  makeWorld({ project: { config: { anonymousEnabled: true, requireEmailVerification: true } } })

const show = async (world: World, children: ReactNode, dehydrated?: Cache.Dehydrated) => {
  const root = makeRoot()
  await root.render(
    <StrictMode>
      <AuthProvider layer={world.layer()} dehydrated={dehydrated}>{children}</AuthProvider>
    </StrictMode>
  )
  await settle()
  return root
}

const Gates = () => (
  <>
    <SignedIn fallback="not in" pending="in?">in</SignedIn>,{" "}
    <SignedOut fallback="not out" pending="out?">out</SignedOut>,{" "}
    <Restricted fallback="free" pending="why?">restricted</Restricted>
  </>
)

const textOf = ({ isAnonymous = false, isRestricted = false }: Partial<Claims.Claims>) =>
  isAnonymous ? "not in, out, free" : isRestricted ? "not in, out, restricted" : "in, not out, free"

describe("the gates below the claims that a server has verified", () => {
  const claimed = { full: {}, restricted: { isRestricted: true }, anonymous: { isAnonymous: true, isRestricted: true } }

  for (const [is, actual] of Object.entries(claimed)) {
    it(`gates follow the verified claims until the user is fetched: ${is}`, async () => {
      const mismatches: Array<string> = []
      for (const [was, claims] of Object.entries(claimed)) {
        const world = is === "full" ? makeWorld() : makeStrictWorld()
        if (is === "anonymous") await world.run(Anonymous.signUp)
        else await world.signedIn()
        const user = await world.run(CurrentUser.get({ or: "anonymous-if-exists", includeRestricted: true }))
        // Sound: the test is the verifier.
        const verified = { userId: user!.id, ...claims } as Claims.Verified<Claims.Claims>
        const seed = Effect.runSync(Cache.dehydrateClaims(verified))
        world.service.delayMillis = 1000
        const root = await show(world, <Gates />, seed)
        const texts = [root.text()]
        await world.advance("10 seconds")
        texts.push(root.text())
        const expected = [textOf(claims), textOf(actual)]
        if (texts.join("; ") !== expected.join("; ")) {
          mismatches.push(`claimed as ${was}: ${texts.join("; ")} instead of ${expected.join("; ")}`)
        }
        await root.unmount()
      }
      assertNoMismatches(mismatches)
    })
  }
})

describe("two components that require a user, one of them with includeRestricted", () => {
  const orders = { "the strict one first": [false, true], "the other one first": [true, false] }
  for (const [order, options] of Object.entries(orders)) {
    it(`a restricted user who signs up is shown only to the component with includeRestricted, ${order}`, async () => {
      const world = makeStrictWorld()
      const root = await show(
        world,
        <>
          {options.map((includeRestricted) => (
            <p key={String(includeRestricted)}>
              {includeRestricted ? "lenient: " : "strict: "}
              <Suspense fallback="waits">
                <Email includeRestricted={includeRestricted} />
              </Suspense>
            </p>
          ))}
        </>
      )
      const texts = () => Array.from(root.container.querySelectorAll("p"), (p) => visibleText(p)).toSorted()
      assert.deepStrictEqual(texts(), ["lenient: waits", "strict: waits"])
      await world.run(Effect.asVoid(
        Password.signUp({
          email: "ada@example.com",
          password,
          verificationCallbackUrl: "http://localhost:3000/handler/email-verification"
        })
      ))
      await world.advance("1 second")
      assert.deepStrictEqual(texts(), ["lenient: ada@example.com", "strict: waits"])
      const visits = await world.run(Effect.map(Host, ({ visits }) => visits.map(({ url }) => url.split("?")[0])))
      assert.include(visits, "/handler/sign-in")
    })
  }
})

const Email = ({ includeRestricted }: { readonly includeRestricted: boolean }) => (
  <>{useUser({ or: "redirect", includeRestricted }).primaryEmail}</>
)

const visibleText = (node: Element): string =>
  Array.from(
    node.childNodes,
    (child) => child instanceof HTMLElement && child.style.display === "none" ? "" : child.textContent ?? ""
  ).join("")
