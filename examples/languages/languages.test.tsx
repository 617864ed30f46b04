// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react"
import { readdirSync } from "node:fs"
import { afterEach, assert, describe, it, vi } from "vitest"
import { App } from "./App.tsx"
import { loadTexts } from "./loadTexts.ts"

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("loadTexts", () => {
  const load = async (...languages: ReadonlyArray<string>) => (await loadTexts(languages))?.locale?.language

  it("loads the first supported language", async () => {
    assert.strictEqual(await load("eo", "fr-CA", "de"), "fr")
    assert.strictEqual(await load("pt-PT"), "pt-BR")
    assert.strictEqual(await load("zh-Hans-CN"), "zh-CN")
  })

  it("returns undefined for English, for an unsupported language, and for the name of a method", async () => {
    assert.isUndefined(await loadTexts(["en-GB", "de"]))
    assert.isUndefined(await loadTexts(["eo"]))
    assert.isUndefined(await loadTexts(["constructor"]))
    assert.isUndefined(await loadTexts([]))
  })

  it("loads each translation of the library", async () => {
    for (const file of readdirSync("react/entries/texts")) {
      const language = file.replace(".ts", "")
      assert.strictEqual(await load(language), language)
    }
  })
})

describe("App", () => {
  it("is in the browser's language, and in another one after a choice", async () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["de-AT", "en"])
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")))
    render(<App />)
    const select = await screen.findByLabelText("Language")
    assert.strictEqual(document.querySelector("[data-latchkey~=root]")?.getAttribute("lang"), "de")
    fireEvent.change(select, { target: { value: "ja" } })
    await vi.waitFor(() =>
      assert.strictEqual(document.querySelector("[data-latchkey~=root]")?.getAttribute("lang"), "ja")
    )
  })
})
