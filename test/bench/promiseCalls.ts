/** Compares a call of the Promise client with the same call in Effect, both over a `fetch` that responds immediately. */
import { CurrentUser, Redacted } from "latchkey"
import { createAuthClient, forRequest } from "latchkey/promise"
import { measureInTurns, subtract } from "./measure.ts"
import { printCost, printHeader } from "./report.ts"
import { targets } from "./targets.ts"
import { email, makeVariants, password, repeatPromise, respondImmediately } from "./variants.ts"

export const measurePromiseCalls = async (apiUrl: string): Promise<void> => {
  const { dispose, runtime } = await makeVariants(apiUrl)
  await using auth = createAuthClient({
    projectId: "11111111-2222-4333-8444-555555555555",
    publishableClientKey: "pck_bench",
    apiUrl
  })
  await auth.signIn.password({ email, password: Redacted.value(password) }).orThrow()
  await auth.getUser().orThrow()
  const restore = await respondImmediately(apiUrl)
  const costs = await measureInTurns({
    effect: repeatPromise(() => runtime.runPromise(CurrentUser.get({ or: "throw" }))),
    promise: repeatPromise(() => auth.getUser({ or: "throw" })),
    orThrow: repeatPromise(() => auth.getUser({ or: "throw" }).orThrow())
  }, { rounds: 60, calls: 1000 })
  const request = new Request("https://app.example.com/", { headers: { cookie: "theme=dark" } })
  const options = { projectId: "11111111-2222-4333-8444-555555555555", origin: "https://app.example.com" }
  const { create } = await measureInTurns(
    { create: repeatPromise(async () => void forRequest(request, options)) },
    { rounds: 20, calls: 500 }
  )
  restore()
  printHeader("one call of the Promise client, microseconds", "processor", "wall")
  printCost("runPromise of the effect", costs.effect)
  printCost("a call", costs.promise)
  printCost("a call over runPromise", subtract(costs.promise, costs.effect), targets.promiseCall)
  printCost("a call with orThrow() over runPromise", subtract(costs.orThrow, costs.effect), targets.promiseCall)
  printCost("forRequest", create)
  await dispose()
}
