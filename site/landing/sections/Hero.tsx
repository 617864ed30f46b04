import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { Command } from "./Command.tsx"

export const Hero = (): ReactElement => {
  const { isReleased, url, version } = useFacts()
  return (
    <section className="hero" aria-labelledby="title">
      <div className="hero-text">
        <h1 id="title">Sign-in for TypeScript that you can test offline</h1>
        <p className="lead">
          <strong>Latchkey is the client in your app</strong>: sign-in, teams and permissions, with promises, in React
          or in Effect.
        </p>
        <p className="service">
          <strong>
            <a href="https://stack-auth.com">Stack Auth</a> stores the accounts.
          </strong>{" "}
          It is an open-source authentication service, hosted by its makers or on your own server. Latchkey is
          independent of it. In production, your app needs a project there. To try Latchkey, you need no account: an
          emulator of the service runs in memory.
        </p>
        <div className="hero-start">
          <Command />
          <p className="version">
            Version {version}
            {!isReleased && ", not released"}. Free, MIT License.
          </p>
        </div>
        <p className="actions">
          <a className="button" href={url("getting-started.html")}>Get started</a>
          <a className="button quiet" href={url("why.html")}>Why Latchkey</a>
          <a className="arrow" href={url("clerk.html")}>Coming from Clerk?</a>
        </p>
        <p className="hero-note">
          The card is the real component{" "}
          <code>&lt;SignIn /&gt;</code>. The emulator answers it, in your browser: sign in, press{" "}
          <strong>Offline</strong>, and see what the session does.
        </p>
      </div>
      <div className="demo">
        <iframe
          src={url("live/demo.html")}
          title="Live demo: sign-in against the emulator"
          width="640"
          height="760"
        />
      </div>
    </section>
  )
}
