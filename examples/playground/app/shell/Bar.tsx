/** The top bar: session, inbox, theme and user. */
import { SignInButton, UserButton, useTheme } from "latchkey/react"
import { type ReactElement, useSyncExternalStore } from "react"
import { useVisit } from "../router.tsx"
import { useWatched } from "../session.ts"
import { Icon } from "../ui/Icon.tsx"
import { Inbox } from "./InboxDrawer.tsx"
import { Wordmark } from "./Nav.tsx"

export const Bar = (): ReactElement => {
  const { tag } = useWatched()
  const { path } = useVisit()
  // The handler pages have their own sign-in links.
  const isHandler = path.startsWith("/handler/")
  return (
    <header className="bar">
      <Wordmark />
      <p className="status-chip" data-state={tag}>
        <span className="label">Session:</span> {tag}
      </p>
      <div className="who">
        <Inbox />
        <ThemeToggle />
        {!isHandler && (
          <>
            <SignInButton />
            <UserButton />
          </>
        )}
      </div>
    </header>
  )
}

const system = matchMedia("(prefers-color-scheme: dark)")

const subscribe = (listener: () => void) => {
  system.addEventListener("change", listener)
  return () => system.removeEventListener("change", listener)
}

/** Visitors have no user button, whose menu has the themes, too. */
const ThemeToggle = (): ReactElement => {
  const [theme, setTheme] = useTheme()
  const isSystemDark = useSyncExternalStore(subscribe, () => system.matches)
  const isDark = theme === "dark" || theme === "system" && isSystemDark
  const other = isDark ? "light" : "dark"
  return (
    <button
      type="button"
      className="button plain icon"
      aria-label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    >
      <Icon name={isDark ? "sun" : "moon"} />
    </button>
  )
}
