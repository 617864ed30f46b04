/**
 * The stylesheet as it is published, and after a production build with the defaults of Vite, which supports browsers without
 * light-dark().
 */
import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { build } from "vite"
import { assert, describe } from "vitest"
import { root } from "../../scripts/repository.ts"
import { inlineImports, publishedStylesheet, stylesheets } from "../../scripts/stylesheet.ts"
import { isWithoutBrowser } from "./support/browserTest.ts"
import { world } from "./support/support.ts"

const it = world.skipIf(isWithoutBrowser)

const entry = "\0entry"

/** Returns the styles that a page loads, after the page's own. */
const buildStyles = async (own: string): Promise<string> => {
  const result = await build({
    root,
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    resolve: { conditions: ["@latchkey/source", "module", "browser", "production"] },
    build: { write: false, rolldownOptions: { input: "entry" } },
    plugins: [{
      name: "entry",
      resolveId: (id) => id === "entry" ? entry : id === "own.css" ? "/own.css" : undefined,
      load: (id) =>
        id === entry ? `import "own.css"\nimport "latchkey/react/styles.css"` : id === "/own.css" ? own : undefined
    }]
  })
  if (!("output" in result)) throw new Error("Vite returned no output")
  return result.output.flatMap((file) => file.type === "asset" ? [String(file.source)] : []).join("\n")
}

const [black, white] = ["rgb(28, 28, 31)", "rgb(244, 244, 245)"]

describe("the stylesheet in a production build", () => {
  for (
    const [page, own, scheme, theme, expected] of [
      ["without a color-scheme", "", "dark", "", black],
      ["that follows the device, which is light", ":root { color-scheme: light dark }", "light", "", black],
      ["that follows the device, which is dark", ":root { color-scheme: light dark }", "dark", "", white],
      ["that is always dark", ":root { color-scheme: dark }", "light", "", white],
      ["with data-theme=dark", "", "light", "dark", white],
      ["with data-theme=light", ":root { color-scheme: light dark }", "dark", "light", black],
      ["with its own color", ":root { --lk-color-primary: #0b6b58 }", "dark", "dark", "rgb(11, 107, 88)"],
      [
        "with its own colors",
        ":root { --lk-color-primary: #0b6b58; --lk-color-primary-dark: #74d6bd }",
        "light",
        "dark",
        "rgb(116, 214, 189)"
      ]
    ] as const
  ) {
    it(`colors buttons on a page ${page}`, async ({ browser, onTestFinished }) => {
      const context = await browser.newContext({ colorScheme: scheme })
      onTestFinished(() => context.close())
      const tab = await context.newPage()
      await tab.setContent(
        `<!doctype html><html${theme === "" ? "" : ` data-theme="${theme}"`}><style>${await buildStyles(own)}</style>
        <main data-latchkey="root card"><button data-latchkey="button" data-variant="primary">Save</button></main></html>`
      )
      const color = await tab.locator("button").evaluate((button) => getComputedStyle(button).backgroundColor)
      assert.strictEqual(color, expected)
    })
  }

  it("keeps a card from the edges of a window, and fills a narrower element", async ({ browser, onTestFinished }) => {
    const tab = await browser.newPage({ viewport: { width: 390, height: 800 } })
    onTestFinished(() => tab.close())
    await tab.setContent(
      `<!doctype html><style>body { margin: 0 } ${await buildStyles("")}</style>
      <section data-latchkey="root card">Card</section>
      <div style="width: 200px"><section data-latchkey="root card">Card</section></div>`
    )
    const frames = await tab.locator("section").evaluateAll((cards) =>
      cards.map((card) => [card.getBoundingClientRect().left, card.getBoundingClientRect().width])
    )
    assert.deepStrictEqual(frames, [[16, 358], [0, 200]])
  })

  it("has no motion for users who reduce it, except the progress of a busy button", async ({ browser, onTestFinished }) => {
    const context = await browser.newContext({ reducedMotion: "reduce" })
    onTestFinished(() => context.close())
    const tab = await context.newPage()
    await tab.setContent(
      `<!doctype html><style>${await buildStyles("")}</style>
      <main data-latchkey="root card">
        <p data-latchkey="status">Saved</p>
        <p data-latchkey="alert">Wrong code.</p>
        <span data-latchkey="skeleton-row"></span>
        <div data-latchkey="root dialog"></div>
        <button data-latchkey="button" aria-busy="true">Save</button>
      </main>`
    )
    const moving = await tab.locator("main").evaluate((main) =>
      Array.from(main.querySelectorAll("*")).flatMap((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element)
        return animationName === "none" && transitionDuration.startsWith("0s") ? [] : [element.outerHTML]
      })
    )
    assert.deepStrictEqual(moving, [])
    const spinner = await tab.locator("button").evaluate((button) => getComputedStyle(button, "::after").animationName)
    assert.strictEqual(spinner, "latchkey-spin")
  })
})

describe("the published stylesheet", () => {
  for (const path of stylesheets) {
    it(`${path} has the rules of its source`, async ({ browser, onTestFinished }) => {
      const read = (path: string) => readFileSync(resolve(root, path), "utf8")
      const tab = await browser.newPage()
      onTestFinished(() => tab.close())
      const parse = async (css: string) => {
        const rules = await tab.evaluate((css) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(css)
          return Array.from(sheet.cssRules, ({ cssText }) => cssText)
        }, css)
        // Chromium keeps a value with var() as it was written.
        return rules.map((rule) => rule.replace(/,\s+/g, ",").replace(/\b0(?=\.\d)/g, ""))
      }
      const rules = await parse(publishedStylesheet(path, read))
      assert.isNotEmpty(rules)
      assert.deepStrictEqual(rules, await parse(inlineImports(path, read)))
    })
  }
})
