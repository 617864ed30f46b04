/** The page that runs one example: `run.html#password/0`. */
/// <reference types="vite/client" />
import { examples } from "virtual:examples"
import { startHost } from "./host/Host.ts"
import { makePanel } from "./panel.ts"

const id = location.hash.slice(1)

/** The theme of the page around this one. */
document.documentElement.classList.toggle("dark", new URLSearchParams(location.search).get("theme") === "dark")

const panel = makePanel(document)
/** Returns the path within the page's origin, or the address of another site without its parameters. */
const describe = (url: string): string => {
  const { host, origin, pathname } = new URL(url)
  return origin === location.origin ? url.slice(origin.length) : `${host}${pathname}`
}

const host = await startHost((url) => panel.print(`→ opens ${describe(url)}`))
panel.observe(host)

// After the host is ready, since the modules of an example may send requests.
const { runExample } = await import("./runExample.tsx")
const load = examples[id]
if (load === undefined) panel.fail(new Error(`There is no example ${id}`))
else await runExample(load, host, panel)
document.documentElement.dataset["run"] = "done"
