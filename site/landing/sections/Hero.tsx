import type { ReactElement } from "react"
import { useFacts } from "../useFacts.ts"
import { Command } from "./Command.tsx"

export const Hero = (): ReactElement => {
  const { url } = useFacts()
  return (
    <section className="hero" aria-labelledby="title">
      <div className="hero-text">
        <h1 id="title">Sign-in for TypeScript that you can test offline</h1>
        <p className="lead">
          Accounts, teams and permissions with promises, from React or from Effect. Latchkey is a client for{" "}
          <strong>Stack Auth</strong>, hosted or self‑hosted, and independent of it.
        </p>
        <Command />
        <p className="actions">
          <a className="button" href={url("getting-started.html")}>Get started</a>
          <a className="button quiet" href={url("why.html")}>Why Latchkey</a>
        </p>
        <p className="hero-note">
          The card is the real component{" "}
          <code>&lt;SignIn /&gt;</code>. The service behind it is the emulator, in your browser: take it offline, and
          see what the session does.
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
