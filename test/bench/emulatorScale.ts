/** The emulator with many users: the time of each operation by the number of users, and the costs of the whole state. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { Emulator } from "latchkey/emulator"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { summarize } from "./measure.ts"
import { formatTarget, printHeader, printRow } from "./report.ts"
import { targets } from "./targets.ts"

const sizes = [1000, 10_000, 100_000]
const teamSize = 10

const emailOf = (index: number) => `user${index}@company${index % 1000}.example.com`

/** Users with teams of ten. */
const makeSeed = (size: number): Emulator.Seed => ({
  version: 1,
  users: Array.from({ length: size }, (_, index) => ({
    primaryEmail: emailOf(index),
    password: Redacted.make("correct horse"),
    displayName: `User Number ${index}`,
    clientMetadata: { plan: index % 3 === 0 ? "pro" : "free" }
  })),
  teams: Array.from({ length: size / teamSize }, (_, team) => ({
    displayName: `Team ${team}`,
    members: Array.from({ length: teamSize }, (_, member) => ({ user: emailOf(team * teamSize + member) }))
  }))
})

const headers = {
  client: {
    "x-stack-access-type": "client",
    "x-stack-project-id": Emulator.clientOptions.projectId,
    "x-stack-publishable-client-key": Emulator.clientOptions.publishableClientKey
  },
  server: {
    "x-stack-access-type": "server",
    "x-stack-project-id": Emulator.clientOptions.projectId,
    "x-stack-secret-server-key": Redacted.value(Emulator.serverOptions.secretServerKey)
  }
}

/** Prints the times in milliseconds, a column for each number of users. */
export async function measureEmulatorScale(): Promise<void> {
  const columns = []
  for (const size of sizes) columns.push(await measureSize(size))
  printHeader("emulator: ms for one request, by users", ...sizes.map((size) => size.toLocaleString("en")))
  const [first] = columns
  for (const name of Object.keys(first!.requests)) {
    const values = columns.map(({ requests }) => requests[name]!)
    const target = name.startsWith("search") ? targets.emulatorSearch : targets.emulatorScale
    printRow(name, values.map((value) => value.toFixed(2)), formatTarget(values.at(-1)!, target))
  }
  printHeader("emulator: ms for the whole state, by users", ...sizes.map((size) => size.toLocaleString("en")))
  for (const name of Object.keys(first!.whole)) {
    printRow(name, columns.map(({ whole }) => whole[name]!.toFixed(1)))
  }
}

interface Times {
  readonly requests: Readonly<Record<string, number>>
  readonly whole: Readonly<Record<string, number>>
}

async function measureSize(size: number): Promise<Times> {
  const scope = Scope.makeUnsafe()
  const seed = makeSeed(size)
  const before = getHeap()
  const [emulator, start] = await time(() => Effect.runPromise(Scope.provide(Emulator.make({ seed }), scope)))
  const memory = getHeap() - before
  const call = async (method: string, path: string, level: keyof typeof headers, body?: object, more = {}) => {
    const response = await Effect.runPromise(emulator.handle({
      method,
      url: `http://localhost/api/v1${path}`,
      headers: { ...headers[level], ...more, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body)
    }))
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body}`)
    return response.body === undefined ? undefined : JSON.parse(response.body)
  }
  let turn = 0
  /** Another user in each turn, across all of them. */
  const next = () => (turn = (turn + 7919) % size)
  const signIn = (index = next()) =>
    call("POST", "/auth/password/sign-in", "client", { email: emailOf(index), password: "correct horse" })
  const session = await signIn(Math.floor(size / 2))
  const asUser = { "x-stack-access-token": session.access_token, "x-stack-refresh-token": session.refresh_token }
  const { items } = await call("GET", `/users?limit=1&query=${emailOf(Math.floor(size / 2))}`, "server")
  const middle: string = items[0].id
  const [team] = (await call("GET", `/teams?user_id=${middle}`, "server")).items
  const requests = {
    "sign-in with a password": () => signIn(),
    "refresh of an access token": () => call("POST", "/auth/sessions/current/refresh", "client", undefined, asUser),
    "current user": () => call("GET", "/users/me", "client", undefined, asUser),
    "first 100 users": () => call("GET", "/users?limit=100", "server"),
    "last 100 users": () => call("GET", "/users?limit=100&desc=true", "server"),
    "100 users from the middle": () => call("GET", `/users?limit=100&cursor=${middle}`, "server"),
    "search by email": () => call("GET", `/users?limit=100&query=${emailOf(next())}`, "server"),
    "search by a part of many emails": () => call("GET", "/users?limit=100&query=company7.", "server"),
    "search without a result": () => call("GET", "/users?limit=100&query=nobody", "server"),
    "search by id": () => call("GET", `/users?limit=100&query=${middle}`, "server"),
    "search in the control API": async () => {
      await Effect.runPromise(emulator.listUsers({ query: emailOf(next()), limit: 100 }))
    },
    "search in the control API by the start of an id": async () => {
      await Effect.runPromise(emulator.listUsers({ query: middle.slice(0, 13), limit: 100 }))
    },
    "users of a team": () => call("GET", `/users?team_id=${team.id}`, "server"),
    "teams of a user": () => call("GET", "/teams?user_id=me", "client", undefined, asUser),
    "members of a team": () => call("GET", `/team-member-profiles?team_id=${team.id}`, "server"),
    "permissions of a user in teams": () => call("GET", `/team-permissions?user_id=${middle}`, "server"),
    "permissions of a user": () => call("GET", `/project-permissions?user_id=${middle}`, "server"),
    "sessions of a user": () => call("GET", `/auth/sessions?user_id=${middle}`, "server"),
    "creation of a user": () => call("POST", "/users", "server", { primary_email: `new${Math.random()}@example.com` }),
    "change of a user": () => call("PATCH", `/users/${middle}`, "server", { display_name: `Name ${next()}` }),
    "deletion of a user": async () => {
      const { items } = await call("GET", "/users?limit=1", "server")
      await call("DELETE", `/users/${items[0].id}`, "server")
    }
  }
  const results: Record<string, number> = {}
  for (const [name, run] of Object.entries(requests)) results[name] = await measureMedian(run)
  const [snapshot, take] = await time(() => Effect.runPromise(emulator.snapshot))
  const [, restore] = await time(() => Effect.runPromise(emulator.restore(snapshot)))
  const [document, exporting] = await time(() => Effect.runPromise(emulator.exportState))
  const [text, stringify] = await time(() => JSON.stringify(document))
  const [parsed, parse] = await time(() => JSON.parse(text))
  const [, importing] = await time(() => Effect.runPromise(emulator.importState(parsed)))
  await Effect.runPromise(Scope.close(scope, exitVoid))
  return {
    requests: results,
    whole: {
      "start with a seed": start,
      snapshot: take,
      restore,
      export: exporting,
      "export: JSON.stringify": stringify,
      "import: JSON.parse": parse,
      import: importing,
      "heap, in MB": memory / 1_000_000,
      "file, in MB": text.length / 1_000_000
    }
  }
}

setFlagsFromString("--expose-gc")
// Sound: the flag defines the function.
const collectGarbage = runInNewContext("gc") as () => void

const exitVoid = Effect.runSync(Effect.exit(Effect.void))

const getHeap = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Returns a result, and the elapsed time in milliseconds. */
async function time<A>(run: () => A | Promise<A>): Promise<readonly [A, number]> {
  const start = performance.now()
  const value = await run()
  return [value, performance.now() - start]
}

/** Returns the median of up to 100 calls, or of those in two seconds, after five calls to warm up. */
async function measureMedian(run: () => Promise<unknown>): Promise<number> {
  const times: Array<number> = []
  const start = performance.now()
  for (let index = -5; index < 100 && (index < 3 || performance.now() - start < 2000); index++) {
    const [, elapsed] = await time(run)
    if (index >= 0) times.push(elapsed)
  }
  return summarize(times).median
}
