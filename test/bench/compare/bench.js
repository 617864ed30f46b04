// Measures the official client against the service of the benchmark, whose address is the argument.
import { StackClientApp } from "@stackframe/js"

const app = new StackClientApp({
  baseUrl: process.argv[2],
  projectId: "11111111-2222-4333-8444-555555555555",
  publishableClientKey: "pck_bench",
  tokenStore: { accessToken: null, refreshToken: "refresh-token-of-the-benchmark" }
})
// The requests of the constructor are sent by then.
await new Promise((resolve) => setTimeout(resolve, 500))
process.send({ constructed: true })
await new Promise((resolve) => process.once("message", resolve))

await app.getUser()
process.send({ firstUser: true })
await new Promise((resolve) => process.once("message", resolve))

const calls = 200
const costs = []
for (let round = -2; round < 9; round++) {
  const start = performance.now()
  const before = process.threadCpuUsage()
  for (let call = 0; call < calls; call++) await app.getUser()
  const { system, user } = process.threadCpuUsage(before)
  const wall = performance.now() - start
  if (round >= 0) costs.push({ processor: (user + system) / calls, wall: wall * 1000 / calls })
}
process.send({ costs })
process.exit(0)
