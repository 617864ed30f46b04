/** Mounts the live demo. Its module loads with the first interaction. */
import { AuthProvider, messageOf, type TextOverrides, useSession, useTheme } from "latchkey/react"
import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import { languages } from "../../playground/app/gallery/languages.ts"
import { App } from "./App.tsx"
import { type Demo, startDemo } from "./Demo.ts"
import { DemoWindow } from "./DemoWindow.tsx"
import { growFrame } from "./growFrame.ts"
import { Hints } from "./Hints.tsx"
import { Inbox } from "./Inbox.tsx"
import { Timeline } from "./Timeline.tsx"

const Live = ({ demo }: { readonly demo: Demo }): ReactElement => {
  const [language, setLanguage] = useState("en")
  const [texts, setTexts] = useState<TextOverrides>()
  const choose = async (code: string) => {
    setLanguage(code)
    setTexts(await languages[code]?.load())
  }
  return (
    <AuthProvider runtime={demo.runtime} texts={texts} onError={(error) => console.error(messageOf(error))}>
      <LiveWindow demo={demo} language={language} onLanguage={(code) => void choose(code)} />
    </AuthProvider>
  )
}

interface LiveWindowProps {
  readonly demo: Demo
  readonly language: string
  readonly onLanguage: (code: string) => void
}

const LiveWindow = ({ demo, language, onLanguage }: LiveWindowProps): ReactElement => {
  const state = useSyncExternalStore(demo.subscribe, demo.read)
  const session = useSession()
  const [, setTheme] = useTheme()
  const time = useTime()
  const address = state.provider ?? state.url
  const isSignedIn = session._tag === "SignedIn"
  return (
    <DemoWindow
      address={address.replace(/^https:\/\/|\/$|[?#].*$/g, "")}
      language={language}
      network={state.network}
      time={time}
      session={describe(session)}
      tool={state.tool}
      mailCount={state.unread}
      onLanguage={onLanguage}
      onTheme={() => setTheme(isDark() ? "light" : "dark")}
      onNetwork={async (network) => {
        const isBack = network === "online" && state.network !== "online"
        await demo.setNetwork(network)
        if (isBack && isSignedIn) void demo.load()
      }}
      onAdvance={() => {
        demo.advance()
        if (isSignedIn) void demo.load()
      }}
      onTool={demo.showTool}
      hints={<Hints state={state} isSignedIn={isSignedIn} />}
      panel={state.tool === "timeline"
        ? <Timeline rows={state.rows} />
        : <Inbox mails={state.mails} onOpen={demo.open} />}
    >
      <App demo={demo} state={state} />
    </DemoWindow>
  )
}

const describe = (session: ReturnType<typeof useSession>): string =>
  session._tag === "SignedIn"
    ? session.isStale ? "signed in, stale" : session.isRefreshing ? "signed in, refreshing" : "signed in"
    : session._tag === "SignedOut"
    ? "signed out"
    : "loading"

const isDark = (): boolean =>
  getComputedStyle(document.documentElement).colorScheme === "dark" ||
  !document.documentElement.hasAttribute("data-theme") && matchMedia("(prefers-color-scheme: dark)").matches

const readTime = (): string =>
  new Date().toLocaleString("en-GB", { weekday: "short", hour: "2-digit", minute: "2-digit" })

/** Returns the time by the demo's clock. */
const useTime = (): string => {
  const [time, setTime] = useState(readTime)
  useEffect(() => {
    const timer = setInterval(() => setTime(readTime()), 500)
    return () => clearInterval(timer)
  }, [])
  return time
}

/**
 * Renders the live demo into an element. Resolves when the sign-in form is shown, to a function that waits until the last change
 * of the network is in effect.
 */
export const mount = async (element: HTMLElement): Promise<() => Promise<void>> => {
  const demo = await startDemo()
  createRoot(element).render(<Live demo={demo} />)
  await new Promise<void>((resolve) => {
    const check = () => {
      if (element.querySelector("[data-latchkey~=card] form") === null) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(check)
    observer.observe(element, { childList: true, subtree: true })
    check()
  })
  // The card grows or shrinks from the size of its placeholder.
  await Promise.allSettled(element.getAnimations({ subtree: true }).map(({ finished }) => finished))
  growFrame(element.querySelector(".demo-stage")!)
  return demo.settle
}
