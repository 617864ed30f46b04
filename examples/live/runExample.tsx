/** Runs an example with the host's client, and shows its components. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Browser } from "latchkey"
import { Admin } from "latchkey/admin"
import { Emulator, Faults } from "latchkey/emulator"
import { createAuthClient } from "latchkey/promise"
import { AuthErrorBoundary, AuthProvider } from "latchkey/react"
import { Secret, TOTP } from "otpauth"
import { type ReactElement, Suspense } from "react"
import { createRoot, type Root } from "react-dom/client"
import "latchkey/react/styles.css"
import { ada, type Host, project } from "./host/Host.ts"
import type { Panel } from "./panel.ts"
import type { Run, Services } from "./Run.ts"
import { finishTests } from "./shims/vitest.ts"
import { waitFor } from "./waitFor.ts"

/** The module of an example. */
export interface ExampleModule {
  readonly run: (run: Run) => Promise<void>
}

/** A layer for the services that an example can require. */
const makeLayer = (emulator: Emulator.Emulator["Service"]) => {
  const keys = {
    projectId: project.id,
    publishableClientKey: project.publishableClientKey,
    secretServerKey: Redacted.make(project.secretServerKey),
    superSecretAdminKey: Redacted.make(project.superSecretAdminKey)
  }
  return Admin.layer(keys).pipe(
    Layer.provideMerge(Browser.layer({ projectId: project.id })),
    Layer.merge(Layer.succeed(Emulator.Emulator, emulator))
  )
}

const nameOf = (element: Element): string => (element.getAttribute("aria-label") ?? element.textContent).trim()

const makeRun = (
  host: Host,
  panel: Panel,
  runtime: ManagedRuntime.ManagedRuntime<Exclude<Services, Scope.Scope>, unknown>
): Run => {
  const { preview } = panel
  let root: Root | undefined
  const show = async (element: ReactElement): Promise<void> => {
    preview.hidden = false
    root?.unmount()
    const shown = createRoot(preview)
    root = shown
    // A navigation within the app loads its page again.
    host.follow((url) => {
      history.replaceState(null, "", url)
      void show(element)
    })
    await new Promise<void>((resolve) => {
      shown.render(
        <AuthProvider projectId={project.id}>
          <AuthErrorBoundary fallback={(error) => <p>{String(error)}</p>}>
            <Suspense fallback={<p>Loading…</p>}>{element}</Suspense>
          </AuthErrorBoundary>
        </AuthProvider>
      )
      requestAnimationFrame(() => resolve())
    })
  }
  const see = async (text: string): Promise<void> => {
    await waitFor(
      () => preview.textContent.includes(text) ? text : undefined,
      () => `"${text}" is not in the preview: ${preview.textContent}`
    )
  }
  const elements = (selector: string): ReadonlyArray<HTMLElement> =>
    Array.from(preview.querySelectorAll<HTMLElement>(selector))
  return {
    print: panel.print,
    effect: async (effect) => {
      const exit = await runtime.runPromiseExit(Effect.scoped(effect))
      if (Exit.isSuccess(exit)) return exit.value
      panel.fail(Cause.squash(exit.cause))
      return undefined
    },
    show,
    see,
    click: async (name) => {
      const find = () => elements("button, a, [role=menuitem], [role=tab]").find((element) => nameOf(element) === name)
      ;(await waitFor(find, () => `There is no button "${name}" in the preview: ${preview.textContent}`)).click()
    },
    type: async (label, text) => {
      const find = () =>
        [...preview.querySelectorAll("input")].find(({ labels }) =>
          [...labels ?? []].some((element) => nameOf(element) === label)
        )
      const input = await waitFor(find, () => `There is no field "${label}" in the preview: ${preview.textContent}`)
      input.focus()
      document.execCommand("insertText", false, text)
    },
    open: (url) => {
      const { hash, pathname, search } = new URL(url ?? "", location.href)
      history.replaceState(null, "", `${pathname}${search}${hash}`)
    },
    define: (names) => Object.assign(globalThis, names),
    request: async (url, init) => {
      const { accessToken } = await host.emulator.createSession({ id: host.adaId })
      const headers = new Headers(init?.headers)
      headers.set("authorization", `Bearer ${accessToken}`)
      return new Request(url, { ...init, headers })
    },
    totp: (setupKey) => new TOTP({ secret: Secret.fromBase32(setupKey) }).generate(),
    offline: () => host.setNetwork("offline"),
    settle: async () => {
      // A response can cause another request, in a later task.
      for (
        let quiet = 0;
        quiet < 5;
        quiet = host.requests.every(({ status }) => status !== undefined)
          ? quiet + 1
          : 0
      ) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    emulator: host.emulator,
    Faults
  }
}

/** Runs an example, and shows its output, errors, requests and emails. */
export const runExample = async (
  { isSignedIn, load }: { readonly isSignedIn: boolean; readonly load: () => Promise<ExampleModule> },
  host: Host,
  panel: Panel
): Promise<void> => {
  const runtime = ManagedRuntime.make(makeLayer(await host.emulator.run(Effect.service(Emulator.Emulator))))
  try {
    if (isSignedIn) {
      await using auth = createAuthClient({ projectId: project.id })
      await auth.signIn.password({ email: ada.email, password: ada.password }).orThrow()
    }
    const { run } = await load()
    await run(makeRun(host, panel, runtime))
    await finishTests()
  } catch (error) {
    panel.fail(error)
  }
  await panel.finish()
}
