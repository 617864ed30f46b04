/** The top bar: session, inbox, theme and user. */
import { Navigation } from "latchkey"
import { useAction, useSession, useUserState } from "latchkey/react"
import type { ReactElement } from "react"
import { Link, useVisit } from "../router.tsx"
import { useWatched } from "../session.ts"
import { setTheme, useTheme } from "../theme.ts"
import { ActionButton } from "../ui/ActionButton.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Avatar } from "../ui/layout.tsx"
import { Inbox } from "./InboxDrawer.tsx"
import { Wordmark } from "./Nav.tsx"

export const Bar = (): ReactElement => {
  const { tag } = useWatched()
  return (
    <header className="bar">
      <Wordmark />
      <Link href="/#session" className="status-chip" data-state={tag}>
        <span className="label">Session:</span> {tag}
      </Link>
      <div className="who">
        <Inbox />
        <ThemeToggle />
        <Who />
      </div>
    </header>
  )
}

const ThemeToggle = (): ReactElement => {
  const theme = useTheme()
  const other = theme === "light" ? "dark" : "light"
  return (
    <button
      type="button"
      className="button plain icon"
      aria-label={`Switch to ${other} theme`}
      onClick={() => setTheme(other)}
    >
      <Icon name={theme === "light" ? "moon" : "sun"} />
    </button>
  )
}

const Who = (): ReactElement | null => {
  const session = useSession()
  const state = useUserState({ or: "anonymous-if-exists", includeRestricted: true })
  const signIn = useAction(() => Navigation.redirectTo("signIn"))
  const user = state._tag === "Ready" ? state.value : null
  const { path } = useVisit()
  // The handler pages have their own sign-in links.
  if (path.startsWith("/handler/")) return null
  if (session._tag === "SignedOut") return <ActionButton action={signIn}>Sign in</ActionButton>
  return user && (
    <Link href="/account" className="button plain">
      <Avatar name={nameOf(user)} />
      <span className="label">{nameOf(user)}</span>
    </Link>
  )
}

const nameOf = (user: { readonly displayName: string | null; readonly primaryEmail: string | null }): string =>
  user.displayName ?? user.primaryEmail ?? "Anonymous"
