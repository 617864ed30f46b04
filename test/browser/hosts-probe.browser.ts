/** The message in development about rules of a page that change the components. */
import { resolve } from "node:path"
import type { Page } from "playwright-core"
import { rolldown } from "rolldown"
import { assert, describe } from "vitest"
import { root } from "../../scripts/repository.ts"
import { hasFrameworks } from "./hosts/findFrameworks.ts"
import { compileTailwind3 } from "./hosts/frameworks.ts"
import { layeredStyles, openHostPage, styles } from "./hosts/HostPage.ts"
import { browserTest, isWithoutBrowser } from "./support/browserTest.ts"

const it = browserTest.skipIf(isWithoutBrowser)

const warning = `import { warnAboutStyles } from ${JSON.stringify(resolve(root, "react/warnAboutStyles.ts"))}
globalThis.warnAboutStyles = warnAboutStyles`

const notice = `import { StylesNotice } from ${JSON.stringify(resolve(root, "react/devtools/StylesNotice.tsx"))}
import { createElement } from "react"
import { createRoot } from "react-dom/client"
createRoot(document.querySelector("#frame")).render(createElement(StylesNotice))`

/** Bundles the code of a page as a script that has run once it is added. A module would run later. */
const bundle = async (code: string, mode: string): Promise<string> => {
  const entry = resolve(root, "test/browser/entry.js")
  const bundle = await rolldown({
    input: entry,
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": JSON.stringify(mode) } },
    plugins: [{
      name: "entry",
      resolveId: (id) => id === entry ? id : undefined,
      load: (id) => id === entry ? code : undefined
    }]
  })
  const { output } = await bundle.generate({ format: "iife", codeSplitting: false, minify: true })
  await bundle.close()
  return output[0].code
}

/** Runs the check twice, as strict mode does, and returns the messages once the page is idle. */
const messagesOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const messages: Array<string> = []
  page.on("console", (message) => messages.push(message.text()))
  await page.addScriptTag({ content: await bundle(warning, "development") })
  await page.evaluate(async () => {
    // Sound: the script above has assigned it.
    const { warnAboutStyles } = globalThis as unknown as { readonly warnAboutStyles: () => void }
    warnAboutStyles()
    warnAboutStyles()
    for (const wait of [requestIdleCallback, requestIdleCallback, requestAnimationFrame]) {
      await new Promise((resolve) => wait(resolve))
    }
  })
  assert.strictEqual(await page.locator("body > [data-latchkey]").count(), 0)
  await page.close()
  return messages
}

const important = "button { background-color: red !important } h1#title { margin: 9px }"

describe("the message about rules of the page", () => {
  it("names the rule, its stylesheet and the fix, once", async ({ browser }) => {
    const page = await openHostPage(browser, { theme: "light", css: ["body { margin: 0 }", styles], markup: "" })
    await page.evaluate(
      (css) => {
        const style = document.createElement("style")
        style.dataset["viteDevId"] = "/src/index.css"
        style.textContent = css
        document.head.append(style)
      },
      `#root, button:not(.quiet):not(.plain) { border-radius: 0; color: inherit } [data-latchkey~="input"] { height: 80px }`
    )
    assert.deepStrictEqual(await messagesOf(page), [
      `Latchkey: rules of this page change the components of latchkey/react.
  #root, button:not(.quiet):not(.plain) { color, border-top-left-radius }
    in /src/index.css
Put that stylesheet in a layer. In CSS:
  @import "./your-styles.css" layer(base);
  @import "latchkey/react/styles.css";`
    ])
  })

  it("names a stylesheet without a file by its first rule, and finds important rules", async ({ browser }) => {
    const page = await openHostPage(browser, { theme: "light", css: [styles, important], markup: "" })
    const [message, ...others] = await messagesOf(page)
    assert.deepStrictEqual(others, [])
    assert.include(message, "button { background-color }\n    in the <style> element that starts with \"button\"")
  })

  it("is absent without the stylesheet, with nothing to report, and for rules of the device's other theme", async ({ browser }) => {
    for (const css of [[important], [styles], [styles, `@media (prefers-color-scheme: dark) { ${important} }`]]) {
      assert.deepStrictEqual(await messagesOf(await openHostPage(browser, { theme: "light", css, markup: "" })), [])
    }
  })

  it("is absent if some rules win over styles.layer.css", async ({ browser }) => {
    const css = [layeredStyles, "button { border-radius: 99px; font-weight: 700 }"]
    assert.deepStrictEqual(await messagesOf(await openHostPage(browser, { theme: "light", css, markup: "" })), [])
  })

  browserTest.skipIf(isWithoutBrowser || !hasFrameworks())(
    "appears if base rules outside of layers reset styles.layer.css",
    async ({ browser }) => {
      const css = [await compileTailwind3(), layeredStyles]
      const messages = await messagesOf(await openHostPage(browser, { theme: "light", css, markup: "" }))
      assert.lengthOf(messages, 1)
      assert.include(messages[0], "Import latchkey/react/styles.css instead of styles.layer.css")
    }
  )
})

describe("the notice in DevTools", () => {
  it("lists the rules with their stylesheets, and the fix", async ({ browser }) => {
    const page = await openHostPage(browser, { theme: "light", css: [styles, important], markup: "" })
    await page.addScriptTag({ content: await bundle(notice, "development") })
    await page.getByText("Rules of this page change the components").click()
    await page.getByText("button { background-color }").waitFor()
    await page.getByText("the <style> element that starts with \"button\"").waitFor()
    await page.getByText("@import \"./your-styles.css\" layer(base);").waitFor()
    await page.close()
  })
})

describe("a production bundle", () => {
  it("contains nothing of the check", async ({ expect }) => {
    expect(await bundle(warning, "production")).not.toMatch(/idle|latchkey|Latchkey/)
  })
})
