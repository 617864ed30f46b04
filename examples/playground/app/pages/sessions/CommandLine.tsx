/** A simulated command line login: a second client with its own token store. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cli, Client, CurrentUser, TokenStore } from "latchkey"
import { useAction } from "latchkey/react"
import { type ReactElement, useState } from "react"
import { clientOptions } from "../../client.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Card } from "../../ui/layout.tsx"

/** Simulates the command line program: signs in and fetches the user. */
const program = (open: (url: string) => void) =>
  Cli.signIn({
    appUrl: location.origin,
    open: (url) => Effect.sync(() => open(Redacted.value(url)))
  }).pipe(
    Effect.andThen(CurrentUser.get({ or: "throw" })),
    Effect.provide(Layer.provide(Client.layer(clientOptions), TokenStore.layerMemory))
  )

/** Returns the code that the user compares. */
const codeIn = (url: string): string =>
  Cli.displayCode(Redacted.make(new URL(url).searchParams.get("login_code") ?? ""))

export const CommandLine = (): ReactElement => {
  const [url, setUrl] = useState("")
  const login = useAction(() => program(setUrl))
  const { state } = login
  return (
    <Card
      title="Command line"
      lead="It shows a code, you confirm it in the browser, and then it shares your session."
    >
      {state._tag !== "Pending" && (
        <div className="row">
          <ActionButton action={login}>Sign in a command line</ActionButton>
        </div>
      )}
      {state._tag === "Pending" && url !== "" && (
        <div className="stack" role="status">
          <p>
            Confirm the code <code>{codeIn(url)}</code> to sign in the command line.
          </p>
          <div className="row">
            <a className="button primary" href={url} target="_blank" rel="noreferrer">Confirm in a new tab</a>
            <button type="button" className="button" onClick={login.reset}>Cancel</button>
          </div>
        </div>
      )}
      {state._tag === "Success" && (
        <p className="success" role="status">
          The command line is signed in as {state.value.displayName ?? state.value.primaryEmail}.
        </p>
      )}
    </Card>
  )
}
