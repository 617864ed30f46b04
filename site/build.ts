/**
 * Builds the documentation site into `site/dist`; with `--dev`, serves it and shows changes of the guides.
 * `--base /latchkey/` builds it for a folder of a host. Dead links and gaps in the reference fail the build.
 */
import { execFileSync, spawn } from "node:child_process"
import { existsSync, readFileSync, watch } from "node:fs"
import { join } from "node:path"
import { formatProblem, makeRepository } from "../scripts/checks/Repository.ts"
import { root } from "../scripts/repository.ts"

const site = join(root, "site")
const optionOf = (name: string): string | undefined => {
  const index = process.argv.indexOf(name)
  return index < 0 ? undefined : process.argv[index + 1]
}
const base = `/${optionOf("--base") ?? process.env.DOCS_BASE ?? ""}/`.replace(/\/+/g, "/")
const env = { ...process.env, DOCS_BASE: base }
const node = (...args: ReadonlyArray<string>) =>
  execFileSync(process.execPath, args, { cwd: root, env, stdio: "inherit" })

/** Returns `true` if the packages of the site are those of its lockfile. */
const isInstalled = (): boolean => {
  const installed = join(site, "node_modules/.package-lock.json")
  if (!existsSync(installed)) return false
  const versionsIn = (path: string): ReadonlyMap<string, string> =>
    new Map(
      Object.entries<{ readonly version?: string }>(JSON.parse(readFileSync(path, "utf8")).packages)
        .map(([name, { version = "" }]) => [name, version])
    )
  const locked = versionsIn(join(site, "package-lock.json"))
  return [...versionsIn(installed)].every(([name, version]) => locked.get(name) === version)
}

if (!isInstalled()) {
  execFileSync("npm", ["ci", "--prefix", site, "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32"
  })
}

const vitepress = join(site, "node_modules/vitepress/bin/vitepress.js")

// These modules load packages of the site, which may have been installed only now.
const { assemble, isPageSource, pagesFolder, rewriteLinks, SiteError, writePage } = await import("./assemble.ts")
const { writeErrors } = await import("./errors/write.ts")
const { writeReference } = await import("./reference/write.ts")
const { buildLive } = await import("../examples/live/build.ts")
const { buildLanding } = await import("./landing/build.ts")
const { buildGallery } = await import("../examples/playground/published/build.ts")
const { writeComponents } = await import("./componentPages/write.ts")
const { checkLinks } = await import("../scripts/checks/links.ts")
const { deadSiteLinks } = await import("./siteLinks.ts")

const failOn = (dead: ReadonlyArray<string>): void => {
  if (dead.length > 0) throw new SiteError(`${dead.length} dead links:\n${dead.map((link) => `  ${link}`).join("\n")}`)
}

/** Serves the site, and writes the page of a guide again when the guide changes. */
const serve = (): void => {
  for (const folder of [root, join(root, "docs")]) {
    watch(folder, (_, name) => {
      const file = join(folder, name ?? "")
      if (name === null || !isPageSource(file) || !existsSync(file)) return
      try {
        writePage(file.slice(root.length + 1).replaceAll("\\", "/"))
      } catch (error) {
        console.error(error instanceof Error ? error.message : error)
      }
    })
  }
  const server = spawn(process.execPath, [vitepress, "dev", site], { env, stdio: "inherit" })
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal))
  server.on("exit", (code) => process.exit(code ?? 0))
}

try {
  node("--conditions=@latchkey/source", join(root, "scripts/openapi.ts"))
  const isDev = process.argv.includes("--dev")
  if (!isDev) failOn(checkLinks(makeRepository(root)).map(formatProblem))
  assemble()
  await buildLive(join(pagesFolder, "public"), base)
  const stories = await buildGallery(join(pagesFolder, "public"), base)
  const program = await writeReference()
  writeErrors(program, pagesFolder)
  writeComponents({ folder: pagesFolder, program, stories, rewrite: rewriteLinks })
  const hasPage = (page: string) => existsSync(join(pagesFolder, page, "index.md"))
  await buildLanding(join(pagesFolder, "public"), base, hasPage)
  if (isDev) serve()
  else {
    node(vitepress, "build", site)
    failOn(deadSiteLinks(join(site, "dist"), base))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
