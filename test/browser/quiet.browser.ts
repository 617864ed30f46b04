import { assert, describe } from "vitest"
import { it, type Profile } from "./support/support.ts"

describe("a client", () => {
  it("an unused client sends no request and starts no timer", async ({ profile, service }) => {
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

  it("does not poll the cookies while the browser reports their changes", async ({ profile }) => {
    assert.strictEqual(await timersInTenSeconds(profile, "/"), 0)
  })

  it("a client does not poll a storage that reports changes", async ({ profile }) => {
    assert.strictEqual(await timersInTenSeconds(profile, "/storage"), 0)
  })
})

/** The number of occurrences in ten seconds on an idle page that shows the session. */
const timersInTenSeconds = async ({ context, open }: Profile, path: string): Promise<number> => {
  await context.clock.install()
  await context.addInitScript(countTimers)
  const tab = await open(path)
  await tab.sees("Session: SignedOut")
  const timersFired = async () => Number(await tab.page.evaluate("timersFired"))
  await context.clock.pauseAt(Date.now() + 60_000)
  const before = await timersFired()
  await context.clock.runFor(10_000)
  return await timersFired() - before
}

/** Counts delayed callbacks in the page, without those that only yield. */
const countTimers = () => {
  const page = globalThis as typeof globalThis & { timersFired: number }
  page.timersFired = 0
  const { setInterval, setTimeout } = page
  const counted = (callback: () => void) => () => {
    page.timersFired++
    callback()
  }
  // Sound: the app passes functions without parameters.
  page.setTimeout =
    ((callback: () => void, millis = 0) =>
      setTimeout(millis > 0 ? counted(callback) : callback, millis)) as typeof setTimeout
  page.setInterval =
    ((callback: () => void, millis = 0) => setInterval(counted(callback), millis)) as typeof setInterval
}
