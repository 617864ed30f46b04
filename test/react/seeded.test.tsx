/** Server rendering below a provider with a layer: the server renders dehydrated values, and builds no layer. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Cache, type Claims } from "latchkey"
import {
  type AppLayer,
  AuthProvider,
  Protect,
  Restricted,
  SignedIn,
  SignedOut,
  useAction,
  useSession,
  useTeams,
  useTeamsState,
  useUser,
  useUserState
} from "latchkey/react"
import { Writable } from "node:stream"
import { type ReactNode, StrictMode, Suspense } from "react"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import { Form } from "../../react/kit/Form.tsx"
import { useTask } from "../../react/kit/useStep.ts"
// React 18 has it only there.
import { renderToReadableStream } from "react-dom/server.browser"
import { reactTests } from "./support.tsx"

reactTests()

/** A layer that needs a browser, like an app's. All requests share it, as a module of the app does. */
const builds = { count: 0 }
const layer: AppLayer = Layer.effectContext(
  Effect.suspend(() => {
    builds.count++
    return Effect.die(new Error("The layer was built on a server"))
  })
)

const user = (email: string, more: object = {}) => ({
  id: email,
  display_name: null,
  primary_email: email,
  primary_email_verified: true,
  profile_image_url: null,
  signed_up_at_millis: 0,
  client_metadata: null,
  client_read_only_metadata: null,
  has_password: true,
  auth_with_email: true,
  otp_auth_enabled: false,
  passkey_auth_enabled: false,
  requires_totp_mfa: false,
  is_anonymous: false,
  oauth_providers: [],
  selected_team_id: null,
  selected_team: null,
  ...more
})

const seedOf = (email: string, more: object = {}) => ({
  isSignedIn: true,
  userId: email,
  createdAt: 1000,
  entries: { user: { value: user(email) } },
  ...more
})

const claimsOf = (claims: Partial<Claims.Claims> = {}) =>
  // Sound: the test is the verifier.
  Effect.runSync(Cache.dehydrateClaims({ userId: "ada", ...claims } as Claims.Verified<Claims.Claims>))
const signedOut = () => Effect.runSync(Cache.dehydrateClaims(null))

const Email = () => <b>{useUser()?.primaryEmail ?? "nobody"}</b>
const Required = ({ or }: { readonly or: "throw" | "anonymous" | "redirect" }) => <b>{useUser({ or }).primaryEmail}</b>
const Teams = () => <i>{useTeams().length} teams</i>
const States = () => {
  const session = useSession()
  const user = useUserState()
  const teams = useTeamsState()
  return <u>{[session._tag, user._tag, teams._tag].join()}</u>
}
const Gates = () => (
  <ul>
    <SignedIn fallback="not in" pending="in?">in</SignedIn>,
    <SignedIn fallback="not in" includeRestricted pending="in?">in</SignedIn>,
    <SignedOut fallback="not out" pending="out?">out</SignedOut>,
    <Restricted fallback="free" pending="why?">restricted</Restricted>,
    <Restricted fallback="free" pending="why?">{({ type }) => type}</Restricted>,
    <Protect fallback="no" pending="may?" permission="read">yes</Protect>
  </ul>
)
const Action = () => <button disabled={useAction(Effect.void).state._tag === "Pending"}>Run</button>

const page = (seed: unknown, children: ReactNode) => (
  <StrictMode>
    <AuthProvider layer={layer} dehydrated={seed}>{children}</AuthProvider>
  </StrictMode>
)

const text = (html: string) => html.replaceAll("<!-- -->", "").replace(/<ul>|<\/ul>/g, "")

const pipe = (node: ReactNode) => {
  const errors: Array<unknown> = []
  return new Promise<{ readonly html: string; readonly errors: ReadonlyArray<unknown> }>((resolve, reject) => {
    let html = ""
    const stream = renderToPipeableStream(node, {
      onShellReady: () =>
        void stream.pipe(
          new Writable({
            write: (chunk, _, done) => {
              html += String(chunk)
              done()
            },
            final: (done) => {
              resolve({ html, errors })
              done()
            }
          })
        ),
      onShellError: reject,
      onError: (error) => {
        errors.push(error)
        return (error as { readonly digest?: string }).digest
      }
    })
  })
}

const readable = async (node: ReactNode) => {
  const errors: Array<unknown> = []
  const stream = await renderToReadableStream(node, { onError: (error) => void errors.push(error) })
  await stream.allReady
  return { html: await new Response(stream).text(), errors }
}

describe("a provider with a layer, on a server", () => {
  it("renders the dehydrated values below it, with each renderer, and builds no layer", async () => {
    const node = page(
      seedOf("ada@example.com"),
      <>
        <Email />
        <States />
        <Required or="redirect" />
        <Action />
        <Suspense fallback="user?">
          <Required or="throw" />
        </Suspense>
      </>
    )
    const expected = "<b>ada@example.com</b><u>SignedIn,Ready,Pending</u><b>ada@example.com</b><button>Run</button>"
    for (
      const { errors, html } of [await pipe(node), await readable(node), { html: renderToString(node), errors: [] }]
    ) {
      assert.include(html, expected)
      assert.include(html, "<!--$--><b>ada@example.com</b><!--/$-->")
      assert.deepStrictEqual(errors, [])
    }
    assert.strictEqual(builds.count, 0)
  })

  it("leaves no timer, socket or other resource open", async () => {
    const before = process.getActiveResourcesInfo().toSorted()
    for (let turn = 0; turn < 5; turn++) renderToString(page(seedOf("ada@example.com"), <Gates />))
    assert.deepStrictEqual(process.getActiveResourcesInfo().toSorted(), before)
  })

  it("renders forms that write no field into the URL if they are submitted before the hydration", () => {
    const NameForm = () => <Form name="name" step={useTask(() => Effect.void)} submit="Save" />
    const forms = renderToString(page(seedOf("ada@example.com"), <NameForm />)).match(/<form[^>]*>/g)
    assert.lengthOf(forms!, 1)
    assert.include(forms![0], "method=\"post\"")
  })

  it("renders the pending state without dehydrated values, and with malformed ones", () => {
    for (const seed of [undefined, null, {}, "seed", { isSignedIn: true, userId: 5, entries: {} }]) {
      const html = text(renderToString(page(
        seed,
        <>
          <States />
          <Gates />
        </>
      )))
      assert.strictEqual(html, "<u>Loading,Pending,Pending</u>in?,in?,out?,why?,why?,may?")
    }
  })

  it("renders the nearest fallback for a missing value, and ends the stream", async () => {
    const node = page(
      seedOf("ada@example.com"),
      <>
        <Email />
        <Suspense fallback="teams?">
          <Teams />
        </Suspense>
        <Suspense fallback="sign-up?">
          <Email />
        </Suspense>
      </>
    )
    for (const render of [pipe, readable]) {
      const { errors, html } = await render(node)
      assert.include(html, "<b>ada@example.com</b>")
      assert.include(html, "teams?")
      assert.lengthOf(errors, 1)
      assert.include(String(errors[0]), "Only a browser can render \"teams\"")
      assert.include(errors[0], { digest: "BAILOUT_TO_CLIENT_SIDE_RENDERING" })
    }
    assert.include(renderToString(node), "teams?")
  })

  it("fails with an error that names the value, if there is no Suspense", async () => {
    const node = page(seedOf("ada@example.com"), <Teams />)
    const message =
      /Only a browser can render "teams", which is not in .*dehydrated.*Wrap the component in <Suspense>\./
    assert.throws(() => renderToString(node), message)
    const failure = await pipe(node).then(() => undefined, (error: unknown) => error)
    assert.match(String(failure), message)
  })

  it("leaves redirects, sign-ups and errors for missing users to the browser", async () => {
    for (const or of ["redirect", "anonymous", "throw"] as const) {
      for (const seed of [signedOut(), undefined]) {
        const { errors, html } = await pipe(
          page(
            seed,
            <Suspense fallback="user?">
              <Required or={or} />
            </Suspense>
          )
        )
        assert.include(html, "user?")
        assert.deepStrictEqual(errors.map((error) => (error as { readonly digest?: string }).digest), [
          "BAILOUT_TO_CLIENT_SIDE_RENDERING"
        ])
      }
    }
  })

  it("two concurrent users of one layer never see each other's values", async () => {
    const Slow = ({ until }: { readonly until: Promise<unknown> & { isDone?: boolean } }) => {
      if (until.isDone !== true) throw until
      return <Email />
    }
    const emails = ["ada@example.com", "bob@example.com"]
    const gates = emails.map(() => {
      let open = () => {}
      const promise: Promise<void> & { isDone?: boolean } = new Promise<void>((resolve) => open = resolve)
      return {
        promise,
        open: () => {
          promise.isDone = true
          open()
        }
      }
    })
    const rendered = emails.map((email, index) =>
      pipe(
        page(
          seedOf(email),
          <>
            <Email />
            <SignedIn>in</SignedIn>
            <Suspense fallback="…">
              <Slow until={gates[index]!.promise} />
            </Suspense>
          </>
        )
      )
    )
    const guest = renderToString(page(
      signedOut(),
      <>
        <Email />
        <SignedOut>out</SignedOut>
      </>
    ))
    gates[1]!.open()
    await new Promise((resolve) => setImmediate(resolve))
    gates[0]!.open()
    const [ada, bob] = await Promise.all(rendered)
    assert.lengthOf(ada!.html.match(/<b>ada@example.com<\/b>/g)!, 2)
    assert.notInclude(ada!.html, "bob")
    assert.lengthOf(bob!.html.match(/<b>bob@example.com<\/b>/g)!, 2)
    assert.notInclude(bob!.html, "ada")
    assert.strictEqual(guest, "<b>nobody</b>out")
    assert.strictEqual(builds.count, 0)
  })
})

describe("gates, on a server that knows only the claims", () => {
  const render = (seed: unknown) => text(renderToString(page(seed, <Gates />)))

  it("render for a user, a restricted user, an anonymous user and a visitor", () => {
    assert.strictEqual(render(claimsOf()), "in,in,not out,free,free,may?")
    assert.strictEqual(render(claimsOf({ isRestricted: true })), "not in,in,out,restricted,why?,no")
    assert.strictEqual(
      render(claimsOf({ isAnonymous: true, isRestricted: true })),
      "not in,not in,out,free,free,may?"
    )
    assert.strictEqual(render(signedOut()), "not in,not in,out,free,free,no")
  })

  it("Protect renders its children if the permissions are dehydrated", () => {
    const entries = { projectPermissions: { value: [{ id: "read", user_id: "ada" }] } }
    const html = text(renderToString(page({ ...claimsOf(), entries }, <Gates />)))
    assert.include(html, ",yes")
  })

  it("on a server with only claims, hooks that return the user wait for the browser", () => {
    const html = renderToString(
      page(
        claimsOf(),
        <>
          <States />
          <Suspense fallback="user?">
            <Email />
          </Suspense>
        </>
      )
    )
    assert.include(html, "<u>SignedIn,Pending,Pending</u>")
    assert.include(html, "user?")
    assert.include(
      renderToString(page(
        signedOut(),
        <>
          <States />
          <Email />
        </>
      )),
      "<u>SignedOut,Ready,Pending</u><b>nobody</b>"
    )
  })

  it("the server's HTML contains neither tokens nor other claims", () => {
    const seed = claimsOf({ email: "ada@example.com", sessionId: "s", name: "Ada", isAnonymous: undefined })
    assert.deepStrictEqual({ ...seed, createdAt: 0 }, {
      isSignedIn: true,
      userId: "ada",
      createdAt: 0,
      claims: { isAnonymous: false, isRestricted: false },
      entries: {}
    })
  })
})

describe("a provider with a projectId", () => {
  it("renders the seed on a server", () => {
    const html = (seed: unknown) =>
      text(renderToString(
        <AuthProvider projectId="internal" redirectMethod={{ navigate: () => {} }} dehydrated={seed}>
          <SignedIn fallback="not in" pending="in?">in</SignedIn>
        </AuthProvider>
      ))
    assert.strictEqual(html(undefined), "in?")
    assert.strictEqual(html({ isSignedIn: false, userId: null, entries: { user: { value: null } } }), "not in")
  })
})
