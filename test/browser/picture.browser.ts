/** Cropping of a profile picture, with the canvas of Chromium. */
import { Emulator } from "latchkey/emulator"
import type { Page } from "playwright-core"
import { assert, describe } from "vitest"
import { maxUrlLength } from "../../react/components/picture/openPicture.ts"
import { buildReact } from "./react/build.ts"
import { serveReact } from "./react/server.tsx"
import { isWithoutBrowser } from "./support/browserTest.ts"
import { world } from "./support/support.ts"
import { ada } from "./support/users.ts"

const code = isWithoutBrowser ? "" : await buildReact("production")

/** Ada's profile settings. */
const withProfile = world.extend("profilePage", async ({ browser, service }, { onCleanup }) => {
  await service.createUser(ada)
  const app = await serveReact(code, { ...Emulator.clientOptions, apiUrl: service.url })
  const context = await browser.newContext()
  onCleanup(async () => {
    await context.close()
    await app.close()
  })
  const page = await context.newPage()
  await page.goto(`${app.origin}/sign-in`)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByText("Sign in (Success)").waitFor()
  await page.goto(`${app.origin}/profile`)
  await page.getByText("Upload picture").waitFor()
  return page
})

const it = withProfile.skipIf(isWithoutBrowser)

/** Creates a PNG of 900 by 600 pixels: its left half is red, and its right half is noise over blue. */
const makePng = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas")
    canvas.width = 900
    canvas.height = 600
    const context = canvas.getContext("2d")!
    context.fillStyle = "rgb(255, 0, 0)"
    context.fillRect(0, 0, 450, 600)
    for (let x = 450; x < 900; x++) {
      for (let y = 0; y < 600; y++) {
        context.fillStyle = `rgb(0, ${Math.floor(Math.random() * 120)}, 255)`
        context.fillRect(x, y, 1, 1)
      }
    }
    return canvas.toDataURL("image/png")
  })
  return Buffer.from(url.slice(url.indexOf(",") + 1), "base64")
}

/** Returns the size of an image, and the share of red pixels. */
const inspect = (page: Page, url: string) =>
  page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement("canvas")
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext("2d")!
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
    let red = 0
    for (let index = 0; index < data.length; index += 4) if (data[index]! > 128) red++
    return { width: canvas.width, height: canvas.height, red: red / (canvas.width * canvas.height) }
  }, url)

/** Saves the picture, and returns the URL that was sent to the service. */
const save = async (page: Page): Promise<string> => {
  const sent = page.waitForRequest((request) => request.method() === "PATCH")
  await page.getByRole("button", { name: "Use picture" }).click()
  const { profile_image_url: url } = (await sent).postDataJSON()
  await page.getByRole("dialog").waitFor({ state: "detached" })
  await page.locator("[data-latchkey~=avatar] img").waitFor()
  return url
}

describe("the profile picture", () => {
  it("is cropped to the part that the user dragged into view, below the limit of the service", async ({ profilePage: page }) => {
    await page.locator("input[type=file]").setInputFiles({
      name: "ada.png",
      mimeType: "image/png",
      buffer: await makePng(page)
    })
    const area = page.getByRole("application", { name: "Picture position" })
    await area.waitFor()
    const { height, width, x, y } = (await area.boundingBox())!
    assert.closeTo(width, height, 1)
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width, y + height / 2, { steps: 5 })
    await page.mouse.up()
    const url = await save(page)
    assert.match(url, /^data:image\/webp;base64,/)
    assert.isBelow(url.length, maxUrlLength)
    const { red, ...size } = await inspect(page, url)
    assert.deepStrictEqual(size, { width: 512, height: 512 })
    // Dragged to the left edge: 450 of 600 pixels are red.
    assert.closeTo(red, 0.75, 0.02)
  })

  it("is refused if the file is not a picture", async ({ profilePage: page }) => {
    await page.locator("input[type=file]").setInputFiles({
      name: "ada.png",
      mimeType: "image/png",
      buffer: Buffer.from("not a picture")
    })
    await page.getByRole("alert").getByText("Choose a PNG, JPEG, GIF or WebP file.").waitFor()
  })
})
