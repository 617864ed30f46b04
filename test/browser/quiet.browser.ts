import { assert, describe } from "vitest"
import { it } from "./support/support.ts"

describe("a client", () => {
  it("that is asked nothing sends nothing and starts nothing", async ({ profile, service }) => {
    const requests: Array<string> = []
    profile.context.on("request", (request) => requests.push(request.url()))
    await profile.context.clock.install()
    await profile.context.addInitScript(countTimers)
    const tab = await profile.open("/quiet")
    await tab.sees("Nothing to do")
    await profile.context.clock.runFor(60_000)
    assert.strictEqual(await tab.page.evaluate("timersFired"), 0)
    assert.deepStrictEqual(requests.filter((url) => url.startsWith(service.url)), [])
  })

  it("looks at the cookies ten times a second while somebody wants to know who is signed in", async ({ profile }) => {
    await profile.context.clock.install()
    await profile.context.addInitScript(countTimers)
    const tab = await profile.open()
    await tab.sees("Session: SignedOut")
    await profile.context.clock.pauseAt(Date.now() + 60_000)
    const before = Number(await tab.page.evaluate("timersFired"))
    await profile.context.clock.runFor(10_000)
    assert.include([99, 100], Number(await tab.page.evaluate("timersFired")) - before)
  })
})

/** Counts how often something happens that was put off, in the page; what only lets others go first does not count. */
const countTimers = () => {
  const page = globalThis as typeof globalThis & { timersFired: number }
  page.timersFired = 0
  const { setInterval, setTimeout } = page
  const counted = (callback: () => void) => () => {
    page.timersFired++
    callback()
  }
  // Sound: the app's code gives functions without arguments.
  page.setTimeout =
    ((callback: () => void, millis = 0) =>
      setTimeout(millis > 0 ? counted(callback) : callback, millis)) as typeof setTimeout
  page.setInterval =
    ((callback: () => void, millis = 0) => setInterval(counted(callback), millis)) as typeof setInterval
}
