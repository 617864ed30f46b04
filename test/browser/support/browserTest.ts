/** Tests in Chromium: a worker starts it once, and each test has its own contexts in it. */
import { inject, test } from "vitest"
import { launch } from "./chromium.ts"

const path = inject("chromium")

/** `true` if there is no browser, in which case tests are skipped. */
export const isWithoutBrowser = path === undefined

export const browserTest = test.extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
  const browser = await launch(path ?? "")
  onCleanup(() => browser.close())
  return browser
})
