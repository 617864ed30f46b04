// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach } from "vitest"
import { themeStore } from "../../src/platform/ColorTheme.ts"

const key = "latchkey-theme"

/** The theme of the page, as styles see it. */
const shown = () => document.documentElement.getAttribute("data-theme")

/** Another tab changes the choice of the user. */
const changeElsewhere = (key: string, newValue: string | null) =>
  window.dispatchEvent(new StorageEvent("storage", { key, newValue }))

/** Waits until the observers of the page have run. */
const observed = () => new Promise((resolve) => setTimeout(resolve))

const forget = () => {
  document.documentElement.removeAttribute("data-theme")
  localStorage.clear()
}

describe("themeStore", () => {
  beforeEach(forget)
  afterEach(forget)

  it("restores the theme of an earlier visit for its first subscriber", () => {
    localStorage.setItem(key, "dark")
    assert.strictEqual(themeStore.get(), "system")
    themeStore.subscribe(() => {})()
    assert.deepStrictEqual([themeStore.get(), shown()], ["dark", "dark"])
  })

  it("keeps the theme that the page sets itself", () => {
    localStorage.setItem(key, "dark")
    document.documentElement.setAttribute("data-theme", "light")
    themeStore.subscribe(() => {})()
    assert.strictEqual(themeStore.get(), "light")
  })

  it("keeps light and dark for the next visit, and forgets them for system", () => {
    for (const theme of ["light", "dark"] as const) {
      themeStore.set(theme)
      assert.deepStrictEqual([shown(), localStorage.getItem(key)], [theme, theme])
    }
    themeStore.set("system")
    assert.deepStrictEqual([shown(), localStorage.getItem(key)], [null, null])
  })

  it("themeStore: an unknown theme of the page or another tab is system", () => {
    document.documentElement.setAttribute("data-theme", "blue")
    assert.strictEqual(themeStore.get(), "system")
    const stop = themeStore.subscribe(() => {})
    changeElsewhere(key, "blue")
    assert.isNull(shown())
    stop()
  })

  it("follows the choice in another tab, and no other key", () => {
    const stop = themeStore.subscribe(() => {})
    changeElsewhere(key, "dark")
    assert.strictEqual(themeStore.get(), "dark")
    changeElsewhere("another", "light")
    assert.strictEqual(themeStore.get(), "dark")
    changeElsewhere(key, null)
    assert.strictEqual(themeStore.get(), "system")
    stop()
  })

  it("themeStore: after unsubscribing, no listener is called and other tabs are not followed", async () => {
    let calls = 0
    const stop = themeStore.subscribe(() => calls++)
    themeStore.set("dark")
    await observed()
    assert.strictEqual(calls, 1)
    document.documentElement.setAttribute("data-theme", "light")
    await observed()
    assert.strictEqual(calls, 2)
    stop()
    themeStore.set("dark")
    changeElsewhere(key, "light")
    await observed()
    assert.deepStrictEqual([calls, shown()], [2, "dark"])
  })

  it("themeStore: changes the page even if the browser refuses storage", () => {
    const { localStorage } = window
    const refuse = () => {
      throw new Error("refused")
    }
    Object.defineProperty(window, "localStorage", { configurable: true, get: refuse })
    try {
      themeStore.subscribe(() => {})()
      themeStore.set("dark")
      assert.strictEqual(themeStore.get(), "dark")
    } finally {
      Object.defineProperty(window, "localStorage", { configurable: true, value: localStorage })
    }
  })
})
