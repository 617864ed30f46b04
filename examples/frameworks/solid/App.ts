// The templates are strings, so that this example needs no compiler. `from` makes a signal of a store.
import { createSignal, For, from, Match, Switch } from "solid-js"
import html from "solid-js/html"
import { auth, signIn } from "../auth.ts"

const toItem = (team: { readonly displayName: string }) => html`<li>${team.displayName}</li>`
export const App = () => {
  const session = from(auth.session)
  const teams = from(auth.teams)
  const [message, setMessage] = createSignal("")
  const submit = async (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setMessage(await signIn(String(form.get("email")), String(form.get("password"))))
  }
  return html`<${Switch}>
    <${Match} when=${() => session()?.status === "signed-in"}>
      <h1>Your teams</h1>
      <ul><${For} each=${() => teams()?.data ?? []}>${toItem}<//></ul>
      <button onClick=${() => auth.teams.create({ displayName: "Engines" })}>New team</button>
      <button onClick=${() => auth.signOut()}>Sign out</button>
    <//>
    <${Match} when=${() => session()?.status === "signed-out"}>
      <form onSubmit=${submit}>
        <label>Email <input name="email" /></label>
        <label>Password <input name="password" type="password" /></label>
        <button>Sign in</button> <p role="alert">${message}</p>
      </form>
    <//><//>`
}
