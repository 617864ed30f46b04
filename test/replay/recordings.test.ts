/** Recordings as tests of Vitest. */
import { testRecordings } from "latchkey/replay/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { resolve } from "node:path"

const folder = resolve(import.meta.dirname, "recordings")

/** Sessions that were recorded in the playground, with the button of its developer tools. */
testRecordings(
  Object.fromEntries(
    readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(resolve(folder, name), "utf8"))])
  )
)
