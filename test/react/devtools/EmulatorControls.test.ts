// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import { makeEmulatorControls } from "../../../react/devtools/EmulatorControls.ts"

/** Controls whose requests get one response. */
const controlsWith = (apiUrl: string, text: string, status = 200) => {
  const requests: Array<string> = []
  const controls = makeEmulatorControls(apiUrl, "id", (url, init) => {
    requests.push(`${init?.method} ${String(url)} ${String(init?.body ?? "")}`.trim())
    return Promise.resolve(new Response(text, { status }))
  })
  return { controls, requests }
}

const status = {
  emulator: "latchkey",
  version: "1",
  generation: "2026",
  project_id: "id",
  clock_offset_millis: 5,
  faults: []
}

describe("makeEmulatorControls", () => {
  it("detects an emulator on this computer, and sends no request to another host", async () => {
    for (const url of ["http://localhost:8102", "http://127.0.0.1:8102", "http://[::1]:8102", "http://app.localhost"]) {
      const { controls, requests } = controlsWith(url, JSON.stringify(status))
      assert.strictEqual((await controls.detect())?.clockOffsetMillis, 5)
      assert.deepStrictEqual(requests, [`GET ${url}/latchkey?project=id`])
    }
    for (const url of ["https://api.stack-auth.com", "https://localhost.evil.example", "not a URL"]) {
      const { controls, requests } = controlsWith(url, JSON.stringify(status))
      assert.isUndefined(await controls.detect())
      assert.deepStrictEqual(requests, [])
    }
  })

  it("makeEmulatorControls: ignores every other response", async () => {
    for (const text of ["", "null", "[]", "<h1>Not found</h1>", `{"emulator":"other"}`]) {
      assert.isUndefined(await controlsWith("http://localhost", text).controls.detect(), text)
    }
    assert.isUndefined(await controlsWith("http://localhost", JSON.stringify(status), 403).controls.detect())
  })

  it("parses any inbox, and follows only links to web pages", async () => {
    const mail = { id: "1", type: "magic_link", to: ["a@example.com"], subject: "Hi", sent_at_millis: 1 }
    const read = async (json: unknown) => controlsWith("http://localhost", JSON.stringify(json)).controls.inbox()
    assert.deepStrictEqual(await read(null), [])
    assert.deepStrictEqual(await read({ items: [1, null] }), [])
    const mails = await read({
      items: [{ ...mail, link: "javascript:alert(1)", otp: 5 }, {
        ...mail,
        link: "https://app.example.com/",
        otp: "ABC123"
      }]
    })
    assert.deepStrictEqual(mails.map(({ link, otp }) => [link, otp]), [
      ["https://app.example.com/", "ABC123"],
      [undefined, undefined]
    ])
  })

  it("sends the requests of the control API", async () => {
    const { controls, requests } = controlsWith("http://localhost", "{}")
    await controls.setFaults([])
    await controls.setFaults([{ fault: "offline" }])
    await controls.advanceClock(60)
    await controls.resetClock()
    await controls.expireAccessTokens()
    await controls.revokeSessions("a b")
    assert.deepStrictEqual(requests, [
      "DELETE http://localhost/latchkey/faults",
      `PUT http://localhost/latchkey/faults [{"fault":"offline"}]`,
      `POST http://localhost/latchkey/clock {"advance_seconds":60}`,
      `POST http://localhost/latchkey/clock {"offset_millis":0}`,
      "POST http://localhost/latchkey/access-tokens/expire {}",
      "DELETE http://localhost/latchkey/sessions?user=a%20b&project=id"
    ])
  })

  it("fails with the answer of the emulator", async () => {
    const { controls } = controlsWith("http://localhost", "The Origin header is not allowed", 403)
    const error = await controls.resetClock().catch((error: unknown) => error)
    assert.strictEqual(String(error), "Error: The Origin header is not allowed")
  })
})
