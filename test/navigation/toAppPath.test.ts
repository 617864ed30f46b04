import { assert, describe, it } from "@effect/vitest"
import { toAppPath } from "../../src/navigation/sameOrigin.ts"

describe("toAppPath", () => {
  it("returns the path of an address with the page's own origin, over http and https", () => {
    assert.strictEqual(toAppPath("https://app.example/a?b#c", "https://app.example/"), "/a?b#c")
    assert.strictEqual(toAppPath("http://localhost:3000/a", "http://localhost:3000/b"), "/a")
    assert.strictEqual(toAppPath("/a", "https://app.example/"), "/a")
  })

  it("returns undefined for another origin and for schemes without one", () => {
    assert.isUndefined(toAppPath("https://evil.example/a", "https://app.example/"))
    assert.isUndefined(toAppPath("xhttps://evil.example/a", "xhttps://app.example/"))
    assert.isUndefined(toAppPath("myapp://evil/a", "myapp://app/"))
  })
})
