/** Measures other clients in the same run, if they are installed. */
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { printImport, printImportHeader } from "./compareImports.ts"
import type { Cost } from "./measure.ts"
import { findProgram, installCommand, isInstalled, peers } from "./peers.ts"
import { printCost, printHeader, printRow } from "./report.ts"
import { type Service, sumCounts } from "./startService.ts"

/** Measures and prints the imports of all peers, and the calls of the official client. */
export const comparePeers = async (service: Service): Promise<void> => {
  if (!peers.some(({ packages }) => isInstalled(packages[0]))) {
    console.log(`\n(to compare with other clients: ${installCommand})`)
    return
  }
  comparePeerImports()
  if (isInstalled("@stackframe/js")) await compareOfficialClient(service)
}

const comparePeerImports = (): void => {
  printImportHeader()
  for (const name of new Set(peers.flatMap(({ packages }) => packages))) {
    if (isInstalled(name)) printImport(name, writeImport(name))
    else printRow(name, ["not installed"])
  }
}

/** Writes a module that imports the client of a package. */
const writeImport = (name: string): URL => {
  const file = findProgram(`node_modules/.cache/${name.replace("/", "-")}.mjs`)
  mkdirSync(new URL(".", file), { recursive: true })
  const specifiers = name === "firebase" ? ["firebase/app", "firebase/auth"] : [name]
  writeFileSync(file, specifiers.map((specifier) => `import "${specifier}"\n`).join(""))
  return file
}

/** Measures the official client, which calls the same service from a separate process. */
const compareOfficialClient = async (service: Service): Promise<void> => {
  await service.takeCounts()
  const child = fork(findProgram("bench.js"), [service.url], { execArgv: [] })
  // Sound: these are the messages of compare/bench.js, in order.
  const next = async () => (await once(child, "message"))[0] as { readonly costs: ReadonlyArray<Cost> }
  printHeader("the official client, @stackframe/js", "processor", "wall")
  await next()
  printRow("requests at construction", [String(sumCounts(await service.takeCounts()))])
  child.send("the first user")
  await next()
  printRow("requests for the first user", [String(sumCounts(await service.takeCounts()))])
  child.send("many users")
  printCost("getUser, sequential", (await next()).costs)
}
