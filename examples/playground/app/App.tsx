/** The app: the shell around the page of the current URL. */
import { type ReactElement, useEffect, useRef } from "react"
import { Account } from "./pages/account/Account.tsx"
import { Faults } from "./pages/faults/Faults.tsx"
import { Handler } from "./pages/Handler.tsx"
import { Home } from "./pages/home/Home.tsx"
import { Keys } from "./pages/keys/Keys.tsx"
import { NotFound } from "./pages/NotFound.tsx"
import { Sessions } from "./pages/sessions/Sessions.tsx"
import { Teams } from "./pages/teams/Teams.tsx"
import { useVisit, type Visit } from "./router.tsx"
import { useSessionWatch } from "./session.ts"
import { Bar } from "./shell/Bar.tsx"
import { FaultBanner } from "./shell/FaultBanner.tsx"
import { Nav } from "./shell/Nav.tsx"
import { Toasts } from "./ui/toasts.tsx"

export const App = (): ReactElement => {
  useSessionWatch()
  const visit = useVisit()
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    if (visit.index === 0) return
    // Moves the focus to the title, so that screen readers announce the new page.
    const target = main.current?.querySelector<HTMLElement>("h1[tabindex]") ?? main.current
    target?.focus({ preventScroll: true })
  }, [visit])

  return (
    <>
      <a className="skip" href="#main">Skip to content</a>
      <div className="shell">
        <Nav />
        <div className="column">
          <FaultBanner />
          <Bar />
          <main className="main" id="main" tabIndex={-1} ref={main}>
            <PageAt visit={visit} />
          </main>
        </div>
      </div>
      <Toasts />
    </>
  )
}

const pages: Readonly<Record<string, () => ReactElement>> = {
  "/": Home,
  "/account": Account,
  "/teams": Teams,
  "/keys": Keys,
  "/sessions": Sessions,
  "/faults": Faults
}

const PageAt = ({ visit: { index, path } }: { readonly visit: Visit }): ReactElement => {
  if (path.startsWith("/handler/")) return <Handler key={index} />
  const Page = pages[path] ?? NotFound
  return <Page />
}
