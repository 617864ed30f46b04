/** A command line that asks to be let in: another client, which keeps its tokens for itself. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Cli, Client, CurrentUser, TokenStore } from "latchkey"
import { useAction } from "latchkey/react"
import { type ReactElement, useState } from "react"
import { clientOptions } from "../../client.ts"
import { ActionButton } from "../../ui/ActionButton.tsx"
import { Card } from "../../ui/layout.tsx"

/** What the program does that is not here: it signs in, and says as whom. */
const program = (open: (url: string) => void) =>
  Cli.signIn({
    appUrl: location.origin,
    open: (url) => Effect.sync(() => open(Redacted.value(url)))
  }).pipe(
    Effect.andThen(CurrentUser.get({ or: "throw" })),
    Effect.provide(Layer.provide(Client.layer(clientOptions), TokenStore.layerMemory))
  )

/** What a person compares. */
const codeIn = (url: string): string =>
  Cli.displayCode(Redacted.make(new URL(url).searchParams.get("login_code") ?? ""))

export const CommandLine = (): ReactElement => {
  const [url, setUrl] = useState("")
  const login = useAction(() => program(setUrl))
  const { state } = login
  return (
    <Card
      title="A command line"
      lead="It shows an address, you confirm it there, and from then on it acts in your session."
    >
      {state._tag !== "Pending" && (
        <div className="row">
          <ActionButton action={login}>Sign in a command line</ActionButton>
        </div>
      )}
      {state._tag === "Pending" && url !== "" && (
        <div className="stack" role="status">
          <p>
            The command line waits for you to confirm it, and shows <code>{codeIn(url)}</code>.
          </p>
          <div className="row">
            <a className="button primary" href={url} target="_blank" rel="noreferrer">Confirm in another tab</a>
            <button type="button" className="button" onClick={login.reset}>Give up</button>
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
