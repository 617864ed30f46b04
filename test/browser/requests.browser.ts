import { assert, describe } from "vitest"
import { patience } from "./support/patience.ts"
import { it } from "./support/support.ts"

describe("requests in the network panel", () => {
  for (const [transport, path] of [["fetch", "/requests"], ["HttpClient", "/requests/http-client"]] as const) {
    it(`50 requests over ${transport}: Chromium reports none as failed`, async ({ profile, service }) => {
      const page = await profile.context.newPage()
      const panel = await profile.context.newCDPSession(page)
      const sent = new Map<string, string>()
      const finished: Array<string> = []
      const failures: Array<string> = []
      panel.on(
        "Network.requestWillBeSent",
        ({ request, requestId }) => sent.set(requestId, `${request.method} ${request.url}`)
      )
      panel.on("Network.loadingFinished", ({ requestId }) => finished.push(sent.get(requestId) ?? ""))
      panel.on(
        "Network.loadingFailed",
        ({ errorText, requestId }) => failures.push(`${sent.get(requestId)} ${errorText}`)
      )
      await panel.send("Network.enable")
      await page.goto(new URL(path, profile.origin).href)
      await page.getByText("50 done").waitFor()
      const isRequest = (request: string) => request === `GET ${service.url}/api/v1/projects/current`
      // Chromium reports the end of a request some time after the page has read the body.
      const deadline = Date.now() + patience
      while (finished.filter(isRequest).length + failures.length < 50 && Date.now() < deadline) {
        await page.waitForTimeout(20)
      }
      assert.deepStrictEqual(failures, [])
      assert.lengthOf(finished.filter(isRequest), 50)
    })
  }
})
