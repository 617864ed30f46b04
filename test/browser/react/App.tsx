/** An app that reads the user in many components, and counts React's renders. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Browser, Client, CurrentUser, Password } from "latchkey"
import { AuthProvider, useAction, useOnline, useTeams, useUser, useUserState } from "latchkey/react"
import { Activity, memo, type ReactNode, StrictMode, Suspense, useLayoutEffect, useState, useTransition } from "react"
import type { AppConfig } from "../app/config.ts"

/** The content of the page, as selected by its URL. */
export interface Scene {
  readonly count: number
  readonly strict: boolean
  /** `true` if the readers suspend, `false` if they render a pending state. */
  readonly form: "suspense" | "state"
}

export const sceneOf = (url: URL): Scene => ({
  count: Number(url.searchParams.get("count") ?? 200),
  strict: url.searchParams.get("strict") !== "no",
  form: url.searchParams.get("form") === "state" ? "state" : "suspense"
})

/** The readers' activity so far. */
export const probe = { renders: 0, commits: 0, torn: 0 }

export const layerOf = (config: AppConfig) =>
  Client.layer(config).pipe(
    Layer.provideMerge(Browser.layer({ projectId: config.projectId, redirectMethod: "window" }))
  )

const Name = ({ children }: { readonly children: string }) => <li>{children}</li>

const Suspending = memo(function Suspending() {
  probe.renders++
  return <Name>{useUser({ or: "throw" }).displayName ?? "nameless"}</Name>
})

const Showing = memo(function Showing() {
  probe.renders++
  const state = useUserState()
  return <Name>{state._tag === "Ready" ? state.value?.displayName ?? "nobody" : state._tag}</Name>
})

/** All readers; after each commit all of them must show the same. */
const Readers = ({ count, form, version }: Scene & { readonly version: number }) => {
  const Reader = form === "suspense" ? Suspending : Showing
  useLayoutEffect(() => {
    probe.commits++
    const shown = new Set(Array.from(document.querySelectorAll("li"), (item) => item.textContent))
    if (shown.size > 1) probe.torn++
  })
  return <ul>{Array.from({ length: count }, (_, index) => <Reader key={`${version}-${index}`} />)}</ul>
}

const SignIn = () => {
  const { run, state } = useAction(() =>
    Password.signIn({ email: "ada@example.com", password: Redacted.make("correct horse") })
  )
  return <button type="button" onClick={() => void run()}>Sign in ({state._tag})</button>
}

const Rename = () => {
  const { run } = useAction((displayName: string) => Effect.asVoid(CurrentUser.update({ displayName })))
  return <button type="button" onClick={() => void run("Countess")}>Rename</button>
}

const Banner = () => useOnline() ? null : <p>You're offline.</p>

const Teams = () => <p>{useTeams().length} teams</p>

/** Shows the teams on request, which fetches them, and a banner while the device is offline. */
const TeamsPart = () => {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Banner />
      <button type="button" onClick={() => setShown(true)}>Show the teams</button>
      {isShown && (
        <Suspense fallback={<p>Loading the teams</p>}>
          <Teams />
        </Suspense>
      )}
    </>
  )
}

const Controls = ({ scene }: { readonly scene: Scene }) => {
  const [version, setVersion] = useState(0)
  const [isShown, setShown] = useState(true)
  const [isMounted, setMounted] = useState(true)
  const [isPending, startTransition] = useTransition()
  return (
    <>
      <button type="button" onClick={() => setVersion((version) => version + 1)}>Remount</button>
      <button type="button" onClick={() => startTransition(() => setVersion((version) => version + 1))}>
        Remount in a transition ({isPending ? "pending" : "idle"})
      </button>
      <button type="button" onClick={() => setShown((isShown) => !isShown)}>Hide or show</button>
      <button type="button" onClick={() => setMounted((isMounted) => !isMounted)}>Unmount or mount</button>
      <Rename />
      <TeamsPart />
      {isMounted && (
        <Activity mode={isShown ? "visible" : "hidden"}>
          <Suspense fallback={<p>Loading</p>}>
            <Readers {...scene} version={version} />
          </Suspense>
        </Activity>
      )}
    </>
  )
}

/** The part rendered by the server and the browser alike. */
export const Page = (
  { children, scene }: { readonly scene: Scene; readonly children: (content: ReactNode) => ReactNode }
) => {
  const content = <Controls scene={scene} />
  return scene.strict ? <StrictMode>{children(content)}</StrictMode> : children(content)
}

/** The sign-in page. */
export const SignInPage = ({ config }: { readonly config: AppConfig }) => {
  const [layer] = useState(() => layerOf(config))
  return (
    <AuthProvider layer={layer}>
      <SignIn />
    </AuthProvider>
  )
}
