/** The flows of the components, which run in each engine. */
import * as Redacted from "effect/Redacted"
import { isDeepStrictEqual } from "node:util"
import { assert, describe } from "vitest"
import { secret } from "../support/totp.ts"
import { ada, grace } from "../support/users.ts"
import type { EngineProfile, EngineTab } from "./Engine.ts"
import { type EngineName, isHydrated, makeEngineTest, sees } from "./engineTest.ts"
import { until } from "./until.ts"

const password = Redacted.value(ada.password)

/** Signs Ada in with her password. */
const signIn = async (tab: EngineTab): Promise<void> => {
  await tab.fill("Email", ada.primaryEmail)
  await tab.fill("Password", password)
  await tab.click("button", "Sign in")
}

/** Signs Ada in, and then opens a page. */
const openSignedIn = async (profile: EngineProfile, path: string): Promise<EngineTab> => {
  const tab = await profile.open("/handler/sign-in")
  await signIn(tab)
  await sees(tab, `Hello, ${ada.primaryEmail}`)
  await tab.goto(new URL(path, await tab.url()).href)
  await isHydrated(tab)
  return tab
}

const signOut = async (tab: EngineTab): Promise<void> => {
  await isHydrated(tab)
  await tab.click("button", `${ada.primaryEmail}, User menu`)
  await tab.click("button", "Sign out")
  await sees(tab, "Nobody")
}

/** Runs the flows in an engine. */
export const runFlows = (name: EngineName): void => {
  const it = makeEngineTest(name)

  describe(`the components in ${name}`, () => {
    it("signs in with a password and out again, in all tabs", async ({ profile, service }) => {
      await service.createUser(ada)
      const other = await profile.open("/")
      await sees(other, "Nobody")
      const tab = await profile.open("/handler/sign-in")
      await tab.fill("Email", ada.primaryEmail)
      await tab.fill("Password", "wrong horse")
      await tab.click("button", "Sign in")
      await sees(tab, "Wrong email or password")
      await signIn(tab)
      await sees(tab, `Hello, ${ada.primaryEmail}`)
      await sees(other, `Hello, ${ada.primaryEmail}`)
      await signOut(tab)
      await sees(other, "Nobody")
    })

    it("signs up", async ({ profile }) => {
      const tab = await profile.open("/handler/sign-up")
      await tab.fill("Email", grace.primaryEmail)
      await tab.fill("Password", "rear admiral")
      await tab.click("button", "Sign up")
      await sees(tab, `Hello, ${grace.primaryEmail}`)
    })

    it("signs in with a code from an email", async ({ profile, service }) => {
      await service.createUser({ ...ada, otpAuthEnabled: true })
      const tab = await profile.open("/handler/sign-in")
      await tab.fill("Email", ada.primaryEmail)
      await tab.click("button", "Email me a sign-in link")
      await tab.finds("heading", "Check your email")
      // The last character sends the code.
      await tab.fill("Code", (await service.mailTo(ada.primaryEmail)).otp!)
      await sees(tab, `Hello, ${ada.primaryEmail}`)
    })

    it("asks for the second factor", async ({ profile, service }) => {
      await service.createUser({ ...ada, totpSecretBase64: secret.base64 })
      const tab = await profile.open("/handler/sign-in")
      await signIn(tab)
      await tab.finds("heading", "Two-factor authentication")
      await tab.fill("Code", service.totp(secret.address))
      await sees(tab, `Hello, ${ada.primaryEmail}`)
    })

    it("signs in with a provider", async ({ profile }) => {
      const tab = await profile.open("/handler/sign-in")
      await tab.click("button", "Continue with GitHub")
      await tab.fill("Account ID", "ada-1")
      await tab.fill("Email", ada.primaryEmail)
      await tab.click("button", "Approve")
      await sees(tab, `Hello, ${ada.primaryEmail}`)
    })

    it("opens a menu and a dialog in the account settings, with the keyboard", async ({ profile, service }) => {
      await service.createUser(ada)
      const tab = await openSignedIn(profile, "/settings")
      const actions = `Actions for ${ada.primaryEmail}`
      await tab.click("button", actions)
      await tab.finds("menu", actions)
      assert.deepStrictEqual(await tab.evaluate(findOutside, "[role=menu]"), [])
      await tab.press("Escape")
      assert.strictEqual(await tab.evaluate(readFocus), actions)
      await tab.click("button", "Security")
      await tab.click("button", "Delete account")
      await tab.finds("dialog", "Delete your account?")
      assert.isTrue(await tab.evaluate(isFocusInDialog))
      assert.deepStrictEqual(await tab.evaluate(findOutside, "dialog[open]"), [])
      await tab.press("Escape")
      assert.strictEqual(await tab.evaluate(readFocus), "Delete account")
    })

    it("crops and saves a picture", async ({ profile, service }) => {
      await service.createUser(ada)
      const tab = await openSignedIn(profile, "/settings")
      await tab.finds("button", "Upload picture")
      await tab.evaluate(choosePicture)
      await tab.finds("dialog", "Crop picture")
      await tab.click("button", "Use picture")
      await tab.finds("button", "Remove picture")
      await until(
        () => tab.evaluate(isPictureShown).then((isShown) => isShown || undefined),
        () => "The picture was not shown"
      )
    })

    it("hydrates the page of a signed-in user, and opens a menu inside the window", async ({ profile, service }) => {
      await service.createUser(ada)
      const tab = await openSignedIn(profile, "/")
      await sees(tab, `Hello, ${ada.primaryEmail}`)
      await tab.click("button", `${ada.primaryEmail}, User menu`)
      await tab.finds("button", "Manage account")
      assert.deepStrictEqual(await tab.evaluate(findOutside, "[data-latchkey~=menu]"), [])
    })

    it("has dark and light colors", async ({ profile }) => {
      const tab = await profile.open("/handler/sign-in")
      await tab.finds("button", "Sign in")
      for (const [theme, colors] of [["light", light], ["dark", dark]] as const) {
        // The colors change over some time.
        await until(
          async () => isDeepStrictEqual(await tab.evaluate(readColors, theme), colors) || undefined,
          async () => `${theme}: ${JSON.stringify(await tab.evaluate(readColors, theme))}`
        )
      }
    })

    it("opens the developer tools", async ({ profile }) => {
      const tab = await profile.open("/?devtools")
      await isHydrated(tab)
      await sees(tab, "Nobody")
      await tab.evaluate(devToolsHeight)
    })

    it("signs in with a passkey, or hides passkeys at the sign-in of a device without them", async ({ profile, service }) => {
      await service.createUser(ada)
      const tab = await profile.open("/handler/sign-in")
      if (profile.addAuthenticator === undefined) {
        await tab.finds("button", "Email me a sign-in link")
        assert.notInclude((await tab.evaluate(() => document.body.innerText)).toLowerCase(), "passkey")
        await signIn(tab)
        await sees(tab, `Hello, ${ada.primaryEmail}`)
        await tab.goto(new URL("/passkeys", await tab.url()).href)
        await isHydrated(tab)
        await tab.click("button", "Add passkey")
        await sees(tab, "This device doesn't support passkeys.")
        return
      }
      await profile.addAuthenticator(tab)
      await signIn(tab)
      await sees(tab, `Hello, ${ada.primaryEmail}`)
      await tab.goto(new URL("/passkeys", await tab.url()).href)
      await isHydrated(tab)
      await tab.click("button", "Add passkey")
      await sees(tab, "You can sign in with a passkey.")
      await tab.goto(new URL("/", await tab.url()).href)
      await signOut(tab)
      await tab.goto(new URL("/handler/sign-in", await tab.url()).href)
      await tab.click("button", "Sign in with a passkey")
      await sees(tab, `Hello, ${ada.primaryEmail}`)
    })
  })
}

const light = { card: "rgb(255, 255, 255)", button: "rgb(28, 28, 31)" }

const dark = { card: "rgb(24, 24, 27)", button: "rgb(244, 244, 245)" }

/** Sets the theme, and returns the colors of the sign-in page. */
const readColors = (theme: string) => {
  document.documentElement.dataset["theme"] = theme
  const colorOf = (selector: string) => getComputedStyle(document.querySelector(selector)!).backgroundColor
  return { card: colorOf("[data-latchkey~=card]"), button: colorOf("[data-latchkey~=submit]") }
}

/** Returns the edges of an element that are outside the window. */
const findOutside = (selector: string) => {
  const { bottom, left, right, top } = document.querySelector(selector)!.getBoundingClientRect()
  return Object.entries({ bottom: innerHeight - bottom, left, right: innerWidth - right, top }).filter(([, space]) =>
    space < 0
  )
}

const readFocus = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent

const isFocusInDialog = () => document.querySelector("dialog[open]")!.contains(document.activeElement)

const devToolsHeight = async () => {
  for (;;) {
    const panel = document.querySelector("latchkey-devtools")?.shadowRoot?.querySelector(".panel")
    if (panel != null) return panel.getBoundingClientRect().height
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Chooses a drawn picture, as a user would in the dialog of the system. */
const choosePicture = async () => {
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = 64
  canvas.getContext("2d")!.fillRect(0, 0, 64, 64)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const files = new DataTransfer()
  files.items.add(new File([blob!], "ada.png", { type: "image/png" }))
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!
  input.files = files.files
  input.dispatchEvent(new Event("change", { bubbles: true }))
}

const isPictureShown = () => {
  const image = document.querySelector<HTMLImageElement>("[data-latchkey~=avatar][data-size=large] img")
  return image !== null && image.complete && image.naturalWidth > 0
}
