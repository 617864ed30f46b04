"use client"

import { createAuthClient } from "latchkey/promise"
import { type FormEvent, useState, useSyncExternalStore } from "react"

// The options are in the environment, which Next.js puts into the script.
const auth = createAuthClient()
const beforeHydration = { status: "loading" } as const

/** A page with the Promise client, without the components of Latchkey. */
export default function PromisePage() {
  const session = useSyncExternalStore(auth.session.subscribe, auth.session.get, () => beforeHydration)
  const [text, setText] = useState("")
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { data, error } = await auth.signIn.password({
      email: String(form.get("email")),
      password: String(form.get("password"))
    })
    setText(error ? error.code : data.status)
  }
  const ask = async () => {
    const response = await auth.fetch("/promise/me")
    setText(await response.text())
  }
  return (
    <>
      <h1>{session.status}</h1>
      <form onSubmit={signIn}>
        <label>
          Email <input name="email" />
        </label>
        <label>
          Password <input name="password" type="password" />
        </label>
        <button>Sign in here</button>
      </form>
      <button onClick={ask}>Ask the server</button>
      <button onClick={() => auth.signOut()}>Sign out here</button>
      <output>{text}</output>
    </>
  )
}
