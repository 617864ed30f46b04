import { Emulator } from "latchkey/emulator"
import { assert, describe } from "vitest"
import { httpsOrigin, it, type Profile } from "./support/support.ts"
import { Tab } from "./support/Tab.ts"
import { ada, grace } from "./support/users.ts"

const { projectId } = Emulator.clientOptions
const refreshName = `stack-refresh-${projectId}`
const [hostName, plainName] = [`__Host-${refreshName}--default`, `${refreshName}--default`]

const day = 86_400

/** Sets cookies in a profile as another program would. */
const put = (
  { context, origin }: Profile,
  cookies: Readonly<Record<string, string>>,
  { path = "/" }: { readonly path?: string } = {}
) =>
  context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({
      name,
      value: encodeURIComponent(value),
      domain: new URL(origin).hostname,
      path,
      secure: origin.startsWith("https:")
    }))
  )

/** After a sign-out, the only cookie is the mark that a late response cannot undo it. */
const seesMarkOnly = async ({ context }: Profile) =>
  assert.deepStrictEqual((await context.cookies()).map(({ name }) => name), ["latchkey-ended"])

describe("a session in cookies", () => {
  it("a session in cookies survives a reload", async ({ service, tab }) => {
    await service.createUser(ada)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.page.reload()
    await tab.sees("Session: Active")
    await tab.is(ada)
  })

  it("uses two cookies of 4 kB at most, with Secure over HTTPS", async ({ newProfile, service }) => {
    await service.createUser(ada)
    for (const [origin, secure] of [[undefined, false], [httpsOrigin, true]] as const) {
      const profile = await newProfile(origin)
      const tab = await profile.open()
      await tab.signIn(ada)
      await tab.sees(`You are ${ada.primaryEmail}`)
      const cookies = (await profile.context.cookies()).sort((a, b) => b.expires - a.expires)
      const now = Date.now() / 1000
      assert.deepStrictEqual(
        cookies.map(({ expires, name, path, sameSite, secure }) => ({
          name,
          path,
          sameSite,
          secure,
          days: Math.round((expires - now) / day)
        })),
        [
          { name: secure ? hostName : plainName, path: "/", sameSite: "Lax", secure, days: 365 },
          { name: "stack-access", path: "/", sameSite: "Lax", secure, days: 1 }
        ]
      )
      assert.isAtMost(cookies.map(({ name, value }) => `${name}=${value}`).join("; ").length, 4096)
      await tab.submit("Sign out")
      await tab.sees("Goodbye")
      await seesMarkOnly(profile)
    }
  })

  it("is read from every cookie format ever written", async ({ newProfile, service }) => {
    await service.createUser(ada)
    const kinds: ReadonlyArray<
      readonly [string | undefined, (refresh: string, access: string) => Record<string, string>]
    > = [
      [undefined, (refresh, access) => ({
        [refreshName]: refresh,
        "stack-access": JSON.stringify([refresh, access])
      })],
      [undefined, (refresh) => ({ "stack-refresh": refresh })],
      [undefined, (refresh, access) => ({
        [`${refreshName}--default`]: JSON.stringify({ refresh_token: refresh, updated_at_millis: 1 }),
        "stack-access": JSON.stringify([refresh, access])
      })],
      [httpsOrigin, (refresh) => ({
        [`__Host-${refreshName}--default`]: JSON.stringify({ refresh_token: refresh, updated_at_millis: 1 })
      })]
    ]
    for (const [origin, cookiesOf] of kinds) {
      const profile = await newProfile(origin)
      const { accessToken, refreshToken } = await service.tokensOf(ada)
      const cookies = cookiesOf(refreshToken, accessToken)
      await put(profile, cookies)
      const tab = await profile.open()
      await tab.sees("Session: Active")
      await tab.is(ada)
      await tab.submit("Sign out")
      await tab.sees("Goodbye")
      await seesMarkOnly(profile)
    }
  })
})

describe("irregular cookies", () => {
  it("cookies in several paths and domains: the newest session wins, and the others are removed", async ({ newProfile, service }) => {
    await service.createUser(ada)
    await service.createUser(grace)
    const profile = await newProfile(httpsOrigin)
    const tab = await profile.open("/deep/quiet")
    for (const place of ["Path=/", "Path=/deep", "Path=/; Domain=example.test", "Path=/; Partitioned"]) {
      const { refreshToken } = await service.tokensOf(grace)
      const value = encodeURIComponent(JSON.stringify({ refresh_token: refreshToken, updated_at_millis: 1 }))
      await tab.page.evaluate((cookie) => {
        document.cookie = cookie
      }, `${refreshName}--custom-a=${value}; Secure; ${place}`)
    }
    const { accessToken, refreshToken } = await service.tokensOf(ada)
    const newest = { refresh_token: refreshToken, updated_at_millis: Date.now() }
    await put(profile, {
      [`${refreshName}--default`]: JSON.stringify(newest),
      "stack-access": JSON.stringify([refreshToken, accessToken])
    })
    assert.lengthOf(await profile.context.cookies(), 6)
    await tab.page.goto(`${profile.origin}/deep/down`)
    await tab.is(ada)
    await tab.submit("Sign out")
    await tab.sees("Goodbye")
    await tab.sees("Session: SignedOut")
    await seesMarkOnly(profile)
  })

  it("cookies of an older client are removed in favor of the newer client's session", async ({ profile, service }) => {
    await service.createUser(ada)
    await service.createUser(grace)
    const old = await service.tokensOf(grace)
    const { refreshToken } = await service.tokensOf(ada)
    await put(profile, { "stack-refresh": old.refreshToken, [refreshName]: refreshToken })
    const tab = await profile.open()
    await tab.is(ada)
    const cookies = await profile.cookies()
    const [name = ""] = Object.keys(cookies).filter((name) => name !== "stack-access")
    assert.oneOf(name, [hostName, plainName])
    assert.lengthOf(Object.keys(cookies), 2)
    assert.strictEqual(JSON.parse(cookies[name]!).refresh_token, refreshToken)
  })

  it("invalid cookies: no user is signed in, and the next sign-in replaces the cookies", async ({ newProfile, service }) => {
    await service.createUser(ada)
    const profile = await newProfile(httpsOrigin)
    await put(profile, {
      [`${refreshName}--default`]: "{\"refresh_token\":",
      [`${refreshName}--custom-x`]: "{\"refresh_token\":{},\"updated_at_millis\":1e99}",
      [`__Host-${refreshName}--default`]: "null",
      "stack-access": "[\"a\",",
      "stack-refresh": ""
    })
    const tab = await profile.open()
    await tab.sees("Session: SignedOut")
    await tab.is(undefined)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    assert.sameMembers(Object.keys(await profile.cookies()), [hostName, "stack-access"])
  })

  it("blocked cookies: the session lasts as long as the page", async ({ profile, service }) => {
    await service.createUser(ada)
    const tab = await profile.open("/quiet")
    const devtools = await profile.context.newCDPSession(tab.page)
    await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true })
    await tab.page.goto(`${profile.origin}/`)
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.sees("Session: Active")
    assert.deepStrictEqual(await profile.context.cookies(), [])
    await tab.submit("Sign out")
    await tab.sees("Session: SignedOut")
  })

  it("unreadable cookies in a sandbox: the session lasts as long as the frame", async ({ profile, service }) => {
    await service.createUser(ada)
    const { page } = await profile.open("/quiet")
    await page.evaluate(() => {
      const frame = document.createElement("iframe")
      frame.setAttribute("sandbox", "allow-scripts allow-forms")
      frame.src = "/"
      document.body.append(frame)
    })
    await page.frameLocator("iframe").getByText("Session").waitFor()
    const tab = new Tab(page, page.frames()[1])
    await tab.sees("Session: SignedOut")
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.sees("Session: Active")
  })

  it("a full cookie jar: the sign-in is still kept", async ({ profile, service }) => {
    await service.createUser(ada)
    const others = Array.from({ length: 180 }, (_, index) => [`other-${index}`, "x".repeat(3000)])
    await put(profile, Object.fromEntries(others), { path: "/other" })
    const tab = await profile.open()
    await tab.signIn(ada)
    await tab.sees(`You are ${ada.primaryEmail}`)
    await tab.page.reload()
    await tab.is(ada)
  })
})
