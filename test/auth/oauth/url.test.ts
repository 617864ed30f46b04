import { assert, describe, it } from "@effect/vitest"
import { pathWithin } from "../../../src/auth/oauth/url.ts"

describe("pathWithin", () => {
  it("returns the path of a URL with the page's origin, over http and https", () => {
    assert.strictEqual(pathWithin("https://app.example/a?b#c", "https://app.example/"), "/a?b#c")
    assert.strictEqual(pathWithin("http://localhost:3000/a", "http://localhost:3000/b"), "/a")
    assert.strictEqual(pathWithin("/a", "https://app.example/"), "/a")
  })

  it("returns undefined for another origin and for schemes without one", () => {
    assert.isUndefined(pathWithin("https://evil.example/a", "https://app.example/"))
    assert.isUndefined(pathWithin("xhttps://evil.example/a", "xhttps://app.example/"))
    assert.isUndefined(pathWithin("myapp://evil/a", "myapp://app/"))
  })
})
