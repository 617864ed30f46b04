/** Tests in an engine: a worker starts it once, and each test has its own service, server and profile. */
import { Emulator } from "latchkey/emulator"
import { assert, inject, test } from "vitest"
import { buildKit } from "../kit/build.ts"
import { serveKit } from "../kit/server.tsx"
import { startService } from "../support/service.ts"
import type { Engine, EngineProfile, EngineTab } from "./Engine.ts"
import type { Found } from "./findEngines.ts"
import { startFirefox } from "./firefox.ts"
import { startPlaywright } from "./playwright.ts"
import { until } from "./until.ts"
import { startWebKit } from "./webkit.ts"

export type EngineName = "chromium" | "firefox" | "webkit"

/** Returns the programs of an engine, or `undefined` if they are missing. */
const programOf = (name: EngineName): Found | undefined => {
  if (name !== "chromium") return inject(name)
  const path = inject("chromium")
  return path === undefined ? undefined : { kind: "playwright", path }
}

const startEngine = (name: EngineName, found: Found): Promise<Engine> => {
  switch (found.kind) {
    case "playwright":
      return startPlaywright(name, found.path)
    case "firefox":
      return startFirefox(found.path)
    case "webkit":
      return startWebKit(found.driver, found.display)
  }
}

let files: Promise<Readonly<Record<string, string>>> | undefined

/** The fixtures of every test. At its end, no page has violated the policy, or reported a warning or an error. */
export const makeEngineTest = (name: EngineName) => {
  const program = programOf(name)
  return test
    .extend("engine", { scope: "worker" }, async ({}, { onCleanup }) => {
      const engine = await startEngine(name, program!)
      onCleanup(() => engine.close())
      return engine
    })
    .extend("service", async ({}, { onCleanup }) => {
      const service = await startService({ project: { config: { oauthProviders: ["github"] } } })
      onCleanup(() => service.close())
      return service
    })
    .extend("app", async ({ service }, { onCleanup }) => {
      files ??= buildKit()
      const app = await serveKit(await files, { ...Emulator.clientOptions, apiUrl: service.url })
      onCleanup(async () => {
        await app.close()
        assert.deepStrictEqual(app.violations, [], "the policy was violated")
        assert.deepStrictEqual(app.complaints, [], "a page complains")
      })
      return app
    })
    .extend("profile", async ({ app, engine }, { onCleanup }): Promise<EngineProfile> => {
      const profile = await engine.newProfile()
      onCleanup(() => profile.close())
      return { ...profile, open: (path) => profile.open(new URL(path, app.origin).href) }
    })
    .skipIf(program === undefined)
}

/** Waits until a tab shows a text. */
export const sees = async (tab: EngineTab, text: string): Promise<void> => {
  // A page may navigate at the same time.
  const read = () =>
    tab.evaluate(() => `${location.href}\n${document.body.innerText}`).then(
      (text: string | null) => text ?? "",
      () => ""
    )
  await until(
    async () => (await read()).includes(text) || undefined,
    async () => `Expected "${text}", but there is\n${await read()}\nwith the fields ${await readFields(tab)}`
  )
}

/** Describes the fields of a page: the length of each value, since some are passwords. */
const readFields = (tab: EngineTab): Promise<string> =>
  tab.evaluate(() =>
    Array.from(document.querySelectorAll("input"), ({ name, value }) => `${name}: ${value.length} characters`).join(
      ", "
    )
  ).catch(String)

/** Waits until the page was hydrated. Before that, a click would do nothing. */
export const isHydrated = async (tab: EngineTab): Promise<void> => {
  await until(
    () => tab.evaluate(() => "hydrated" in document.documentElement.dataset || undefined).catch(() => undefined),
    () => "The page was not hydrated"
  )
}
