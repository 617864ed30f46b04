import { assert, describe, it } from "@effect/vitest"
import { describeDevice } from "../../../react/components/settings/describeDevice.ts"

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)"
const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko)"

describe("describeDevice", () => {
  it.each([
    ["Chrome", "macOS", "computer", `(Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
    [
      "Edge",
      "Windows",
      "computer",
      `(Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`
    ],
    ["Opera", "Linux", "computer", `(X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`],
    ["Chrome", "ChromeOS", "computer", `(X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0 Safari/537.36`],
    ["Firefox", "Linux", "computer", "(X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
    ["Safari", "macOS", "computer", `(Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/26.1 Safari/605.1.15`],
    [
      "Safari",
      "iOS",
      "phone",
      `(iPhone; CPU iPhone OS 18_7 like Mac OS X) ${safari} Version/26.1 Mobile/15E148 Safari/604.1`
    ],
    [
      "Chrome",
      "iPadOS",
      "tablet",
      `(iPad; CPU OS 18_7 like Mac OS X) ${safari} CriOS/142.0 Mobile/15E148 Safari/604.1`
    ],
    ["Chrome", "Android", "phone", `(Linux; Android 10; K) ${webKit} Chrome/142.0.0.0 Mobile Safari/537.36`],
    [
      "Samsung Internet",
      "Android",
      "tablet",
      `(Linux; Android 10; K) ${webKit} SamsungBrowser/29.0 Chrome/136.0.0.0 Safari/537.36`
    ],
    [undefined, undefined, "unknown", "(compatible; Example/1.0)"]
  ])("%s on %s is a %s", (browser, system, kind, rest) => {
    assert.deepStrictEqual(describeDevice(`Mozilla/5.0 ${rest}`), { browser, system, kind })
  })
})
