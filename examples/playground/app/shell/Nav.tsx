/** The navigation: a sidebar, or a bottom bar on phones. */
import type { ReactElement } from "react"
import { Link, useVisit } from "../router.tsx"
import { Icon, type IconName } from "../ui/Icon.tsx"

const places: ReadonlyArray<{ readonly path: string; readonly name: string; readonly icon: IconName }> = [
  { path: "/", name: "Home", icon: "home" },
  { path: "/account", name: "Account", icon: "person" },
  { path: "/teams", name: "Teams", icon: "people" },
  { path: "/keys", name: "API keys", icon: "code" },
  { path: "/sessions", name: "Sessions", icon: "devices" },
  { path: "/faults", name: "Faults", icon: "bolt" }
]

export const Wordmark = (): ReactElement => (
  <Link href="/" className="wordmark">
    <Icon name="key" size={24} />
    Latchkey
  </Link>
)

export const Nav = (): ReactElement => {
  const { path } = useVisit()
  return (
    <nav className="side" aria-label="Playground">
      <Wordmark />
      <ul>
        {places.map(({ icon, name, path: href }) => (
          <li key={href}>
            <Link href={href} aria-current={path === href ? "page" : undefined}>
              <Icon name={icon} />
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <p className="side-foot">This app runs on the in-memory emulator. No real emails are sent.</p>
    </nav>
  )
}
