/** The emulator in the page, in Vitest's browser mode. */
import { cleanup, render, screen } from "@testing-library/react"
import { Faults, interceptFetch, NoMail, startEmulator, type TestEmulator } from "latchkey/emulator/testing"
import { AuthProvider, SignedIn, SignIn, useUser } from "latchkey/react"
import { Suspense } from "react"
import { afterAll, afterEach, assert, beforeAll, beforeEach, it } from "vitest"
import { page } from "vitest/browser"
import { options } from "../app/options.ts"

let emulator: TestEmulator
let restoreFetch: () => void

beforeAll(async () => {
  emulator = await startEmulator({
    project: {
      id: options.projectId,
      publishableClientKey: options.publishableClientKey,
      config: { magicLinkEnabled: true }
    }
  })
  restoreFetch = await interceptFetch(emulator)
})

beforeEach(() => emulator.reset())

afterEach(cleanup)

afterAll(async () => {
  restoreFetch()
  await emulator.close()
})

const Home = () => <h1>Hello {useUser({ or: "throw" }).displayName}</h1>

const show = () =>
  render(
    <AuthProvider {...options}>
      <Suspense fallback={<p>Loading…</p>}>
        <SignedIn fallback={<SignIn />}>
          <Home />
        </SignedIn>
      </Suspense>
    </AuthProvider>
  )

it("signs in with a password against the emulator in the page", async () => {
  const user = await emulator.createUser({ displayName: "Ada", password: "correct horse" })
  show()
  await page.getByLabelText("Email").fill(user.primaryEmail!)
  await page.getByLabelText("Password", { exact: true }).fill(user.password!)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await screen.findByRole("heading", { name: "Hello Ada" }, { timeout: 300_000 })
})

it("shows a request without a response as a failure of fetch", async () => {
  await emulator.setFault(Faults.offline)
  const error = await fetch("https://api.stack-auth.com/health").then(() => undefined, (error: unknown) => error)
  assert.instanceOf(error, TypeError)
  await emulator.clearFaults()
  assert.strictEqual((await fetch("https://api.stack-auth.com/health")).status, 200)
})

it("rejects with NoMail, which lists the inbox", async () => {
  const error = await emulator.waitForMail({ to: "ada@example.com", timeout: 0 }).catch((error: unknown) => error)
  assert.instanceOf(error, NoMail)
  assert.strictEqual(error.message, "No email to ada@example.com. The inbox is empty.")
})
