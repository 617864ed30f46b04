/** The forms of the card that the demo can fill in. */
import { useSyncExternalStore } from "react"
import type { Credentials } from "./Hint.tsx"

/** A form with a field for the email and one for the password. */
export type FillableForm = "sign-in" | "sign-up"

const findCard = (form: FillableForm): Element | null => document.querySelector(`#live [data-latchkey~=${form}]`)

const findForm = (): FillableForm | undefined =>
  (["sign-in", "sign-up"] as const).find((form) =>
    ["email", "password"].every((name) => findCard(form)?.querySelector(`input[name=${name}]`) != null)
  )

const subscribe = (onChange: () => void): () => void => {
  const observer = new MutationObserver(onChange)
  observer.observe(document.getElementById("live")!, { childList: true, subtree: true })
  return () => observer.disconnect()
}

/** Returns the form that the card shows, if the demo can fill it in. */
export const useFillableForm = (): FillableForm | undefined => useSyncExternalStore(subscribe, findForm)

/** Fills in a form of the card, as a password manager does. */
export const fillIn = (form: FillableForm, credentials: Credentials): void => {
  const card = findCard(form)
  for (const name of ["email", "password"] as const) {
    const input = card?.querySelector<HTMLInputElement>(`input[name=${name}]`)
    if (input == null) continue
    input.value = credentials[name]
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }
  card?.querySelector<HTMLElement>("[data-latchkey~=submit]")?.focus()
}
