import { assert, describe, it } from "@effect/vitest"
import { toAppPath, toSameOriginPath } from "../../src/navigation/sameOrigin.ts"
import { checkRows } from "../support/mismatches.ts"

const pages = [
  "https://app.example/start",
  "https://app.example:8443/start",
  "http://localhost:3000/start",
  "http://localhost/start",
  "http://127.0.0.1:3000/start",
  "https://[::1]:3000/start"
]

const origins = [
  "https://app.example",
  "https://app.example:443",
  "https://app.example:8443",
  "https://app.example:8444",
  "https://APP.example",
  "https://www.app.example",
  "http://app.example",
  "http://localhost",
  "http://localhost:80",
  "http://localhost:3000",
  "http://localhost:3001",
  "https://localhost:3000",
  "http://127.0.0.1:3000",
  "http://127.0.0.1:3001",
  "http://localhost.:3000",
  "https://[::1]:3000",
  "https://[::1]:3001"
]

const rows = pages.flatMap((page) => origins.map((origin) => ({ page, origin })))

describe("an absolute URL of another port, scheme or host", () => {
  it("an absolute URL is a page of the app only if it has the page's origin", () => {
    checkRows(rows, ({ origin, page }) => `${origin} on ${page}`, ({ origin, page }) => {
      const isOwn = new URL(origin).origin === new URL(page).origin
      const target = `${origin}/next?a=1#b`
      assert.strictEqual(toAppPath(target, page), isOwn ? "/next?a=1#b" : undefined)
    })
  })

  it("an absolute URL is a redirect target only with the page's origin and https", () => {
    checkRows(rows, ({ origin, page }) => `${origin} on ${page}`, ({ origin, page }) => {
      const isOwn = new URL(origin).origin === new URL(page).origin && page.startsWith("https:")
      assert.strictEqual(toSameOriginPath(`${origin}/next?a=1#b`, page), isOwn ? "/next?a=1#b" : undefined)
    })
  })
})
