// Times the official client against the service of the benchmark, whose address is the argument.
const start = performance.now()
const { StackClientApp } = await import("@stackframe/js")
const importMillis = performance.now() - start

const app = new StackClientApp({
  baseUrl: process.argv[2],
  projectId: "11111111-2222-4333-8444-555555555555",
  publishableClientKey: "pck_bench",
  tokenStore: { accessToken: null, refreshToken: "refresh-token-of-the-benchmark" }
})
// Whatever the constructor sends by itself is sent by then.
await new Promise((resolve) => setTimeout(resolve, 500))
process.send({ importMillis })
await new Promise((resolve) => process.once("message", resolve))

await app.getUser()
process.send({ firstUser: true })
await new Promise((resolve) => process.once("message", resolve))

const calls = 200
const times = []
for (let round = -2; round < 9; round++) {
  const start = performance.now()
  for (let call = 0; call < calls; call++) await app.getUser()
  if (round >= 0) times.push((performance.now() - start) * 1000 / calls)
}
process.send({ times })
process.exit(0)
