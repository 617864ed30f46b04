/** The apps of `examples/frameworks`, with Svelte, Vue and Solid. */
import * as Redacted from "effect/Redacted"
import { Emulator } from "latchkey/emulator"
import { assert, describe } from "vitest"
import { buildFramework, type Framework } from "./support/buildFramework.ts"
import { patience } from "./support/patience.ts"
import type { Service } from "./support/service.ts"
import { it, type Profile } from "./support/support.ts"
import { ada } from "./support/users.ts"

const { projectId, publishableClientKey } = Emulator.clientOptions

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>App</title>
<link rel="icon" href="data:,">
<script type="module" src="/framework/main.js"></script>
</head>
<body></body>
</html>
`

/** Serves the app of a framework at the origin of a profile. */
const serveFramework = async ({ context, origin }: Profile, framework: Framework, service: Service): Promise<void> => {
  const modules = await buildFramework(framework, {
    VITE_STACK_PROJECT_ID: projectId,
    VITE_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
    VITE_STACK_API_URL: service.url
  })
  context.setDefaultTimeout(patience)
  // Chromium requires it for a page that does not come from this machine's server.
  await context.grantPermissions(["local-network-access"], { origin })
  await context.route(`${origin}/framework/**`, (route) => {
    const body = modules[new URL(route.request().url()).pathname.replace("/framework/", "")]
    return body === undefined
      ? route.fulfill({ contentType: "text/html", body: page })
      : route.fulfill({ contentType: "text/javascript; charset=utf-8", body })
  })
}

describe("an app without an adapter", () => {
  for (const framework of ["svelte", "vue", "solid"] as const) {
    it(`${framework} without an adapter shows the session and new teams, and signs in and out with other tabs`, async ({ profile, service }) => {
      await service.createUser(ada)
      await serveFramework(profile, framework, service)
      const [{ page: one }, { page: another }] = [await profile.open("/framework/"), await profile.open("/framework/")]
      const signIn = async (password: string) => {
        await one.getByLabel("Email").fill(ada.primaryEmail)
        await one.getByLabel("Password").fill(password)
        await one.getByRole("button", { name: "Sign in" }).click()
      }
      await signIn("wrong horse")
      await one.getByText("Wrong email or password.").waitFor()
      await signIn(Redacted.value(ada.password))
      for (const tab of [one, another]) await tab.getByRole("heading", { name: "Your teams" }).waitFor()
      await one.getByRole("button", { name: "New team" }).click()
      await one.getByRole("listitem").getByText("Engines").waitFor()
      await one.getByRole("button", { name: "New team" }).click()
      await one.getByRole("listitem").nth(1).waitFor()
      await another.getByRole("button", { name: "Sign out" }).click()
      for (const tab of [one, another]) {
        await tab.getByRole("button", { name: "Sign in" }).waitFor()
        assert.strictEqual(await tab.getByRole("heading").count(), 0)
      }
    })
  }
})
